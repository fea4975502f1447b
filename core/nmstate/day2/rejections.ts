import { BR_EX, type BrExLayout, brExLayout, chainBelow } from '../br-ex/layout.ts';
import type { Finding } from '../model/finding.ts';
import { type FamilyKey, type Interface, isOn, isUp, type NetworkState } from '../model/model.ts';
import { asFields } from '../model/values.ts';
import { type Graph, graphOf } from '../rules/context.ts';
import { canonicalInterface } from './canonical.ts';
import { type Difference, ownAddresses } from './differences.ts';

/** A change that OVN-Kubernetes cannot follow on a running node, with the differences it is about. */
export interface Rejection extends Finding {
  concerns: (difference: Difference) => boolean;
}

const REBOOT =
  'Change the host file in the MachineConfig and restart the nodes one after the other: only a boot sets OVN-Kubernetes up anew.';

/**
 * What is refused, with the reason (OpenShift documentation, "Making disruptive changes to a customized br-ex bridge"):
 * br-ex that goes, comes or is another; another uplink; another primary address; another MAC; another name of the node.
 */
export function rejections(before: NetworkState, after: NetworkState): Rejection[] {
  const [g, h] = [graphOf(before), graphOf(after)];
  const [old, now] = [brExLayout(before, g), brExLayout(after, h)];
  return [
    ...(after.hostname !== undefined && before.hostname !== undefined && after.hostname !== before.hostname
      ? [
          {
            rule: 'day2-hostname',
            path: ['hostname', 'config'],
            message: `The name of the node cannot become ${after.hostname}: it is ${before.hostname} in the cluster, its certificates and in OVN's database`,
            remedy: 'Remove the node from the cluster and let the machine join under its new name.',
            concerns: ({ of }: Difference) => of === 'hostname',
          },
        ]
      : []),
    ...existence(old, now, before, after),
    ...(old.bridge && now.bridge ? [...uplink(old, now, g, h), ...mac(old, now, g, h)] : []),
    ...(old.internal && now.internal && isUp(now.internal)
      ? (['ipv4', 'ipv6'] as const).flatMap((family) => address(old.internal!, now.internal!, family))
      : []),
  ];
}

const isBrEx = ({ iface, of }: Difference) => of === 'interface' && iface?.name === BR_EX;

function existence(old: BrExLayout, now: BrExLayout, before: NetworkState, after: NetworkState): Rejection[] {
  const [had, has] = [old, now].map(
    ({ bridge, internal }) => bridge?.state === 'up' && internal?.state === 'up',
  );
  if (had && !has) {
    const known = new Set(before.interfaces.map(({ name }) => name));
    const other = after.interfaces.find(
      ({ type, name, ports }) =>
        type === 'ovs-bridge' &&
        !known.has(name) &&
        ports?.some((port) => old.uplinks[0]?.name === port.name),
    );
    return [
      {
        rule: other ? 'day2-bridge-name' : 'day2-bridge-gone',
        path: other?.path ?? (now.bridge ?? now.internal)?.path ?? ['interfaces'],
        message: other
          ? `br-ex cannot be called ${other.name}: OVN-Kubernetes knows its bridge by the name br-ex`
          : 'br-ex cannot be taken away or down: it carries all traffic of the node and of its pods',
        remedy: other
          ? 'Keep the name br-ex; further bridges may have any name.'
          : 'Keep both entries of br-ex, up.',
        concerns: isBrEx,
      },
    ];
  }
  if (!had && has)
    return [
      {
        rule: 'day2-bridge-new',
        path: now.bridge!.path,
        message:
          'The present document does not build br-ex: a br-ex that the cluster made by itself (configure-ovs) cannot be taken over by a policy',
        remedy:
          'Give the hosts their documents by a MachineConfig and restart the nodes one after the other; policies can follow then.',
        concerns: isBrEx,
      },
    ];
  return [];
}

function uplink(old: BrExLayout, now: BrExLayout, before: Graph, after: Graph): Rejection[] {
  const names = ({ uplinks }: BrExLayout) =>
    uplinks.flatMap(({ members }) => members.map(({ name }) => name)).sort();
  const [from, to] = [names(old), names(now)];
  const chain = new Set([
    ...from.flatMap((name) => chainBelow(before, name)),
    ...to.flatMap((name) => chainBelow(after, name)),
  ]);
  const rejectRequest = (message: string, path: Finding['path']): Rejection => ({
    rule: 'day2-uplink',
    path,
    message: `${message}: OVN-Kubernetes keeps the port of the old one in its flows, and nothing would leave the node`,
    remedy: REBOOT,
    concerns: ({ of, iface, field }) =>
      of === 'interface' &&
      (iface?.name === BR_EX
        ? field.length === 0 || (field[0] === 'bridge' && field[1] === 'port')
        : chain.has(iface?.name ?? '')),
  });
  if (from.join(' ') !== to.join(' '))
    return [
      rejectRequest(
        `The uplink of br-ex cannot change from ${from.join(', ') || 'none'} to ${to.join(', ') || 'none'}`,
        now.uplinks[0]?.path ?? [...now.bridge!.path, 'bridge', 'port'],
      ),
    ];
  // The same name may be another thing below: each interface down to the NICs that nothing but itself stands for.
  for (const name of to) {
    const changed = replaced(name, before, after);
    if (changed) return [rejectRequest(changed.message, changed.path)];
  }
  return [];
}

