import { alternativeList } from '../../base/document/words.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { entries, type Interface, isConfigured, isOn, type Path } from '../model/model.ts';
import { asBool, asFields, asInt, asText, type Fields } from '../model/values.ts';
import { type RuleContext, whenNew } from './context.ts';
import { t } from './messages.ts';

/**
 * Checks bridges of Linux and of Open vSwitch, and interfaces of Open vSwitch (nmstate: rust/src/lib/ifaces/linux_bridge.rs
 * and ovs.rs).
 */
export function checkBridges(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (!isConfigured(iface)) continue;
    if (iface.type === 'linux-bridge') linuxBridge(iface, report);
    if (iface.type === 'ovs-bridge') ovsBonds(iface, report);
    if (iface.type === 'linux-bridge' || iface.type === 'ovs-bridge') {
      for (const port of [...(iface.ports ?? []), ...iface.ovsBonds]) {
        const vlan = asFields(port.fields.vlan);
        if (vlan) portVlan(vlan, [...port.path, 'vlan'], report);
      }
    }
    if (iface.type === 'ovs-interface') ovsInterface(context, iface, report);
  }
}

const STP = [
  ['hello-time', 'hello time', 1, 10],
  ['max-age', 'max age', 6, 40],
  ['forward-delay', 'forward delay', 2, 30],
] as const;

function linuxBridge(iface: Interface, report: Report): void {
  const options = asFields(asFields(iface.fields.bridge)?.options) ?? {};
  const path: Path = [...iface.path, 'bridge', 'options'];
  const stp = asFields(options.stp);
  for (const [key, words, min, max] of STP) {
    const value = asInt(stp?.[key]);
    if (value !== undefined && (value < min || value > max))
      report({
        rule: 'stp-range',
        path: [...path, 'stp', key],
        message: t('stpRange', { words, value, min, max }),
        remedy: t('stpRangeRemedy', { min, max }),
      });
  }
  const [mask, other] = [asInt(options['group-forward-mask']), asInt(options['group-fwd-mask'])];
  if (mask !== undefined && other !== undefined && mask !== other)
    report({
      rule: 'group-mask',
      path: [...path, 'group-fwd-mask'],
      message: t('groupMaskConflict', { name: iface.name, mask, other }),
      remedy: t('groupMaskConflictRemedy'),
      fix: remove(t('removeFix', { setting: 'group-fwd-mask' }), [...path, 'group-fwd-mask']),
    });
  const pvid = asInt(options['vlan-default-pvid']);
  const filters = iface.ports?.some((port) => Object.keys(asFields(port.fields.vlan) ?? {}).length > 0);
  if (pvid !== undefined && pvid !== 1 && !filters)
    report({
      rule: 'default-pvid',
      path: [...path, 'vlan-default-pvid'],
      message: t('defaultPvid', { name: iface.name }),
      remedy: t('defaultPvidRemedy'),
      fix: remove(t('removeFix', { setting: 'vlan-default-pvid' }), [...path, 'vlan-default-pvid']),
    });
  const router = options['multicast-router'];
  if (
    router !== undefined &&
    router !== null &&
    !['auto', 'disabled', 'enabled', '0', '1', '2'].includes(asText(router) ?? '')
  )
    report({
      rule: 'multicast-router',
      path: [...path, 'multicast-router'],
      message: t('multicastRouter', { router: asText(router) ?? '' }),
      remedy: t('multicastRouterRemedy'),
      fix: set(t('multicastRouterFix'), [...path, 'multicast-router'], 'auto'),
    });
}

