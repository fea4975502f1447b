import { sameValue } from '../../base/document/node-value.ts';
import { ipText, knownIp } from '../../base/network/addresses.ts';
import { isMasquerade } from '../model/masquerade.ts';
import type { Interface, NetworkState, Path } from '../model/model.ts';
import { USER_SPACE } from '../model/model.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import { canonicalInterface, canonicalRoute, canonicalRule } from './canonical.ts';
import { neutralValue } from './neutral-values.ts';

/** One difference between a present and a desired state. */
export interface Difference {
  of: 'interface' | 'route' | 'rule' | 'dns' | 'mapping' | 'hostname' | 'ovs-db';
  /** `unchanged`: the document no longer contains it, and NMState can't reset it. */
  kind: 'added' | 'removed' | 'changed' | 'unchanged';
  /** The desired interface, or the present one if it is removed. */
  iface?: { name: string; type: string | undefined };
  /** Path of the field within its interface (or within `ovs-db`, `dns-resolver.config`); empty for the entire object. */
  field: Path;
  /** Values in their canonical form, see `canonicalInterface`; undefined if there is none. */
  from: unknown;
  to: unknown;
  /** Path in the desired state, or of the nearest node there. */
  path: Path;
}

/** An interface in both states. */
export interface Pair {
  key: string;
  before: Interface | undefined;
  after: Interface | undefined;
}

/** Pairs interfaces by name and space. One without a type is in the kernel, unless the other state has it in user space only. */
function pairs(present: NetworkState, desired: NetworkState): Pair[] {
  const found = new Map<string, Pair>();
  const there = (iface: Interface) => iface.state !== 'absent';
  const keyOf = (iface: Interface) => `${USER_SPACE.has(iface.type ?? '') ? 'user' : 'kernel'} ${iface.name}`;
  for (const iface of present.interfaces.filter(there)) {
    const key = keyOf(iface);
    found.set(key, { key, before: iface, after: undefined });
  }
  for (const iface of desired.interfaces.filter(there)) {
    const own = keyOf(iface);
    const user = `user ${iface.name}`;
    const key = iface.type === undefined && !found.has(own) && found.has(user) ? user : own;
    found.set(key, { key, before: found.get(key)?.before, after: iface });
  }
  return [...found.values()];
}

/**
 * Returns the differences from one state to another, in the order of the desired document. Masquerade addresses are ignored
 * because they belong to OVN-Kubernetes and every policy repeats them.
 */
export function differences(before: NetworkState, desired: NetworkState): Difference[] {
  return [
    ...pairs(before, desired).flatMap(ofPair),
    ...ofEntries('route', before.routes, desired.routes, canonicalRoute),
    ...ofEntries('rule', before.rules, desired.rules, canonicalRule),
    ...ofDns(before, desired),
    ...ofMappings(before, desired),
    ...ofOthers(before, desired),
  ];
}

function ofPair({ before, after }: Pair): Difference[] {
  const iface = after ?? before!;
  const named = {
    of: 'interface' as const,
    iface: { name: iface.name, type: iface.type ?? before?.type },
    field: [],
    path: after?.path ?? ['interfaces'],
  };
  if (!after) return [{ ...named, kind: 'removed', from: canonicalInterface(before!), to: undefined }];
  const to = canonicalInterface(after);
  if (!before) return [{ ...named, kind: 'added', from: undefined, to }];
  const from = canonicalInterface(before);
  // Settings of another interface type don't apply to this one.
  if (to.type !== undefined && from.type !== undefined && to.type !== from.type)
    return [{ ...named, kind: 'changed', field: ['type'], from: from.type, to: to.type, path: after.path }];
  return leaves(without(from, 'type'), without(to, 'type'), []).flatMap(
    ({ field, from: old, to: now }): Difference[] => {
      const place = { ...named, field, path: [...after.path, ...field], from: old, to: now };
      if (isAddresses(field)) return ofAddresses(place);
      if (now !== undefined) return [{ ...place, kind: old === undefined ? 'added' : 'changed' }];
      if (modeChanges(from, to, field)) return [];
      // The family is already off, and with it all its settings.
      if ((field[0] === 'ipv4' || field[0] === 'ipv6') && asFields(to[field[0]])?.enabled === false)
        return [];
      const neutral = neutralValue(field, { ...to, type: to.type ?? from.type });
      if (neutral === undefined) return [{ ...place, kind: 'unchanged' }];
      return sameValue(neutral, old) ? [] : [{ ...place, kind: 'removed' }];
    },
  );
}

/** Checks whether a bond gets another mode, which resets all options that aren't repeated. */
function modeChanges(from: Fields, to: Fields, field: Path): boolean {
  if (field[0] !== 'link-aggregation') return false;
  const mode = (fields: Fields) => asFields(fields['link-aggregation'])?.mode;
  return mode(to) !== undefined && mode(from) !== mode(to);
}

function without(fields: Fields, key: string): Fields {
  const { [key]: _used, ...rest } = fields;
  return rest;
}

function isAddresses(field: Path): boolean {
  return field.length === 2 && (field[0] === 'ipv4' || field[0] === 'ipv6') && field[1] === 'address';
}

