import { bond, brEx, bridge, NO_IPV6, nic, staticIp, vlan, vrf } from './blocks.ts';
import { t } from './messages.ts';
import { type Preset, preset } from './preset.ts';
import { addressesOf, addressing, MTU, NIC1, NIC2 } from './questions.ts';
import { BOND_NAME, ethernet, onUplink } from './uplink.ts';

/** Presets with br-ex and other networks. */
export const MORE_NETWORKS: readonly Preset[] = [
  preset(
    {
      byMac: true,
      id: 'second-nic',
      title: t('secondNicTitle'),
      sentence: t('secondNicSummary'),
      questions: [NIC1, NIC2, ...addressing('static'), MTU],
    },
    (answer) => {
      const management = ethernet(answer, 'nic1', {
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
      return onUplink(answer, management + ethernet(answer, 'nic2', { mtu: answer('mtu') }), answer('nic2'));
    },
  ),
  preset(
    {
      byMac: true,
      id: 'two-bridges',
      title: t('twoBridgesTitle'),
      sentence: t('twoBridgesSummary'),
      questions: [
        NIC1,
        NIC2,
        { id: 'bridge', label: t('secondBridgeLabel'), kind: 'text', default: 'br-data' },
        { id: 'localnet', label: t('localnetLabel'), kind: 'text', default: 'tenant' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => {
      const below =
        ethernet(answer, 'nic1', { mtu: answer('mtu') }) + ethernet(answer, 'nic2', { mtu: answer('mtu') });
      const above = bridge(answer('bridge'), 'ovs-bridge', answer('nic2'));
      const ovn = `ovn:\n  bridge-mappings:\n  - localnet: ${answer('localnet')}\n    bridge: ${answer('bridge')}\n    state: present\n`;
      return onUplink(answer, below, answer('nic1'), { above }) + ovn;
    },
  ),
  preset(
    {
      byMac: true,
      id: 'linux-bridge',
      title: t('linuxBridgeTitle'),
      sentence: t('linuxBridgeSummary'),
      questions: [
        NIC1,
        NIC2,
        { id: 'bridge', label: t('linuxBridgeLabel'), kind: 'text', default: 'br1' },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) =>
      onUplink(
        answer,
        ethernet(answer, 'nic1', { mtu: answer('mtu') }) + ethernet(answer, 'nic2', { mtu: answer('mtu') }),
        answer('nic1'),
        { above: bridge(answer('bridge'), 'linux-bridge', answer('nic2')) },
      ),
  ),
  preset(
    {
      id: 'sriov',
      title: t('srIovTitle'),
      sentence: t('srIovSummary'),
      questions: [
        NIC1,
        NIC2,
        { id: 'vfs', label: t('vfsLabel'), kind: 'number', default: '8' },
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
      title: t('vfBondTitle'),
      sentence: t('vfBondSummary'),
      questions: [
        NIC1,
        NIC2,
        BOND_NAME,
        { id: 'vfs', label: t('vfsPerNicLabel'), kind: 'number', default: '4' },
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
      return onUplink(answer, below, answer('bond'), { copyMacFrom: null });
    },
  ),
  preset(
    {
      id: 'ovs-bond',
      title: t('ovsBondTitle'),
      sentence: t('ovsBondSummary'),
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
      title: t('storageVlanTitle'),
      sentence: t('storageVlanSummary'),
      questions: [
        NIC1,
        NIC2,
        { id: 'storage_vlan', label: t('storageVlanLabel'), kind: 'number', variable: 'storage_vlan' },
        {
          id: 'storage_address',
          label: t('storageAddressLabel'),
          kind: 'address',
          variable: 'storage_address',
          perHost: true,
        },
        {
          id: 'storage_prefix',
          label: t('storagePrefixLabel'),
          kind: 'number',
          variable: 'storage_prefix',
          default: '24',
        },
        {
          id: 'storage_gateway',
          label: t('storageGatewayLabel'),
          kind: 'address',
          variable: 'storage_gateway',
        },
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
        onUplink(answer, below, answer('nic1'), {
          tail: addressesOf(answer, answer('addressing')).tail([route]),
        }) + rule
      );
    },
  ),
  preset(
    {
      id: 'vrf-management',
      title: t('managementVrfTitle'),
      sentence: t('managementVrfSummary'),
      questions: [
        NIC1,
        NIC2,
        {
          id: 'management_address',
          label: t('managementAddressLabel'),
          kind: 'address',
          variable: 'management_address',
          perHost: true,
        },
        {
          id: 'management_prefix',
          label: t('managementPrefixLabel'),
          kind: 'number',
          variable: 'management_prefix',
          default: '24',
        },
        {
          id: 'management_gateway',
          label: t('managementGatewayLabel'),
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
        // nmstate rejects the VRF itself, because it has no addresses.
        interface: answer('nic2'),
        table: '100',
      };
      return onUplink(answer, below, answer('nic1'), {
        tail: addressesOf(answer, answer('addressing')).tail([route]),
      });
    },
  ),
  preset(
    {
      id: 'nic-by-mac',
      title: t('nicByMacTitle'),
      sentence: t('nicByMacSummary'),
      questions: [
        { id: 'mac1', label: t('macLabel'), kind: 'text', variable: 'mac1', perHost: true },
        ...addressing('dhcp'),
        MTU,
      ],
    },
    (answer) => onUplink(answer, nic('uplink', { mtu: answer('mtu'), mac: answer('mac1') }), 'uplink'),
  ),
];