/** Checks the VLANs of a port, for both kinds of bridges. */
function portVlan(vlan: Fields, path: Path, report: Report): void {
  const mode = asText(vlan.mode);
  const native = asBool(vlan['enable-native']) ?? false;
  const tags = entries(vlan['trunk-tags'], [...path, 'trunk-tags']);
  if (mode === 'trunk') {
    if (asInt(vlan.tag) && !native)
      report({
        rule: 'port-vlan-native',
        path: [...path, 'tag'],
        message: 'Bridge VLAN filtering `tag` cannot be use in trunk mode without `enable-native`',
        remedy: t('portVlanNativeRemedy'),
        fix: set(t('setFix', { setting: 'enable-native: true' }), [...path, 'enable-native'], true),
      });
    if (tags.length === 0)
      report({
        rule: 'port-vlan-trunk-empty',
        path,
        of: 'key',
        message: 'Bridge VLAN filtering trunk mode cannot have empty trunk-tags',
        remedy: t('portVlanTrunkEmptyRemedy', { setting: 'trunk-tags: [{id: 100}]' }),
      });
  } else if (mode === 'access') {
    if (native)
      report({
        rule: 'port-vlan-access-native',
        path: [...path, 'enable-native'],
        message: 'Bridge VLAN filtering `enable-native: true` cannot be set in access mode',
        remedy: t('portVlanAccessNativeRemedy'),
        fix: remove(t('removeFix', { setting: 'enable-native' }), [...path, 'enable-native']),
      });
    if (tags.length > 0)
      report({
        rule: 'port-vlan-access-trunk',
        path: [...path, 'trunk-tags'],
        of: 'key',
        message: 'Bridge VLAN filtering access mode cannot have trunk-tags defined',
        remedy: t('portVlanAccessTrunkRemedy'),
        fix: set(t('setFix', { setting: 'mode: trunk' }), [...path, 'mode'], 'trunk'),
      });
  }
  const ranges = tags.flatMap(([tag, place]) => {
    const range = asFields(tag['id-range']);
    const [min, max] = [asInt(range?.min ?? tag.id), asInt(range?.max ?? tag.id)];
    return min === undefined || max === undefined ? [] : [{ min, max, place }];
  });
  ranges.forEach((range, index) => {
    const other = ranges
      .slice(0, index)
      .find((earlier) => earlier.min <= range.max && range.min <= earlier.max);
    if (other)
      report({
        rule: 'port-vlan-overlap',
        path: range.place,
        message: t('portVlanOverlap', { range: printRange(range), other: printRange(other) }),
        remedy: t('portVlanOverlapRemedy'),
      });
  });
}

function printRange({ min, max }: { min: number; max: number }): string {
  return min === max ? `${min}` : `${min}-${max}`;
}

const OVS_BOND_MODES = ['active-backup', 'balance-slb', 'balance-tcp', 'lacp'];

function ovsBonds(iface: Interface, report: Report): void {
  for (const bond of iface.ovsBonds) {
    const mode = asText(asFields(bond.fields['link-aggregation'])?.mode);
    if (mode !== undefined && !OVS_BOND_MODES.includes(mode))
      report({
        rule: 'ovs-bond-mode',
        path: [...bond.path, 'link-aggregation', 'mode'],
        message: t('ovsBondMode', { mode }),
        remedy: t('ovsBondModeRemedy', { modes: alternativeList(OVS_BOND_MODES) }),
      });
  }
}

function ovsInterface(context: RuleContext, iface: Interface, report: Report): void {
  if (asFields(iface.fields.patch)) {
    if (iface.mtu !== undefined)
      report({
        rule: 'ovs-patch',
        path: [...iface.path, 'mtu'],
        message: t('ovsPatchMtu', { name: iface.name }),
        remedy: t('ovsPatchMtuRemedy'),
        fix: remove(t('removeFix', { setting: 'mtu' }), [...iface.path, 'mtu']),
      });
    for (const family of ['ipv4', 'ipv6'] as const)
      if (isOn(iface[family]))
        report({
          rule: 'ovs-patch',
          path: [...iface.path, family],
          of: 'key',
          message: t('ovsPatchIp', { name: iface.name }),
          remedy: t('ovsPatchIpRemedy', { family }),
          fix: remove(t('removeFix', { setting: family }), [...iface.path, family]),
        });
  }
  const dpdk = asFields(iface.fields.dpdk);
  for (const key of ['n_rxq_desc', 'n_txq_desc'] as const) {
    const value = asInt(dpdk?.[key]);
    if (value !== undefined && (value < 1 || value > 4096 || (value & (value - 1)) !== 0))
      report({
        rule: 'dpdk-descriptors',
        path: [...iface.path, 'dpdk', key],
        message: t('ovsDpdkPower', { key, value }),
        remedy: t('ovsDpdkPowerRemedy'),
      });
  }
  const stored = context.graph.controllers
    .get(iface.name)
    ?.some(({ controller }) => controller.type === 'ovs-bridge');
  if (!stored && !iface.controller)
    report({
      rule: 'ovs-orphan',
      path: [...iface.path, 'name'],
      level: whenNew(context),
      message: t('ovsInterfaceOrphan', { name: iface.name }),
      remedy: t('ovsInterfaceOrphanRemedy', { name: iface.name }),
    });
}
