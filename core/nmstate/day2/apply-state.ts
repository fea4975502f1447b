import { sameValue } from '../../base/document/node-value.ts';
import { modelOf, USER_SPACE } from '../model/model.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import { canonicalRoute, canonicalRule } from './canonical.ts';
import { matches } from './desired-state.ts';

/**
 * Returns the state of a node after NMState applied a desired state (nmstate: rust/src/lib/net_state.rs): mappings are merged,
 * lists are replaced, and omitted values don't change. `state: absent` removes interfaces, routes, rules and localnets. A bond
 * with another mode loses its options. Null removes a key of `ovs-db`.
 */
export function applyState(present: Fields, desired: Fields): Fields {
  const result: Record<string, unknown> = { ...present };
  for (const [key, value] of Object.entries(desired)) {
    if (value === undefined) continue;
    const [old, now] = [asFields(present[key]), asFields(value)];
    if (key === 'interfaces') result[key] = interfaces(asList(present[key]), asList(value));
    else if (key === 'routes' || key === 'route-rules') {
      const canonical = key === 'routes' ? canonicalRoute : canonicalRule;
      result[key] = { ...old, ...now, config: entries(asList(old?.config), asList(now?.config), canonical) };
    } else if (key === 'dns-resolver')
      result[key] = {
        ...old,
        config: Object.keys(asFields(now?.config) ?? {}).length === 0 ? {} : merged(old?.config, now?.config),
      };
    else if (key === 'ovn') result[key] = { 'bridge-mappings': mappings(old, now) };
    else result[key] = merged(present[key], value);
  }
  return result;
}

function interfaces(present: readonly unknown[], desired: readonly unknown[]): unknown[] {
  const result = [...present];
  for (const item of desired) {
    const fields = asFields(item);
    if (!fields) continue;
    const at = result.findIndex((other) => isSame(asFields(other), fields));
    if (fields.state === 'absent') {
      if (at >= 0) result.splice(at, 1);
    } else if (at < 0) result.push(fields);
    else result[at] = mergedInterface(asFields(result[at])!, fields);
  }
  return result;
}

function isSame(a: Fields | undefined, b: Fields): boolean {
  if (!a || asText(a.name) !== asText(b.name)) return false;
  const user = (fields: Fields) => USER_SPACE.has(asText(fields.type) ?? '');
  return b.type === undefined || a.type === undefined || user(a) === user(b);
}

function mergedInterface(present: Fields, desired: Fields): Fields {
  if (desired.type !== undefined && present.type !== undefined && desired.type !== present.type)
    return desired;
  const mode = (fields: Fields) => asFields(fields['link-aggregation'])?.mode;
  const forgets =
    mode(desired) !== undefined && mode(present) !== undefined && mode(desired) !== mode(present);
  const { options: _forgotten, ...bond } = asFields(present['link-aggregation']) ?? {};
  const from = forgets ? { ...present, 'link-aggregation': bond } : present;
  const result: Record<string, unknown> = { ...(merged(from, desired) as Fields) };
  for (const family of ['ipv4', 'ipv6'] as const)
    if (modelOf({ interfaces: [result] }).interfaces[0]?.[family]?.enabled === false)
      result[family] = { enabled: false };
  return result;
}

function merged(present: unknown, desired: unknown): unknown {
  const [old, now] = [asFields(present), asFields(desired)];
  if (!old || !now) return now ? withoutNulls(now) : desired;
  return withoutNulls(
    Object.fromEntries(
      [...new Set([...Object.keys(old), ...Object.keys(now)])].map((key) => [
        key,
        now[key] === undefined ? old[key] : merged(old[key], now[key]),
      ]),
    ),
  );
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function entries(
  present: readonly unknown[],
  desired: readonly unknown[],
  canonical: (fields: Fields) => Fields,
): unknown[] {
  const lists = [present, desired].map((list) => list.flatMap(mapping));
  const removed = lists[1]!.filter(({ state }) => state === 'absent').map(namedIn(canonical));
  const added = lists[1]!.filter(({ state }) => state !== 'absent');
  const saved = lists[0]!.filter((entry) => {
    const value = canonical(entry);
    return (
      !removed.some((named) => matches(value, named)) &&
      !added.some((other) => sameValue(canonical(other), value))
    );
  });
  return [...saved, ...added];
}

/** Returns a function for the fields that an entry contains: a route with only a next hop matches routes of all tables. */
function namedIn(canonical: (fields: Fields) => Fields): (entry: Fields) => Fields {
  return (entry) => {
    const value = canonical(entry);
    return Object.fromEntries(Object.entries(value).filter(([key]) => entry[key] !== undefined));
  };
}

function mappings(present: Fields | undefined, desired: Fields | undefined): unknown[] {
  const list = (owner: Fields | undefined) => asList(owner?.['bridge-mappings']).flatMap(mapping);
  const named = list(desired);
  const saved = list(present).filter(({ localnet }) => !named.some((other) => other.localnet === localnet));
  return [...saved, ...named.filter(({ state }) => state !== 'absent')];
}

function mapping(item: unknown): Fields[] {
  const fields = asFields(item);
  return fields ? [fields] : [];
}
