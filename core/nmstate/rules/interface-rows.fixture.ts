import { one } from '../validation/checked.fixture.ts';
import { bond, firstBoot, known, type Row } from './rule-rows.fixture.ts';

/** Rules of interfaces, addresses and network cards. */
export const INTERFACE_ROWS: readonly Row[] = [
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
];
