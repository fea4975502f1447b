import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mended, one, problemsOf } from '../checked.fixture.ts';
import type { ValidateOptions } from '../validate.ts';

interface Row {
  rule: string;
  text: string;
  message: string | RegExp;
  level?: 'warning' | 'info';
  options?: ValidateOptions;
  line?: number;
}

const host = {
  name: 'worker-0',
  role: 'worker',
  nics: [{ name: 'eno1', mac: '52:54:00:aa:bb:07', maxMtu: 9000 }],
  addresses: [],
  variables: {},
};
const known: ValidateOptions = { purpose: 'plain', host };
const firstBoot: ValidateOptions = { purpose: 'first-boot' };
const bond = (inner: string, rest = '') =>
  one(`name: bond0, type: bond, link-aggregation: {port: [eth1, eth2], ${inner}}${rest}`);
const linux = (options: string, port = '{name: eth1}') =>
  one(`name: br0, type: linux-bridge, bridge: {options: {${options}}, port: [${port}]}`);
const route = (
  fields: string,
  interfaces = '- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}',
) => `interfaces:\n${interfaces}\nroutes:\n  config:\n  - {${fields}}\n`;
const rule = (fields: string) => `route-rules:\n  config:\n  - {${fields}}\n`;
const dns = (fields: string, interfaces = '[]') =>
  `interfaces: ${interfaces}\ndns-resolver:\n  config: {${fields}}\n`;
const policy = (spec: string) =>
  `apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata: {name: p}\nspec:\n${spec}`;

