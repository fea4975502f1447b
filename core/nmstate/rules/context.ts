import type { Level } from '../../base/errors/airlock-error.ts';
import type { Nic } from '../model/host.ts';
import type { Interface, NetworkState, Port } from '../model/model.ts';
import { USER_SPACE } from '../model/model.ts';

/**
 * Purpose of a document. `day1`: the host's file in /etc/nmstate/openshift, applied on its first boot. `day2`: a policy for
 * a running node. `first-boot`: `networkConfig` and NMStateConfig, converted to profiles without a current state. `report`:
 * the state that a node reports. `plain`: any other document, which is merged with an unknown state.
 */
export type Purpose = 'day1' | 'day2' | 'first-boot' | 'report' | 'plain';

export interface RuleContext {
  state: NetworkState;
  purpose: Purpose;
  /** NICs of the machine, undefined if they are unknown. NICs without a name only have a MAC address. */
  nics: readonly Nic[] | undefined;
  graph: Graph;
}

/** The graph of interfaces: ports and their controllers, stacked interfaces and their base. */
export interface Graph {
  /** Interfaces of the kernel by name. As in nmstate, the last one of a name takes precedence. */
  kernel: ReadonlyMap<string, Interface>;
  /** Bridges of Open vSwitch and VPNs, which have their own namespace. */
  userSpace: ReadonlyMap<string, Interface>;
  /** The controllers of each port in the order of the document. More than one is an error. */
  controllers: ReadonlyMap<string, readonly { controller: Interface; port: Port | undefined }[]>;
}

/** Returns the graph of a state. */
export function graphOf({ interfaces }: NetworkState): Graph {
  const kernel = new Map<string, Interface>();
  const userSpace = new Map<string, Interface>();
  const controllers = new Map<string, { controller: Interface; port: Port | undefined }[]>();
  for (const iface of interfaces)
    (USER_SPACE.has(iface.type ?? '') ? userSpace : kernel).set(iface.name, iface);
  const add = (name: string, controller: Interface, port: Port | undefined) => {
    const known = controllers.get(name);
    if (!known) controllers.set(name, [{ controller, port }]);
    else known.push({ controller, port });
  };
  for (const iface of interfaces)
    if (iface.state === 'up') for (const port of iface.ports ?? []) add(port.name, iface, port);
  for (const iface of interfaces) {
    if (!iface.controller) continue;
    const controller = userSpace.get(iface.controller) ?? kernel.get(iface.controller);
    if (controller && !controllers.get(iface.name)?.some((entry) => entry.controller === controller))
      add(iface.name, controller, undefined);
  }
  return { kernel, userSpace, controllers };
}

/** Returns an interface by name. Those of the kernel take precedence, because ports, routes and addresses are theirs. */
export function find(graph: Graph, name: string): Interface | undefined {
  return graph.kernel.get(name) ?? graph.userSpace.get(name);
}

const VF = /^sriov:([^:]+):(\d+)$/;

/** Returns the parts of a reference to a virtual function, `sriov:<pf>:<id>`. */
export function parseVf(name: string): { pf: string; id: number } | undefined {
  const match = VF.exec(name);
  return match ? { pf: match[1]!, id: Number(match[2]) } : undefined;
}

/**
 * Returns the NIC whose MAC address an interface gets: a bond copies the one of its first port. Undefined if that isn't
 * known, as with virtual functions, which only have a name after their parent is set up.
 */
export function nicBelow(graph: Graph, name: string, seen: Set<string> = new Set()): string | undefined {
  if (seen.has(name) || parseVf(name)) return undefined;
  seen.add(name);
  const iface = graph.kernel.get(name);
  if (!iface || !isCreated(iface)) return name;
  const below =
    iface.copyMacFrom ?? iface.base ?? (iface.type === 'bond' ? iface.ports?.[0]?.name : undefined);
  return below === undefined ? undefined : nicBelow(graph, below, seen);
}

/** Returns whether NMState creates an interface if it doesn't exist: bonds, VLANs and so on, but not NICs. */
export function isCreated(iface: Interface | undefined): boolean {
  return iface?.type !== undefined && iface.type !== 'ethernet' && iface.type !== 'loopback';
}

/**
 * Returns the level of the problem that a name isn't an interface of the document: `error` if the NICs of the machine are
 * known without it, undefined if it is one of them, otherwise `info`, because the node may have it.
 */
export function unknownName(context: RuleContext, name: string): Level | undefined {
  const nics = context.nics?.filter((nic) => nic.name !== undefined);
  if (!nics || nics.length === 0) return 'info';
  return nics.some((nic) => nic.name === name) ? undefined : 'error';
}

/** Returns whether the document defines the complete network of the node, so that everything it needs must be in it. */
export function isStandalone({ purpose }: RuleContext): boolean {
  return purpose === 'day1' || purpose === 'first-boot';
}

/** Returns the level of a fault that only concerns new interfaces, because a policy or edit may change an existing one. */
export function whenNew(context: RuleContext): Level {
  return isStandalone(context) ? 'error' : 'warning';
}
