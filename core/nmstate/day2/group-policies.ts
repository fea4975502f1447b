import { sameValue } from '../../base/document/node-value.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import type { MasqueradeNetworks } from '../model/masquerade.ts';
import { modelOf } from '../model/model.ts';
import { asFields, type Fields } from '../model/values.ts';
import { ownAddresses } from './differences.ts';
import { hasRole, type PolicyTarget } from './node-selector.ts';
import { withoutOvnAddresses } from './ovn-addresses.ts';
import { type PolicyAnswer, policyFor } from './policy-for.ts';
import { policyName, policyText } from './policy-text.ts';

/** A host as it is and as it is wanted. */
export interface HostChange {
  host: Host;
  present: NmstateDocument;
  wanted: NmstateDocument;
}

export interface GroupOptions {
  /** Version that the cluster was installed with. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** How many nodes at once, for policies that leave br-ex alone. */
  maxUnavailable?: number | string;
}

/** A policy for one host, or for all of a role. */
export interface GroupedPolicy {
  name: string;
  /** Name of the file to keep it in. */
  file: string;
  target: PolicyTarget;
  hosts: readonly string[];
  brEx: boolean;
  policy: string;
  rollback: string;
}

export interface GroupedPolicies {
  /** False when a host is refused; policies of the other hosts are there nevertheless. */
  allowed: boolean;
  hosts: readonly { host: Host; answer: PolicyAnswer }[];
  /** In the order in which they are to be applied. */
  policies: readonly GroupedPolicy[];
  /** What to do, step by step. */
  order: readonly string[];
}

/**
 * The policies of many hosts: one for a role when all its hosts get the same and nothing in it belongs to one host,
 * else one for each host. Workers come first, masters last.
 */
export function policiesFor(changes: readonly HostChange[], options: GroupOptions = {}): GroupedPolicies {
  const { maxUnavailable, ...facts } = options;
  const hosts = changes.map(({ host, present, wanted }) => ({
    host,
    answer: policyFor(present, wanted, {
      host,
      ...facts,
      maxUnavailable,
    }),
  }));
  const requested = hosts.flatMap(({ host, answer: { desired, undone, brEx } }) =>
    desired && undone ? [{ host, parts: [desired, undone], brEx }] : [],
  );
  const policies = targets(
    requested.map(({ host, parts }) => ({ host, parts })),
    hosts.map(({ host }) => host),
    facts.cluster?.masquerade,
  ).map(({ target, members }): GroupedPolicy => {
    const [first] = requested.filter(({ host }) => members.includes(host));
    const [state, undone] = first!.parts as [Fields, Fields];
    const name = policyName(target, first!.brEx);
    const write = (desired: Fields, comment: readonly string[]) =>
      policyText({
        name,
        target,
        maxUnavailable: first!.brEx ? 1 : maxUnavailable,
        state: desired,
        comment,
      });
    return {
      name,
      file: `${name}.yaml`,
      target,
      hosts: members.map((host) => host.name),
      brEx: first!.brEx,
      policy: write(state, []),
      rollback: write(undone, [`Undoes the policy ${name}: apply it in its place.`]),
    };
  });
  return {
    allowed: hosts.every(({ answer }) => answer.allowed),
    hosts,
    policies,
    order: steps(policies),
  };
}

/** What a policy for one host says, to be compared with those of others. */
export interface HostPart {
  host: Host;
  parts: readonly Fields[];
}

/**
 * Hosts by the policy that can be theirs together, in the order to apply them. `all`: every host that is known; `networks`:
 * the cluster's own masquerade networks.
 */
export function targets(
  requested: readonly HostPart[],
  all: readonly Host[],
  networks: MasqueradeNetworks = {},
): { target: PolicyTarget; members: readonly Host[] }[] {
  const left = new Set(requested);
  const found: { target: PolicyTarget; members: readonly Host[] }[] = [];
  // Workers of every pool together first: a policy for the role `worker` is for all of them.
  const roles = [...new Set(['worker', ...requested.map(({ host }) => host.role)])];
  for (const role of roles) {
    const nodes = all.filter((host) => hasRole(host, role));
    const members = [...left].filter(({ host }) => nodes.includes(host));
    const [first] = members;
    if (
      !first ||
      members.length < nodes.length ||
      first.parts.some((part) => isOfOneHost(withoutOvnAddresses(part, networks))) ||
      !members.every(({ parts }) => sameValue(parts, first.parts))
    )
      continue;
    for (const member of members) left.delete(member);
    found.push({ target: { role }, members: members.map(({ host }) => host) });
  }
  for (const { host } of left) found.push({ target: { host: host.name }, members: [host] });
  return found.sort((a, b) => rank(a.members[0]!) - rank(b.members[0]!));
}

/** An address or a MAC of its own: another node that gets the role would take it as well. */
function isOfOneHost(state: Fields): boolean {
  return modelOf(state).interfaces.some(
    (iface) =>
      iface.mac !== undefined ||
      (['ipv4', 'ipv6'] as const).some(
        (family) => ownAddresses(asFields(iface.fields[family])?.address).length > 0,
      ),
  );
}

function rank({ role }: Host): number {
  return role === 'master' ? 2 : role === 'arbiter' ? 1 : 0;
}

function steps(policies: readonly GroupedPolicy[]): string[] {
  if (policies.length === 0) return [];
  const [first] = policies;
  return [
    'Make sure that the NMState operator runs: an object `nmstate` of kind NMState (`oc get nmstate`).',
    ...policies.map(({ file, name, target, hosts, brEx }, index) => {
      const which =
        'host' in target
          ? `host ${target.host}`
          : `every node with the role ${target.role} (${hosts.length} here, and those that join later)${brEx ? ', one at a time' : ''}`;
      return `${index === 0 ? 'Apply' : 'Then apply'} ${file}, for ${which}: \`oc apply -f ${file}\`, and wait until \`oc get nncp ${name}\` says Available.`;
    }),
    ...(policies.length > 1
      ? [
          `Go on after ${first!.name} only when its nodes are Ready: policies do not wait for each other, and hosts with policies of their own would change at once.`,
        ]
      : []),
    'Write the same documents into the MachineConfig (`airlock nmstate adopt`): no node restarts for that, and newer releases apply the file again at the next boot.',
  ];
}
