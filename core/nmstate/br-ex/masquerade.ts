import { contains, type Ip, type Network, parseNetwork } from '../addresses.ts';

/**
 * OVN's masquerade networks (reference 5.5): clusters installed up to 4.16 have the narrow ones and keep them on upgrade,
 * newer ones the wide ones. The address of the node within is the second one.
 */
const NETWORKS = {
  narrow: { ipv4: '169.254.169.0/29', ipv6: 'fd69::/125' },
  wide: { ipv4: '169.254.0.0/17', ipv6: 'fd69::/112' },
} as const;

const PARSED: readonly Network[] = [
  parseNetwork(NETWORKS.narrow.ipv4)!,
  parseNetwork(NETWORKS.wide.ipv4)!,
  parseNetwork(NETWORKS.wide.ipv6)!,
];

/** Whether an address is in a network that OVN gives addresses from by itself. */
export function isMasquerade(ip: Ip): boolean {
  return PARSED.some((network) => contains(network, ip));
}

/**
 * The masquerade address of br-ex that day-2 policies must repeat. `installed` is the version the cluster was installed
 * with; unknown means a cluster of 4.17 or newer.
 */
export function masqueradeAddress(
  family: 'ipv4' | 'ipv6',
  installed?: string,
): { ip: string; prefixLength: number } {
  const minor = Number(/^\s*v?4\.(\d+)/.exec(installed ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  const wide = minor >= 17;
  if (family === 'ipv4')
    return wide ? { ip: '169.254.0.2', prefixLength: 17 } : { ip: '169.254.169.2', prefixLength: 29 };
  return { ip: 'fd69::2', prefixLength: wide ? 112 : 125 };
}
