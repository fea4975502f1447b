import { BlockList, isIP } from 'node:net';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** The proxy between this host and an origin. */
export interface ForwardProxy {
  /** Without user and password. */
  url: URL;
  /** `host:port`, for messages. */
  address: string;
  /** Value of Proxy-Authorization; never for messages. */
  authorization: string | undefined;
  /** The variable that names it. */
  variable: string;
}

type Env = Record<string, string | undefined>;

/**
 * Returns the proxy for a URL by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in upper or lower case. The rules are
 * those of Go's httpproxy, like in podman and oc. localhost and loopback addresses never use a proxy.
 * @throws AirlockError `proxy` if the variable contains no http:// or https:// address
 */
export function proxyFor(target: URL, env: Env): ForwardProxy | undefined {
  return routeOf(target, env).proxy;
}

/** The proxy of a URL, and the reason in words: the variable that sets it, or the reason for a direct connection. */
export interface Route {
  proxy: ForwardProxy | undefined;
  because: string;
}

/** Like {@link proxyFor}, with the reason. @throws AirlockError `proxy` */
export function routeOf(target: URL, env: Env): Route {
  const own = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const variable = [own, own.toLowerCase(), 'ALL_PROXY', 'all_proxy'].find((name) => env[name]);
  if (!variable) return { proxy: undefined, because: t('proxyUnset', { variable: own }) };
  const exempt = exemption(target, env);
  if (exempt) return { proxy: undefined, because: exempt };
  return { proxy: readProxy(variable, env), because: t('proxySet', { variable }) };
}

function readProxy(variable: string, env: Env): ForwardProxy {
  const value = env[variable]!;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  // The value may contain a password, so that it isn't quoted.
  if (!url?.hostname) throw new AirlockError('proxy', t('proxyInvalid', { variable }));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AirlockError('proxy', t('proxyScheme', { variable, scheme: `${url.protocol}//` }));
  }
  const authorization =
    url.username || url.password
      ? `Basic ${Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`).toString('base64')}`
      : undefined;
  url.username = '';
  url.password = '';
  return { url, address: hostPort(url), authorization, variable };
}

/** Returns `host:port` of a URL, with the default port of its scheme. */
export function hostPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** Decodes a part of an address. A password with an unescaped % is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns why a URL is reached directly: an entry of NO_PROXY, or the loopback rule. */
function exemption(target: URL, env: Env): string | undefined {
  const host = bare(target.hostname.toLowerCase());
  const port = hostPort(target).split(':').at(-1)!;
  if (host === 'localhost' || isLoopback(host)) return t('proxyExemptLoopback');
  const variable = env.NO_PROXY ? 'NO_PROXY' : 'no_proxy';
  const entry = (env[variable] ?? '')
    .split(',')
    .map((each) => each.trim())
    .find((each) => each === '*' || matches(each.toLowerCase(), host, port));
  return entry === undefined ? undefined : t('proxyExempt', { variable, entry });
}

function matches(entry: string, host: string, port: string): boolean {
  const cidr = /^(.+)\/(\d+)$/.exec(entry);
  if (cidr) return inSubnet(host, cidr[1]!, Number(cidr[2]));
  const withPort = isIP(entry) ? null : /^(.*):(\d+)$/.exec(entry);
  const name = bare(withPort ? withPort[1]! : entry);
  if (!name || (withPort && withPort[2] !== port)) return false;
  if (isIP(name)) return isIP(host) !== 0 && sameAddress(host, name);
  const suffix = name.replace(/^\*?\./, '.');
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`);
}

function inSubnet(host: string, network: string, bits: number): boolean {
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const name = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(network, bits, name);
  return list.check(host, name);
}

function sameAddress(a: string, b: string): boolean {
  return inSubnet(a, b, isIP(b) === 4 ? 32 : 128);
}

function isLoopback(host: string): boolean {
  return inSubnet(host, '127.0.0.0', 8) || inSubnet(host, '::1', 128);
}

function bare(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
