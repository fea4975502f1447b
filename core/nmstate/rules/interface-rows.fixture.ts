import { one } from '../validation/checked.fixture.ts';
import { t } from './messages.ts';
import { bond, firstBoot, known, type Row } from './rule-rows.fixture.ts';

/** Rules for interfaces, addresses and NICs. */
export const INTERFACE_ROWS: readonly Row[] = [
  {
    rule: 'type-missing',
    text: one('name: eth1'),
    level: 'warning',
    message: /Failed to find unknown type interface eth1 in current state/,
  },
  {
    rule: 'type-missing',
    options: { ...known, purpose: 'day1' },
    text: one('name: bond0'),
    message: t('interfaceTypeMissing', { name: 'bond0' }),
  },
  {
    rule: 'name-length',
    text: one('name: averyverylongname, type: ethernet'),
    message: t('nameTooLong', { name: 'averyverylongname', count: '17' }),
  },
  {
    rule: 'name-characters',
    text: one('name: a b, type: ethernet'),
    message: t('nameCharacters', { name: 'a b' }),
  },
  {
    rule: 'duplicate-interface',
    text: `${one('name: e1, type: ethernet')}- {name: e1, type: dummy}\n`,
    line: 3,
    message: t('interfaceTwice', { name: 'e1' }),
  },
  {
    rule: 'identifier-mac',
    text: one('name: e1, type: ethernet, identifier: mac-address'),
    message: t('macMissing', { name: 'e1' }),
  },
  {
    rule: 'identifier-mac-unknown',
    options: known,
    text: one('name: e1, type: ethernet, identifier: mac-address, mac-address: "52:54:00:aa:bb:08"'),
    message: t('macUnknown', { name: 'e1', mac: '52:54:00:AA:BB:08' }),
  },
  {
    rule: 'copy-mac-from',
    options: known,
    text: one('name: br1, type: linux-bridge, copy-mac-from: eno7, bridge: {port: []}'),
    message: t('copyMacUnknown', { source: 'eno7', name: 'br1' }),
  },
  {
    rule: 'copy-mac-from-ignored',
    text: one('name: br0, type: ovs-bridge, copy-mac-from: eth1, bridge: {port: [{name: eth1}]}'),
    level: 'warning',
    message: t('copyMacIgnored', { name: 'br0', type: 'ovs-bridge' }),
  },
  {
    rule: 'copy-mac-from-new',
    text: `${bond('mode: active-backup')}- {name: br0, type: linux-bridge, copy-mac-from: bond0, bridge: {port: [{name: bond0}]}}\n`,
    level: 'warning',
    message: t('copyMacNew', { name: 'br0', source: 'bond0' }),
  },
  {
    rule: 'copy-mac-from-new',
    text: `${bond('mode: active-backup').replace('eth1', '"sriov:p0:0"')}- {name: br0, type: linux-bridge, copy-mac-from: bond0, bridge: {port: [{name: bond0}]}}\n`,
    level: 'warning',
    message: t('copyMacNew', { name: 'br0', source: 'bond0' }),
  },
  {
    rule: 'copy-mac-from-first-boot',
    options: { ...known, purpose: 'first-boot' },
    text: `${one('name: eno1, type: ethernet')}- {name: bond0, type: bond, copy-mac-from: eno1, link-aggregation: {mode: active-backup, port: [eno1]}}\n`,
    line: 3,
    message: t('copyMacNotFound', { source: 'eno1', name: 'bond0' }),
  },
  {
    rule: 'copy-mac-from-first-boot',
    options: firstBoot,
    text: bond('mode: active-backup', ', copy-mac-from: eth1'),
    message: t('copyMacNotFound', { source: 'eth1', name: 'bond0' }),
  },
  {
    rule: 'mtu-ipv6',
    text: one('name: e1, type: ethernet, mtu: 1279, ipv6: {enabled: true, autoconf: true}'),
    message: t('mtuTooSmallForIpv6', { name: 'e1', mtu: '1279' }),
  },
  {
    rule: 'mtu-nic',
    options: known,
    text: one('name: eno1, type: ethernet, mtu: 9216'),
    message: t('mtuTooLarge', { mtu: '9216', name: 'eno1', largest: '9000' }),
  },
  {
    rule: 'mtu-ovs-bridge',
    text: one('name: br0, type: ovs-bridge, mtu: 9000'),
    level: 'warning',
    message: t('ovsBridgeMtu', { name: 'br0' }),
  },
  {
    rule: 'wait-ip',
    text: one('name: e1, type: ethernet, wait-ip: ipv4, ipv4: {enabled: false}'),
    message: t('waitIpDisabled', { wanted: 'ipv4', version: 'IPv4', name: 'e1', type: 'ethernet' }),
  },
  {
    rule: 'ip-on-port',
    text: `${bond('mode: active-backup')}- {name: eth1, type: ethernet, ipv4: {enabled: true, dhcp: true}}\n`,
    message: t('controllerForbidsIp', { name: 'eth1' }),
  },
  {
    rule: 'ip-on-port-unset',
    text: `${bond('mode: active-backup')}- {name: eth1, type: ethernet, ipv4: {}}\n`,
    level: 'warning',
    message: t('portIpUnset', { family: 'ipv4', name: 'eth1' }),
  },
  {
    rule: 'ip-not-enabled',
    options: firstBoot,
    text: one('name: e1, type: ethernet, ipv4: {address: [{ip: 192.0.2.1, prefix-length: 24}]}'),
    message: t('ipNotEnabled', { family: 'ipv4', name: 'e1' }),
  },
  {
    rule: 'ip-not-enabled',
    text: one('name: e1, type: ethernet, ipv6: {autoconf: true}'),
    level: 'warning',
    message: t('ipNotEnabled', { family: 'ipv6', name: 'e1' }),
  },
  {
    rule: 'controller-missing',
    options: firstBoot,
    text: one('name: e1, type: ethernet, controller: bond7'),
    message: t('controllerUnknown', { name: 'e1', controller: 'bond7' }),
  },
  {
    rule: 'controller-conflict',
    text: `${bond('mode: active-backup')}- {name: eth3, type: ethernet, controller: bond0}\n`,
    message: t('controllerMismatch', { name: 'eth3', controller: 'bond0' }),
  },
  {
    rule: 'mptcp-flags',
    text: one('name: e1, type: ethernet, mptcp: {address-flags: [signal, fullmesh]}'),
    message: "MPTCP flags mustn't have both signal and fullmesh",
  },
  {
    rule: 'dispatch-user-space',
    text: one('name: br0, type: ovs-bridge, dispatch: {post-activation: "true"}'),
    message: t('userSpaceDispatch', { name: 'br0', type: 'ovs-bridge' }),
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
    message: t('addressFamily', { other: 'IPv6', ip: '2001:db8::1', family: 'ipv4' }),
  },
  {
    rule: 'address-family',
    text: one(
      'name: e1, type: ethernet, ipv6: {enabled: true, address: [{ip: 192.0.2.1, prefix-length: 64}]}',
    ),
    message: t('addressFamily', { other: 'IPv4', ip: '192.0.2.1', family: 'ipv6' }),
  },
  {
    rule: 'prefix-length',
    text: one(
      'name: e1, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.1, prefix-length: 33}]}',
    ),
    message: t('prefixLength', { version: 'IPv4', prefixLength: '33', bits: '32' }),
  },
  {
    rule: 'prefix-length',
    text: one(
      'name: e1, type: ethernet, ipv6: {enabled: true, address: [{ip: "2001:db8::1", prefix-length: 129}]}',
    ),
    message: t('prefixLength', { version: 'IPv6', prefixLength: '129', bits: '128' }),
  },
  {
    rule: 'address-syntax',
    text: one(
      'name: e1, type: ethernet, ipv4: {enabled: true, address: [{ip: 192.0.2.256, prefix-length: 24}]}',
    ),
    message: t('nextHopSyntax', { nextHop: '192.0.2.256' }),
  },
  {
    rule: 'ipv6-token',
    text: one('name: e1, type: ethernet, ipv6: {enabled: true, token: "2001:db8::1"}'),
    message: t('ipv6Token', { text: '2001:db8::1' }),
  },
  {
    rule: 'ipv6-token-stable-privacy',
    text: one('name: e1, type: ethernet, ipv6: {enabled: true, token: "::1", addr-gen-mode: stable-privacy}'),
    message: t('tokenStablePrivacy'),
  },
  {
    rule: 'loopback-ip',
    text: one('name: lo, type: loopback, ipv4: {enabled: false}'),
    message: t('loopbackIp', { setting: 'IPv4 disabled' }),
  },
  {
    rule: 'loopback-ip',
    text: one('name: lo, type: loopback, ipv4: {enabled: true, dhcp: true}'),
    message: t('loopbackIp', { setting: 'IPv4 DHCP enabled' }),
  },
  // ethernet, SR-IOV
  {
    rule: 'ethernet-missing',
    options: known,
    text: one('name: eno7, type: ethernet'),
    message: t('ethernetUnknown', { name: 'eno7' }),
  },
  {
    rule: 'vf-name',
    text: bond('mode: active-backup').replace('eth1', '"sriov:eth1"'),
    message: t('vfName', { name: 'sriov:eth1' }),
  },
  {
    rule: 'vf-first-boot',
    options: firstBoot,
    text: bond('mode: active-backup').replace('eth1', '"sriov:eth1:0"'),
    message: t('vfFirstBoot', { name: 'sriov:eth1:0' }),
  },
  {
    rule: 'vf-missing',
    text: `${bond('mode: active-backup').replace('eth1', '"sriov:p0:4"')}- {name: p0, type: ethernet, ethernet: {sr-iov: {total-vfs: 4}}}\n`,
    message: t('vfUnknown', { name: 'sriov:p0:4' }),
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
    message: t('vfAboveTotal', { id: '1', name: 'e1', total: '1' }),
  },
];
