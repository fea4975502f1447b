import { sameValue } from '../../base/document/node-value.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { type Resource, resourceYaml } from '../../content/resources/resource-yaml.ts';
import type { PolicyChange } from '../../nmstate/day2/change.ts';
import type { GroupedPolicies, HostChange } from '../../nmstate/day2/group-policies.ts';
import type { PolicyTarget } from '../../nmstate/day2/node-selector.ts';
import { type PolicyOptions, policyFor } from '../../nmstate/day2/policy-for.ts';
import { type NmstateDocument, readNmstate } from '../../nmstate/model/document.ts';
import { type Host, shortName } from '../../nmstate/model/host.ts';
import type { AppliedObject } from '../client/applied.ts';
import type { Cluster } from '../client/connect.ts';
import { applyObject, listObjects, readObject } from '../client/live-objects.ts';
import { type LiveObject, refOf } from '../client/object-ref.ts';
import { t } from './messages.ts';
import type { ActionState, PlanStep } from './run-plan.ts';
import {
  PLAN_TIMES,
  type PlanTimes,
  pollNodes,
  pollPolicy,
  type StepProgress,
  waiterFor,
} from './settling.ts';

/** A policy that `airlock nmstate nncp` makes, with its sources. */
export interface PlannedPolicy {
  name: string;
  target: PolicyTarget;
  policy: string;
  rollback: string;
  /** Its changes on one of its hosts. */
  changes: readonly PolicyChange[];
  /** The desired state: by host, or the same for all nodes of a role. */
  desired: readonly { host: Host | undefined; document: NmstateDocument }[];
  /** The options that the policy was made with. */
  options: Pick<PolicyOptions, 'openShiftVersion' | 'cluster' | 'maxUnavailable'>;
}

/** Returns grouped policies for `policySteps`, with the changes that they were made from. */
export function plannedPolicies(
  { policies, hosts: answers }: GroupedPolicies,
  hosts: readonly HostChange[],
  options: PlannedPolicy['options'],
): PlannedPolicy[] {
  return policies.map(({ name, target, policy, rollback, hosts: names }) => ({
    ...{ name, target, policy, rollback, options },
    changes: answers.filter(({ host }) => names.includes(host.name)).flatMap(({ answer }) => answer.changes),
    desired: hosts
      .filter(({ host }) => names.includes(host.name))
      .map(({ host, desired }) => ({ host, document: desired })),
  }));
}

