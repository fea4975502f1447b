import { mentionsBrEx } from '../br-ex/layout.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import { type Finding, locate, type NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import { modelOf } from '../model/model.ts';
import type { Fields } from '../model/values.ts';
import { validateNmstate } from '../validation/validate.ts';
import { cautions, mtuRejection } from './cautions.ts';
import { changeOf, type PolicyChange } from './change.ts';
import { concernsBrEx, desiredState } from './desired-state.ts';
import { differences } from './differences.ts';
import type { PolicyTarget } from './node-selector.ts';
import { ovnAddresses, withoutOvnAddresses } from './ovn-addresses.ts';
import { policyName, policyText } from './policy-text.ts';
import { rejections } from './rejections.ts';
import { asReported } from './report-state.ts';

/** Which nodes, and what is known of their cluster. */
export type PolicyOptions = ({ host: Host | string } | { role: string }) & {
  /** Version that the cluster was installed with: OVN's masquerade address follows from it. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** Name of the policy; default by host or role. */
  name?: string;
  /** How many nodes at once, for policies that leave br-ex alone; those that do not take one at a time. */
  maxUnavailable?: number | string;
};

export interface PolicyAnswer {
  /** False when OVN-Kubernetes cannot follow, or the wanted document has errors. True also when there is nothing to do. */
  allowed: boolean;
  changes: PolicyChange[];
  problems: NmstateProblem[];
  /** Name of the policy, and of its rollback: applying the one replaces the other. */
  name: string;
  /** Whether the policy holds br-ex. */
  brEx: boolean;
  /** A NodeNetworkConfigurationPolicy; undefined when it is refused or nothing is to change. */
  policy?: string;
  /** The policy that leads back to the present state, to be applied in its place. */
  rollback?: string;
  /** Desired states of both. */
  desired?: Fields;
  undone?: Fields;
}

/** What is said of a document as such, and not of a change: file names, first boots, OVN's address, which we write. */
const NOT_OURS: ReadonlySet<string> = new Set(['BR14', 'BR15', 'BR20']);

/**
 * The policy that makes the wanted document of the present one on a running node, the policy that undoes it, and what
 * speaks against it. The present state may be a document, a policy that was applied, or a node's report.
 */
export function policyFor(
  present: NmstateDocument,
  wanted: NmstateDocument,
  options: PolicyOptions,
): PolicyAnswer {
  const target = targetOf(options);
  const [before, after] = [mainPart(present), mainPart(wanted)];
  const nothing = { changes: [], name: options.name ?? policyName(target, false), brEx: false };
  if (!before || !after) {
    const unreadable = [present, wanted].filter((document) => !mainPart(document));
    return {
      ...nothing,
      allowed: false,
      problems: unreadable.flatMap((document) => validateNmstate(document).map(asError)),
    };
  }
  if (after.wrapper === 'node-state')
    return { ...nothing, allowed: false, problems: [locate(wanted, after, 'nmstate-policy', REPORT)] };
  const host = 'host' in options && typeof options.host === 'object' ? options.host : undefined;
  const faults = validateNmstate(wanted, {
    host,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
    purpose: mentionsBrEx(after.state) ? undefined : 'plain',
  }).filter(({ rule }) => !NOT_OURS.has(rule));
  const own = options.cluster?.masquerade;
  const ovn = ovnAddresses([before.state, after.state], options.openShiftVersion, own);
  // Those of a network that only this cluster has would count as addresses of the node.
  const plain = ({ state }: StatePart) => (own ? modelOf(withoutOvnAddresses(state.fields, own)) : state);
  const to = plain(after);
  const from = before.wrapper === 'node-state' ? asReported(plain(before), to) : plain(before);
  const found = differences(from, to);
  const changed = found.filter(({ kind }) => kind !== 'kept');
  const facts = {
    present: from,
    wanted: to,
    changes: found,
    ovn,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
  };
  const rejected = [...rejections(from, to), ...mtuRejection(facts)];
  const report = (finding: Finding) => locate(wanted, after, 'nmstate-policy', finding);
  // Nothing is to be careful about where nothing is done.
  const careful = rejected.length > 0 ? [] : cautions(facts);
  const problems = [...[...rejected, ...careful].map(report), ...faults];
  const brEx = changed.some((change) => concernsBrEx(change, from, to));
  const name = options.name ?? policyName(target, brEx);
  const allowed = !problems.some(({ level }) => level === 'error');
  const answer: PolicyAnswer = {
    allowed,
    changes: found.map((difference) =>
      changeOf(difference, to, rejected.find(({ concerns }) => concerns(difference))?.message),
    ),
    problems,
    name,
    brEx,
  };
  if (!allowed || changed.length === 0) return answer;
  const desired = desiredState(changed, from, to, ovn);
  const undone = desiredState(
    differences(to, from).filter(({ kind }) => kind !== 'kept'),
    to,
    from,
    ovn,
  );
  const undoing = rejections(to, from)[0];
  if (undoing)
    problems.push(
      report({
        rule: 'day2-one-way',
        path: [],
        level: 'warning',
        message: `Going back is more than a policy can do: ${undoing.message}`,
        remedy:
          'Make sure that the change is to stay. NMState itself still rolls back when probes fail right after it.',
      }),
    );
  const write = (state: Fields, comment: readonly string[]) =>
    policyText({ name, target, maxUnavailable: brEx ? 1 : options.maxUnavailable, state, comment });
  return {
    ...answer,
    policy: write(desired, []),
    rollback: write(undone, [
      `Undoes the policy ${name}: apply it in its place. Deleting a policy changes nothing on the nodes.`,
    ]),
    desired,
    undone,
  };
}

const REPORT: Finding = {
  rule: 'day2-report',
  path: [],
  message:
    'A node’s report cannot be what is wanted: it holds everything the node has, down to addresses of pods',
  remedy: 'Give the document of the host as it shall be.',
};

/** The state of a document that is about br-ex, else its first. */
export function mainPart({ states, yaml }: NmstateDocument): StatePart | undefined {
  if (yaml.faults.length > 0) return undefined;
  return states.find(({ state }) => mentionsBrEx(state)) ?? states[0];
}

function targetOf(options: PolicyOptions): PolicyTarget {
  if (!('host' in options)) return { role: options.role };
  return { host: typeof options.host === 'string' ? options.host : options.host.name };
}

function asError(problem: NmstateProblem): NmstateProblem {
  return { ...problem, level: 'error' };
}
