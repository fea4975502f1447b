import { parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { all, remove, set } from '../model/fixes.ts';
import { type FamilyKey, type Interface, isConfigured, isOn, isUp, USER_SPACE } from '../model/model.ts';
import { asFields, asList } from '../model/values.ts';
import { find, isCreated, isStandalone, nicBelow, type RuleContext, unknownName } from './context.ts';
import { t } from './messages.ts';

/** Checks interfaces of all types (nmstate: rust/src/lib/ifaces/base.rs). */
export function checkInterfaces(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.state === 'absent') continue;
    names(iface, report);
    typeless(context, iface, report);
    if (!isConfigured(iface)) continue;
    identity(context, iface, report);
    mtu(context, iface, report);
    waiting(iface, report);
    addressesOfPorts(context, iface, report);
    if (isUp(iface)) controllers(context, iface, report);
    small(iface, report);
  }
}

function names(iface: Interface, report: Report): void {
  const { name } = iface;
  if (name.includes('{{')) return;
  if (!USER_SPACE.has(iface.type ?? '') && !iface.byMac && name.length > 15)
    report({
      rule: 'name-length',
      path: [...iface.path, 'name'],
      message: t('nameTooLong', { name, count: name.length }),
      remedy: t('nameTooLongRemedy'),
    });
  if (/[/\s]/.test(name) || name === '.' || name === '..')
    report({
      rule: 'name-characters',
      path: [...iface.path, 'name'],
      message: t('nameCharacters', { name }),
      remedy: t('nameCharactersRemedy'),
    });
}

/** nmstate takes the type from the current state of the node, which must have the interface. */
function typeless(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.type !== undefined || iface.name.includes('{{')) return;
  // By then, NMState hasn't looked for the MAC address yet.
  const missing = context.purpose === 'day1' && (iface.byMac || unknownName(context, iface.name) === 'error');
  report({
    rule: 'type-missing',
    path: iface.path,
    level: missing ? 'error' : 'warning',
    message: t('interfaceTypeMissing', { name: iface.name }),
    remedy: t('interfaceTypeMissingRemedy'),
    fix: set(t('setFix', { setting: 'type: ethernet' }), [...iface.path, 'type'], 'ethernet'),
  });
}

function identity(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.byMac) {
    if (!iface.mac)
      report({
        rule: 'identifier-mac',
        path: [...iface.path, 'identifier'],
        message: t('macMissing', { name: iface.name }),
        remedy: t('macMissingRemedy'),
      });
    else if (context.nics?.length && !context.nics.some((nic) => nic.mac === parseMac(iface.mac!)))
      report({
        rule: 'identifier-mac-unknown',
        path: [...iface.path, 'mac-address'],
        message: t('macUnknown', { name: iface.name, mac: iface.mac.toUpperCase() }),
        remedy: t('macUnknownRemedy', { nics: context.nics.flatMap((nic) => nic.mac ?? []).join(', ') }),
      });
  }
  if (iface.copyMacFrom !== undefined && !iface.copyMacFrom.includes('{{'))
    copiedMac(context, iface, iface.copyMacFrom, report);
}

const COPIES_MAC = new Set(['bond', 'linux-bridge', 'ovs-interface']);

/** Checks `copy-mac-from` (nmstate: `apply_copy_mac_from` in rust/src/lib/ifaces/inter_ifaces.rs). */
function copiedMac(context: RuleContext, iface: Interface, source: string, report: Report): void {
  const path = [...iface.path, 'copy-mac-from'];
  const { name } = iface;
  if (iface.type !== undefined && !COPIES_MAC.has(iface.type)) {
    report({
      rule: 'copy-mac-from-ignored',
      path,
      level: 'warning',
      message: t('copyMacIgnored', { name, type: iface.type }),
      remedy: t('copyMacIgnoredRemedy'),
      fix: remove(t('removeFix', { setting: 'copy-mac-from' }), path),
    });
    return;
  }
  const found = find(context.graph, source);
  if (found?.mac !== undefined) return;
  if (context.purpose === 'first-boot') {
    // The installer converts the network without a host, so that only the document can contain MAC addresses.
    const mac = context.nics?.find((nic) => nic.name === source)?.mac?.toUpperCase();
    const without = remove(t('removeFix', { setting: 'copy-mac-from' }), path);
    report({
      rule: 'copy-mac-from-first-boot',
      path,
      message: t('copyMacNotFound', { source, name }),
      remedy: t('copyMacFirstBootRemedy', { source }),
      fix: mac
        ? all(
            t('setFix', { setting: `mac-address: ${mac}` }),
            set('', [...iface.path, 'mac-address'], mac),
            without,
          )
        : without,
    });
    return;
  }
  if (found) {
    if (!isUp(found) || !isCreated(found)) return;
    const nic = nicBelow(context.graph, source);
    report({
      rule: 'copy-mac-from-new',
      path,
      // A policy usually names an interface that the running node has.
      level: context.purpose === 'day2' ? 'info' : 'warning',
      message: t('copyMacNew', { name, source }),
      remedy: nic ? t('copyMacNewRemedy', { nic, source }) : t('copyMacNewVfRemedy'),
      fix: nic
        ? set(t('setFix', { setting: `copy-mac-from: ${nic}` }), path, nic)
        : remove(t('removeFix', { setting: 'copy-mac-from' }), path),
    });
    return;
  }
  const level = unknownName(context, source);
  if (level)
    report({
      rule: 'copy-mac-from',
      path,
      level,
      message:
        level === 'error' ? t('copyMacUnknown', { source, name }) : t('copyMacUndefined', { name, source }),
      remedy: t('copyMacRemedy'),
    });
}

