import { parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { type FamilyKey, type Interface, isOn, isUp, USER_SPACE } from '../model/model.ts';
import { asFields, asList } from '../model/values.ts';
import { find, isStandalone, type RuleContext, unknownName } from './context.ts';

/** Rules for interfaces of every type (nmstate: rust/src/lib/ifaces/base.rs). */
export function checkInterfaces(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.state === 'absent') continue;
    names(iface, report);
    if (!isUp(iface)) continue;
    identity(context, iface, report);
    mtu(context, iface, report);
    waiting(iface, report);
    addressesOfPorts(context, iface, report);
    controllers(context, iface, report);
    small(iface, report);
  }
}

function names(iface: Interface, report: Report): void {
  const { name } = iface;
  if (name.includes('{{')) return;
  if (iface.type === undefined)
    report({
      rule: 'type-missing',
      path: iface.path,
      level: 'warning',
      message: `Interface ${name || 'without a name'} has no type: Failed to find unknown type interface ${name} in current state, unless the node has it`,
      remedy: 'Write its type, e.g. `type: ethernet`.',
      fix: set('Write type: ethernet', [...iface.path, 'type'], 'ethernet'),
    });
  if (!USER_SPACE.has(iface.type ?? '') && !iface.byMac && name.length > 15)
    report({
      rule: 'name-length',
      path: [...iface.path, 'name'],
      message: `Interface name ${name} has ${name.length} characters, and the kernel takes 15`,
      remedy: 'Choose a shorter name.',
    });
  if (/[/\s]/.test(name) || name === '.' || name === '..')
    report({
      rule: 'name-characters',
      path: [...iface.path, 'name'],
      message: `Interface name ${name} has characters that the kernel refuses (blanks and slashes)`,
      remedy: 'Use letters, digits, dots, dashes and underscores.',
    });
}

function identity(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.byMac) {
    if (!iface.mac)
      report({
        rule: 'identifier-mac',
        path: [...iface.path, 'identifier'],
        message: `Desired interface ${iface.name} has \`identifier: mac-address\` but not MAC address defined`,
        remedy: 'Add the `mac-address` of the NIC.',
      });
    else if (context.nics?.length && !context.nics.some((nic) => nic.mac === parseMac(iface.mac!)))
      report({
        rule: 'identifier-mac-unknown',
        path: [...iface.path, 'mac-address'],
        message: `Desired interface ${iface.name} has \`identifier: mac-address\` with MAC address ${iface.mac.toUpperCase()}, but no interface is holding that MAC address`,
        remedy: `Write a MAC address of this machine: ${context.nics.flatMap((nic) => nic.mac ?? []).join(', ')}.`,
      });
  }
  if (iface.copyMacFrom === undefined || iface.copyMacFrom.includes('{{')) return;
  if (find(context.graph, iface.copyMacFrom)) return;
  const level = unknownName(context, iface.copyMacFrom);
  if (level)
    report({
      rule: 'copy-mac-from',
      path: [...iface.path, 'copy-mac-from'],
      level,
      message:
        level === 'error'
          ? `Failed to find interface ${iface.copyMacFrom} for copy-mac-from of iface ${iface.name}`
          : `${iface.name} has the MAC address of ${iface.copyMacFrom}, which this document does not define`,
      remedy: 'Name an interface of the document or a NIC of the machine.',
    });
}

