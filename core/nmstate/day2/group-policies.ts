import { sameValue } from '../../base/document/node-value.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { Host } from '../model/host.ts';
import type { MasqueradeNetworks } from '../model/masquerade.ts';
import { modelOf } from '../model/model.ts';
import { asFields, type Fields } from '../model/values.ts';
import { ownAddresses } from './differences.ts';
import { t } from './messages.ts';
import { hasRole, type PolicyTarget } from './node-selector.ts';
import { withoutOvnAddresses } from './ovn-addresses.ts';
import { type PolicyAnswer, policyFor } from './policy-for.ts';
import { policyName, policyText } from './policy-text.ts';

/** A host with its present and its desired document. */
export interface HostChange {
  host: Host;
  present: NmstateDocument;
  desired: NmstateDocument;
}

export interface GroupOptions {
  /** Version that the cluster was installed with. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** How many nodes change at the same time, for policies that don't change br-ex. */
  maxUnavailable?: number | string;
}

/** A policy for one host, or for all of a role. */
export interface GroupedPolicy {
  name: string;
  /** Name of the file for the policy. */
  file: string;
  target: PolicyTarget;
  hosts: readonly string[];
  brEx: boolean;
  policy: string;
  rollback: string;
}

export interface GroupedPolicies {
  /** False when the change of a host is rejected. The policies of the other hosts are still present. */
  allowed: boolean;
  hosts: readonly { host: Host; answer: PolicyAnswer }[];
  /** In the order in which to apply them. */
  policies: readonly GroupedPolicy[];
  /** What to do, step by step. */
  order: readonly string[];
}

/**
 * Returns the policies of many hosts: one per role if all its hosts change in the same way and nothing in it is specific to
 * one host, otherwise one per host. Workers come first, control plane nodes last.
 */
export function policiesFor(changes: readonly HostChange[], options: GroupOptions = {}): GroupedPolicies {
  const { maxUnavailable, ...facts } = options;
  const hosts = changes.map(({ host, present, desired }) => ({
    host,
    answer: policyFor(present, desired, {
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
      rollback: write(undone, [t('rollbackComment', { name })]),
    };
  });
  return {
    allowed: hosts.every(({ answer }) => answer.allowed),
    hosts,
    policies,
    order: steps(policies),
  };
}

/** The content of a policy for one host, to compare it with that of others. */
export interface HostPart {
  host: Host;
  parts: readonly Fields[];
}

/**
 * Groups hosts that can share a policy, in the order to apply the policies. `all`: all known hosts; `networks`: the
 * cluster's own masquerade networks.
 */
export function targets(
  requested: readonly HostPart[],
  all: readonly Host[],
  networks: MasqueradeNetworks = {},
): { target: PolicyTarget; members: readonly Host[] }[] {
  const left = new Set(requested);
  const found: { target: PolicyTarget; members: readonly Host[] }[] = [];
  // Workers of all pools come first: a policy for the role `worker` applies to all of them.
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

/** Checks whether a state has an address or a MAC address, which another node with the role would also get. */
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
    t('operatorStep'),
    ...policies.map(({ file, name, target, hosts, brEx }, index) => {
      const step = { position: index === 0 ? 'first' : 'later', file, name };
      return 'host' in target
        ? t('hostStep', { ...step, host: target.host })
        : t('roleStep', {
            ...step,
            role: target.role,
            count: hosts.length,
            pace: brEx ? 'serial' : 'parallel',
          });
    }),
    ...(policies.length > 1 ? [t('waitStep', { name: first!.name })] : []),
    t('machineConfigStep'),
  ];
}