/** Why an interface of the same name is made anew, as another port of the switch; undefined when it stays. */
function replaced(
  name: string,
  before: Graph,
  after: Graph,
  seen: Set<string> = new Set(),
): { message: string; path: Finding['path'] } | undefined {
  if (seen.has(name)) return undefined;
  seen.add(name);
  const [old, now] = [before.kernel.get(name), after.kernel.get(name)];
  if (!old || !now) return undefined;
  if (!isUp(now) && isUp(old))
    return { message: `${name}, which carries br-ex, cannot be ${now.state}`, path: [...now.path, 'state'] };
  if (old.type !== undefined && now.type !== undefined && old.type !== now.type)
    return {
      message: `${name}, which carries br-ex, cannot become ${now.type} instead of ${old.type}`,
      path: [...now.path, 'type'],
    };
  if (old.base !== now.base && old.base !== undefined && now.base !== undefined)
    return {
      message: `${name}, which carries br-ex, cannot move from ${old.base} to ${now.base}`,
      path: [...now.path, String(now.type), 'base-iface'],
    };
  const [id, newId] = [old, now].map((iface) => asFields(iface.fields.vlan)?.id);
  if (id !== undefined && newId !== undefined && String(id) !== String(newId))
    return {
      message: `The VLAN ${name}, which carries br-ex, cannot change from ${String(id)} to ${String(newId)}`,
      path: [...now.path, 'vlan', 'id'],
    };
  const [mac, newMac] = [old, now].map((iface) => (iface.byMac ? iface.mac?.toLowerCase() : undefined));
  if (mac !== undefined && newMac !== undefined && mac !== newMac)
    return {
      message: `${name}, which carries br-ex, cannot become the NIC with ${newMac} instead of ${mac}`,
      path: [...now.path, 'mac-address'],
    };
  return now.base === undefined ? undefined : replaced(now.base, before, after, seen);
}

/** The NIC (or the address itself) that the MAC of an interface is from in the end. */
function macSource(
  graph: Graph,
  iface: Interface | undefined,
  seen: Set<string> = new Set(),
): string | undefined {
  if (!iface || seen.has(iface.name)) return undefined;
  seen.add(iface.name);
  if (iface.type !== 'ethernet' && iface.mac !== undefined) return iface.mac.toLowerCase();
  const from = iface.copyMacFrom ?? iface.base;
  if (from !== undefined) return macSource(graph, graph.kernel.get(from), seen) ?? from;
  return iface.type === 'ethernet' ? iface.name : undefined;
}

function mac(old: BrExLayout, now: BrExLayout, before: Graph, after: Graph): Rejection[] {
  const source = (layout: BrExLayout, graph: Graph) => {
    const { internal, bridge } = layout;
    const explicit = internal?.mac?.toLowerCase();
    const from = internal?.copyMacFrom ?? bridge?.copyMacFrom;
    if (explicit !== undefined || from === undefined) return explicit;
    return macSource(graph, graph.kernel.get(from)) ?? from;
  };
  const [from, to] = [source(old, before), source(now, after)];
  if (from === undefined || to === undefined || from === to) return [];
  const below = now.uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(after, name)));
  const chain = new Set([BR_EX, ...below]);
  return [
    {
      rule: 'day2-mac',
      path: [...now.internal!.path, now.internal!.mac === undefined ? 'copy-mac-from' : 'mac-address'],
      message: `br-ex cannot take its MAC address from ${to} instead of ${from}: OVN's router of the node keeps the one it started with`,
      remedy: REBOOT,
      concerns: ({ of, iface, field }) =>
        of === 'interface' &&
        ['copy-mac-from', 'mac-address'].includes(String(field[0])) &&
        chain.has(iface?.name ?? ''),
    },
  ];
}

const WORDS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** The first static address of a family is the node's; it stays, and so does the way it is given. */
function address(before: Interface, after: Interface, family: FamilyKey): Rejection[] {
  const [old, now] = [before[family], after[family]];
  if (!isOn(old)) return [];
  const listed = (iface: Interface) => ownAddresses(asFields(canonicalInterface(iface)[family])?.address);
  const [from, to] = [listed(before), listed(after)];
  const automatic = old.dhcp || old.autoconf === true;
  const rejectRequest = (field: string, message: string): Rejection[] => [
    {
      rule: 'day2-primary-address',
      path: [...after.path, family, field],
      message,
      remedy: REBOOT,
      concerns: ({ iface, field: place }) => iface?.name === BR_EX && place[0] === family,
    },
  ];
  const why = 'the node is known to the cluster and to OVN by it';
  if (!isOn(now))
    return rejectRequest(
      'enabled',
      `${WORDS[family]} of br-ex cannot be switched off${from[0] && !automatic ? ` (${from[0]})` : ''}: ${why}`,
    );
  const nowAutomatic = now.dhcp || now.autoconf === true;
  if (automatic && !nowAutomatic) {
    // The report of a node tells which address DHCP gave it: the same one may be written down.
    if (to.length > 0 && to.every((one) => from.includes(one))) return [];
    return rejectRequest(
      'dhcp',
      `br-ex cannot change from ${family === 'ipv4' ? 'DHCP' : 'automatic addresses'} to ${to.join(', ') || 'none'}: nothing here shows that the node has this address, and ${why}`,
    );
  }
  if (automatic) return [];
  if (nowAutomatic && to.length === 0)
    return rejectRequest(
      now.dhcp ? 'dhcp' : 'autoconf',
      `br-ex cannot change from ${from[0] ?? 'its address'} to ${now.dhcp ? 'DHCP' : 'automatic addresses'}: it may get another address, and ${why}`,
    );
  const primary = from[0];
  if (primary === undefined || to.includes(primary)) return [];
  return rejectRequest(
    'address',
    `The primary ${WORDS[family]} address of br-ex cannot change from ${primary} to ${to[0] ?? 'none'}: ${why}`,
  );
}
