/** A NIC of a machine. */
export interface Nic {
  /** Name in the kernel, for example `eno1np0`; undefined if only the MAC address is known. */
  name?: string;
  /** In lower case, with colons. */
  mac?: string;
  /** Maximum MTU, if the NIC was read from a node. */
  maxMtu?: number;
}

export interface Bmc {
  /** Address of a BareMetalHost, for example `redfish-virtualmedia://192.0.2.7/redfish/v1/Systems/1`, or only a host. */
  address: string;
  username?: string;
  /** A secret. It is never in messages, and only written on request. */
  password?: string;
}

export type Role = 'master' | 'worker' | 'arbiter' | (string & {});

/** A machine in the table of hosts. */
export interface Host {
  /** Full hostname, as written. */
  name: string;
  role: Role;
  nics: readonly Nic[];
  bmc?: Bmc;
  bootMac?: string;
  /** IPv4 and IPv6 addresses of br-ex, in CIDR form if the table contains the prefix. */
  addresses: readonly string[];
  /** ID of a preset, if the table contains one. */
  preset?: string;
  rootDevice?: string;
  /** All other columns: `gateway`, `dns`, `vlan`, `mtu`, and variables of templates. */
  variables: Readonly<Record<string, string>>;
  /** Line in the text of the table, from 1. */
  line?: number;
  /** Names of the parts that the table contains for it, also those without a value, see `PartName`. */
  given?: readonly string[];
}

/** Returns the result of `hostname -s` on the node: the first label, in lower case. */
export function shortName(name: string): string {
  return name.trim().split('.')[0]!.toLowerCase();
}

/**
 * Returns the name of the host's file on the node, which only reads `.yml` (machine-config-operator:
 * templates/common/_base/files/nmstate-configuration.yaml).
 */
export function nodeFileName(host: Pick<Host, 'name'>): string {
  return `${shortName(host.name)}.yml`;
}
