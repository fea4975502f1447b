import { bond, brEx, bridge, NO_IPV6, nic, staticIp, vlan, vrf } from './blocks.ts';
import { type Preset, preset } from './preset.ts';
import { addressesOf, addressing, MTU, NIC1, NIC2 } from './questions.ts';
import { BOND_NAME, onUplink } from './uplink.ts';

/** Layouts with br-ex and something beside it. */
export const MORE_NETWORKS: readonly Preset[] = [
  preset(
    {
      id: 'second-nic',
      title: 'br-ex on a second NIC',
      sentence:
        'The first NIC keeps its management address by DHCP without a default route; br-ex has the second one.',
      questions: [NIC1, NIC2, ...addressing('static'), MTU],
    },
    (answer) => {
      const management = nic(answer('nic1'), {
        ip: [
          'ipv4:',
          '  enabled: true',
          '  dhcp: true',
          '  auto-gateway: false',
          '  auto-dns: false',
          '  auto-routes: false',
          ...NO_IPV6,
        ],
      });
      return onUplink(answer, management + nic(answer('nic2'), { mtu: answer('mtu') }), answer('nic2'));
    },
  ),
  preset(
    {
      id: 'two-bridges',
      title: 'Two bridges: br-ex and a network for machines',
      sentence:
        'br-ex on the first NIC; the second has a bridge that OVN knows as a localnet, for virtual machines.',
      questions: [
        NIC1,
        NIC2,
        { id: 'bridge', label: 'Name of the second bridge', kind: 'text', default: 'br-data' },
        { id: 'localnet', label: 'Name of the network (localnet)', kind: 'text', default: 'tenant' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => {
      const below = nic(answer('nic1'), { mtu: answer('mtu') }) + nic(answer('nic2'), { mtu: answer('mtu') });
      const above = bridge(answer('bridge'), 'ovs-bridge', answer('nic2'));
      const ovn = `ovn:\n  bridge-mappings:\n  - localnet: ${answer('localnet')}\n    bridge: ${answer('bridge')}\n    state: present\n`;
      return onUplink(answer, below, answer('nic1'), above) + ovn;
    },
  ),
  preset(
    {
      id: 'linux-bridge',
      title: 'br-ex and a Linux bridge',
      sentence: 'br-ex on the first NIC; the second has a Linux bridge for virtual machines.',
      questions: [
        NIC1,
        NIC2,
        { id: 'bridge', label: 'Name of the Linux bridge', kind: 'text', default: 'br1' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) =>
      onUplink(
        answer,
        nic(answer('nic1'), { mtu: answer('mtu') }) + nic(answer('nic2'), { mtu: answer('mtu') }),
        answer('nic1'),
        bridge(answer('bridge'), 'linux-bridge', answer('nic2')),
      ),
  ),
  preset(
    {
      id: 'sriov',
      title: 'br-ex and SR-IOV',
      sentence: 'br-ex on the first NIC; the second is split into virtual functions.',
      questions: [
        NIC1,
        NIC2,
        { id: 'vfs', label: 'Virtual functions', kind: 'number', default: '8' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => {
      const functions = ['sr-iov:', `  total-vfs: ${answer('vfs')}`, '  drivers-autoprobe: true'];
      return onUplink(
        answer,
        nic(answer('nic1'), { mtu: answer('mtu') }) +
          nic(answer('nic2'), { mtu: answer('mtu'), ethernet: functions }),
        answer('nic1'),
      );
    },
  ),
  preset(
    {
      id: 'vf-bond',
      title: 'Bond of two virtual functions',
      sentence:
        'br-ex on an active-backup bond of one virtual function of each NIC; the others stay for pods.',
      questions: [
        NIC1,
        NIC2,
        BOND_NAME,
        { id: 'vfs', label: 'Virtual functions a NIC', kind: 'number', default: '4' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => {
      const cards = [answer('nic1'), answer('nic2')];
      const functions = ['sr-iov:', `  total-vfs: ${answer('vfs')}`];
      const ports = cards.map((card) => `sriov:${card}:0`);
      const below =
        cards.map((card) => nic(card, { mtu: answer('mtu'), ethernet: functions })).join('') +
        bond(answer('bond'), { mode: 'active-backup', ports, mtu: answer('mtu') });
      return onUplink(answer, below, answer('bond'));
    },
  ),
  preset(
    {
      id: 'ovs-bond',
      title: 'Bond within br-ex',
      sentence:
        'Two NICs bonded by Open vSwitch itself (balance-slb): both carry traffic, without the switch taking part.',
      questions: [NIC1, NIC2, ...addressing('dhcp'), MTU],
    },
    (answer) => {
      const [one, two, mtu] = [answer('nic1'), answer('nic2'), answer('mtu')];
      const ip = addressesOf(answer, answer('addressing'));
      const ports = [
        '- name: ovs-bond0',
        '  link-aggregation:',
        '    mode: balance-slb',
        '    port:',
        `    - name: ${one}`,
        `    - name: ${two}`,
      ];
      return `interfaces:\n${nic(one, { mtu })}${nic(two, { mtu })}${brEx(ports, one, mtu, ip.ip)}${ip.tail()}`;
    },
  ),
  preset(
    {
      id: 'storage-vlan',
      title: 'br-ex and a storage VLAN',
      sentence:
        'br-ex on the first NIC; the second has a storage VLAN with an address and a routing table of its own.',
      questions: [
        NIC1,
        NIC2,
        { id: 'storage_vlan', label: 'Storage VLAN', kind: 'number', variable: 'storage_vlan' },
        {
          id: 'storage_address',
          label: 'Storage address',
          kind: 'address',
          variable: 'storage_address',
          perHost: true,
        },
        {
          id: 'storage_prefix',
          label: 'Storage prefix',
          kind: 'number',
          variable: 'storage_prefix',
          default: '24',
        },
        { id: 'storage_gateway', label: 'Storage gateway', kind: 'address', variable: 'storage_gateway' },
        ...addressing('static'),
        MTU,
      ],
    },
    (answer) => {
      const [card, id, address] = [answer('nic2'), answer('storage_vlan'), answer('storage_address')];
      const own = [...staticIp('ipv4', address, answer('storage_prefix')), ...NO_IPV6];
      const below =
        nic(answer('nic1'), { mtu: answer('mtu') }) +
        nic(card, { mtu: answer('mtu') }) +
        vlan(`vlan${id}`, card, id, answer('mtu'), own);
      const route = {
        destination: '0.0.0.0/0',
        gateway: answer('storage_gateway'),
        interface: `vlan${id}`,
        table: '300',
      };
      const rule = `route-rules:\n  config:\n  - ip-from: ${address}/32\n    route-table: 300\n    priority: 1000\n`;
      return (
        onUplink(answer, below, answer('nic1'), '', addressesOf(answer, answer('addressing')).tail([route])) +
        rule
      );
    },
  ),
  preset(
    {
      id: 'vrf-management',
      title: 'br-ex and management in a VRF',
      sentence: 'br-ex on the first NIC; the second has the management network, with routes of its own.',
      questions: [
        NIC1,
        NIC2,
        {
          id: 'management_address',
          label: 'Management address',
          kind: 'address',
          variable: 'management_address',
          perHost: true,
        },
        {
          id: 'management_prefix',
          label: 'Management prefix',
          kind: 'number',
          variable: 'management_prefix',
          default: '24',
        },
        {
          id: 'management_gateway',
          label: 'Management gateway',
          kind: 'address',
          variable: 'management_gateway',
        },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => {
      const own = [
        ...staticIp('ipv4', answer('management_address'), answer('management_prefix')),
        ...NO_IPV6,
      ];
      const below =
        nic(answer('nic1'), { mtu: answer('mtu') }) +
        nic(answer('nic2'), { ip: own }) +
        vrf('mgmt', answer('nic2'), '100');
      const route = {
        destination: '0.0.0.0/0',
        gateway: answer('management_gateway'),
        interface: 'mgmt',
        table: '100',
      };
      return onUplink(
        answer,
        below,
        answer('nic1'),
        '',
        addressesOf(answer, answer('addressing')).tail([route]),
      );
    },
  ),
  preset(
    {
      id: 'nic-by-mac',
      title: 'One NIC, found by its MAC',
      sentence: 'br-ex on the NIC with this MAC address, whatever its name is.',
      questions: [
        { id: 'mac1', label: 'MAC address', kind: 'text', variable: 'mac1', perHost: true },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => onUplink(answer, nic('uplink', { mtu: answer('mtu'), mac: answer('mac1') }), 'uplink'),
  ),
];
