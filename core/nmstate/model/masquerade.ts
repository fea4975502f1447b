import {
  contains,
  firstOf,
  type Ip,
  ipText,
  type Network,
  parseNetwork,
} from '../../base/network/addresses.ts';

/**
 * Masquerade networks of OVN-Kubernetes (OpenShift documentation, "Creating a manifest object that includes a customized
 * br-ex bridge"): clusters installed with 4.16 or earlier have the small ones, even after upgrades, and later ones the large
 * ones. The node has the second address of the network.
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

/** A cluster's own masquerade networks in CIDR form (`internalMasqueradeSubnet` of its Network operator). */
export interface MasqueradeNetworks {
  ipv4?: string;
  ipv6?: string;
}

/** Checks whether an address is in a masquerade network: one of the defaults, or the cluster's own. */
export function isMasquerade(ip: Ip, own: MasqueradeNetworks = {}): boolean {
  return [...PARSED, ...[own.ipv4, own.ipv6].flatMap((text) => parsed(text) ?? [])].some((network) =>
    contains(network, ip),
  );
}

function parsed(text: string | undefined): Network | undefined {
  return text === undefined ? undefined : parseNetwork(text);
}

/**
 * Returns the masquerade address of br-ex that day-2 policies must repeat: the second address of the cluster's `own` network,
 * otherwise of the network of the version that it was installed with. Without `installed`, 4.17 or later is assumed.
 */
export function masqueradeAddress(
  family: 'ipv4' | 'ipv6',
  installed?: string,
  own: MasqueradeNetworks = {},
): { ip: string; prefixLength: number } {
  const network = parsed(own[family]);
  if (network)
    return { ip: ipText({ ...network, value: firstOf(network) + 2n }), prefixLength: network.prefix };
  const minor = Number(/^\s*v?4\.(\d+)/.exec(installed ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  const wide = minor >= 17;
  if (family === 'ipv4')
    return wide ? { ip: '169.254.0.2', prefixLength: 17 } : { ip: '169.254.169.2', prefixLength: 29 };
  return { ip: 'fd69::2', prefixLength: wide ? 112 : 125 };
}