/** Every rule of NMState with a document that breaks it, and the message (reference section 6). */
const ROWS: readonly Row[] = [
  {
    rule: 'type-missing',
    text: one('name: eth1'),
    level: 'warning',
    message: /Failed to find unknown type interface eth1 in current state/,
  },
  {
    rule: 'name-length',
    text: one('name: averyverylongname, type: ethernet'),
    message: 'Interface name averyverylongname has 17 characters, and the kernel takes 15',
  },
  { rule: 'name-characters', text: one('name: a b, type: ethernet'), message: /the kernel refuses/ },
  {
    rule: 'duplicate-interface',
    text: `${one('name: e1, type: ethernet')}- {name: e1, type: dummy}\n`,
    line: 3,
    message: /Interface e1 is there twice: the last one wins/,
  },
  {
    rule: 'identifier-mac',
    text: one('name: e1, type: ethernet, identifier: mac-address'),
    message: 'Desired interface e1 has `identifier: mac-address` but not MAC address defined',
  },
  {
    rule: 'identifier-mac-unknown',
    options: known,
    text: one('name: e1, type: ethernet, identifier: mac-address, mac-address: "52:54:00:aa:bb:08"'),
    message:
      'Desired interface e1 has `identifier: mac-address` with MAC address 52:54:00:AA:BB:08, but no interface is holding that MAC address',
  },
  {
    rule: 'copy-mac-from',
    options: known,
    text: one('name: eno1, type: ethernet, copy-mac-from: eno7'),
    message: 'Failed to find interface eno7 for copy-mac-from of iface eno1',
  },
  {
    rule: 'mtu-ipv6',
    text: one('name: e1, type: ethernet, mtu: 1279, ipv6: {enabled: true, autoconf: true}'),
    message: 'MTU should be >= 1280 when IPv6 is enabled on interface e1, but got mtu: 1279',
  },
  {
    rule: 'mtu-nic',
    options: known,
    text: one('name: eno1, type: ethernet, mtu: 9216'),
    message: 'Desired MTU 9216 for interface eno1 is bigger than maximum allowed MTU 9000',
  },
  {
    rule: 'mtu-ovs-bridge',
    text: one('name: br0, type: ovs-bridge, mtu: 9000'),
    level: 'warning',
    message: 'The MTU of OVS bridge br0 is ignored',
  },
  {
    rule: 'wait-ip',
    text: one('name: e1, type: ethernet, wait-ip: ipv4, ipv4: {enabled: false}'),
    message: "Cannot set 'wait-ip: ipv4' with IPv4 disabled. Interface: e1(ethernet)",
  },
  {
    rule: 'ip-on-port',
    text: `${bond('mode: active-backup')}- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n`,
    message:
      'Interface eth1 cannot have IP enabled as it is attached to a controller where IP is not allowed',
  },
  {
    rule: 'controller-missing',
    options: firstBoot,
    text: one('name: e1, type: ethernet, controller: bond7'),
    message: 'Interface e1 desired controller bond7 not found',
  },
  {
    rule: 'controller-conflict',
    text: `${bond('mode: active-backup')}- {name: eth3, type: ethernet, controller: bond0}\n`,
    message: /Interface eth3 desired controller bond0, but bond0 does not have it/,
  },
  {
    rule: 'mptcp-flags',
    text: one('name: e1, type: ethernet, mptcp: {address-flags: [signal, fullmesh]}'),
    message: "MPTCP flags mustn't have both signal and fullmesh",
  },
  {
    rule: 'dispatch-user-space',
    text: one('name: br0, type: ovs-bridge, dispatch: {post-activation: "true"}'),
    message: 'User space interface br0/ovs-bridge is not allow to hold dispatch configurations',
  },
  {
    rule: 'ovs-bridge-mac',
    text: one('name: br0, type: ovs-bridge, mac-address: "52:54:00:aa:bb:07"'),
    message: /^OVS Bridge br0 can not hold MAC address, /,
  },
  // 6.2
  {
    rule: 'address-family',
    text: one(
      'name: e1, type: ethernet, ipv4: {enabled: true, address: [{ip: "2001:db8::1", prefix-length: 24}]}',
    ),
    message: 'Got IPv6 address 2001:db8::1 in ipv4 config section',
  },
  {
    rule: 'address-family',
    text: one(
      'name: e1, type: ethernet, ipv6: {enabled: true, address: [{ip: 192.0.2.1, prefix-length: 64}]}',
    ),
    message: 'Got IPv4 address 192.0.2.1 in ipv6 config section',
  },
  {
    rule: 'prefix-length',
    text: one(
      'name: e1, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.1, prefix-length: 33}]}',
    ),
    message: "Invalid IPv4 network prefix length '33', should be in the range of 0 to 32",
  },
  {
    rule: 'prefix-length',
    text: one(
      'name: e1, type: ethernet, ipv6: {enabled: true, address: [{ip: "2001:db8::1", prefix-length: 129}]}',
    ),
    message: "Invalid IPv6 network prefix length '129', should be in the range of 0 to 128",
  },
  {
    rule: 'address-syntax',
    text: one(
      'name: e1, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.256, prefix-length: 24}]}',
    ),
    message: 'Invalid IP address 192.0.2.256: invalid IP address syntax',
  },
  {
    rule: 'ipv6-token',
    text: one('name: e1, type: ethernet, ipv6: {enabled: true, token: "2001:db8::1"}'),
    message: 'Desired IPv6 token should be lead by 64 bits 0. But got 2001:db8::1',
  },
  {
    rule: 'ipv6-token-stable-privacy',
    text: one('name: e1, type: ethernet, ipv6: {enabled: true, token: "::1", addr-gen-mode: stable-privacy}'),
    message: /does not work with `addr-gen-mode: stable-privacy`/,
  },
  {
    rule: 'loopback-ip',
    text: one('name: lo, type: loopback, ipv4: {enabled: false}'),
    message: 'Loopback interface cannot be have IPv4 disabled',
  },
  {
    rule: 'loopback-ip',
    text: one('name: lo, type: loopback, ipv4: {enabled: true, dhcp: true}'),
    message: 'Loopback interface cannot be have IPv4 DHCP enabled',
  },
  // ethernet, SR-IOV
  {
    rule: 'ethernet-missing',
    options: known,
    text: one('name: eno7, type: ethernet'),
    message: 'Ethernet interface eno7 does not exists',
  },
  {
    rule: 'vf-name',
    text: bond('mode: active-backup, ports: []').replace('eth1', '"sriov:eth1"'),
    message: "Invalid SR-IOV VF name sriov:eth1, correct format is 'sriov:<pf_name>:<vf_id>'",
  },
  {
    rule: 'vf-missing',
    text: `${bond('mode: active-backup').replace('eth1', '"sriov:p0:4"')}- {name: p0, type: ethernet, ethernet: {sr-iov: {total-vfs: 4}}}\n`,
    message: 'Failed to find SR-IOV VF interface name for sriov:p0:4',
  },
  {
    rule: 'vf-802.1ad',
    text: one(
      'name: e1, type: ethernet, ethernet: {sr-iov: {total-vfs: 1, vfs: [{id: 0, vlan-proto: 802.1ad}]}}',
    ),
    message: 'VLAN protocol 802.1ad is not allowed when both VLAN ID and VLAN QoS are zero or unset',
  },
  {
    rule: 'vf-id',
    text: one('name: e1, type: ethernet, ethernet: {sr-iov: {total-vfs: 1, vfs: [{id: 1}]}}'),
    message: 'VF 1 of e1 does not exist: total-vfs is 1',
  },
  // bonds
  {
    rule: 'bond-mode',
    options: firstBoot,
    text: one('name: bond0, type: bond, link-aggregation: {port: [eth1]}'),
    message: 'Bond mode is mandatory for new bond interface: bond0',
  },
  {
    rule: 'bond-ports-conflict',
    text: bond('mode: active-backup, ports-config: [{name: eth1}, {name: eth3}]'),
    message:
      'The port names specified in `port` conflict with the port names specified in `ports-config` for bond interface: bond0',
  },
  {
    rule: 'bond-queue-id',
    text: bond('mode: active-backup, ports-config: [{name: eth1, queue-id: 1}, {name: eth2, queue-id: 1}]'),
    message:
      'Port eth1 and eth2 of Bond bond0 are sharing the same queue-id which is not supported by linux kernel yet',
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
    message: 'The kernel rounds updelay 150 down to 100: it counts in steps of miimon, 100',
  },
  {
    rule: 'bond-arp-targets',
    text: bond(
      `mode: balance-rr, options: {arp_interval: 60, arp_ip_target: "${Array.from({ length: 17 }, (_, i) => `192.0.2.${i}`).join(',')}"}`,
    ),
    message: 'arp_ip_target has 17 addresses, and the kernel takes 16',
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: active-backup, options: {lacp_rate: fast}'),
    message: 'Bond bond0: lacp_rate is refused by the kernel in mode active-backup, it is for 802.3ad',
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: 802.3ad, options: {primary: eth1}'),
    message: /primary is refused by the kernel in mode 802.3ad/,
  },
  {
    rule: 'bond-option-mode',
    text: bond('mode: 4, options: {arp_interval: 60}'),
    message: /arp_interval is refused by the kernel in mode 802.3ad/,
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
    message: 'Bond bond0: primary eth9 is none of its ports',
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
    text: one('name: v1, type: vlan, vlan: {id: 5}'),
    message: "Missing 'vlan.base-iface' for interface 'v1'",
  },
  {
    rule: 'vlan-id',
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 4096}'),
    message: 'VLAN ID 4096 of interface v1 is not in the range of 0 to 4095',
  },
  {
    rule: 'vlan-id',
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 4095}'),
    level: 'warning',
    message: 'VLAN ID 4095 of interface v1 is reserved',
  },
  {
    rule: 'vrf-table',
    text: one('name: v1, type: vrf, vrf: {port: [], route-table-id: 0}'),
    message: 'Route table ID undefined or 0 is not allowed for new VRF interface v1',
  },
  {
    rule: 'veth-peer',
    options: firstBoot,
    text: one('name: v1, type: veth'),
    message: 'Veth interface v1 does not exist, peer name is required for creating it',
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
    text: one('name: m1, type: macsec, macsec: {base-iface: eth1, mka-cak: abcd, mka-ckn: abcd}'),
    message: 'The mka_cak must be a string of 32 characters',
  },
  {
    rule: 'macsec-ckn',
    text: one(`name: m1, type: macsec, macsec: {base-iface: eth1, mka-cak: ${'a'.repeat(32)}, mka-ckn: abc}`),
    message: 'The mka_ckn must be a string of even size between 2 and 64 characters',
  },
  {
    rule: 'macsec-pair',
    text: one(`name: m1, type: macsec, macsec: {base-iface: eth1, mka-ckn: abcd}`),
    message: /both set or both left out: mka-cak is missing/,
  },
  {
    rule: 'infiniband-pkey',
    text: one('name: ib0.1, type: infiniband, infiniband: {base-iface: ib0, pkey: nothex}'),
    message: 'Invalid InfiniBand pkey nothex of interface ib0.1',
  },
  {
    rule: 'infiniband-port',
    text: `${linux('', '{name: ib0}')}- {name: ib0, type: infiniband}\n`,
    message: 'InfiniBand interface ib0 cannot use as port of br0. Only active-backup bond allowed.',
  },
  {
    rule: 'hsr-ports',
    text: one('name: h0, type: hsr, hsr: {port1: eth1, port2: eth1, protocol: prp, multicast-spec: 1}'),
    message: 'HSR interface h0 has eth1 for both of its ports',
  },
  // bridges
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, hello-time: 11}'),
    message: 'Desired STP hello time 11 is not in the range of [1,10]',
  },
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, max-age: 5}'),
    message: 'Desired STP max age 5 is not in the range of [6,40]',
  },
  {
    rule: 'stp-range',
    text: linux('stp: {enabled: true, forward-delay: 31}'),
    message: 'Desired STP forward delay 31 is not in the range of [2,30]',
  },
  {
    rule: 'group-mask',
    text: linux('group-forward-mask: 8, group-fwd-mask: 16'),
    message:
      'Linux bridge br0 has different group_forward_mask: 8, group_fwd_mask: 16, these two property is the same, hence conflicting',
  },
  {
    rule: 'default-pvid',
    text: linux('vlan-default-pvid: 5'),
    message: 'Linux bridge br0 has vlan-default-pvid different than 1 but VLAN filtering is not enabled.',
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
    message: 'Bridge VLAN trunk tag 7 is overlapping with other tag 5-9',
  },
  {
    rule: 'ovs-bond-mode',
    text: one(
      'name: br0, type: ovs-bridge, bridge: {port: [{name: b1, link-aggregation: {mode: balance-rr, port: [{name: eth1}, {name: eth2}]}}]}',
    ),
    message: 'Unsupported OVS Bond mode balance-rr',
  },
  {
    rule: 'ovs-patch',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: p0}]}')}- {name: p0, type: ovs-interface, mtu: 1500, patch: {peer: p1}}\n`,
    message: 'OVS patch interface is not allowed to hold MTU configuration, interface name p0',
  },
  {
    rule: 'ovs-patch',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: p0}]}')}- {name: p0, type: ovs-interface, ipv4: {enabled: true, dhcp: true}, patch: {peer: p1}}\n`,
    message: 'OVS patch interface is not allowed to hold IP configuration, interface name p0',
  },
  {
    rule: 'dpdk-descriptors',
    text: `${one('name: br0, type: ovs-bridge, bridge: {port: [{name: d0}]}')}- {name: d0, type: ovs-interface, dpdk: {devargs: "0000:18:00.2", n_rxq_desc: 1000}}\n`,
    message: 'OVS DPDK n_rxq_desc must power of 2 within 1-4096, but got 1000',
  },
  {
    rule: 'ovs-orphan',
    options: firstBoot,
    text: one('name: ovs0, type: ovs-interface'),
    message: /^OVS interface ovs0 is no port of any OVS bridge/,
  },
  // graph
  {
    rule: 'port-overbooked',
    text: `${bond('mode: active-backup')}- {name: br0, type: linux-bridge, bridge: {port: [{name: eth1}]}}\n`,
    line: 3,
    message: 'Port eth1 is overbooked by two controller: bond0, br0',
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
    message: 'Controller interface bond0 is holding unknown port eth1',
  },
  {
    rule: 'unknown-port',
    text: bond('mode: active-backup'),
    level: 'info',
    message: 'bond0 has the port eth1, which this document does not define',
  },
  {
    rule: 'unknown-base',
    options: known,
    text: one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 5}'),
    message: 'Interface v1 has the unknown base interface eth1',
  },
  {
    rule: 'parent-absent',
    text: `${one('name: v1, type: vlan, vlan: {base-iface: eth1, id: 5}')}- {name: eth1, type: ethernet, state: absent}\n`,
    message: 'Interface v1 cannot be in up state as its parent eth1 has been marked as absent',
  },
  {
    rule: 'mtu-above-base',
    text: `${one('name: v1, type: vlan, mtu: 9000, vlan: {base-iface: eth1, id: 5}')}- {name: eth1, type: ethernet, mtu: 1500}\n`,
    message: 'Interface v1 has MTU 9000, more than eth1 below it with 1500',
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
  // routes and rules
  {
    rule: 'route-interface',
    text: route('destination: 0.0.0.0/0, next-hop-address: 192.0.2.1'),
    message: 'Route with empty next hop interface is not supported: 0.0.0.0/0 via 192.0.2.1',
  },
  {
    rule: 'route-destination',
    text: route('next-hop-interface: eth1'),
    message: 'Route with empty destination is not supported',
  },
  {
    rule: 'route-typed-hop',
    text: route('destination: 198.51.100.0/24, route-type: blackhole, next-hop-address: 192.0.2.1'),
    message: 'A Blackhole Route cannot have a next hop : 198.51.100.0/24 via 192.0.2.1',
  },
  {
    rule: 'route-weight',
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth1, weight: 257'),
    message: 'Invalid ECMP route weight 257, should be in the range of 1 to 256',
  },
  {
    rule: 'route-weight-ipv6',
    text: route('destination: "::/0", next-hop-interface: eth1, weight: 2'),
    message: 'IPv6 ECMP route with weight is not supported yet',
  },
  {
    rule: 'route-zero-network',
    text: route('destination: 0.0.0.0/8, next-hop-interface: eth1'),
    message:
      '0.0.0.0/8 and its subnet cannot be used as the route destination for unicast route, please use the default gateway 0.0.0.0/0 instead',
  },
  {
    rule: 'network-syntax',
    text: route('destination: 0.0.0.0/33, next-hop-interface: eth1'),
    message: "Invalid IP network string: '0.0.0.0/33', expecting 'ip/prefix'",
  },
  {
    rule: 'route-host-bits',
    text: route('destination: 192.0.2.10/24, next-hop-interface: eth1'),
    level: 'info',
    message: /is taken as 192\.0\.2\.0\/24/,
  },
  {
    rule: 'route-family',
    text: route('destination: "::/0", next-hop-interface: eth1, next-hop-address: 192.0.2.1'),
    message: 'Route to ::/0 has the next hop 192.0.2.1 of the other family',
  },
  {
    rule: 'address-syntax',
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth1, next-hop-address: 192.0.2'),
    message: 'Invalid IP address 192.0.2: invalid IP address syntax',
  },
  {
    rule: 'route-interface-unknown',
    options: firstBoot,
    text: route('destination: 0.0.0.0/0, next-hop-interface: eth9'),
    message: 'The next hop interface eth9 of route 0.0.0.0/0 dev eth9 is not in the document',
  },
  {
    rule: 'route-interface-absent',
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, state: absent}',
    ),
    message: "The next hop interface of desired Route '0.0.0.0/0 dev eth1' has been marked as absent",
  },
  {
    rule: 'route-interface-ip',
    text: route(
      'destination: 0.0.0.0/0, next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, ipv4: {enabled: false}}',
    ),
    message: "The next hop interface of desired Route '0.0.0.0/0 dev eth1' has been marked as IPv4 disabled",
  },
  {
    rule: 'route-interface-ip',
    text: route(
      'destination: "::/0", next-hop-interface: eth1',
      '- {name: eth1, type: ethernet, ipv6: {enabled: false}}',
    ),
    message: "The next hop interface of desired Route '::/0 dev eth1' has been marked as IPv6 disabled",
  },
  {
    rule: 'rule-empty',
    text: rule('route-table: 100'),
    message: /^Neither ip-from, ip-to nor family is defined/,
  },
  {
    rule: 'rule-family',
    text: rule('ip-from: 192.0.2.0/24, family: ipv6'),
    message: 'The ip-from format mismatches with the family set ipv6',
  },
  {
    rule: 'rule-fwmask',
    text: rule('family: ipv4, fwmask: 255'),
    message: /^fwmask is present but fwmark is not defined or is zero/,
  },
  // DNS
  {
    rule: 'dns-server',
    text: dns('server: [dns.example.org]'),
    message: 'Invalid DNS server string dns.example.org',
  },
  { rule: 'dns-server', text: dns('server: ["fe80::1"]'), message: 'Invalid DNS server string fe80::1' },
  {
    rule: 'dns-server-interface',
    options: firstBoot,
    text: dns(
      'server: ["fe80::1%eth9"]',
      '[{name: eth1, type: ethernet, ipv6: {enabled: true, autoconf: true, auto-dns: false}}]',
    ),
    message:
      'Desired IPv6 link local DNS server fe80::1%eth9 is pointing to interface eth9 which does not exist.',
  },
  { rule: 'dns-option', text: dns('options: [rotat]'), message: /^Unsupported DNS option rotat, / },
  {
    rule: 'dns-no-interface',
    options: firstBoot,
    text: dns('server: [192.0.2.53]'),
    message: 'Failed to find suitable(IP enabled) interface for DNS server [192.0.2.53]',
  },
  {
    rule: 'dns-no-interface',
    options: firstBoot,
    text: dns('search: [example.org]'),
    message: "Failed to find suitable(IP enabled) interface for DNS searches 'example.org'",
  },
  {
    rule: 'dns-no-interface',
    options: firstBoot,
    text: dns(
      'search: [example.org], options: [rotate]',
      '[{name: eth1, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.9, prefix-length: 24}]}}]',
    ),
    message: "Failed to find suitable(Auto IP) interface for DNS searches 'example.org' or options 'rotate'",
  },
  {
    rule: 'dns-auto',
    options: firstBoot,
    level: 'info',
    text: dns('server: [192.0.2.53]', '[{name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}]'),
    message: /eth1 also takes DNS servers from DHCP/,
  },
  // OVN
  {
    rule: 'ovn-duplicate',
    text: 'ovn:\n  bridge-mappings:\n  - {localnet: a, bridge: b}\n  - {localnet: a, bridge: c}\n',
    line: 4,
    message: 'Found duplicate `localnet` key a',
  },
  {
    rule: 'ovn-bridge',
    text: 'ovn: {bridge-mappings: [{localnet: a}]}\n',
    message: 'mapping for `localnet` key a missing the `bridge` attribute',
  },
  {
    rule: 'ovn-localnet',
    text: 'ovn: {bridge-mappings: [{bridge: a}]}\n',
    message: 'missing field `localnet`',
  },
  {
    rule: 'ovn-external-ids',
    text: 'ovs-db: {external_ids: {ovn-bridge-mappings: "a:b"}}\n',
    message: /^The `ovn-bridge-mappings` key of `external_ids`/,
  },
  {
    rule: 'mac-name',
    level: 'warning',
    options: {},
    line: 4,
    text: 'kind: NMStateConfig\nspec:\n  interfaces:\n  - {name: eno7, macAddress: "52:54:00:aa:bb:07"}\n  config: {interfaces: [{name: eth1, type: ethernet, ipv4: {enabled: false}}]}\n',
    message: 'interface name "eno7" not found in networkConfig interfaces [eth1]',
  },
  // policies
  {
    rule: 'policy-desired-state',
    text: policy('  nodeSelector:\n    desiredState: {interfaces: []}\n'),
    message: 'desiredState is below nodeSelector: the policy selects no node and asks for nothing',
  },
  {
    rule: 'policy-selector',
    text: policy('  nodeSelector: {"a/b/c": x}\n  desiredState: {interfaces: []}\n'),
    message: 'nodeSelector keys must be valid qualified names: a/b/c',
  },
  {
    rule: 'policy-max-unavailable',
    text: policy('  maxUnavailable: some\n  desiredState: {interfaces: []}\n'),
    level: 'warning',
    message: /^maxUnavailable some is no number/,
  },
  {
    rule: 'capture',
    text: policy('  capture: {a: \'interfac.name=="x"\'}\n  desiredState: {interfaces: []}\n'),
    message: "Unsupported capture keyword 'interfac'",
  },
  {
    rule: 'capture',
    text: policy("  capture: {a: 'interfaces.name==\"x'}\n  desiredState: {interfaces: []}\n"),
    message: 'No ending double quote',
  },
  {
    rule: 'capture',
    text: policy("  capture: {a: 'x | interfaces.state:=down'}\n  desiredState: {interfaces: []}\n"),
    message: "The pipe action should always in format of 'capture.<capture_name>'",
  },
  {
    rule: 'capture',
    text: policy(
      "  capture: {a: 'interfaces.name==capture.b.interfaces.0.name'}\n  desiredState: {interfaces: []}\n",
    ),
    message: 'Capture b not found',
  },
  {
    rule: 'capture',
    text: policy("  desiredState: {interfaces: '{{ capture.c.interfaces }}'}\n"),
    message: 'Capture c not found',
  },
];

