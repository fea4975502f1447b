import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Cluster } from '../client/connect.ts';
import { listObjects, readObject } from '../client/live-objects.ts';
import type { LiveObject } from '../client/object-ref.ts';

/** What a step is waited for. */
export type AwaitedThing = 'operators' | 'nodes' | 'credentials' | 'control-plane' | 'policy';

/** How far the cluster is with a step: `done` of `total` objects. */
export interface StepProgress {
  type: 'waiting';
  for: AwaitedThing;
  done: number;
  total: number;
  detail: string;
}

/** Times of waiting for a step, in ms. */
export interface PlanTimes {
  /** Between two looks. Default 5 s. */
  pollMs: number;
  /** How long operators may take to begin; when nothing began, nothing had to. Default 60 s. */
  settleMs: number;
  /** A step. Default 30 min; the control plane may take six times as long. */
  stepMs: number;
}

export const PLAN_TIMES: PlanTimes = { pollMs: 5000, settleMs: 60_000, stepMs: 30 * 60_000 };

/** One look: what is not as it shall be, each with what it says. `failed`: it will not become so. */
export interface Looked {
  total: number;
  open: string[];
  failed?: string;
}

export type Waiter = (options: {
  times: PlanTimes;
  emit: (progress: StepProgress) => void;
  signal: AbortSignal | undefined;
}) => Promise<Problem[]>;

/**
 * Looks until nothing is open. A server that is away, as while its own node is replaced, is asked again.
 * @param options.settles nothing may be open yet when operators have not begun: `settleMs` decides
 * @returns what failed or took too long
 */
export function waiterFor(
  what: AwaitedThing,
  look: (signal: AbortSignal | undefined) => Promise<Looked>,
  options: { settles?: boolean; patience?: number } = {},
): Waiter {
  const { settles = false, patience = 1 } = options;
  return async ({ times, emit, signal }) => {
    const began = Date.now();
    let hasStarted = !settles;
    for (;;) {
      const found = await look(signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof AirlockError && (error.retryable || error.code === 'connection'))
          return undefined;
        throw error;
      });
      const waited = Date.now() - began;
      const open = found?.open ?? ['the API server gives no answer'];
      hasStarted ||= open.length > 0;
      const total = found?.total ?? 0;
      emit({
        type: 'waiting',
        for: what,
        done: Math.max(0, total - open.length),
        total,
        detail: open.join('; '),
      });
      if (found?.failed !== undefined) return [notReady(found.failed)];
      if (open.length === 0 && (hasStarted || waited >= times.settleMs)) return [];
      if (waited >= times.stepMs * patience) return [notReady(`not ready in time: ${open.join('; ')}`)];
      await wait(times.pollMs, undefined, signal && { signal });
    }
  };
}

export function notReady(message: string): Problem {
  return { code: 'cluster-not-ready', level: 'error', message, remedy: ERROR_CODES['cluster-not-ready'][1] };
}

interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

export function conditionsOf(object: LiveObject): Condition[] {
  return (object.status as { conditions?: Condition[] } | undefined)?.conditions ?? [];
}

/** Operators that are not available, that progress or are degraded; those that a cluster does not have are left out. */
export async function operatorsLook(
  cluster: Cluster,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Looked> {
  const kind = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator' };
  const all = ((await listObjects(cluster, kind, signal)) ?? []).filter(({ metadata }) =>
    names.includes(metadata.name),
  );
  const wrong: Record<string, string> = { Available: 'False', Progressing: 'True', Degraded: 'True' };
  const open = all.flatMap((operator) => {
    const bad = conditionsOf(operator).filter(({ type, status }) => wrong[type] === status);
    if (bad.length === 0) return [];
    const states = bad.map(
      ({ type, status, message }) => `${type} ${status}${message ? ` (${message.slice(0, 300)})` : ''}`,
    );
    return [`ClusterOperator ${operator.metadata.name}: ${states.join(', ')}`];
  });
  return { total: all.length, open };
}

/** Nodes that are not ready, or wait for the cloud provider. */
export async function nodesLook(cluster: Cluster, signal: AbortSignal | undefined): Promise<Looked> {
  const all = (await listObjects(cluster, { apiVersion: 'v1', kind: 'Node' }, signal)) ?? [];
  const open = all.flatMap((node) => {
    const { name } = node.metadata;
    const taints = (node.spec as { taints?: { key: string }[] } | undefined)?.taints ?? [];
    if (taints.some(({ key }) => key === 'node.cloudprovider.kubernetes.io/uninitialized'))
      return [`Node ${name} waits for the cloud provider`];
    const ready = conditionsOf(node).find(({ type }) => type === 'Ready');
    return ready && ready.status !== 'True'
      ? [`Node ${name} is not ready${ready.message ? ` (${ready.message})` : ''}`]
      : [];
  });
  return { total: all.length, open };
}

/**
 * How far a NodeNetworkConfigurationPolicy is on its nodes, by its conditions and those of its enactments
 * (kubernetes-nmstate user guide, "Configuration"): a policy that failed on one node is not tried on the others, and
 * nmstate has rolled that node back.
 */
export async function policyLook(
  cluster: Cluster,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Looked> {
  const policy = await readObject(
    cluster,
    { apiVersion: 'nmstate.io/v1', kind: 'NodeNetworkConfigurationPolicy', name },
    signal,
  );
  const about = `NodeNetworkConfigurationPolicy ${name}`;
  if (!policy) return { total: 1, open: [], failed: `${about} is gone` };
  const { generation } = policy.metadata as { generation?: number };
  const kind = { apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkConfigurationEnactment' };
  const enactments = ((await listObjects(cluster, kind, signal)) ?? []).filter(
    ({ metadata, status }) =>
      metadata.labels?.['nmstate.io/policy'] === name &&
      // Those of the version before say nothing of this one.
      ((status as { policyGeneration?: number } | undefined)?.policyGeneration ?? generation) === generation,
  );
  const failing = enactments.flatMap((enactment) => {
    const failed = conditionsOf(enactment).find(
      ({ type, status }) => type === 'Failing' && status === 'True',
    );
    const node = enactment.metadata.labels?.['nmstate.io/node'] ?? enactment.metadata.name;
    return failed
      ? [`${node}: ${(failed.message ?? failed.reason ?? 'it failed').trim().slice(0, 500)}`]
      : [];
  });
  const is = (type: string) => conditionsOf(policy).find((one) => one.type === type && one.status === 'True');
  if (failing.length > 0)
    return {
      total: 1,
      open: [],
      failed: `${about} failed on ${failing.join('; ')}. nmstate has put the node back`,
    };
  if (is('Ignored') || is('Available')?.reason === 'NoMatchingNode')
    return { total: 1, open: [], failed: `${about} matches no node` };
  const done = enactments.filter((one) =>
    conditionsOf(one).some(({ type, status }) => type === 'Available' && status === 'True'),
  );
  const total = Math.max(1, enactments.length);
  if (enactments.length > 0 && done.length === enactments.length && is('Available'))
    return { total, open: [] };
  const degraded = enactments.length === 0 ? undefined : is('Degraded');
  if (degraded) return { total, open: [], failed: `${about} is degraded: ${degraded.message ?? ''}` };
  return {
    total,
    open: enactments
      .filter((one) => !done.includes(one))
      .map(({ metadata }) => metadata.name)
      .concat(
        enactments.length === 0
          ? [`${about} has not begun`]
          : done.length === enactments.length
            ? [`${about} is not available yet`]
            : [],
      ),
  };
}
