import type { Interface, NetworkState, Port } from '../model/model.ts';
import { find, type Graph, parseVf } from '../rules/context.ts';

export const BR_EX = 'br-ex';

/** The layout of br-ex in a document. */
export interface BrExLayout {
  bridge: Interface | undefined;
  /** The ovs-interface of the same name, which has the addresses. */
  internal: Interface | undefined;
  /** The ports without internal ones and patches. The members of an OVS bond are one uplink. */
  uplinks: readonly Uplink[];
}

export interface Uplink {
  /** Name of the port or OVS bond. */
  name: string;
  path: Port['path'];
  /** The NIC, bond or VLAN that is a port of the bridge, or the members of an OVS bond. */
  members: readonly Port[];
  ovsBond: boolean;
}

/** Returns the layout of br-ex, which may be incomplete. */
export function brExLayout(state: NetworkState, graph: Graph): BrExLayout {
  const bridge = state.interfaces.find((iface) => iface.name === BR_EX && iface.type === 'ovs-bridge');
  const internal = state.interfaces.find((iface) => iface.name === BR_EX && iface.type === 'ovs-interface');
  const bonds = new Map((bridge?.ovsBonds ?? []).map((bond) => [bond.name, bond]));
  const uplinks: Uplink[] = [];
  for (const port of bridge?.ports ?? []) {
    if (port.name === BR_EX || graph.kernel.get(port.name)?.type === 'ovs-interface') continue;
    const bond = port.bond === undefined ? undefined : bonds.get(port.bond);
    const known = bond && uplinks.find((uplink) => uplink.name === bond.name);
    if (known) (known.members as Port[]).push(port);
    else
      uplinks.push({
        name: bond?.name ?? port.name,
        path: bond?.path ?? port.path,
        members: [port],
        ovsBond: bond !== undefined,
      });
  }
  return { bridge, internal, uplinks };
}

/** Returns an interface and all interfaces below it: a VLAN, its bond and the NICs of the bond, or the PF of a virtual function. */
export function chainBelow(graph: Graph, name: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const iface = graph.kernel.get(name);
  const below = [
    ...(iface?.base === undefined ? [] : [iface.base]),
    ...(iface?.type === 'bond' ? (iface.ports ?? []).map((port) => port.name) : []),
  ];
  const vf = parseVf(name);
  return [name, ...(vf ? [vf.pf] : below).flatMap((lower) => chainBelow(graph, lower, seen))];
}

/** Returns whether the document defines br-ex. */
export function mentionsBrEx(state: NetworkState): boolean {
  return state.interfaces.some(
    (iface) => iface.name === BR_EX && (iface.type === 'ovs-bridge' || iface.type === 'ovs-interface'),
  );
}

/** Returns the MTU of an interface or of its base interface, undefined if the document has none. */
export function mtuOf(graph: Graph, name: string): number | undefined {
  const iface = find(graph, name);
  return iface?.mtu ?? (iface?.base === undefined ? undefined : mtuOf(graph, iface.base));
}
