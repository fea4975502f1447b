import { sameValue } from '../../base/document/node-value.ts';
import { BR_EX, brExLayout, chainBelow } from '../br-ex/layout.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields, asList, type Fields } from '../model/values.ts';
import { graphOf } from '../rules/context.ts';
import { canonicalInterface, canonicalRoute } from './canonical.ts';
import type { Difference } from './differences.ts';
import { neutralValue } from './neutral-values.ts';
import { type OvnAddresses, withMasquerade } from './ovn-addresses.ts';

/** Returns the interfaces that carry br-ex in a state: VLAN, bond and NICs. */
export function carriers(state: NetworkState): Set<string> {
  const graph = graphOf(state);
  const { uplinks } = brExLayout(state, graph);
  return new Set(uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(graph, name))));
}

/**
 * Checks whether a change affects br-ex, an interface below it, an interface on one of those, or DNS or routes through br-ex.
 * Then the policy must contain br-ex entirely (OpenShift documentation, "Creating a manifest object that includes a
 * customized br-ex bridge").
 */
export function concernsBrEx(difference: Difference, present: NetworkState, desired: NetworkState): boolean {
  const chain = new Set([BR_EX, ...carriers(present), ...carriers(desired)]);
  if (chain.size === 1 && !desired.interfaces.some(({ name }) => name === BR_EX)) return false;
  const interfaceOf = (value: unknown) => asFields(value)?.['next-hop-interface'];
  switch (difference.of) {
    case 'interface': {
      const { name } = difference.iface!;
      const base = (state: NetworkState) =>
        state.interfaces.find((iface) => iface.name === name && iface.base !== undefined)?.base;
      return [name, base(present), base(desired)].some((each) => each !== undefined && chain.has(each));
    }
    case 'dns':
      return true;
    case 'route':
      return [difference.from, difference.to].some((route) => interfaceOf(route) === BR_EX);
    default:
      return false;
  }
}

/**
 * Returns the desired state of the policy that changes the present state to the desired one. It contains interfaces that
 * differ, entirely, with removed settings reset; br-ex and the interfaces below it, with the masquerade addresses, if the
 * policy affects br-ex; and only the differences of everything else.
 */
export function desiredState(
  changes: readonly Difference[],
  present: NetworkState,
  desired: NetworkState,
  ovn: OvnAddresses,
): Fields {
  const complete = changes.some((change) => concernsBrEx(change, present, desired));
  const interfaces = desiredInterfaces(changes, present, desired, complete ? ovn : undefined);
  const routes = desiredRoutes(changes, desired);
  const rules = [
    ...changes
      .filter(({ of, kind }) => of === 'rule' && kind === 'removed')
      .map(({ from }) => absentEntry(from)),
    ...desired.rules
      .filter(({ path }) => changes.some((change) => change.of === 'rule' && change.path === path))
      .map(({ fields }) => fields),
  ];
  const hostname = changes.find(({ of }) => of === 'hostname');
  const mappings = changes.flatMap(({ of, field: [localnet], to }) =>
    of !== 'mapping'
      ? []
      : [to === undefined ? { localnet, state: 'absent' } : { localnet, bridge: to, state: 'present' }],
  );
  const ovsDb = changes.filter(({ of }) => of === 'ovs-db');
  return {
    interfaces: interfaces.length > 0 ? interfaces : undefined,
    'dns-resolver': changes.some(({ of }) => of === 'dns') ? { config: resolver(desired) } : undefined,
    routes: routes.length > 0 ? { config: routes } : undefined,
    'route-rules': rules.length > 0 ? { config: rules } : undefined,
    hostname: hostname && { config: hostname.to },
    ovn: mappings.length > 0 ? { 'bridge-mappings': mappings } : undefined,
    'ovs-db':
      ovsDb.length > 0
        ? ovsDb.reduce<Fields>((fields, { field, to }) => placed(fields, field, to ?? null), {})
        : undefined,
  };
}

/** Returns all lists of the resolver: they replace those of the node, and an omitted one must become empty. */
function resolver({ dns }: NetworkState): Fields {
  const { servers = [], search = [], options = [] } = dns ?? {};
  if (servers.length + search.length + options.length === 0) return {};
  return { server: servers, search, options: options.length > 0 ? options : undefined };
}

function desiredInterfaces(
  changes: readonly Difference[],
  present: NetworkState,
  desired: NetworkState,
  ovn: OvnAddresses | undefined,
): Fields[] {
  const own = changes.filter(({ of }) => of === 'interface');
  const saved = ovn ? new Set([BR_EX, ...carriers(desired)]) : new Set<string>();
  const written = desired.interfaces
    .filter(({ state }) => state !== 'absent')
    .flatMap((iface): Fields[] => {
      const mine = own.filter(({ path }) => path[1] === iface.path[1]);
      if (mine.length === 0 && !saved.has(iface.name)) return [];
      const canonical = canonicalInterface(iface);
      const complete = { ...iface.fields, name: iface.name };
      const fields = mine.reduce<Fields>((result, { field, kind, to }) => {
        if (field.length === 0 || kind === 'unchanged') return result;
        // Only the canonical form contains this value, such as a family that is off by default.
        if (kind !== 'removed' || to !== undefined)
          return valueIn(result, field) === undefined ? placed(result, field, to) : result;
        return placed(result, field, neutralValue(field, canonical));
      }, complete);
      return [
        ovn && iface.name === BR_EX && iface.type === 'ovs-interface' ? withMasquerade(fields, ovn) : fields,
      ];
    });
  const removed = own
    .filter(({ kind, field }) => kind === 'removed' && field.length === 0)
    .map(({ iface }) => ({ ...iface, state: 'absent' }));
  const replaced = present.interfaces;
  return [...written, ...removed.filter(({ name }) => replaced.some((iface) => iface.name === name))];
}

function valueIn(fields: Fields, [key, ...rest]: readonly (string | number)[]): unknown {
  const value = fields[String(key)];
  if (rest.length === 0) return value;
  const inner = asFields(value);
  return inner && valueIn(inner, rest);
}

function placed(fields: Fields, [key, ...rest]: readonly (string | number)[], value: unknown): Fields {
  if (key === undefined) return fields;
  return {
    ...fields,
    [key]: rest.length === 0 ? value : placed(asFields(fields[String(key)]) ?? {}, rest, value),
  };
}

function absentEntry(entry: unknown): Fields {
  return { ...asFields(entry), state: 'absent' };
}

/**
 * Returns removed and added routes. A removed route also removes all routes that match its fields, so those that the desired
 * state contains are added again.
 */
function desiredRoutes(changes: readonly Difference[], desired: NetworkState): Fields[] {
  const removed = changes
    .filter(({ of, kind }) => of === 'route' && kind === 'removed')
    .map(({ from }) => asFields(from) ?? {});
  const written = desired.routes.filter(
    ({ path, fields, absent }) =>
      !absent &&
      (changes.some((change) => change.of === 'route' && change.path === path) ||
        removed.some((route) => matches(canonicalRoute(fields), route))),
  );
  return [...removed.map(absentEntry), ...written.map(({ fields }) => fields)];
}

/** Checks whether a route has all fields of another one, so that `state: absent` removes it. */
export function matches(route: Fields, named: Fields): boolean {
  return Object.entries(named).every(
    ([key, value]) => key === 'state' || value === undefined || sameValue(route[key], value),
  );
}

/** Returns the names of ports, for messages. */
export function portNames(list: unknown): string[] {
  return asList(list).map((port) => String(asFields(port)?.name ?? port));
}
