/** Report of a node whose br-ex has a VLAN on a bond, as nmstate prints it. */
export interface NodeOptions {
  /** Name of the connection of the interface br-ex. */
  profile?: string | undefined;
  mtu?: number;
  bondMtu?: number;
  address?: string | null;
  /** Interface of the default route; null for none. */
  gateway?: string | null;
  /** Interface of a default route in table 100. */
  otherTable?: string;
  /** States of interfaces by name. Default: up. */
  down?: string[];
  without?: string[];
}

export function reportOf({
  profile = 'br-ex-if',
  mtu = 1500,
  bondMtu = mtu,
  address = '192.0.2.11',
  gateway = 'br-ex',
  otherTable,
  down = [],
  without = [],
}: NodeOptions = {}): Record<string, unknown> {
  const own = { ip: address, 'prefix-length': 24 };
  const masquerade = { ip: '169.254.169.2', 'prefix-length': 29 };
  const local = { ip: 'fe80::5055:ff:fed1:5501', 'prefix-length': 64 };
  const interfaces = [
    {
      ...{ name: 'br-ex', type: 'ovs-bridge' },
      bridge: { port: ['bond0.100', 'br-ex', 'patch-br-ex_node-to-br-int'].map((name) => ({ name })) },
    },
    {
      ...{ name: 'br-ex', type: 'ovs-interface', mtu, 'profile-name': profile },
      ipv4: { enabled: true, dhcp: true, address: [...(address === null ? [] : [own]), masquerade] },
      ipv6: { enabled: true, dhcp: false, autoconf: false, address: [local] },
    },
    { name: 'bond0.100', type: 'vlan', mtu: bondMtu, vlan: { 'base-iface': 'bond0', id: 100 } },
    {
      ...{ name: 'bond0', type: 'bond', mtu: bondMtu },
      'link-aggregation': { mode: 'active-backup', port: ['eno1', 'eno2'] },
    },
    { name: 'eno1', type: 'ethernet', mtu: bondMtu },
    { name: 'eno2', type: 'ethernet', mtu: bondMtu },
  ];
  const key = ({ name, type }: { name: string; type: string }) => (name === 'br-ex' ? type : name);
  return {
    interfaces: interfaces
      .filter((iface) => !without.includes(key(iface)))
      .map((iface) => ({ ...iface, state: down.includes(key(iface)) ? 'down' : 'up' })),
    routes: {
      config: [],
      running: [
        ...(gateway === null ? [] : [defaultRoute(gateway, 254)]),
        ...(otherTable === undefined ? [] : [defaultRoute(otherTable, 100)]),
      ],
    },
  };
}

function defaultRoute(name: string, table: number): Record<string, unknown> {
  return {
    ...{ destination: '0.0.0.0/0', 'next-hop-address': '192.0.2.1', 'table-id': table },
    'next-hop-interface': name,
  };
}