describe("NMState's own rules", () => {
  test.each(ROWS.map((row) => [`${row.rule}: ${row.message}`, row] as const))('%s', (_, row) => {
    const problems = problemsOf(
      row.text,
      row.options ?? { purpose: row.text.includes('kind:') ? 'day2' : 'plain' },
    );
    const found = problems.filter(
      ({ rule: id, message }) => id === row.rule && matches(message, row.message),
    );
    expect(found.length, JSON.stringify(problems, null, 1)).toBeGreaterThan(0);
    const [problem] = found;
    expect(problem!.level).toBe(row.level ?? 'error');
    expect(problem!.remedy).not.toBe('');
    expect(problem!.file).toBe('host.yml');
    expect(problem!.line).toBe(row.line ?? problem!.line);
    expect(problem!.line).toBeGreaterThan(0);
    if (!problem!.fix) return;
    const after = problemsOf(mended(row.text, problem!), row.options ?? { purpose: 'plain' });
    expect(
      after.filter(({ rule: id, message }) => id === row.rule && matches(message, row.message)),
      mended(row.text, problem!),
    ).toEqual([]);
    expect(after.filter(({ rule: id }) => id === 'yaml')).toEqual([]);
  });

  test('every rule of the code has its row', () => {
    const folder = new URL('.', import.meta.url);
    const rules = readdirSync(folder)
      .filter((name) => name.endsWith('-rules.ts'))
      .flatMap((name) => [
        ...readFileSync(new URL(name, folder), 'utf8').matchAll(
          /(?:rule: '|say\('(?=route-))([a-z0-9.-]+)'/g,
        ),
      ])
      .map((match) => match[1]!);
    expect(rules.length).toBeGreaterThan(70);
    expect([...new Set(rules)].filter((id) => !ROWS.some((row) => row.rule === id))).toEqual([]);
  });
});

