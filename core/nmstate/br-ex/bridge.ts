import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { type Interface, isOn } from '../model/model.ts';
import { asBool, asFields } from '../model/values.ts';
import { find, nicBelow, parseVf, type RuleContext, unknownName } from '../rules/context.ts';
import type { BrExFacts } from './facts.ts';
import { BR_EX, type BrExLayout, chainBelow } from './layout.ts';
import { t } from './messages.ts';

/** Checks the bridge, its internal interface and its uplink: BR01 to BR05, BR07, BR10, BR12, BR18. */
export function checkBridge({ context }: BrExFacts, layout: BrExLayout, report: Report): void {
  exists(layout, report);
  if (layout.bridge) {
    internalPort(layout.bridge, report);
    uplink(context, layout.bridge, layout, report);
    bridgeItself(layout.bridge, report);
    ports(context, layout.bridge, report);
  }
  withoutAddress(context, layout, report);
  if (layout.internal) macAddress(context, layout, report);
}

function exists({ bridge, internal }: BrExLayout, report: Report): void {
  if (bridge?.state !== 'up')
    report({
      rule: 'BR01',
      path: bridge ? [...bridge.path, 'state'] : ['interfaces'],
      of: bridge ? 'value' : 'key',
      message: bridge ? t('bridgeNotUp', { state: bridge.state }) : t('bridgeMissing'),
      remedy: t('bridgeMissingRemedy'),
      fix: bridge && set(t('setFix', { setting: 'state: up' }), [...bridge.path, 'state'], 'up'),
    });
  if (internal?.state !== 'up')
    report({
      rule: 'BR02',
      path: internal ? [...internal.path, 'state'] : ['interfaces'],
      of: internal ? 'value' : 'key',
      message: internal ? t('internalNotUp', { state: internal.state }) : t('internalMissing'),
      remedy: t('internalMissingRemedy'),
      fix: internal && set(t('setFix', { setting: 'state: up' }), [...internal.path, 'state'], 'up'),
    });
}

function internalPort(bridge: Interface, report: Report): void {
  if (bridge.ports?.some((port) => port.name === BR_EX)) return;
  const count = Array.isArray(asFields(bridge.fields.bridge)?.port) ? (bridge.ports?.length ?? 0) : 0;
  report({
    rule: 'BR03',
    path: [...bridge.path, 'bridge', 'port'],
    of: 'key',
    message: t('internalPortMissing'),
    remedy: t('internalPortMissingRemedy'),
    fix:
      bridge.ovsBonds.length === 0
        ? set(t('internalPortMissingFix'), [...bridge.path, 'bridge', 'port', count], { name: BR_EX })
        : undefined,
  });
}

function uplink(context: RuleContext, bridge: Interface, layout: BrExLayout, report: Report): void {
  const add = (path: Interface['path'], message: string, remedy: string, of: 'key' | 'value' = 'value') =>
    report({ rule: 'BR04', path, of, message, remedy });
  const ports = [...bridge.path, 'bridge', 'port'];
  const [first, ...more] = layout.uplinks;
  if (!first) {
    add(ports, t('uplinkMissing'), t('uplinkMissingRemedy'), 'key');
    return;
  }
  if (more.length > 0)
    add(
      more[0]!.path,
      t('uplinksSeveral', {
        count: layout.uplinks.length,
        uplinks: layout.uplinks.map(({ name }) => name).join(', '),
      }),
      t('uplinksSeveralRemedy'),
    );
  for (const one of layout.uplinks) {
    if (one.ovsBond && one.members.length < 2)
      add(one.path, t('ovsBondTooSmall', { name: one.name }), t('ovsBondTooSmallRemedy'));
    for (const member of one.members) {
      if (member.name.includes('{{') || parseVf(member.name)) continue;
      const iface = context.graph.kernel.get(member.name);
      if (iface && iface.state !== 'up')
        add(
          member.path,
          t('uplinkNotUp', { name: member.name, state: iface.state }),
          t('uplinkNotUpRemedy', { name: member.name }),
        );
      // A policy need not contain an uplink that it doesn't change.
      if (iface || context.purpose === 'day2') continue;
      const level = unknownName(context, member.name);
      if (level)
        add(
          member.path,
          t('uplinkUndefined', { level, name: member.name }),
          t('uplinkUndefinedRemedy', { name: member.name }),
        );
    }
  }
}

