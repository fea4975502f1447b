import { expect, test } from 'vitest';
import { readNmstate } from '../model/document.ts';
import { pictureOf } from './picture.ts';
import { summaryOf } from './summary.ts';

const TEXT = `interfaces:
- {name: eno1, type: ethernet}
- {name: bond0, type: bond, mtu: 9000, link-aggregation: {mode: 4, port: [eno1, eno2], options: {lacp_rate: fast}}}
- {name: bond0.430, type: vlan, vlan: {base-iface: bond0, id: 430}}
- {name: br-ex, type: ovs-bridge, bridge: {port: [{name: bond0.430}, {name: br-ex}]}}
- {name: br-ex, type: ovs-interface, copy-mac-from: bond0, ipv4: {enabled: true, address: [{ip: 10.20.30.27, prefix-length: 24}, {ip: 169.254.0.2, prefix-length: 17}]}, ipv6: {enabled: true, dhcp: true, autoconf: true}}
- {name: old, type: dummy, state: absent}
- {name: br1, type: linux-bridge, bridge: {port: [{name: "sriov:p0:1"}]}}
dns-resolver: {config: {server: [10.20.30.2], search: [lab.example]}}
routes: {config: [{destination: 0.0.0.0/0, next-hop-address: 10.20.30.1, next-hop-interface: br-ex}, {destination: 10.9.0.0/16, state: absent}]}
ovn: {bridge-mappings: [{localnet: tenant, bridge: br1}]}
hostname: {config: worker-3}
`;

const part = () => readNmstate(TEXT).states[0]!;

test('draws a picture from the NICs up to the address', () => {
  const { nodes, links, localnets } = pictureOf(part(), {
    eno1: '3c:ec:ef:52:11:a0',
    eno2: '3c:ec:ef:52:11:a1',
  });
  expect(nodes.map(({ id, layer, defined }) => [id, layer, defined])).toEqual([
    ['eno1', 'nic', true],
    ['eno2', 'nic', false],
    ['sriov:p0:1', 'nic', false],
    ['p0', 'nic', false],
    ['bond0', 'bond', true],
    ['bond0.430', 'vlan', true],
    ['br-ex bridge', 'bridge', true],
    ['br1', 'bridge', true],
    ['br-ex', 'address', true],
  ]);
  expect(links).toEqual([
    { from: 'eno1', to: 'bond0' },
    { from: 'eno2', to: 'bond0' },
    { from: 'bond0', to: 'bond0.430' },
    { from: 'bond0.430', to: 'br-ex bridge' },
    { from: 'br-ex bridge', to: 'br-ex' },
    { from: 'p0', to: 'sriov:p0:1' },
    { from: 'sriov:p0:1', to: 'br1' },
  ]);
  const node = (id: string) => nodes.find((one) => one.id === id)!;
  expect(node('bond0')).toMatchObject({
    facts: ['802.3ad', 'LACP fast', 'MTU 9000'],
    path: ['interfaces', 1],
  });
  expect(node('bond0.430').facts).toEqual(['VLAN 430']);
  expect(node('br-ex')).toMatchObject({
    facts: ['MAC of bond0'],
    addresses: ['10.20.30.27/24', '169.254.0.2/17', 'DHCPv6', 'router advertisements'],
  });
  expect(node('eno2').mac).toBe('3c:ec:ef:52:11:a1');
  expect(node('sriov:p0:1').name).toBe('p0 VF 1');
  expect(localnets).toEqual([{ name: 'tenant', bridge: 'br1' }]);
});

test('draws ports of an OVS bond, controllers, and incomplete documents', () => {
  const draw = (text: string) => pictureOf(readNmstate(text).states[0]!);
  const ovs = draw(
    'interfaces:\n- {name: br-ex, type: ovs-bridge, bridge: {port: [{name: b, link-aggregation: {mode: balance-slb, port: [{name: eno1}, {name: eno2}]}}]}}\n',
  );
  expect(ovs.links.map(({ from }) => from)).toEqual(['eno1', 'eno2']);
  expect(ovs.nodes.at(-1)!.facts).toEqual(['b balance-slb']);
  expect(
    draw('interfaces:\n- {name: e, type: ethernet, controller: bond0}\n- {name: bond0, type: bond}\n').links,
  ).toEqual([{ from: 'e', to: 'bond0' }]);
  expect(draw('interfaces:\n- name:\n- 5\n').nodes).toEqual([]);
});

test('summarizes the resulting state of a node', () => {
  expect(summaryOf(part().state)).toEqual({
    brEx: {
      uplinks: ['bond0.430'],
      nics: ['eno1', 'eno2'],
      chain: ['bond0.430', 'bond0', 'eno1', 'eno2'],
      addresses: ['10.20.30.27/24'],
      automatic: ['dhcpv6', 'router-advertisements'],
      macFrom: 'bond0',
      mtu: 9000,
    },
    addresses: [
      {
        interface: 'br-ex',
        static: ['10.20.30.27/24', '169.254.0.2/17'],
        automatic: ['dhcpv6', 'router-advertisements'],
      },
    ],
    routes: [{ destination: '0.0.0.0/0', nextHop: '10.20.30.1', interface: 'br-ex', table: 254 }],
    dns: { servers: ['10.20.30.2'], search: ['lab.example'] },
    localnets: [{ name: 'tenant', bridge: 'br1' }],
    removed: ['old'],
    hostname: 'worker-3',
  });
  expect(summaryOf(readNmstate('interfaces: []\n').states[0]!.state).brEx).toBeUndefined();
});
