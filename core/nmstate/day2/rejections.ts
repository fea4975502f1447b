import { BR_EX, type BrExLayout, brExLayout, chainBelow } from '../br-ex/layout.ts';
import type { Finding } from '../model/finding.ts';
import { type FamilyKey, type Interface, isOn, isUp, type NetworkState } from '../model/model.ts';
import { asFields } from '../model/values.ts';
import { type Graph, graphOf } from '../rules/context.ts';
import { canonicalInterface } from './canonical.ts';
import { type Difference, ownAddresses } from './differences.ts';
import { t } from './messages.ts';

/** A change that OVN-Kubernetes can't follow on a running node, with the differences that it concerns. */
export interface Rejection extends Finding {
  concerns: (difference: Difference) => boolean;
}

/**
 * Returns the rejected changes, with reasons (OpenShift documentation, "Making disruptive changes to a customized br-ex
 * bridge"): a removed, new or renamed br-ex, and another uplink, primary address, MAC address or hostname.
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
            message: t('hostnameChange', { from: before.hostname, to: after.hostname }),
            remedy: t('hostnameChangeRemedy'),
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
        rule: other ? 'day2-bridge-name' : 'day2-bridge-missing',
        path: other?.path ?? (now.bridge ?? now.internal)?.path ?? ['interfaces'],
        message: other ? t('bridgeRenamed', { name: other.name }) : t('bridgeRemoved'),
        remedy: other ? t('bridgeRenamedRemedy') : t('bridgeRemovedRemedy'),
        concerns: isBrEx,
      },
    ];
  }
  if (!had && has)
    return [
      {
        rule: 'day2-bridge-new',
        path: now.bridge!.path,
        message: t('bridgeNew'),
        remedy: t('bridgeNewRemedy'),
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
  const rejected = (message: string, path: Finding['path']): Rejection => ({
    rule: 'day2-uplink',
    path,
    message,
    remedy: t('rebootRemedy'),
    concerns: ({ of, iface, field }) =>
      of === 'interface' &&
      (iface?.name === BR_EX
        ? field.length === 0 || (field[0] === 'bridge' && field[1] === 'port')
        : chain.has(iface?.name ?? '')),
  });
  if (from.join(' ') !== to.join(' '))
    return [
      rejected(
        t('uplinkChange', { from: from.join(', ') || 'none', to: to.join(', ') || 'none' }),
        now.uplinks[0]?.path ?? [...now.bridge!.path, 'bridge', 'port'],
      ),
    ];
  // An interface of the same name may be different, so each one is compared down to the NICs.
  for (const name of to) {
    const changed = replaced(name, before, after);
    if (changed) return [rejected(changed.message, changed.path)];
  }
  return [];
}

/** Returns why an interface of the same name is recreated as another port of the bridge; undefined if it isn't. */
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
    return { message: t('carrierState', { name, state: now.state }), path: [...now.path, 'state'] };
  if (old.type !== undefined && now.type !== undefined && old.type !== now.type)
    return {
      message: t('carrierType', { name, from: old.type, to: now.type }),
      path: [...now.path, 'type'],
    };
  if (old.base !== now.base && old.base !== undefined && now.base !== undefined)
    return {
      message: t('carrierBase', { name, from: old.base, to: now.base }),
      path: [...now.path, String(now.type), 'base-iface'],
    };
  const [id, newId] = [old, now].map((iface) => asFields(iface.fields.vlan)?.id);
  if (id !== undefined && newId !== undefined && String(id) !== String(newId))
    return {
      message: t('carrierVlan', { name, from: String(id), to: String(newId) }),
      path: [...now.path, 'vlan', 'id'],
    };
  const [mac, newMac] = [old, now].map((iface) => (iface.byMac ? iface.mac?.toLowerCase() : undefined));
  if (mac !== undefined && newMac !== undefined && mac !== newMac)
    return {
      message: t('carrierNic', { name, from: mac, to: newMac }),
      path: [...now.path, 'mac-address'],
    };
  return now.base === undefined ? undefined : replaced(now.base, before, after, seen);
}

/** Returns the NIC that the MAC address of an interface comes from, or the address itself. */
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
    const { internal } = layout;
    const explicit = internal?.mac?.toLowerCase();
    const from = internal?.copyMacFrom;
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
      message: t('macChange', { from, to }),
      remedy: t('rebootRemedy'),
      concerns: ({ of, iface, field }) =>
        of === 'interface' &&
        ['copy-mac-from', 'mac-address'].includes(String(field[0])) &&
        chain.has(iface?.name ?? ''),
    },
  ];
}

const WORDS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Rejects another first static address of a family, which identifies the node, and another source of addresses. */
function address(before: Interface, after: Interface, family: FamilyKey): Rejection[] {
  const [old, now] = [before[family], after[family]];
  if (!isOn(old)) return [];
  const listed = (iface: Interface) => ownAddresses(asFields(canonicalInterface(iface)[family])?.address);
  const [from, to] = [listed(before), listed(after)];
  const automatic = old.dhcp || old.autoconf === true;
  const rejected = (field: string, message: string): Rejection[] => [
    {
      rule: 'day2-primary-address',
      path: [...after.path, family, field],
      message,
      remedy: t('rebootRemedy'),
      concerns: ({ iface, field: place }) => iface?.name === BR_EX && place[0] === family,
    },
  ];
  if (!isOn(now))
    return rejected(
      'enabled',
      from[0] && !automatic
        ? t('familyDisabledStatic', { family: WORDS[family], address: from[0] })
        : t('familyDisabled', { family: WORDS[family] }),
    );
  const nowAutomatic = now.dhcp || now.autoconf === true;
  if (automatic && !nowAutomatic) {
    // The report of a node contains the address from DHCP. The same address may become static.
    if (to.length > 0 && to.every((one) => from.includes(one))) return [];
    return rejected('dhcp', t('addressFromAutomatic', { family, addresses: to.join(', ') || 'none' }));
  }
  if (automatic) return [];
  if (nowAutomatic && to.length === 0)
    return rejected(
      now.dhcp ? 'dhcp' : 'autoconf',
      t('addressToAutomatic', {
        address: from[0] ?? 'unknown',
        source: now.dhcp ? 'dhcp' : 'autoconf',
      }),
    );
  const primary = from[0];
  if (primary === undefined || to.includes(primary)) return [];
  return rejected(
    'address',
    t('primaryAddressChange', { family: WORDS[family], from: primary, to: to[0] ?? 'none' }),
  );
}
