import type { Report } from '../model/finding.ts';
import { remove, set } from '../model/fixes.ts';
import { type Interface, isOn } from '../model/model.ts';
import { asBool, asFields } from '../model/values.ts';
import { find, parseVf, type RuleContext, unknownName } from '../rules/context.ts';
import type { BrExFacts } from './facts.ts';
import { BR_EX, type BrExLayout, chainBelow } from './layout.ts';

/** The bridge, its internal interface and its uplink: BR01 to BR05, BR07, BR10, BR12, BR18. */
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
      message: bridge
        ? `The OVS bridge br-ex is ${bridge.state}, and must be up`
        : 'There is no OVS bridge br-ex: the node would have no way out, and never joins',
      remedy:
        'Add an interface `name: br-ex`, `type: ovs-bridge`, `state: up` with the uplink and br-ex as ports.',
      fix: bridge && set('Write state: up', [...bridge.path, 'state'], 'up'),
    });
  if (internal?.state !== 'up')
    report({
      rule: 'BR02',
      path: internal ? [...internal.path, 'state'] : ['interfaces'],
      of: internal ? 'value' : 'key',
      message: internal
        ? `The ovs-interface br-ex is ${internal.state}, and must be up`
        : 'There is no ovs-interface br-ex: it is what has the address of the node',
      remedy: 'Add a second interface `name: br-ex`, `type: ovs-interface`, `state: up` with the address.',
      fix: internal && set('Write state: up', [...internal.path, 'state'], 'up'),
    });
}

function internalPort(bridge: Interface, report: Report): void {
  if (bridge.ports?.some((port) => port.name === BR_EX)) return;
  const count = Array.isArray(asFields(bridge.fields.bridge)?.port) ? (bridge.ports?.length ?? 0) : 0;
  report({
    rule: 'BR03',
    path: [...bridge.path, 'bridge', 'port'],
    of: 'key',
    message: 'The ports of br-ex lack br-ex itself, the internal port that has the address',
    remedy: 'Add `- name: br-ex` to the ports.',
    fix:
      bridge.ovsBonds.length === 0
        ? set('Add br-ex to the ports', [...bridge.path, 'bridge', 'port', count], { name: BR_EX })
        : undefined,
  });
}

