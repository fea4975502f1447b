import { entries, type Interface } from '../model/model.ts';
import { asFields, asText, type Fields } from '../model/values.ts';
import { bondMode } from '../rules/bond-rules.ts';
import type { Decide } from './decision.ts';
import { t } from './messages.ts';
import { nicWithMac } from './permanent-mac.ts';

const OFF = { enabled: false };

/** Returns a NIC, bond or VLAN below br-ex as a day-1 document has it. */
export function linkOf(iface: Interface, nics: readonly Interface[], decide: Decide): Fields {
  const { name, type, mtu, fields } = iface;
  const lldp = asFields(fields.lldp)?.enabled === true ? { enabled: true } : undefined;
  const common = { name, type, state: 'up', mtu, lldp };
  if (type === 'bond') return { ...common, ...bondPart(iface, nics, decide), ipv4: OFF, ipv6: OFF };
  if (type !== 'vlan') return { ...common, ipv4: OFF, ipv6: OFF };
  const vlan = asFields(fields.vlan) ?? {};
  const [base, id] = [asText(vlan['base-iface']) ?? '', asText(vlan.id) ?? ''];
  decide('included', t('vlanIncluded', { id, base }), t('vlanIncludedReason'));
  const protocol = vlan.protocol === '802.1q' ? undefined : vlan.protocol;
  return { ...common, ipv4: OFF, ipv6: OFF, vlan: { 'base-iface': base, id: vlan.id, protocol } };
}

/** Defaults of the kernel (drivers/net/bonding/bond_main.c). A report contains all options. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  active_slave: [],
  ad_actor_sys_prio: [65535],
  ad_actor_system: ['00:00:00:00:00:00'],
  ad_select: ['stable', 0],
  ad_user_port_key: [0],
  all_slaves_active: ['dropped', 0],
  arp_all_targets: ['any', 0],
  arp_interval: [0],
  arp_ip_target: [''],
  arp_validate: ['none', 0],
  arp_missed_max: [2],
  downdelay: [0],
  fail_over_mac: ['none', 0],
  lacp_active: ['on', 1],
  lacp_rate: ['slow', 0],
  lp_interval: [1],
  min_links: [0],
  num_grat_arp: [1],
  num_unsol_na: [1],
  packets_per_slave: [1],
  peer_notif_delay: [0],
  primary_reselect: ['always', 0],
  resend_igmp: [1],
  tlb_dynamic_lb: [true, 1],
  updelay: [0],
  use_carrier: [true, 1],
  xmit_hash_policy: ['layer2', 0],
};

function bondPart(iface: Interface, nics: readonly Interface[], decide: Decide): Fields {
  const block = asFields(iface.fields['link-aggregation']) ?? {};
  const options = Object.entries(asFields(block.options) ?? {}).filter(
    ([key, value]) =>
      value !== '' && !(key in DEFAULTS && (key === 'active_slave' || DEFAULTS[key]!.includes(value))),
  );
  const mode = bondMode(iface) ?? '';
  decide('included', t('bondIncluded', { name: iface.name, mode }), t('bondIncludedReason'));
  const settings = entries(block['ports-config'], []).map(([port]) => port);
  if (settings.some((port) => Object.entries(port).some(([key, value]) => key !== 'name' && value !== 0)))
    decide('omitted', t('portSettingsOmitted', { name: iface.name }), t('portSettingsOmittedReason'));
  return {
    ...macOf(iface, nics, options),
    'link-aggregation': {
      mode,
      options: options.length > 0 ? Object.fromEntries(options) : undefined,
      port: (iface.ports ?? []).map(({ name }) => name),
    },
  };
}

/** The active port of a bond with `fail_over_mac` determines its MAC address (configure-ovs.sh: `clone_mac=0`). */
function macOf(
  { mac }: Interface,
  nics: readonly Interface[],
  options: readonly [string, unknown][],
): Fields {
  if (options.some(([key]) => key === 'fail_over_mac')) return {};
  const source = nicWithMac(nics, mac);
  return source ? { 'copy-mac-from': source.name } : { 'mac-address': mac?.toLowerCase() };
}
