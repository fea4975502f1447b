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
import { t } from './messages.ts';
import type { PolicyTarget } from './node-selector.ts';
import { ovnAddresses, withoutOvnAddresses } from './ovn-addresses.ts';
import { policyName, policyText } from './policy-text.ts';
import { rejections } from './rejections.ts';
import { asReported } from './report-state.ts';

/** The nodes of a policy, and what is known about their cluster. */
export type PolicyOptions = ({ host: Host | string } | { role: string }) & {
  /** Version that the cluster was installed with, which determines the masquerade address of OVN-Kubernetes. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** Name of the policy. The default depends on the host or role. */
  name?: string;
  /** How many nodes change at the same time, for policies that don't change br-ex. Others change one node at a time. */
  maxUnavailable?: number | string;
};

export interface PolicyAnswer {
  /** False if OVN-Kubernetes can't follow or the desired document has errors. Also true if there is nothing to do. */
  allowed: boolean;
  changes: PolicyChange[];
  problems: NmstateProblem[];
  /** Name of the policy and of its rollback, so that applying one replaces the other. */
  name: string;
  /** Whether the policy contains br-ex. */
  brEx: boolean;
  /** A NodeNetworkConfigurationPolicy; undefined if the change is rejected or there is nothing to change. */
  policy?: string;
  /** The policy that restores the present state. Applying it replaces the other one. */
  rollback?: string;
  /** Desired states of both policies. */
  desired?: Fields;
  undone?: Fields;
}

/** Rules about documents, not changes: file names, first boots, and the masquerade address, which we write ourselves. */
const DOCUMENT_ONLY: ReadonlySet<string> = new Set(['BR14', 'BR15', 'BR20']);

/**
 * Returns the policy that changes a running node from the present to the desired document, the policy that undoes it, and
 * the problems of the change. The present state may be a document, a policy that was applied, or the report of a node.
 */
export function policyFor(
  present: NmstateDocument,
  desiredDocument: NmstateDocument,
  options: PolicyOptions,
): PolicyAnswer {
  const target = targetOf(options);
  const [before, after] = [mainPart(present), mainPart(desiredDocument)];
  const nothing = { changes: [], name: options.name ?? policyName(target, false), brEx: false };
  if (!before || !after) {
    const unreadable = [present, desiredDocument].filter((document) => !mainPart(document));
    return {
      ...nothing,
      allowed: false,
      problems: unreadable.flatMap((document) => validateNmstate(document).map(asError)),
    };
  }
  if (after.wrapper === 'node-state')
    return {
      ...nothing,
      allowed: false,
      problems: [locate(desiredDocument, after, 'nmstate-policy', REPORT)],
    };
  const host = 'host' in options && typeof options.host === 'object' ? options.host : undefined;
  const faults = validateNmstate(desiredDocument, {
    host,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
    purpose: mentionsBrEx(after.state) ? undefined : 'plain',
  }).filter(({ rule }) => !DOCUMENT_ONLY.has(rule));
  const own = options.cluster?.masquerade;
  const ovn = ovnAddresses([before.state, after.state], options.openShiftVersion, own);
  // Masquerade addresses of the cluster's own network would otherwise count as addresses of the node.
  const plain = ({ state }: StatePart) => (own ? modelOf(withoutOvnAddresses(state.fields, own)) : state);
  const to = plain(after);
  const from = before.wrapper === 'node-state' ? asReported(plain(before), to) : plain(before);
  const found = differences(from, to);
  const changed = found.filter(({ kind }) => kind !== 'unchanged');
  const facts = {
    present: from,
    desired: to,
    changes: found,
    ovn,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
  };
  const rejected = [...rejections(from, to), ...mtuRejection(facts)];
  const report = (finding: Finding) => locate(desiredDocument, after, 'nmstate-policy', finding);
  // If the change is rejected, warnings about applying it don't matter.
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
    differences(to, from).filter(({ kind }) => kind !== 'unchanged'),
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
        message: t('undoRejected', { reason: undoing.message }),
        remedy: t('undoRejectedRemedy'),
      }),
    );
  const write = (state: Fields, comment: readonly string[]) =>
    policyText({ name, target, maxUnavailable: brEx ? 1 : options.maxUnavailable, state, comment });
  return {
    ...answer,
    policy: write(desired, []),
    rollback: write(undone, [t('rollbackOfHostComment', { name })]),
    desired,
    undone,
  };
}

const REPORT: Finding = {
  rule: 'day2-report',
  path: [],
  message: t('reportRequested'),
  remedy: t('reportRequestedRemedy'),
};

/** Returns the state of a document that mentions br-ex, otherwise its first state. */
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
