import { one } from '../validation/checked.fixture.ts';
import { t } from './messages.ts';
import { bond, firstBoot, known, linux, macsec, type Row } from './rule-rows.fixture.ts';

/** Rules for bonds, VLANs, bridges and their ports. */
export const LINK_ROWS: readonly Row[] = [
  // bonds
  {
    rule: 'bond-mode',
    options: firstBoot,
    text: one('name: bond0, type: bond, link-aggregation: {port: [eth1]}'),
    message: t('bondModeMissing', { name: 'bond0' }),
  },
  {
    rule: 'bond-ports-conflict',
    text: bond('mode: active-backup, ports-config: [{name: eth1}, {name: eth3}]'),
    message: t('bondPortsConflict', { name: 'bond0' }),
  },
  {
    rule: 'bond-queue-id',
    text: bond('mode: active-backup, ports-config: [{name: eth1, queue-id: 1}, {name: eth2, queue-id: 1}]'),
    message: t('bondQueueIdShared', { other: 'eth1', name: 'eth2', bond: 'bond0' }),
  },
  {
    rule: 'bond-miimon-arp',
    text: bond('mode: balance-rr, options: {miimon: 100, arp_interval: 60}'),
    message: 'Bond miimon and arp interval are not compatible options.',
  },
  {
    rule: 'bond-delay',
    text: bond('mode: balance-rr, options: {miimon: 100, updelay: 150}'),
    level: 'warning',
    message: t('bondDelayRounded', { key: 'updelay', delay: '150', rounded: '100', miimon: '100' }),
  },
  {
    rule: 'bond-arp-targets',
    text: bond(
      `mode: balance-rr, options: {arp_interval: 60, arp_ip_target: "${Array.from({ length: 17 }, (_, i) => `192.0.2.${i}`).join(',')}"}`,
    ),
    message: t('bondArpTargets', { count: '17' }),
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: active-backup, options: {lacp_rate: fast}'),
    message: t('bondOptionMode', {
      level: 'error',
      name: 'bond0',
      key: 'lacp_rate',
      mode: 'active-backup',
      modes: '802.3ad',
    }),
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: 802.3ad, options: {primary: eth1}'),
    message: /the kernel rejects primary in mode 802.3ad/,
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: 4, options: {arp_interval: 60}'),
    message: /the kernel rejects arp_interval in mode 802.3ad/,
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: balance-rr, options: {min_links: 1}'),
    level: 'warning',
    message: /min_links has no effect in mode balance-rr/,
  },
  {
    rule: 'bond-primary',
    text: bond('mode: active-backup, options: {primary: eth9}'),
    level: 'warning',
    message: t('bondPrimary', { primary: 'eth9', name: 'bond0' }),
  },
  {
    rule: 'bond-actor-multicast',
    text: bond('mode: 802.3ad, options: {ad_actor_system: "01:00:5E:00:00:01"}'),
    message: 'The ad_actor_system bond option cannot be an IANA multicast address(prefix with 01:00:5E)',
  },
  {
    rule: 'bond-balance-slb',
    text: bond('mode: balance-rr, options: {balance_slb: true}'),
    message: "To enable balance-slb, bond mode should be balance-xor and xmit_hash_policy: 'vlan+srcmac'",
  },
  {
    rule: 'bond-fail-over-mac',
    text: bond('mode: active-backup, options: {fail_over_mac: active}', ', mac-address: "52:54:00:aa:bb:07"'),
    message:
      'MAC address cannot be specified in bond interface along with fail_over_mac active on active backup mode',
  },
  // VLAN and rarer types
  {
    rule: 'vlan-base',
    options: firstBoot,
    text: one('name: v1, type: vlan, vlan: {id: 5}'),
    message: t('vlanBaseMissing', { name: 'v1' }),
  },
  {
    rule: 'vlan-base',
    level: 'warning',
    text: one('name: v1, type: vlan, vlan: {id: 5}'),
    message: t('vlanBaseOfNode', { name: 'v1' }),
  },
  {
    rule: 'vlan-id',
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 4096}'),
    message: t('vlanIdRange', { id: '4096', name: 'v1' }),
  },
  {
    rule: 'vlan-id',
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 4095}'),
    level: 'warning',
    message: t('vlanIdReserved', { id: '4095', name: 'v1' }),
  },
  {
    rule: 'vrf-table',
    text: one('name: v1, type: vrf, vrf: {port: [], route-table-id: 0}'),
    message: t('vrfTable', { name: 'v1' }),
  },
  {
    rule: 'veth-peer',
    options: firstBoot,
    text: one('name: v1, type: veth'),
    message: t('vethPeer', { name: 'v1' }),
  },
  {
    rule: 'mac-vlan-promiscuous',
    text: one('name: m1, type: mac-vlan, mac-vlan: {base-iface: eth1, mode: bridge, promiscuous: false}'),
    message: 'Disable accept-all-mac-addresses(promiscuous) is only allowed on passthru mode',
  },
  {
    rule: 'ipvlan-flags',
    text: one('name: i1, type: ipvlan, ipvlan: {base-iface: eth1, mode: l2, private: true, vepa: true}'),
    message: 'Both private and VEPA flags cannot be enabled at the same time',
  },
  {
    rule: 'macsec-cak',
    text: macsec('mka-cak: abcd, mka-ckn: abcd'),
    message: 'The mka_cak must be a string of 32 characters',
  },
  {
    rule: 'macsec-ckn',
    text: macsec(`mka-cak: ${'a'.repeat(32)}, mka-ckn: abc`),
    message: 'The mka_ckn must be a string of even size between 2 and 64 characters',
  },
  {
    rule: 'macsec-pair',
    text: macsec('mka-ckn: abcd'),
    message: /both be set or both be omitted: mka-cak is missing/,
  },
  {
    rule: 'infiniband-pkey',
    text: one('name: ib0.1, type: infiniband, infiniband: {base-iface: ib0, mode: datagram, pkey: nothex}'),
    message: t('infinibandPkey', { key: 'nothex', name: 'ib0.1' }),
  },
  {
    rule: 'infiniband-port',
    text: `${linux('', '{name: ib0}')}- {name: ib0, type: infiniband}\n`,
    message: t('infinibandPort', { name: 'ib0', controller: 'br0' }),
  },
  {
    rule: 'hsr-ports',
    text: one('name: h0, type: hsr, hsr: {port1: eth1, port2: eth1, protocol: prp, multicast-spec: 1}'),
    message: t('hsrPorts', { name: 'h0', port1: 'eth1' }),
  },
  // bridges
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, hello-time: 11}'),
    message: t('stpRange', { words: 'hello', value: 'time 11', min: '1', max: '10' }),
  },
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, max-age: 5}'),
    message: t('stpRange', { words: 'max', value: 'age 5', min: '6', max: '40' }),
  },
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, forward-delay: 31}'),
    message: t('stpRange', { words: 'forward', value: 'delay 31', min: '2', max: '30' }),
  },
  {
    rule: 'group-mask',
    text: linux('group-forward-mask: 8, group-fwd-mask: 16'),
    message: t('groupMaskConflict', { name: 'br0', mask: '8', other: '16' }),
  },
  {
    rule: 'default-pvid',
    text: linux('vlan-default-pvid: 5'),
    message: t('defaultPvid', { name: 'br0' }),
  },
  {
    rule: 'multicast-router',
    text: linux('multicast-router: 3'),
    message: /^Invalid linux bridge multicast_router type 3/,
  },
  {
    rule: 'port-vlan-native',
    text: linux('', '{name: eth1, vlan: {mode: trunk, tag: 5, trunk-tags: [{id: 6}]}}'),
    message: 'Bridge VLAN filtering `tag` cannot be use in trunk mode without `enable-native`',
  },
  {
    rule: 'port-vlan-trunk-empty',
    text: linux('', '{name: eth1, vlan: {mode: trunk}}'),
    message: 'Bridge VLAN filtering trunk mode cannot have empty trunk-tags',
  },
  {
    rule: 'port-vlan-access-native',
    text: linux('', '{name: eth1, vlan: {mode: access, tag: 5, enable-native: true}}'),
    message: 'Bridge VLAN filtering `enable-native: true` cannot be set in access mode',
  },
  {
    rule: 'port-vlan-access-trunk',
    text: linux('', '{name: eth1, vlan: {mode: access, tag: 5, trunk-tags: [{id: 6}]}}'),
    message: 'Bridge VLAN filtering access mode cannot have trunk-tags defined',
  },
  {
    rule: 'port-vlan-overlap',
    text: linux('', '{name: eth1, vlan: {mode: trunk, trunk-tags: [{id-range: {min: 5, max: 9}}, {id: 7}]}}'),
    message: t('portVlanOverlap', { range: '7', other: '5-9' }),
  },
  {
    rule: 'ovs-bond-mode',
    text: one(
      'name: br0, type: ovs-bridge, bridge: {port: [{name: b1, link-aggregation: {mode: balance-rr, port: [{name: eth1}, {name: eth2}]}}]}',
    ),
    message: t('ovsBondMode', { mode: 'balance-rr' }),
  },
  {
    rule: 'ovs-patch',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: p0}]}')}- {name: p0, type: ovs-interface, mtu: 1500, patch: {peer: p1}}\n`,
    message: t('ovsPatchMtu', { name: 'p0' }),
  },
  {
    rule: 'ovs-patch',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: p0}]}')}- {name: p0, type: ovs-interface, ipv4: {enabled: true, dhcp: true}, patch: {peer: p1}}\n`,
    message: t('ovsPatchIp', { name: 'p0' }),
  },
  {
    rule: 'dpdk-descriptors',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: d0}]}')}- {name: d0, type: ovs-interface, dpdk: {devargs: "0000:18:00.2", n_rxq_desc: 1000}}\n`,
    message: t('ovsDpdkPower', { key: 'n_rxq_desc', value: '1000' }),
  },
  {
    rule: 'ovs-orphan',
    options: firstBoot,
    text: one('name: ovs0, type: ovs-interface'),
    message: t('ovsInterfaceOrphan', { name: 'ovs0' }),
  },
  // graph
  {
    rule: 'port-overbooked',
    text: `${bond('mode: active-backup')}- {name: br0, type: linux-bridge, bridge: {port: [{name: eth1}]}}\n`,
    line: 3,
    message: t('portOverbooked', { name: 'eth1', first: 'bond0', second: 'br0' }),
  },
  {
    rule: 'port-absent',
    text: `${bond('mode: active-backup')}- {name: eth1, type: ethernet, state: absent}\n`,
    message: /bond0 is holding unknown port eth1/,
  },
  {
    rule: 'unknown-port',
    options: known,
    text: bond('mode: active-backup'),
    message: t('portUnknown', { name: 'bond0', port: 'eth1' }),
  },
  {
    rule: 'unknown-port',
    text: bond('mode: active-backup'),
    level: 'info',
    message: t('portUndefined', { name: 'bond0', port: 'eth1' }),
  },
  {
    rule: 'unknown-base',
    options: known,
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 5}'),
    message: t('baseUnknown', { base: 'eth1', name: 'v1' }),
  },
  {
    rule: 'parent-absent',
    text: `${one('name: v1, type: vlan, vlan: {base-iface: d1, id: 5}')}- {name: d1, type: dummy, state: absent}\n`,
    message: t('parentAbsent', { name: 'v1', base: 'd1' }),
  },
  {
    rule: 'mtu-above-base',
    text: `${one('name: v1, type: vlan, mtu: 9000, vlan: {base-iface: eth1, id: 5}')}- {name: eth1, type: ethernet, mtu: 1500}\n`,
    message: t('mtuAboveBase', { name: 'v1', mtu: 9000, base: 'eth1', baseMtu: 1500 }),
  },
  {
    rule: 'port-circle',
    text: `${one('name: a, type: linux-bridge, bridge: {port: [{name: b}]}')}- {name: b, type: linux-bridge, bridge: {port: [{name: a}]}}\n`,
    message: /is a port of itself/,
  },
  {
    rule: 'nested-too-deep',
    text: `interfaces:\n- {name: e, type: ethernet}\n${['e', 'b1', 'b2', 'b3', 'b4'].map((port, index) => `- {name: b${index + 1}, type: linux-bridge, bridge: {port: [{name: ${port}}]}}`).join('\n')}\n`,
    message: /^Failed to set up priority: nmstate only support nested interface up to 4 levels/,
  },
];
