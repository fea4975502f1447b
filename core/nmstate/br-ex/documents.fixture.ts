import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { Host } from '../model/host.ts';

/** A host's document that meets every requirement: a VLAN on an LACP bond with a static address. */
export const GOOD = `interfaces:
- {name: eno1, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: false}, ipv6: {enabled: false}}
- {name: eno2, type: ethernet, state: up, mtu: 9000, ipv4: {enabled: false}, ipv6: {enabled: false}}
- name: bond0
  type: bond
  state: up
  mtu: 9000
  copy-mac-from: eno1
  ipv4: {enabled: false}
  ipv6: {enabled: false}
  link-aggregation:
    mode: 802.3ad
    port: [eno1, eno2]
    options: {miimon: 100, lacp_rate: fast}
- name: bond0.110
  type: vlan
  state: up
  ipv4: {enabled: false}
  ipv6: {enabled: false}
  vlan: {base-iface: bond0, id: 110}
- name: br-ex
  type: ovs-bridge
  state: up
  ipv4: {enabled: false}
  ipv6: {enabled: false}
  bridge:
    options: {mcast-snooping-enable: true}
    port: [{name: bond0.110}, {name: br-ex}]
- name: br-ex
  type: ovs-interface
  state: up
  mtu: 9000
  copy-mac-from: eno1
  ipv4:
    enabled: true
    dhcp: false
    address: [{ip: 192.0.2.21, prefix-length: 24}]
  ipv6: {enabled: false}
dns-resolver: {config: {server: [192.0.2.53]}}
routes:
  config:
  - {destination: 0.0.0.0/0, next-hop-address: 192.0.2.1, next-hop-interface: br-ex}
`;

export const DHCP = `interfaces:
- {name: eno1, type: ethernet, state: up, ipv4: {enabled: false}, ipv6: {enabled: false}}
- {name: br-ex, type: ovs-bridge, state: up, bridge: {options: {mcast-snooping-enable: true}, port: [{name: eno1}, {name: br-ex}]}}
- {name: br-ex, type: ovs-interface, state: up, copy-mac-from: eno1, ipv4: {enabled: true, dhcp: true, auto-route-metric: 48}, ipv6: {enabled: false}}
`;

export const DUAL = GOOD.replace(
  '  ipv6: {enabled: false}\ndns',
  '  ipv6: {enabled: true, dhcp: false, autoconf: false, address: [{ip: "2001:db8:1::21", prefix-length: 64}]}\ndns',
).concat('  - {destination: "::/0", next-hop-address: "fe80::1", next-hop-interface: br-ex}\n');

export const POLICY = (state: string) =>
  `apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata: {name: p}\nspec:\n  desiredState:\n${state.replaceAll(/^(?=.)/gm, '    ')}`;

export const host: Host = {
  name: 'worker-0.lab.example',
  role: 'worker',
  nics: [{ name: 'eno1' }, { name: 'eno2' }],
  addresses: ['192.0.2.21/24'],
  variables: {},
};
export const cluster: ClusterNetwork = {
  machineNetworks: ['192.0.2.0/24'],
  apiVips: ['192.0.2.5'],
  ingressVips: ['192.0.2.6'],
  serviceNetworks: [],
  clusterNetworks: [],
  clusterMtu: 8900,
};
