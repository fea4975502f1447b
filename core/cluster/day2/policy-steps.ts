import { sameValue } from '../../base/document/node-value.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { type Resource, resourceYaml } from '../../content/resources/resource-yaml.ts';
import type { PolicyChange } from '../../nmstate/day2/change.ts';
import type { PolicyTarget } from '../../nmstate/day2/node-selector.ts';
import { type PolicyOptions, policyFor } from '../../nmstate/day2/policy-for.ts';
import { type NmstateDocument, readNmstate } from '../../nmstate/model/document.ts';
import { type Host, shortName } from '../../nmstate/model/host.ts';
import type { AppliedObject } from '../client/applied.ts';
import type { Cluster } from '../client/connect.ts';
import { applyObject, listObjects, readObject } from '../client/live-objects.ts';
import { type LiveObject, refOf } from '../client/object-ref.ts';
import type { Look, PlanStep } from './run-plan.ts';
import {
  nodesLook,
  PLAN_TIMES,
  type PlanTimes,
  policyLook,
  type StepProgress,
  waiterFor,
} from './settling.ts';

/** A policy as `airlock nmstate nncp` makes it, with what it was made of. */
export interface PlannedPolicy {
  name: string;
  target: PolicyTarget;
  policy: string;
  rollback: string;
  /** What it changes, of one of its hosts. */
  changes: readonly PolicyChange[];
  /** What its hosts shall have: by host, or the same for all nodes of a role. */
  wanted: readonly { host: Host | undefined; document: NmstateDocument }[];
  /** As the policy was made. */
  options: Pick<PolicyOptions, 'openShiftVersion' | 'cluster' | 'maxUnavailable'>;
}

const POLICIES = { apiVersion: 'nmstate.io/v1', kind: 'NodeNetworkConfigurationPolicy' };
const REPORTS = { apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkState' };

/**
 * A step for each policy, in their order: the nodes must report what the policy was made of, and be ready; it is applied and
 * waited for, until every enactment is available and the nodes are ready again. What is kept for a rollback is the policy
 * that undoes it: deleting a policy changes nothing on nodes.
 * @param options.overwrite fields of somebody else's policy are taken over, and nodes may report something else
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
      title: `${index + 1}. Policy ${planned.name} for ${'host' in planned.target ? planned.target.host : `every ${planned.target.role}`}`,
      check: async (signal) => {
        const { open } = await nodesLook(cluster, signal);
        if (open.length > 0) return problem('cluster-not-ready', `nodes are not ready: ${open.join('; ')}`);
        return overwrite ? undefined : differentReport(cluster, planned, signal);
      },
      actions: [
        {
          ref,
          verbs: ['get', 'create', 'patch'],
          look: async (_assumed, signal): Promise<Look> => {
            if (!(await cluster.served(ref.apiVersion, ref.kind, signal)))
              return {
                ...{ state: 'stop', result: 'failed' },
                problem: {
                  ...problem('cluster-missing', 'the cluster does not know NodeNetworkConfigurationPolicy'),
                  remedy:
                    'Install the NMState operator and make its object `nmstate` of kind NMState, then run the same command again.',
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
        waiterFor('policy', (signal) => policyLook(cluster, planned.name, signal)),
        waiterFor('nodes', (signal) => nodesLook(cluster, signal)),
      ],
    };
  });
}

/** What nodes report that the policy was not made for; undefined when they report nothing else, or nothing at all. */
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
    const wanted =
      planned.wanted.find(({ host }) => host && shortName(host.name) === shortName(node)) ??
      planned.wanted.find(({ host }) => host === undefined);
    if (!wanted) continue;
    const found = policyFor(readNmstate(resourceYaml(report)), wanted.document, {
      host: wanted.host ?? node,
      ...planned.options,
    });
    const rejected = found.changes.filter(({ allowed }) => !allowed);
    const others = found.changes.map(changeText).filter((text) => !expected.has(text));
    const why =
      rejected.length > 0
        ? `from what it reports, OVN-Kubernetes could not follow: ${rejected.map(changeText).join('; ')}`
        : others.length > 0
          ? `it reports something else than the policy was made of: ${others.join('; ')}`
          : undefined;
    if (why !== undefined)
      return {
        ...problem('cluster-changed', `node ${node}: ${why}`),
        remedy: `Make the policy of what the node has (\`oc get nns ${node} -o yaml\` as --from); --overwrite applies it all the same.`,
      };
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
  return `${what}: ${from ?? 'nothing'} -> ${to ?? 'nothing'}`;
}

function problem(
  code: 'cluster-not-ready' | 'cluster-changed' | 'cluster-missing',
  message: string,
): Problem {
  return { code, level: 'error', message, remedy: ERROR_CODES[code][1] };
}

/** Waits for the policies that a rollback put back: nodes follow them as they follow others. @returns those that failed */
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
        ...(await waiterFor('policy', (signal) => policyLook(cluster, name, signal))({
          times: { ...PLAN_TIMES, ...options.times },
          ...{ emit, signal },
        })),
      );
  return problems;
}
