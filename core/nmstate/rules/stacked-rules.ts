import type { Report } from '../model/finding.ts';
import { set } from '../model/fixes.ts';
import { type Interface, isConfigured, isUp } from '../model/model.ts';
import { asBool, asFields, asInt, asText, isReference } from '../model/values.ts';
import { bondMode } from './bond-rules.ts';
import { type RuleContext, whenNew } from './context.ts';
import { t } from './messages.ts';

/** Checks VLANs, VRFs and less common types (nmstate: rust/src/lib/ifaces). */
export function checkStacked(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (!isConfigured(iface)) continue;
    if (iface.type === 'vlan') vlan(context, iface, report);
    if (iface.type === 'vrf') vrf(context, iface, report);
    if (iface.type === 'veth' && isUp(iface)) veth(context, iface, report);
    if (iface.type === 'mac-vlan' || iface.type === 'mac-vtap') macVlan(iface, iface.type, report);
    if (iface.type === 'ipvlan') ipvlan(iface, report);
    if (iface.type === 'macsec') macsec(iface, report);
    if (iface.type === 'infiniband') infiniband(context, iface, report);
    if (iface.type === 'hsr' && isUp(iface)) hsr(iface, report);
  }
}

function vlan(context: RuleContext, iface: Interface, report: Report): void {
  const block = asFields(iface.fields.vlan);
  const level = whenNew(context);
  const missing = t(level === 'error' ? 'vlanBaseMissing' : 'vlanBaseOfNode', { name: iface.name });
  // nmstate completes an existing VLAN from its current state (nmstate: ifaces/vlan.rs, post_merge_sanitize_vlan).
  if (block && iface.base === undefined)
    report({
      rule: 'vlan-base',
      path: [...iface.path, 'vlan'],
      of: 'key',
      level,
      message: missing,
      remedy: t('vlanBaseMissingRemedy'),
    });
  if (!block && isUp(iface))
    report({
      rule: 'vlan-base',
      path: iface.path,
      level,
      message: missing,
      remedy: t('vlanBlockMissingRemedy'),
    });
  const id = asInt(block?.id);
  if (id === undefined) return;
  if (id > 4095)
    report({
      rule: 'vlan-id',
      path: [...iface.path, 'vlan', 'id'],
      message: t('vlanIdRange', { id, name: iface.name }),
      remedy: t('vlanIdRemedy'),
    });
  else if (id === 0 || id === 4095)
    report({
      rule: 'vlan-id',
      path: [...iface.path, 'vlan', 'id'],
      level: 'warning',
      message: t('vlanIdReserved', { id, name: iface.name }),
      remedy: t('vlanIdRemedy'),
    });
}

function vrf(context: RuleContext, iface: Interface, report: Report): void {
  const block = asFields(iface.fields.vrf);
  if (asInt(block?.['route-table-id']) || isReference(block?.['route-table-id'])) return;
  report({
    rule: 'vrf-table',
    path: block ? [...iface.path, 'vrf'] : iface.path,
    of: 'key',
    level: block?.['route-table-id'] === undefined ? whenNew(context) : 'error',
    message: t('vrfTable', { name: iface.name }),
    remedy: t('vrfTableRemedy'),
    fix: set(t('setFix', { setting: 'route-table-id: 100' }), [...iface.path, 'vrf', 'route-table-id'], 100),
  });
}

function veth(context: RuleContext, iface: Interface, report: Report): void {
  if (asFields(iface.fields.veth)?.peer !== undefined) return;
  report({
    rule: 'veth-peer',
    path: [...iface.path, 'name'],
    level: whenNew(context),
    message: t('vethPeer', { name: iface.name }),
    remedy: t('vethPeerRemedy', { setting: `veth: {peer: ${iface.name}peer}` }),
  });
}

function macVlan(iface: Interface, type: 'mac-vlan' | 'mac-vtap', report: Report): void {
  const block = asFields(iface.fields[type]);
  const key = block && 'accept-all-mac' in block ? 'accept-all-mac' : 'promiscuous';
  const mode = asText(block?.mode);
  if (asBool(block?.[key]) === false && mode !== undefined && mode !== 'passthru')
    report({
      rule: 'mac-vlan-promiscuous',
      path: [...iface.path, type, key],
      message: 'Disable accept-all-mac-addresses(promiscuous) is only allowed on passthru mode',
      remedy: t('macVlanPromiscuousRemedy'),
      fix: set(t('setFix', { setting: `${key}: true` }), [...iface.path, type, key], true),
    });
}

function ipvlan(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.ipvlan);
  if (asBool(block?.private) && asBool(block?.vepa))
    report({
      rule: 'ipvlan-flags',
      path: [...iface.path, 'ipvlan', 'vepa'],
      message: 'Both private and VEPA flags cannot be enabled at the same time',
      remedy: t('ipvlanFlagsRemedy'),
      fix: set(t('ipvlanFlagsFix'), [...iface.path, 'ipvlan', 'vepa'], false),
    });
}

/** Checks MACsec. The keys are secrets, so no message contains them. */
function macsec(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.macsec);
  const [cak, ckn] = [asText(block?.['mka-cak']), asText(block?.['mka-ckn'])];
  const path = [...iface.path, 'macsec'];
  if (cak !== undefined && !cak.includes('{{') && cak.length !== 32)
    report({
      rule: 'macsec-cak',
      path: [...path, 'mka-cak'],
      message: 'The mka_cak must be a string of 32 characters',
      remedy: t('macsecCakRemedy'),
    });
  if (ckn !== undefined && !ckn.includes('{{') && (ckn.length < 2 || ckn.length > 64 || ckn.length % 2 === 1))
    report({
      rule: 'macsec-ckn',
      path: [...path, 'mka-ckn'],
      message: 'The mka_ckn must be a string of even size between 2 and 64 characters',
      remedy: t('macsecCknRemedy'),
    });
  if ((cak === undefined) !== (ckn === undefined))
    report({
      rule: 'macsec-pair',
      path,
      of: 'key',
      message: t('macsecPair', { key: cak === undefined ? 'mka-cak' : 'mka-ckn' }),
      remedy: t('macsecPairRemedy'),
    });
}

function infiniband(context: RuleContext, iface: Interface, report: Report): void {
  const block = asFields(iface.fields.infiniband);
  const key = block?.pkey;
  if (key !== undefined && !isReference(key) && (asInt(key) === undefined || asInt(key)! > 0xffff))
    report({
      rule: 'infiniband-pkey',
      path: [...iface.path, 'infiniband', 'pkey'],
      message: t('infinibandPkey', { key: asText(key) ?? '', name: iface.name }),
      remedy: t('infinibandPkeyRemedy'),
    });
  const entry = context.graph.controllers.get(iface.name)?.[0];
  if (!entry || (entry.controller.type === 'bond' && bondMode(entry.controller) === 'active-backup')) return;
  report({
    rule: 'infiniband-port',
    path: entry.port?.path ?? [...iface.path, 'name'],
    message: t('infinibandPort', { name: iface.name, controller: entry.controller.name }),
    remedy: t('infinibandPortRemedy'),
  });
}

function hsr(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.hsr);
  if (block?.port1 !== undefined && block.port1 === block.port2)
    report({
      rule: 'hsr-ports',
      path: [...iface.path, 'hsr', 'port2'],
      message: t('hsrPorts', { name: iface.name, port1: asText(block.port1) ?? '' }),
      remedy: t('hsrPortsRemedy'),
    });
}