function mtu(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.mtu === undefined) return;
  const path = [...iface.path, 'mtu'];
  if (isOn(iface.ipv6) && iface.mtu < 1280)
    report({
      rule: 'mtu-ipv6',
      path,
      message: t('mtuTooSmallForIpv6', { name: iface.name, mtu: iface.mtu }),
      remedy: t('mtuTooSmallForIpv6Remedy'),
      fix: set(t('setFix', { setting: 'mtu: 1280' }), path, 1280),
    });
  const largest = context.nics?.find((nic) => nic.name === iface.name)?.maxMtu;
  if (largest !== undefined && iface.mtu > largest)
    report({
      rule: 'mtu-nic',
      path,
      message: t('mtuTooLarge', { mtu: iface.mtu, name: iface.name, largest }),
      remedy: t('mtuTooLargeRemedy', { largest }),
      fix: set(t('setFix', { setting: `mtu: ${largest}` }), path, largest),
    });
  if (iface.type === 'ovs-bridge')
    report({
      rule: 'mtu-ovs-bridge',
      path,
      level: 'warning',
      message: t('ovsBridgeMtu', { name: iface.name }),
      remedy: t('ovsBridgeMtuRemedy'),
      fix: remove(t('removeFix', { setting: 'mtu' }), path),
    });
}

function waiting(iface: Interface, report: Report): void {
  const wanted = iface.fields['wait-ip'];
  if (typeof wanted !== 'string') return;
  for (const family of ['ipv4', 'ipv6'] as const)
    if (wanted.split('+').includes(family) && !isOn(iface[family]))
      report({
        rule: 'wait-ip',
        path: [...iface.path, 'wait-ip'],
        message: t('waitIpDisabled', {
          wanted,
          version: family === 'ipv4' ? 'IPv4' : 'IPv6',
          name: iface.name,
          type: iface.type ?? 'unknown',
        }),
        remedy: t('waitIpDisabledRemedy', { family }),
        fix: set(t('setFix', { setting: 'wait-ip: any' }), [...iface.path, 'wait-ip'], 'any'),
      });
}

/** Checks that ports of bonds and bridges have no addresses. An ovs-interface and the ports of a VRF may have them. */
function addressesOfPorts(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.type === 'ovs-interface' || USER_SPACE.has(iface.type ?? '')) return;
  const controller = context.graph.controllers.get(iface.name)?.[0]?.controller;
  if (!controller || controller.type === 'vrf') return;
  for (const family of ['ipv4', 'ipv6'] as FamilyKey[]) {
    if (iface[family] && iface[family].enabled === undefined)
      report({
        rule: 'ip-on-port-unset',
        path: [...iface.path, family],
        of: 'key',
        level: 'warning',
        message: t('portIpUnset', { family, name: iface.name }),
        remedy: t('portIpUnsetRemedy', { family }),
        fix: set(t('disableFix', { family }), [...iface.path, family], { enabled: false }),
      });
    if (!isOn(iface[family])) continue;
    report({
      rule: 'ip-on-port',
      path: [...iface.path, family],
      of: 'key',
      message: t('controllerForbidsIp', { name: iface.name }),
      remedy: t('controllerForbidsIpRemedy', {
        kind: controller.type === 'ovs-bridge' ? 'ovs' : 'other',
        family,
        controller: controller.name,
      }),
      fix: set(t('disableFix', { family }), [...iface.path, family], { enabled: false }),
    });
  }
}

function controllers(context: RuleContext, iface: Interface, report: Report): void {
  if (!iface.controller || iface.controller.includes('{{')) return;
  const controller = find(context.graph, iface.controller);
  const path = [...iface.path, 'controller'];
  if (!controller || controller.state === 'absent') {
    report({
      rule: 'controller-missing',
      path,
      level: controller || isStandalone(context) ? 'error' : 'info',
      message: t('controllerUnknown', { name: iface.name, controller: iface.controller }),
      remedy: t('controllerUnknownRemedy'),
    });
    return;
  }
  if (controller.ports && !controller.ports.some((port) => port.name === iface.name))
    report({
      rule: 'controller-conflict',
      path,
      message: t('controllerMismatch', { name: iface.name, controller: iface.controller }),
      remedy: t('controllerMismatchRemedy', { name: iface.name, controller: iface.controller }),
      fix: remove(t('removeFix', { setting: 'controller' }), path),
    });
}

function small(iface: Interface, report: Report): void {
  const flags = asList(asFields(iface.fields.mptcp)?.['address-flags']);
  if (flags.includes('signal') && flags.includes('fullmesh'))
    report({
      rule: 'mptcp-flags',
      path: [...iface.path, 'mptcp', 'address-flags'],
      message: "MPTCP flags mustn't have both signal and fullmesh",
      remedy: t('mptcpFlagsRemedy'),
    });
  if (iface.fields.dispatch !== undefined && USER_SPACE.has(iface.type ?? ''))
    report({
      rule: 'dispatch-user-space',
      path: [...iface.path, 'dispatch'],
      of: 'key',
      message: t('userSpaceDispatch', { name: iface.name, type: iface.type ?? '' }),
      remedy: t('userSpaceDispatchRemedy'),
      fix: remove(t('removeFix', { setting: 'dispatch' }), [...iface.path, 'dispatch']),
    });
  if (iface.type === 'ovs-bridge' && iface.mac !== undefined)
    report({
      rule: 'ovs-bridge-mac',
      path: [...iface.path, 'mac-address'],
      message: t('ovsBridgeMac', { name: iface.name }),
      remedy: t('ovsBridgeMacRemedy'),
      fix: remove(t('removeFix', { setting: 'mac-address' }), [...iface.path, 'mac-address']),
    });
}