describe('what is left alone', () => {
  const fine: [string, string, ValidateOptions?][] = [
    [
      'an address on the port of a VRF',
      `${one('name: v, type: vrf, vrf: {port: [eth1], route-table-id: 5}')}- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n`,
    ],
    [
      'booleans and numbers as strings',
      one('name: e1, type: ethernet, mtu: "9000", ipv4: {enabled: "yes", dhcp: "on"}'),
    ],
    ['hex numbers', linux('group-forward-mask: 0x8')],
    [
      'references to captures',
      policy(
        "  capture: {gw: 'routes.running.destination==\"0.0.0.0/0\"', base: 'interfaces.name==capture.gw.routes.running.0.next-hop-interface'}\n  desiredState: {interfaces: [{name: br1, type: linux-bridge, mac-address: '{{ capture.base.interfaces.0.mac-address }}', bridge: {port: [{name: '{{ capture.base.interfaces.0.name }}'}]}}]}\n",
      ),
      { purpose: 'day2' },
    ],
    [
      'five levels, each controller before its ports',
      `interfaces:\n${['b4', 'b3', 'b2', 'b1', 'e'].map((port, index) => `- {name: b${5 - index}, type: linux-bridge, bridge: {port: [{name: ${port}}]}}`).join('\n')}\n- {name: e, type: ethernet}\n`,
    ],
    ['removal of what is not described', one('name: br0, type: linux-bridge, state: absent')],
    ['a purged resolver', 'dns-resolver: {config: {}}\n'],
  ];
  test.each(fine)('%s', (_, text, options = { purpose: 'plain' }) => {
    expect(problemsOf(text, options).filter(({ level }) => level !== 'info')).toEqual([]);
  });
});

function matches(message: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? message === wanted : wanted.test(message);
}
