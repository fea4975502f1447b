import type { HostDescription } from '../../../core/contract/topics/settings.ts';
import { t } from './messages.ts';

type Variable = HostDescription['proxies'][number];

/** What the proxy variables mean, by the rules of curl, podman and oc-mirror. */
export interface ProxyMeaning {
  sentence: string;
  /** The route of each kind of request, and the variable that sets it. */
  routes: { requests: string; route: string; source: string }[];
  /** Names and networks with a direct connection. */
  direct: string[];
}

/** Uppercase names take precedence over lowercase ones, and both over ALL_PROXY. */
function chosen(variables: Variable[], own: string): Variable | undefined {
  for (const name of [own, own.toLowerCase(), 'ALL_PROXY', 'all_proxy']) {
    const found = variables.find((variable) => variable.name === name && variable.value !== '');
    if (found) return found;
  }
  return undefined;
}

/** Returns what the proxy variables of the environment mean for connections. */
export function proxyMeaning(variables: Variable[]): ProxyMeaning {
  const tls = chosen(variables, 'HTTPS_PROXY');
  const plain = chosen(variables, 'HTTP_PROXY');
  const noProxy =
    variables.find(({ name }) => name === 'NO_PROXY') ?? variables.find(({ name }) => name === 'no_proxy');
  const direct = (noProxy?.value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const route = (requests: string, by: Variable | undefined) => ({
    requests,
    route: by ? address(by.value) : t('directRoute'),
    source: by ? by.name : t('noVariable'),
  });
  return {
    sentence: sentenceOf(tls, plain, direct),
    routes: [route(t('httpsRequests'), tls), route(t('httpRequests'), plain)],
    direct: tls || plain ? [t('loopback'), ...direct] : [],
  };
}

function sentenceOf(tls: Variable | undefined, plain: Variable | undefined, direct: string[]): string {
  if (direct.includes('*') && (tls || plain)) return t('allDirectTitle');
  const exceptions = direct.length;
  if (tls) return t('proxiedTitle', { proxy: address(tls.value), exceptions });
  if (plain) return t('plainProxiedTitle', { proxy: address(plain.value), exceptions });
  return t('directTitle');
}

/** Returns `proxy.corp:3128` of `http://proxy.corp:3128/`. */
function address(value: string): string {
  return value.replace(/^[a-z]+:\/\//i, '').replace(/(?<!\/)\/+$/, '');
}
