/** A network card of a machine. */
export interface Nic {
  /** Name in the kernel, e.g. `eno1np0`; undefined when only the MAC is known. */
  name?: string;
  /** Lower case with colons. */
  mac?: string;
  /** Largest MTU it can have, when it was read from a node. */
  maxMtu?: number;
}

export interface Bmc {
  /** As the BareMetalHost takes it, e.g. `redfish-virtualmedia://192.0.2.7/redfish/v1/Systems/1`, or only a host. */
  address: string;
  username?: string;
  /** A secret: never in messages, never written unless asked for. */
  password?: string;
}

export type Role = 'master' | 'worker' | 'arbiter' | (string & {});

/** One machine: what the table of hosts holds of it. */
export interface Host {
  /** Full host name, as it was written. */
  name: string;
  role: Role;
  nics: readonly Nic[];
  bmc?: Bmc;
  bootMac?: string;
  /** Addresses of br-ex in CIDR form as far as the table says the prefix, IPv4 and IPv6. */
  addresses: readonly string[];
  /** Id of a preset, when the table names one. */
  preset?: string;
  rootDevice?: string;
  /** Every other column: `gateway`, `dns`, `vlan`, `mtu`, and whatever templates want. */
  variables: Readonly<Record<string, string>>;
  /** Where it stands in the table's text, from 1. */
  line?: number;
}

/** What `hostname -s` says on the node: the first label, in lower case. */
export function shortName(name: string): string {
  return name.trim().split('.')[0]!.toLowerCase();
}

/**
 * The name of the host's file on the node; only `.yml` is looked for (machine-config-operator:
 * templates/common/_base/files/nmstate-configuration.yaml).
 */
export function nodeFileName(host: Pick<Host, 'name'>): string {
  return `${shortName(host.name)}.yml`;
}
