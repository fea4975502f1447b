import type { Report } from '../model/finding.ts';
import { set } from '../model/fixes.ts';
import type { Interface } from '../model/model.ts';
import { asBool, asFields, asInt, asText, isReference } from '../model/values.ts';
import { bondMode } from './bond-rules.ts';
import { type RuleContext, whenNew } from './context.ts';

/** VLANs, VRFs and the rarer types (nmstate: rust/src/lib/ifaces). */
export function checkStacked(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.state !== 'up') continue;
    if (iface.type === 'vlan') vlan(context, iface, report);
    if (iface.type === 'vrf') vrf(context, iface, report);
    if (iface.type === 'veth') veth(context, iface, report);
    if (iface.type === 'mac-vlan' || iface.type === 'mac-vtap') macVlan(iface, iface.type, report);
    if (iface.type === 'ipvlan') ipvlan(iface, report);
    if (iface.type === 'macsec') macsec(iface, report);
    if (iface.type === 'infiniband') infiniband(context, iface, report);
    if (iface.type === 'hsr') hsr(iface, report);
  }
}

function vlan(context: RuleContext, iface: Interface, report: Report): void {
  const block = asFields(iface.fields.vlan);
  if (block && iface.base === undefined)
    report({
      rule: 'vlan-base',
      path: [...iface.path, 'vlan'],
      of: 'key',
      message: `Missing 'vlan.base-iface' for interface '${iface.name}'`,
      remedy: 'Name the interface the VLAN is on, e.g. `base-iface: bond0`.',
    });
  if (!block)
    report({
      rule: 'vlan-base',
      path: iface.path,
      level: whenNew(context),
      message: `Missing 'vlan.base-iface' for interface '${iface.name}'`,
      remedy: 'Add `vlan` with `base-iface` and `id`.',
    });
  const id = asInt(block?.id);
  if (id === undefined) return;
  if (id > 4095)
    report({
      rule: 'vlan-id',
      path: [...iface.path, 'vlan', 'id'],
      message: `VLAN ID ${id} of interface ${iface.name} is not in the range of 0 to 4095`,
      remedy: 'Write a number of 1 to 4094.',
    });
  else if (id === 0 || id === 4095)
    report({
      rule: 'vlan-id',
      path: [...iface.path, 'vlan', 'id'],
      level: 'warning',
      message: `VLAN ID ${id} of interface ${iface.name} is reserved`,
      remedy: 'Write a number of 1 to 4094.',
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
    message: `Route table ID undefined or 0 is not allowed for new VRF interface ${iface.name}`,
    remedy: 'Add `route-table-id`, e.g. 100.',
    fix: set('Write 100', [...iface.path, 'vrf', 'route-table-id'], 100),
  });
}

function veth(context: RuleContext, iface: Interface, report: Report): void {
  if (asFields(iface.fields.veth)?.peer !== undefined) return;
  report({
    rule: 'veth-peer',
    path: [...iface.path, 'name'],
    level: whenNew(context),
    message: `Veth interface ${iface.name} does not exist, peer name is required for creating it`,
    remedy: `Add \`veth: {peer: ${iface.name}peer}\`.`,
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
      remedy: 'Write `true`, or `mode: passthru`.',
      fix: set('Write true', [...iface.path, type, key], true),
    });
}

function ipvlan(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.ipvlan);
  if (asBool(block?.private) && asBool(block?.vepa))
    report({
      rule: 'ipvlan-flags',
      path: [...iface.path, 'ipvlan', 'vepa'],
      message: 'Both private and VEPA flags cannot be enabled at the same time',
      remedy: 'Switch one of them off.',
      fix: set('Switch vepa off', [...iface.path, 'ipvlan', 'vepa'], false),
    });
}

/** The keys are secrets: no message holds them. */
function macsec(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.macsec);
  const [cak, ckn] = [asText(block?.['mka-cak']), asText(block?.['mka-ckn'])];
  const path = [...iface.path, 'macsec'];
  if (cak !== undefined && !cak.includes('{{') && cak.length !== 32)
    report({
      rule: 'macsec-cak',
      path: [...path, 'mka-cak'],
      message: 'The mka_cak must be a string of 32 characters',
      remedy: 'Write 32 hex digits, in quotes.',
    });
  if (ckn !== undefined && !ckn.includes('{{') && (ckn.length < 2 || ckn.length > 64 || ckn.length % 2 === 1))
    report({
      rule: 'macsec-ckn',
      path: [...path, 'mka-ckn'],
      message: 'The mka_ckn must be a string of even size between 2 and 64 characters',
      remedy: 'Write an even number of hex digits, in quotes.',
    });
  if ((cak === undefined) !== (ckn === undefined))
    report({
      rule: 'macsec-pair',
      path,
      of: 'key',
      message: `The mka_cak and mka_ckn must be both set or both left out: ${cak === undefined ? 'mka-cak' : 'mka-ckn'} is missing`,
      remedy: 'Add the missing one.',
    });
}

function infiniband(context: RuleContext, iface: Interface, report: Report): void {
  const block = asFields(iface.fields.infiniband);
  const key = block?.pkey;
  if (key !== undefined && !isReference(key) && (asInt(key) === undefined || asInt(key)! > 0xffff))
    report({
      rule: 'infiniband-pkey',
      path: [...iface.path, 'infiniband', 'pkey'],
      message: `Invalid InfiniBand pkey ${asText(key) ?? ''} of interface ${iface.name}`,
      remedy: "Write it as '0x80ff'.",
    });
  const entry = context.graph.controllers.get(iface.name)?.[0];
  if (!entry || (entry.controller.type === 'bond' && bondMode(entry.controller) === 'active-backup')) return;
  report({
    rule: 'infiniband-port',
    path: entry.port?.path ?? [...iface.path, 'name'],
    message: `InfiniBand interface ${iface.name} cannot use as port of ${entry.controller.name}. Only active-backup bond allowed.`,
    remedy: 'Use it in a bond of mode active-backup, or alone.',
  });
}

function hsr(iface: Interface, report: Report): void {
  const block = asFields(iface.fields.hsr);
  if (block?.port1 !== undefined && block.port1 === block.port2)
    report({
      rule: 'hsr-ports',
      path: [...iface.path, 'hsr', 'port2'],
      message: `HSR interface ${iface.name} has ${asText(block.port1)} for both of its ports`,
      remedy: 'Name two different NICs.',
    });
}
