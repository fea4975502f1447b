import type { HostDescription } from '../../../core/contract/topics/settings.ts';
import { counted } from '../../parts/format.ts';

type Variable = HostDescription['proxies'][number];

/** What the proxy variables come to, by the rules of the field's tools. */
export interface ProxyMeaning {
  sentence: string;
  /** Which way each kind of request takes. */
  ways: { what: string; way: string; because: string }[];
  /** Names and networks that are asked directly. */
  direct: string[];
}

/** The capitals win over the small letters, and both over ALL_PROXY, which stands for whatever has no own one. */
function chosen(variables: Variable[], own: string): Variable | undefined {
  for (const name of [own, own.toLowerCase(), 'ALL_PROXY', 'all_proxy']) {
    const found = variables.find((variable) => variable.name === name && variable.value !== '');
    if (found) return found;
  }
  return undefined;
}

export function proxyMeaning(variables: Variable[]): ProxyMeaning {
  const tls = chosen(variables, 'HTTPS_PROXY');
  const plain = chosen(variables, 'HTTP_PROXY');
  const noProxy =
    variables.find(({ name }) => name === 'NO_PROXY') ?? variables.find(({ name }) => name === 'no_proxy');
  const direct = (noProxy?.value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const way = (what: string, by: Variable | undefined) => ({
    what,
    way: by ? address(by.value) : 'asked directly',
    because: by ? by.name : 'no variable',
  });
  return {
    sentence: sentenceOf(tls, plain, direct),
    ways: [way('Over HTTPS', tls), way('Over plain HTTP', plain)],
    direct: tls || plain ? ['localhost, loopback', ...direct] : [],
  };
}

function sentenceOf(tls: Variable | undefined, plain: Variable | undefined, direct: string[]): string {
  if (direct.includes('*') && (tls || plain))
    return 'A proxy is named, but NO_PROXY is *: everything is asked directly.';
  const except = direct.length > 0 ? `, but for ${counted(direct.length, 'name', 'names')}` : '';
  if (tls) return `Registries are reached through ${address(tls.value)}${except}.`;
  if (plain) return `Only plain HTTP goes through ${address(plain.value)}${except}.`;
  return 'No proxy: every registry is asked directly.';
}

/** `proxy.corp:3128` of `http://proxy.corp:3128/`. */
function address(value: string): string {
  return value.replace(/^[a-z]+:\/\//i, '').replace(/(?<!\/)\/+$/, '');
}