function uplink(context: RuleContext, bridge: Interface, layout: BrExLayout, report: Report): void {
  const add = (path: Interface['path'], message: string, remedy: string, of: 'key' | 'value' = 'value') =>
    report({ rule: 'BR04', path, of, message, remedy });
  const ports = [...bridge.path, 'bridge', 'port'];
  const [first, ...more] = layout.uplinks;
  if (!first) {
    add(
      ports,
      'br-ex has no uplink: none of its ports is a NIC, bond or VLAN',
      'Add the NIC, bond or VLAN that leads to the machine network to the ports.',
      'key',
    );
    return;
  }
  if (more.length > 0)
    add(
      more[0]!.path,
      `br-ex has ${layout.uplinks.length} uplinks, ${layout.uplinks.map(({ name }) => name).join(', ')}: OVN-Kubernetes takes exactly one`,
      'Keep one of them; bring several NICs together in a bond.',
    );
  for (const one of layout.uplinks) {
    if (one.ovsBond && one.members.length < 2)
      add(
        one.path,
        `The OVS bond ${one.name} of br-ex has one port, and needs two at least`,
        'Add its second port, or make the NIC itself the port.',
      );
    for (const member of one.members) {
      if (member.name.includes('{{') || parseVf(member.name)) continue;
      const iface = context.graph.kernel.get(member.name);
      if (iface && iface.state !== 'up')
        add(
          member.path,
          `The uplink ${member.name} of br-ex is ${iface.state}, and must be up`,
          `Write \`state: up\` for ${member.name}.`,
        );
      // A policy may leave the uplink as it is.
      if (iface || context.purpose === 'day2') continue;
      const level = unknownName(context, member.name);
      if (level)
        add(
          member.path,
          `The uplink ${member.name} of br-ex is not defined in this document${level === 'error' ? ', and the machine has no NIC of that name' : ''}`,
          `Add ${member.name} to the interfaces, without addresses.`,
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
        message: `The OVS bridge br-ex has ${family} enabled: addresses belong to the ovs-interface of that name`,
        remedy: `Move it to the ovs-interface br-ex, and write \`${family}: {enabled: false}\` here.`,
        fix: set(`Switch ${family} off`, [...bridge.path, family], { enabled: false }),
      });
  if (bridge.mac !== undefined)
    report({
      rule: 'BR05',
      path: [...bridge.path, 'mac-address'],
      message: 'OVS Bridge br-ex can not hold MAC address, it belongs to the ovs-interface of that name',
      remedy: 'Move `mac-address` to the ovs-interface, or use `copy-mac-from` there.',
      fix: remove('Take it out', [...bridge.path, 'mac-address']),
    });
  const snooping = asFields(asFields(bridge.fields.bridge)?.options)?.['mcast-snooping-enable'];
  if (asBool(snooping) !== true)
    report({
      rule: 'BR12',
      path: [...bridge.path, 'bridge', 'options', 'mcast-snooping-enable'],
      level: 'warning',
      message:
        'br-ex does not snoop multicast groups: it floods multicast to all ports, which br-ex made by the cluster does not',
      remedy: 'Write `mcast-snooping-enable: true` into the options of the bridge.',
      fix: set(
        'Write mcast-snooping-enable: true',
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
        message: `${port.name} cannot be a port of br-ex: it belongs to the system`,
        remedy: 'Name a NIC, bond or VLAN.',
        fix: remove(`Take ${port.name} out`, port.path),
      });
    const controllers = context.graph.controllers.get(port.name) ?? [];
    const other = controllers.find(({ controller }) => controller !== bridge)?.controller;
    if (!other) continue;
    const [a, b] = controllers.map(({ controller }) => controller.name);
    const place = controllers[1]!.port?.path ?? port.path;
    report({
      rule: 'BR18',
      path: place,
      message: `Port ${port.name} is overbooked by two controller: ${a}, ${b}`,
      remedy: `Leave ${port.name} in one of them: ${other.name} may itself be the port of br-ex.`,
      fix: remove(`Take ${port.name} out of ${b}`, place),
    });
  }
}

/** BR07: nothing below br-ex has an address, also not the NICs under a bond or VLAN. */
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
          message: `Interface ${name} cannot have IP enabled as it is attached to a controller where IP is not allowed`,
          remedy: `Switch ${family} off: ${name} carries br-ex, and the address belongs to the ovs-interface br-ex.`,
          fix: set(`Switch ${family} off`, [...iface.path, family], { enabled: false }),
        });
  }
}

function macAddress(context: RuleContext, layout: BrExLayout, report: Report): void {
  const { internal, bridge } = layout;
  const source = internal?.copyMacFrom ?? bridge?.copyMacFrom;
  const holder =
    internal?.copyMacFrom !== undefined ? internal : bridge?.copyMacFrom !== undefined ? bridge : undefined;
  const first = layout.uplinks[0]?.members[0]?.name;
  if (!holder || source === undefined) {
    if (internal!.mac === undefined)
      report({
        rule: 'BR10',
        path: [...internal!.path, 'copy-mac-from'],
        level: 'warning',
        message: isDhcp(internal!)
          ? 'br-ex has no copy-mac-from: it gets a MAC address of its own, and DHCP reservations for the NIC do not fit'
          : 'br-ex has no copy-mac-from: its MAC address is not that of the uplink',
        remedy: `Write \`copy-mac-from: ${first ?? 'NAME-OF-THE-UPLINK'}\` for the ovs-interface br-ex.`,
        fix: first
          ? set(`Write copy-mac-from: ${first}`, [...internal!.path, 'copy-mac-from'], first)
          : undefined,
      });
    return;
  }
  if (source.includes('{{')) return;
  const path = [...holder.path, 'copy-mac-from'];
  const chain = new Set(
    layout.uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(context.graph, name))),
  );
  if (chain.has(source)) return;
  const missing = !find(context.graph, source) && unknownName(context, source);
  report({
    rule: 'BR10',
    path,
    level: missing === 'error' || missing === 'info' ? 'error' : 'warning',
    message: missing
      ? `Failed to find interface ${source} for copy-mac-from of iface br-ex`
      : `br-ex takes the MAC address of ${source}, which is not its uplink`,
    remedy: first ? `Write \`copy-mac-from: ${first}\`.` : 'Name the uplink.',
    fix: first ? set(`Write copy-mac-from: ${first}`, path, first) : undefined,
  });
}

function isDhcp({ ipv4, ipv6 }: Interface): boolean {
  return (isOn(ipv4) && ipv4.dhcp) || (isOn(ipv6) && ipv6.dhcp);
}