function ofAddresses(place: Omit<Difference, 'kind'>): Difference[] {
  const [from, to] = [place.from, place.to].map((list) => ownAddresses(list));
  const missing = to!.filter((one) => !from!.includes(one));
  const more = from!.filter((one) => !to!.includes(one));
  if (missing.length === 0 && more.length === 0) return [];
  return [
    {
      ...place,
      from: from!,
      to: to!,
      kind: from!.length === 0 ? 'added' : to!.length === 0 ? 'removed' : 'changed',
    },
  ];
}

/** Returns the addresses of a list in CIDR form, without masquerade addresses. */
export function ownAddresses(list: unknown): string[] {
  return asList(list).flatMap((item) => {
    const fields = asFields(item);
    const text = asText(fields?.ip);
    const ip = text === undefined ? undefined : knownIp(text);
    if (text === undefined || (ip && isMasquerade(ip))) return [];
    return [`${ip ? ipText(ip) : text}/${asText(fields?.['prefix-length']) ?? ''}`];
  });
}

interface Leaf {
  field: Path;
  from: unknown;
  to: unknown;
}

/** Returns the fields that differ, as deep as both values are mappings. */
function leaves(from: unknown, to: unknown, field: Path): Leaf[] {
  const [a, b] = [asFields(from), asFields(to)];
  if ((a || b) && (a || from === undefined) && (b || to === undefined)) {
    const names = [...new Set([...Object.keys(b ?? {}), ...Object.keys(a ?? {})])];
    return names.flatMap((name) => leaves(a?.[name], b?.[name], [...field, name]));
  }
  return sameValue(from, to) ? [] : [{ field, from, to }];
}

function ofEntries(
  of: 'route' | 'rule',
  before: readonly { fields: Fields; path: Path; absent: boolean }[],
  after: readonly { fields: Fields; path: Path; absent: boolean }[],
  canonical: (fields: Fields) => Fields,
): Difference[] {
  const old = before.filter(({ absent }) => !absent).map(({ fields }) => canonical(fields));
  const now = after
    .filter(({ absent }) => !absent)
    .map(({ fields, path }) => ({ value: canonical(fields), path }));
  const path = of === 'route' ? ['routes', 'config'] : ['route-rules', 'config'];
  return [
    ...now
      .filter(({ value }) => !old.some((other) => sameValue(value, other)))
      .map(({ value, path: at }) => ({
        of,
        kind: 'added' as const,
        field: [],
        from: undefined,
        to: value,
        path: at,
      })),
    ...old
      .filter((value, index) => old.findIndex((other) => sameValue(value, other)) === index)
      .filter((value) => !now.some((other) => sameValue(value, other.value)))
      .map((value) => ({ of, kind: 'removed' as const, field: [], from: value, to: undefined, path })),
  ];
}

const RESOLVER = ['server', 'search', 'options'] as const;

function ofDns(before: NetworkState, after: NetworkState): Difference[] {
  const resolver = ({ dns }: NetworkState) => ({
    server: (dns?.servers ?? []).map((text) => {
      const ip = knownIp(text);
      return ip ? ipText(ip) : text;
    }),
    search: dns?.search ?? [],
    options: dns?.options ?? [],
  });
  const [from, to] = [resolver(before), resolver(after)];
  return RESOLVER.filter((name) => !sameValue(from[name], to[name])).map((name) => ({
    of: 'dns',
    kind: from[name].length === 0 ? 'added' : to[name].length === 0 ? 'removed' : 'changed',
    field: [name],
    from: from[name],
    to: to[name],
    path: ['dns-resolver', 'config', name],
  }));
}

function ofMappings(before: NetworkState, after: NetworkState): Difference[] {
  const named = ({ mappings }: NetworkState) =>
    mappings.filter(({ absent, localnet }) => !absent && localnet !== undefined);
  const [old, now] = [named(before), named(after)];
  const place = { of: 'mapping' as const };
  return [
    ...now.flatMap(({ localnet, bridge, path }): Difference[] => {
      const other = old.find((each) => each.localnet === localnet);
      if (other && other.bridge === bridge) return [];
      return [
        {
          ...place,
          kind: other ? 'changed' : 'added',
          field: [localnet!],
          from: other?.bridge,
          to: bridge,
          path,
        },
      ];
    }),
    ...old
      .filter(({ localnet }) => !now.some((each) => each.localnet === localnet))
      .map(({ localnet, bridge }) => ({
        ...place,
        kind: 'removed' as const,
        field: [localnet!],
        from: bridge,
        to: undefined,
        path: ['ovn', 'bridge-mappings'],
      })),
  ];
}

function ofOthers(before: NetworkState, after: NetworkState): Difference[] {
  const found: Difference[] = [];
  if (after.hostname !== undefined && after.hostname !== before.hostname)
    found.push({
      of: 'hostname',
      kind: before.hostname === undefined ? 'added' : 'changed',
      field: [],
      from: before.hostname,
      to: after.hostname,
      path: ['hostname', 'config'],
    });
  for (const { field, from, to } of leaves(before.fields['ovs-db'], after.fields['ovs-db'], []))
    found.push({
      of: 'ovs-db',
      kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
      field,
      from,
      to,
      path: ['ovs-db', ...field],
    });
  return found;
}
