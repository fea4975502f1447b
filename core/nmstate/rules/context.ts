import type { Level } from '../../base/errors/airlock-error.ts';
import type { Nic } from '../model/host.ts';
import type { Interface, NetworkState, Port } from '../model/model.ts';
import { USER_SPACE } from '../model/model.ts';

/**
 * What a document is for. `day1`: the host's file below /etc/nmstate/openshift, applied on its first boot. `day2`: a policy
 * on a running node. `first-boot`: `networkConfig` and NMStateConfig, turned into profiles without any current state.
 * `report`: what a node says of itself. `plain`: anything, to be merged with a state that is not known.
 */
export type Purpose = 'day1' | 'day2' | 'first-boot' | 'report' | 'plain';

export interface RuleContext {
  state: NetworkState;
  purpose: Purpose;
  /** NICs of the machine by name, when they are known; those without a name only have their MAC. */
  nics: readonly Nic[] | undefined;
  graph: Graph;
}

/** How interfaces hang together: ports below controllers, stacked ones above their base. */
export interface Graph {
  /** Interfaces of the kernel by name; the last one of a name wins, as in nmstate. */
  kernel: ReadonlyMap<string, Interface>;
  /** Bridges of Open vSwitch and VPNs, whose names are a space of their own. */
  userSpace: ReadonlyMap<string, Interface>;
  /** For each port its controllers, in the order of the document; more than one is an error. */
  controllers: ReadonlyMap<string, readonly { controller: Interface; port: Port | undefined }[]>;
}

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

/** An interface by name: of the kernel first, since ports, routes and addresses are there. */
export function find(graph: Graph, name: string): Interface | undefined {
  return graph.kernel.get(name) ?? graph.userSpace.get(name);
}

const VF = /^sriov:([^:]+):(\d+)$/;

/** The parts of a reference to a virtual function, `sriov:<pf>:<id>`. */
export function parseVf(name: string): { pf: string; id: number } | undefined {
  const match = VF.exec(name);
  return match ? { pf: match[1]!, id: Number(match[2]) } : undefined;
}

/**
 * How bad it is that a name is no interface of the document: an error when the NICs of the machine are known and it is none
 * of them, nothing when it is one, and else only worth saying, since the node may have it.
 */
export function unknownName(context: RuleContext, name: string): Level | undefined {
  const nics = context.nics?.filter((nic) => nic.name !== undefined);
  if (!nics || nics.length === 0) return 'info';
  return nics.some((nic) => nic.name === name) ? undefined : 'error';
}

/** Whether nothing but the document says how the node is set up: what needs an address must find it here. */
export function isStandalone({ purpose }: RuleContext): boolean {
  return purpose === 'day1' || purpose === 'first-boot';
}

/** The level of a fault that only is one when the interface is new: a policy or an edit may change one that is there. */
export function whenNew(context: RuleContext): Level {
  return isStandalone(context) ? 'error' : 'warning';
}