function bridgeItself(bridge: Interface, report: Report): void {
  for (const family of ['ipv4', 'ipv6'] as const)
    if (isOn(bridge[family]))
      report({
        rule: 'BR05',
        path: [...bridge.path, family],
        of: 'key',
        message: t('bridgeHasIp', { family }),
        remedy: t('bridgeHasIpRemedy', { family, setting: `${family}: {enabled: false}` }),
        fix: set(t('disableFix', { family }), [...bridge.path, family], { enabled: false }),
      });
  if (bridge.mac !== undefined)
    report({
      rule: 'BR05',
      path: [...bridge.path, 'mac-address'],
      message: 'OVS Bridge br-ex can not hold MAC address, it belongs to the ovs-interface of that name',
      remedy: t('bridgeHasMacRemedy'),
      fix: remove(t('removeFix', { setting: 'mac-address' }), [...bridge.path, 'mac-address']),
    });
  const snooping = asFields(asFields(bridge.fields.bridge)?.options)?.['mcast-snooping-enable'];
  if (asBool(snooping) !== true)
    report({
      rule: 'BR12',
      path: [...bridge.path, 'bridge', 'options', 'mcast-snooping-enable'],
      level: 'warning',
      message: t('snoopingOff'),
      remedy: t('snoopingOffRemedy'),
      fix: set(
        t('setFix', { setting: 'mcast-snooping-enable: true' }),
        [...bridge.path, 'bridge', 'options', 'mcast-snooping-enable'],
        true,
      ),
    });
}

const NO_PORTS = /^(lo|cni0|cni-podman\d*|docker\d*|virbr\d*|podman\d*|ovn-k8s-mp\d+|tun0)$/;

function ports(context: RuleContext, bridge: Interface, report: Report): void {
  for (const port of bridge.ports ?? []) {
    if (NO_PORTS.test(port.name) || context.graph.kernel.get(port.name)?.type === 'loopback')
      report({
        rule: 'BR18',
        path: port.path,
        message: t('systemPort', { name: port.name }),
        remedy: t('systemPortRemedy'),
        fix: remove(t('removeFix', { setting: port.name }), port.path),
      });
    const controllers = context.graph.controllers.get(port.name) ?? [];
    const other = controllers.find(({ controller }) => controller !== bridge)?.controller;
    if (!other) continue;
    const [a, b] = controllers.map(({ controller }) => controller.name) as [string, string];
    const place = controllers[1]!.port?.path ?? port.path;
    report({
      rule: 'BR18',
      path: place,
      message: t('portOverbooked', { name: port.name, a, b }),
      remedy: t('portOverbookedRemedy', { name: port.name, other: other.name }),
      fix: remove(t('portOverbookedFix', { name: port.name, controller: b }), place),
    });
  }
}

/** Checks BR07: no interface below br-ex has an address, including the NICs of a bond or VLAN. */
function withoutAddress(context: RuleContext, layout: BrExLayout, report: Report): void {
  const names = new Set(
    layout.uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(context.graph, name))),
  );
  for (const name of names) {
    const iface = context.graph.kernel.get(name);
    if (!iface || iface.state === 'absent') continue;
    for (const family of ['ipv4', 'ipv6'] as const)
      if (isOn(iface[family]))
        report({
          rule: 'BR07',
          path: [...iface.path, family],
          of: 'key',
          message: t('controllerForbidsIp', { name }),
          remedy: t('controllerForbidsIpRemedy', { family, name }),
          fix: set(t('disableFix', { family }), [...iface.path, family], { enabled: false }),
        });
  }
}

function macAddress(context: RuleContext, layout: BrExLayout, report: Report): void {
  const internal = layout.internal!;
  const source = internal.copyMacFrom;
  const uplink = layout.uplinks[0]?.members[0]?.name;
  const first = uplink === undefined ? undefined : nicBelow(context.graph, uplink);
  if (source === undefined) {
    // The NIC of a virtual function is unknown, and Open vSwitch gives br-ex the MAC address of its uplink.
    if (internal.mac === undefined && (uplink === undefined || first !== undefined))
      report({
        rule: 'BR10',
        path: [...internal.path, 'copy-mac-from'],
        level: 'warning',
        message: isDhcp(internal) ? t('copyMacMissingDhcp') : t('copyMacMissing'),
        remedy: t('copyMacMissingRemedy', { uplink: first ?? 'NAME-OF-THE-UPLINK' }),
        fix: first
          ? set(
              t('setFix', { setting: `copy-mac-from: ${first}` }),
              [...internal.path, 'copy-mac-from'],
              first,
            )
          : undefined,
      });
    return;
  }
  if (source.includes('{{')) return;
  const path = [...internal.path, 'copy-mac-from'];
  const chain = new Set(
    layout.uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(context.graph, name))),
  );
  if (chain.has(source)) return;
  const unknown = find(context.graph, source) ? undefined : unknownName(context, source);
  // A policy doesn't contain NICs of the running node that it doesn't change.
  const missing = unknown === 'error' || (unknown === 'info' && context.purpose !== 'day2');
  report({
    rule: 'BR10',
    path,
    level: missing ? 'error' : 'warning',
    message: missing ? t('copyMacUnknown', { source }) : t('copyMacElsewhere', { source }),
    remedy: first ? t('copyMacRemedy', { uplink: first }) : t('copyMacUnknownRemedy'),
    fix: first ? set(t('setFix', { setting: `copy-mac-from: ${first}` }), path, first) : undefined,
  });
}

function isDhcp({ ipv4, ipv6 }: Interface): boolean {
  return (isOn(ipv4) && ipv4.dhcp) || (isOn(ipv6) && ipv6.dhcp);
}