const POLICIES = { apiVersion: 'nmstate.io/v1', kind: 'NodeNetworkConfigurationPolicy' };
const REPORTS = { apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState' };

/**
 * Returns a step for each policy, in their order. Nodes must be ready and in the state that the policy was made for. The
 * step applies the policy and waits until all enactments are available and the nodes are ready again. The record contains
 * the policy that undoes it, because deleting a policy changes nothing on nodes.
 * @param options.overwrite takes over fields that others own, and allows another state of the nodes
 */
export function policySteps(
  cluster: Cluster,
  policies: readonly PlannedPolicy[],
  { overwrite }: { overwrite: boolean },
): PlanStep[] {
  return policies.map((planned, index): PlanStep => {
    const policy = yamlValue(planned.policy) as Resource;
    const ref = refOf(policy);
    return {
      title:
        'host' in planned.target
          ? t('policyForHost', { number: index + 1, policy: planned.name, host: planned.target.host })
          : t('policyForRole', { number: index + 1, policy: planned.name, role: planned.target.role }),
      check: async (signal) => {
        const { open } = await pollNodes(cluster, signal);
        if (open.length > 0)
          return problem('cluster-not-ready', t('nodesNotReady', { nodes: open.join('; ') }));
        return overwrite ? undefined : differentReport(cluster, planned, signal);
      },
      actions: [
        {
          ref,
          verbs: ['get', 'create', 'patch'],
          readState: async (_assumed, signal): Promise<ActionState> => {
            if (!(await cluster.served(ref.apiVersion, ref.kind, signal)))
              return {
                ...{ state: 'stop', result: 'failed' },
                problem: {
                  ...problem('cluster-missing', t('policyKindMissing')),
                  remedy: t('policyKindMissingRemedy'),
                },
              };
            const live = await readObject(cluster, ref, signal);
            if (live && sameValue(live.spec, policy.spec)) return { state: 'done' };
            return {
              ...{ state: 'ready', live, back: yamlValue(planned.rollback) as Resource },
              send: async (dryRun) =>
                (await applyObject(cluster, policy, { force: overwrite, dryRun }, signal)).body,
            };
          },
        },
      ],
      waits: [
        waiterFor('policy', (signal) => pollPolicy(cluster, planned.name, signal)),
        waiterFor('nodes', (signal) => pollNodes(cluster, signal)),
      ],
    };
  });
}

/** Returns a problem if nodes report a state that the policy wasn't made for. Nodes without a report are skipped. */
async function differentReport(
  cluster: Cluster,
  planned: PlannedPolicy,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  const reports = (await listObjects(cluster, REPORTS, signal)) ?? [];
  const names = new Set(await nodesOf(cluster, planned.target, signal));
  const expected = new Set(planned.changes.map(changeText));
  for (const report of reports) {
    const node = report.metadata.name;
    if (!names.has(shortName(node))) continue;
    const desired =
      planned.desired.find(({ host }) => host && shortName(host.name) === shortName(node)) ??
      planned.desired.find(({ host }) => host === undefined);
    if (!desired) continue;
    const found = policyFor(readNmstate(resourceYaml(report)), desired.document, {
      host: desired.host ?? node,
      ...planned.options,
    });
    const rejected = found.changes.filter(({ allowed }) => !allowed);
    const others = found.changes.map(changeText).filter((text) => !expected.has(text));
    const message =
      rejected.length > 0
        ? t('policyBreaksNetwork', { node, changes: rejected.map(changeText).join('; ') })
        : others.length > 0
          ? t('nodeStateDiffers', { node, changes: others.join('; ') })
          : undefined;
    if (message !== undefined)
      return { ...problem('cluster-changed', message), remedy: t('nodeStateRemedy', { node }) };
  }
  return undefined;
}

async function nodesOf(
  cluster: Cluster,
  target: PolicyTarget,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if ('host' in target) return [shortName(target.host)];
  const nodes = (await listObjects(cluster, { apiVersion: 'v1', kind: 'Node' }, signal)) ?? [];
  const label = `node-role.kubernetes.io/${target.role}`;
  return nodes
    .filter(({ metadata }: LiveObject) => metadata.labels?.[label] !== undefined)
    .map(({ metadata }) => shortName(metadata.name));
}

function changeText({ what, from, to }: PolicyChange): string {
  return t('policyChange', { setting: what, from: from ?? t('unsetSide'), to: to ?? t('unsetSide') });
}

function problem(
  code: 'cluster-not-ready' | 'cluster-changed' | 'cluster-missing',
  message: string,
): Problem {
  return { code, level: 'error', message, remedy: ERROR_CODES[code][1] };
}

/** Waits until nodes have applied the policies that a rollback restored. @returns problems of those that failed */
export async function policiesRestored(
  cluster: Cluster,
  objects: readonly AppliedObject[],
  options: { times?: Partial<PlanTimes>; emit: (progress: StepProgress) => void; signal?: AbortSignal },
): Promise<Problem[]> {
  const { emit, signal } = options;
  const problems: Problem[] = [];
  for (const { kind, apiVersion, name, result } of objects)
    if (kind === POLICIES.kind && apiVersion === POLICIES.apiVersion && result === 'restored')
      problems.push(
        ...(await waiterFor('policy', (signal) => pollPolicy(cluster, name, signal))({
          times: { ...PLAN_TIMES, ...options.times },
          ...{ emit, signal },
        })),
      );
  return problems;
}
