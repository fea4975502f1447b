import type { Interface, NetworkState, Port } from '../model/model.ts';
import { find, type Graph, parseVf } from '../rules/context.ts';

export const BR_EX = 'br-ex';

/** How br-ex is built in a document. */
export interface BrExLayout {
  bridge: Interface | undefined;
  /** The ovs-interface of the same name: it has the addresses. */
  internal: Interface | undefined;
  /** Ports that lead out: all but internal ones and patches. Members of an OVS bond count together. */
  uplinks: readonly Uplink[];
}

export interface Uplink {
  /** The port, or the OVS bond. */
  name: string;
  path: Port['path'];
  /** NICs, bonds or VLANs that are ports of the bridge: one, or the members of an OVS bond. */
  members: readonly Port[];
  ovsBond: boolean;
}

/** Reads the layout of br-ex, whatever is missing of it. */
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

/** Everything below an interface, itself first: VLAN, its bond, the NICs of that; also the PF of a virtual function. */
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

/** Whether the document is about br-ex at all. */
export function mentionsBrEx(state: NetworkState): boolean {
  return state.interfaces.some(
    (iface) => iface.name === BR_EX && (iface.type === 'ovs-bridge' || iface.type === 'ovs-interface'),
  );
}

/** The MTU packets can have on an interface, as far as the document says: its own, or that of what it stands on. */
export function mtuOf(graph: Graph, name: string): number | undefined {
  const iface = find(graph, name);
  return iface?.mtu ?? (iface?.base === undefined ? undefined : mtuOf(graph, iface.base));
}
