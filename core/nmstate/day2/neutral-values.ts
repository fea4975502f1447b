import type { Path } from '../model/model.ts';
import { asFields, asInt, type Fields } from '../model/values.ts';

/**
 * Defaults of interface settings in NetworkManager and the kernel (for bonds `Documentation/networking/bonding`, with
 * NetworkManager's `miimon` of 100 ms). NMState keeps settings that a policy doesn't contain, so a policy must set the
 * defaults of settings that a document no longer contains.
 */
const BOND: Fields = {
  updelay: 0,
  downdelay: 0,
  arp_interval: 0,
  arp_ip_target: '',
  arp_all_targets: 'any',
  arp_validate: 'none',
  arp_missed_max: 2,
  lacp_rate: 'slow',
  lacp_active: 'on',
  xmit_hash_policy: 'layer2',
  primary_reselect: 'always',
  fail_over_mac: 'none',
  ad_select: 'stable',
  ad_actor_sys_prio: 65535,
  ad_actor_system: '00:00:00:00:00:00',
  ad_user_port_key: 0,
  all_slaves_active: 'dropped',
  lp_interval: 1,
  min_links: 0,
  num_grat_arp: 1,
  num_unsol_na: 1,
  packets_per_slave: 1,
  resend_igmp: 1,
  tlb_dynamic_lb: true,
  use_carrier: true,
  balance_slb: false,
};

const FIELDS: Readonly<Record<string, unknown>> = {
  'accept-all-mac-addresses': false,
  description: '',
  controller: '',
  'wait-ip': 'any',
  'lldp.enabled': false,
  'mptcp.address-flags': [],
  'dispatch.post-activation': '',
  'dispatch.post-deactivation': '',
  'ipv4.enabled': false,
  'ipv6.enabled': false,
  'ethernet.sr-iov.total-vfs': 0,
  'ethernet.sr-iov.drivers-autoprobe': true,
  'ethernet.sr-iov.vfs': [],
  'vlan.protocol': '802.1q',
  'vlan.registration-protocol': 'none',
  'vlan.reorder-headers': true,
  'vlan.loose-binding': false,
  'bridge.port': [],
  'bridge.allow-extra-patch-ports': false,
  'bridge.options.fail-mode': '',
  'bridge.options.rstp': false,
  'bridge.options.stp.enabled': false,
  'bridge.options.mcast-snooping-enable': false,
  'bridge.options.datapath': '',
  'bridge.options.group-forward-mask': 0,
  'bridge.options.mac-ageing-time': 300,
  'bridge.options.multicast-snooping': true,
  'bridge.options.multicast-querier': false,
  'bridge.options.vlan-default-pvid': 1,
  'bridge.options.vlan-protocol': '802.1q',
};

/** Settings of an enabled IP family. */
const IP: Fields = {
  dhcp: false,
  autoconf: false,
  address: [],
  'auto-dns': true,
  'auto-gateway': true,
  'auto-routes': true,
  'auto-route-table-id': 0,
  'allow-extra-address': true,
};

/** Types of interfaces with a default MTU of 1500. */
const ETHERNET_LIKE: ReadonlySet<unknown> = new Set([
  'ethernet',
  'veth',
  'bond',
  'vlan',
  'linux-bridge',
  'ovs-interface',
  'mac-vlan',
  'mac-vtap',
  'dummy',
]);

/**
 * Returns the value that resets a field of an interface, or undefined if NMState can't reset it and the node keeps its value
 * (a MAC address, `ethtool` settings).
 * @param desired the desired interface in its canonical form
 */
export function neutralValue(field: Path, desired: Fields): unknown {
  const [first, second, third] = field;
  if (first === 'mtu') return ETHERNET_LIKE.has(desired.type) ? 1500 : undefined;
  if (first === 'link-aggregation' && second === 'options') {
    const options = asFields(asFields(desired['link-aggregation'])?.options);
    // One of both must monitor the link. Otherwise, the bond would still use a port that is down.
    if (third === 'miimon') return (asInt(options?.arp_interval) ?? 0) > 0 ? 0 : 100;
    return BOND[String(third)];
  }
  if ((first === 'ipv4' || first === 'ipv6') && second !== 'enabled') return IP[String(second)];
  if (first === 'ovs-db' && field.length === 3) return null;
  return FIELDS[field.join('.')];
}
