import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Cluster } from '../client/connect.ts';
import { listObjects, readObject } from '../client/live-objects.ts';
import type { LiveObject } from '../client/object-ref.ts';
import { t } from './messages.ts';

/** What a step waits for. */
export type WaitTarget = 'operators' | 'nodes' | 'credentials' | 'control-plane' | 'policy';

/** The progress of the cluster with a step: `done` of `total` objects. */
export interface StepProgress {
  type: 'waiting';
  for: WaitTarget;
  done: number;
  total: number;
  detail: string;
}

/** Intervals and timeouts of waiting for a step, in ms. */
export interface PlanTimes {
  /** Between two polls. Default 5 s. */
  pollMs: number;
  /** Within this time, operators must start. Otherwise they have nothing to do. Default 60 s. */
  settleMs: number;
  /** A step. Default 30 min. The control plane may take six times as long. */
  stepMs: number;
}

export const PLAN_TIMES: PlanTimes = { pollMs: 5000, settleMs: 60_000, stepMs: 30 * 60_000 };

/** The result of one poll: the objects that aren't ready, each with its state. `failed`: they won't become ready. */
export interface PollResult {
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
 * Returns a waiter that polls until nothing is open. It retries if the server doesn't answer, for example while its own
 * node is replaced.
 * @param options.settles operators may not have started yet if nothing is open: wait for `settleMs`
 */
export function waiterFor(
  target: WaitTarget,
  poll: (signal: AbortSignal | undefined) => Promise<PollResult>,
  options: { settles?: boolean; patience?: number } = {},
): Waiter {
  const { settles = false, patience = 1 } = options;
  return async ({ times, emit, signal }) => {
    const began = Date.now();
    let hasStarted = !settles;
    for (;;) {
      const found = await poll(signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof AirlockError && (error.retryable || error.code === 'connection'))
          return undefined;
        throw error;
      });
      const waited = Date.now() - began;
      const open = found?.open ?? [t('serverUnreachable')];
      hasStarted ||= open.length > 0;
      const total = found?.total ?? 0;
      emit({
        type: 'waiting',
        for: target,
        done: Math.max(0, total - open.length),
        total,
        detail: open.join('; '),
      });
      if (found?.failed !== undefined) return [notReady(found.failed)];
      if (open.length === 0 && (hasStarted || waited >= times.settleMs)) return [];
      if (waited >= times.stepMs * patience) return [notReady(t('stepLate', { objects: open.join('; ') }))];
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

/** Checks for operators that are unavailable, progressing or degraded. Operators that don't exist are omitted. */
export async function pollOperators(
  cluster: Cluster,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PollResult> {
  const kind = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator' };
  const all = ((await listObjects(cluster, kind, signal)) ?? []).filter(({ metadata }) =>
    names.includes(metadata.name),
  );
  const wrong: Record<string, string> = { Available: 'False', Progressing: 'True', Degraded: 'True' };
  const open = all.flatMap((operator) => {
    const bad = conditionsOf(operator).filter(({ type, status }) => wrong[type] === status);
    if (bad.length === 0) return [];
    const states = bad.map(({ type, status, message }) =>
      message
        ? t('conditionBecause', { type, status, reason: message.slice(0, 300) })
        : t('condition', { type, status }),
    );
    return [t('operatorState', { operator: operator.metadata.name, conditions: states.join(', ') })];
  });
  return { total: all.length, open };
}

/** Checks for nodes that aren't ready, or wait for the cloud provider. */
export async function pollNodes(cluster: Cluster, signal: AbortSignal | undefined): Promise<PollResult> {
  const all = (await listObjects(cluster, { apiVersion: 'v1', kind: 'Node' }, signal)) ?? [];
  const open = all.flatMap((node) => {
    const { name } = node.metadata;
    const taints = (node.spec as { taints?: { key: string }[] } | undefined)?.taints ?? [];
    if (taints.some(({ key }) => key === 'node.cloudprovider.kubernetes.io/uninitialized'))
      return [t('nodeUninitialized', { node: name })];
    const ready = conditionsOf(node).find(({ type }) => type === 'Ready');
    if (!ready || ready.status === 'True') return [];
    return ready.message
      ? [t('nodeNotReadyBecause', { node: name, reason: ready.message })]
      : [t('nodeNotReady', { node: name })];
  });
  return { total: all.length, open };
}

/**
 * Returns the progress of a NodeNetworkConfigurationPolicy on its nodes, from its conditions and those of its enactments
 * (kubernetes-nmstate user guide, "Configuration"). A policy that failed on one node isn't tried on the others, and
 * NMState rolls back that node.
 */
export async function pollPolicy(
  cluster: Cluster,
  name: string,
  signal: AbortSignal | undefined,
): Promise<PollResult> {
  const policy = await readObject(
    cluster,
    { apiVersion: 'nmstate.io/v1', kind: 'NodeNetworkConfigurationPolicy', name },
    signal,
  );
  const about = `NodeNetworkConfigurationPolicy ${name}`;
  if (!policy) return { total: 1, open: [], failed: t('policyDeleted', { policy: about }) };
  const { generation } = policy.metadata as { generation?: number };
  const kind = { apiVersion: 'nmstate.io/v1beta1', kind: 'NodeNetworkConfigurationEnactment' };
  const enactments = ((await listObjects(cluster, kind, signal)) ?? []).filter(
    ({ metadata, status }) =>
      metadata.labels?.['nmstate.io/policy'] === name &&
      // Enactments of the previous version don't count.
      ((status as { policyGeneration?: number } | undefined)?.policyGeneration ?? generation) === generation,
  );
  const failing = enactments.flatMap((enactment) => {
    const failed = conditionsOf(enactment).find(
      ({ type, status }) => type === 'Failing' && status === 'True',
    );
    const node = enactment.metadata.labels?.['nmstate.io/node'] ?? enactment.metadata.name;
    return failed
      ? [
          t('enactmentFailed', {
            node,
            reason: (failed.message ?? failed.reason ?? t('enactmentReasonMissing')).trim().slice(0, 500),
          }),
        ]
      : [];
  });
  const is = (type: string) => conditionsOf(policy).find((one) => one.type === type && one.status === 'True');
  if (failing.length > 0)
    return {
      total: 1,
      open: [],
      failed: t('policyFailed', { policy: about, nodes: failing.join('; ') }),
    };
  if (is('Ignored') || is('Available')?.reason === 'NoMatchingNode')
    return { total: 1, open: [], failed: t('policyMatchesNoNode', { policy: about }) };
  const done = enactments.filter((one) =>
    conditionsOf(one).some(({ type, status }) => type === 'Available' && status === 'True'),
  );
  const total = Math.max(1, enactments.length);
  if (enactments.length > 0 && done.length === enactments.length && is('Available'))
    return { total, open: [] };
  const degraded = enactments.length === 0 ? undefined : is('Degraded');
  if (degraded)
    return {
      total,
      open: [],
      failed: t('policyDegraded', { policy: about, reason: degraded.message ?? t('enactmentReasonMissing') }),
    };
  return {
    total,
    open: enactments
      .filter((one) => !done.includes(one))
      .map(({ metadata }) => metadata.name)
      .concat(
        enactments.length === 0
          ? [t('policyNotStarted', { policy: about })]
          : done.length === enactments.length
            ? [t('policyNotAvailable', { policy: about })]
            : [],
      ),
  };
}
