import { BlockList, isIP } from 'node:net';
import { AirlockError } from '../../base/errors/airlock-error.ts';

/** The proxy that stands between this host and an origin. */
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
 * The proxy for a URL by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in capitals or not, by the rules of Go's
 * httpproxy, which the field's tools use. localhost and loopback addresses are never proxied.
 * @throws AirlockError `proxy` when the variable holds no http:// or https:// address
 */
export function proxyFor(target: URL, env: Env): ForwardProxy | undefined {
  return routeOf(target, env).proxy;
}

/** How a URL is reached, and in words why so: the variable that names the proxy, or what lets it go out directly. */
export interface Route {
  proxy: ForwardProxy | undefined;
  because: string;
}

/** As {@link proxyFor}, with the reason. @throws AirlockError `proxy` */
export function routeOf(target: URL, env: Env): Route {
  const own = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const variable = [own, own.toLowerCase(), 'ALL_PROXY', 'all_proxy'].find((name) => env[name]);
  if (!variable) return { proxy: undefined, because: `neither ${own} nor ALL_PROXY is set` };
  const exempt = exemption(target, env);
  if (exempt) return { proxy: undefined, because: exempt };
  return { proxy: readProxy(variable, env), because: `${variable} names it` };
}

function readProxy(variable: string, env: Env): ForwardProxy {
  const value = env[variable]!;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  // The value may hold a password: it is not quoted.
  if (!url?.hostname)
    throw new AirlockError('proxy', `${variable} is not an address such as http://proxy:3128`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AirlockError(
      'proxy',
      `${variable} names a ${url.protocol}// proxy: only http and https are known`,
    );
  }
  const authorization =
    url.username || url.password
      ? `Basic ${Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`).toString('base64')}`
      : undefined;
  url.username = '';
  url.password = '';
  return { url, address: hostPort(url), authorization, variable };
}

/** `host:port` of a URL, with the port its scheme implies. */
export function hostPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** A password with a bare % is meant as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What lets a URL go out directly: an entry of NO_PROXY, or the rule about loopback. */
function exemption(target: URL, env: Env): string | undefined {
  const host = bare(target.hostname.toLowerCase());
  const port = hostPort(target).split(':').at(-1)!;
  if (host === 'localhost' || isLoopback(host)) return 'addresses of this host itself are never proxied';
  const variable = env.NO_PROXY ? 'NO_PROXY' : 'no_proxy';
  const entry = (env[variable] ?? '')
    .split(',')
    .map((each) => each.trim())
    .find((each) => each === '*' || matches(each.toLowerCase(), host, port));
  return entry === undefined ? undefined : `${variable} has the entry ${entry}`;
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