function mtu(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.mtu === undefined) return;
  const path = [...iface.path, 'mtu'];
  if (isOn(iface.ipv6) && iface.mtu < 1280)
    report({
      rule: 'mtu-ipv6',
      path,
      message: `MTU should be >= 1280 when IPv6 is enabled on interface ${iface.name}, but got mtu: ${iface.mtu}`,
      remedy: 'Write 1280 or more, or switch IPv6 off on this interface.',
      fix: set('Write 1280', path, 1280),
    });
  const largest = context.nics?.find((nic) => nic.name === iface.name)?.maxMtu;
  if (largest !== undefined && iface.mtu > largest)
    report({
      rule: 'mtu-nic',
      path,
      message: `Desired MTU ${iface.mtu} for interface ${iface.name} is bigger than maximum allowed MTU ${largest}`,
      remedy: `Write ${largest} or less.`,
      fix: set(`Write ${largest}`, path, largest),
    });
  if (iface.type === 'ovs-bridge')
    report({
      rule: 'mtu-ovs-bridge',
      path,
      level: 'warning',
      message: `The MTU of OVS bridge ${iface.name} is ignored`,
      remedy: 'Write it to the ovs-interface and to the ports.',
      fix: remove('Take it out', path),
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
        message: `Cannot set 'wait-ip: ${wanted}' with ${family === 'ipv4' ? 'IPv4' : 'IPv6'} disabled. Interface: ${iface.name}(${iface.type ?? 'unknown'})`,
        remedy: `Switch ${family} on, or write \`wait-ip: any\`.`,
        fix: set('Write any', [...iface.path, 'wait-ip'], 'any'),
      });
}

/** Ports of bonds and bridges have no addresses; an ovs-interface and ports of a VRF may. */
function addressesOfPorts(context: RuleContext, iface: Interface, report: Report): void {
  if (iface.type === 'ovs-interface' || USER_SPACE.has(iface.type ?? '')) return;
  const controller = context.graph.controllers.get(iface.name)?.[0]?.controller;
  if (!controller || controller.type === 'vrf') return;
  for (const family of ['ipv4', 'ipv6'] as FamilyKey[]) {
    if (!isOn(iface[family])) continue;
    report({
      rule: 'ip-on-port',
      path: [...iface.path, family],
      of: 'key',
      message: `Interface ${iface.name} cannot have IP enabled as it is attached to a controller where IP is not allowed`,
      remedy: `Switch ${family} off here: the address belongs to ${controller.type === 'ovs-bridge' ? `the ovs-interface of ${controller.name}` : controller.name}.`,
      fix: set(`Switch ${family} off`, [...iface.path, family], { enabled: false }),
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
      message: `Interface ${iface.name} desired controller ${iface.controller} not found`,
      remedy: 'Define the controller in the document.',
    });
    return;
  }
  if (controller.ports && !controller.ports.some((port) => port.name === iface.name))
    report({
      rule: 'controller-conflict',
      path,
      message: `Interface ${iface.name} desired controller ${iface.controller}, but ${iface.controller} does not have it among its ports`,
      remedy: `Add ${iface.name} to the ports of ${iface.controller}, or take \`controller\` out.`,
      fix: remove('Take controller out', path),
    });
}

function small(iface: Interface, report: Report): void {
  const flags = asList(asFields(iface.fields.mptcp)?.['address-flags']);
  if (flags.includes('signal') && flags.includes('fullmesh'))
    report({
      rule: 'mptcp-flags',
      path: [...iface.path, 'mptcp', 'address-flags'],
      message: "MPTCP flags mustn't have both signal and fullmesh",
      remedy: 'Take one of them out.',
    });
  if (iface.fields.dispatch !== undefined && USER_SPACE.has(iface.type ?? ''))
    report({
      rule: 'dispatch-user-space',
      path: [...iface.path, 'dispatch'],
      of: 'key',
      message: `User space interface ${iface.name}/${iface.type} is not allow to hold dispatch configurations`,
      remedy: 'Move `dispatch` to an interface of the kernel.',
      fix: remove('Take dispatch out', [...iface.path, 'dispatch']),
    });
  if (iface.type === 'ovs-bridge' && iface.mac !== undefined)
    report({
      rule: 'ovs-bridge-mac',
      path: [...iface.path, 'mac-address'],
      message: `OVS Bridge ${iface.name} can not hold MAC address, it belongs to the ovs-interface of that name`,
      remedy: 'Move `mac-address` to the ovs-interface.',
      fix: remove('Take it out', [...iface.path, 'mac-address']),
    });
}
