import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { type LiveObject, nameOf, refOf } from './object-ref.ts';
import { catalogState } from './removals.ts';

/** The progress of a MachineConfigPool. */
export interface PoolState {
  name: string;
  /** Number of nodes in it, and of those with its newest configuration. */
  machines: number;
  updated: number;
  /** Name of the newest configuration. */
  wanted: string;
  state: 'updated' | 'updating' | 'degraded' | 'paused';
  /** The fault that the pool reports. */
  message?: string;
}

/** The progress of the cluster after an apply: `done` of `total` nodes or objects are ready. */
export interface WaitProgress {
  type: 'waiting';
  for: 'pools' | 'catalogs' | 'update-operator' | 'update-service';
  done: number;
  total: number;
  detail: string;
}

/** Intervals and timeouts of waiting, in ms. */
export interface WaitTimes {
  /** Between two polls. Default 5 s. */
  pollMs: number;
  /** Within this time, the machine config operator must start. Otherwise nodes need no update. Default 60 s. */
  settleMs: number;
  /** Nodes of all pools. Default 2 h. */
  poolsMs: number;
  /** Catalogs, the update service operator, and the update service. Default 10 min. */
  objectsMs: number;
  /** A cluster that doesn't answer, for example while its only node restarts. Default 20 min. */
  awayMs: number;
}

export const WAIT_TIMES: WaitTimes = {
  ...{ pollMs: 5000, settleMs: 60_000, poolsMs: 2 * 3_600_000, objectsMs: 10 * 60_000, awayMs: 20 * 60_000 },
};

interface Condition {
  type: string;
  status: string;
  message?: string;
}

interface PoolObject extends LiveObject {
  spec?: { paused?: boolean; configuration?: { name?: string } };
  status?: {
    conditions?: Condition[];
    machineCount?: number;
    updatedMachineCount?: number;
    configuration?: { name?: string };
  };
}

/** Returns the pools of a cluster. Empty if it has none. @throws as `ApiClient.call` */
export async function machineConfigPools(cluster: Cluster, signal?: AbortSignal): Promise<PoolState[]> {
  const kind = { apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' };
  return ((await listObjects(cluster, kind, signal)) ?? []).map(poolState);
}

/** Returns the progress that a MachineConfigPool reports. */
export function poolState(pool: LiveObject): PoolState {
  const { metadata, spec, status } = pool as PoolObject;
  const conditions = status?.conditions ?? [];
  const is = (type: string) => conditions.find((one) => one.type === type && one.status === 'True');
  const { machineCount: machines = 0, updatedMachineCount: updated = 0 } = status ?? {};
  const wanted = spec?.configuration?.name ?? '';
  const degraded = is('Degraded') ?? is('NodeDegraded') ?? is('RenderDegraded');
  const done = is('Updated') && status?.configuration?.name === wanted && updated === machines;
  return {
    ...{ name: metadata.name, machines, updated, wanted },
    state: degraded ? 'degraded' : done ? 'updated' : spec?.paused === true ? 'paused' : 'updating',
    message: degraded?.message || undefined,
  };
}

/**
 * Waits until every node has its newest configuration. The API server may be unreachable while its own node restarts.
 * @param before the pools before anything was applied
 * @returns problems for pools that are paused, degraded, or took too long
 */
export async function waitForPools(
  cluster: Cluster,
  before: readonly PoolState[],
  times: WaitTimes,
  { emit, signal }: { emit: (progress: WaitProgress) => void; signal: AbortSignal | undefined },
): Promise<Problem[]> {
  const began = Date.now();
  let hasStarted = false;
  let answered = began;
  for (;;) {
    const pools = await quietly(() => machineConfigPools(cluster, signal), signal);
    const waited = Date.now() - began;
    if (pools) {
      answered = Date.now();
      hasStarted ||= pools.some(
        ({ name, wanted, state }) =>
          state === 'updating' || before.find((pool) => pool.name === name)?.wanted !== wanted,
      );
      const open = pools.filter(({ state }) => state === 'updating');
      const sum = (of: 'machines' | 'updated') => pools.reduce((total, pool) => total + pool[of], 0);
      const [done, total] = [sum('updated'), sum('machines')];
      emit({ type: 'waiting', for: 'pools', done, total, detail: poolsText(pools) });
      if (open.length === 0 && (hasStarted || waited >= times.settleMs)) return pools.flatMap(poolProblem);
      if (waited >= times.poolsMs)
        return pools.flatMap((pool) =>
          pool.state === 'updating'
            ? [late(t('poolLate', { pool: pool.name }), t('poolLateRemedy', { pool: pool.name }))]
            : poolProblem(pool),
        );
    } else if (Date.now() - answered >= Math.min(times.awayMs, times.poolsMs))
      return [late(t('poolsUnreachable'), t('poolsUnreachableRemedy'))];
    await wait(times.pollMs, undefined, signal && { signal });
  }
}

function poolsText(pools: readonly PoolState[]): string {
  return pools
    .map(({ name, state, updated, machines }) => t('poolProgress', { pool: name, state, updated, machines }))
    .join(', ');
}

function poolProblem({ name, state, message }: PoolState): Problem[] {
  if (state === 'degraded')
    return [
      {
        ...{ code: 'cluster-not-ready', level: 'error' },
        message: message
          ? t('poolDegradedBecause', { pool: name, reason: message.slice(0, 500) })
          : t('poolDegraded', { pool: name }),
        remedy: t('poolDegradedRemedy', { pool: name }),
      },
    ];
  if (state !== 'paused') return [];
  return [
    {
      ...{ code: 'cluster-not-ready', level: 'warning' },
      message: t('poolPaused', { pool: name }),
      remedy: t('poolPausedRemedy', {
        command: `oc patch machineconfigpool ${name} --type merge -p '{"spec":{"paused":false}}'`,
      }),
    },
  ];
}

/** Returns the state that a catalog, operator or update service reports, or undefined if it is ready. */
async function unready(
  cluster: Cluster,
  object: LiveObject | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!object) return t('missingState');
  const conditions = (object.status as { conditions?: Condition[] } | undefined)?.conditions ?? [];
  const reported = (type: string) => conditions.find((one) => one.type === type);
  switch (explainedKind(object)) {
    case 'CatalogSource':
      return catalogState(object) === 'READY' ? undefined : (catalogState(object) ?? t('unconnectedState'));
    case 'Subscription':
      return await uninstalled(cluster, object, signal);
    case 'ClusterCatalog':
      return reported('Serving')?.status === 'True'
        ? undefined
        : (reported('Progressing')?.message ?? t('packedState'));
    default:
      return reported('ReconcileCompleted')?.status === 'True'
        ? undefined
        : (reported('ReconcileError')?.message ?? t('unreconciledState'));
  }
}

/**
 * Returns the state of the operator that a Subscription installs, or undefined once its ClusterServiceVersion has succeeded.
 * Its kinds are served by then (operator-framework/operator-lifecycle-manager: pkg/controller/operators/catalog/operator.go
 * applies the CRDs of an InstallPlan before the ClusterServiceVersion; phase `Succeeded` in pkg/controller/operators/olm).
 */
async function uninstalled(
  cluster: Cluster,
  subscription: LiveObject,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { installedCSV, conditions = [] } = (subscription.status ?? {}) as {
    installedCSV?: string;
    conditions?: Condition[];
  };
  if (!installedCSV) {
    const failed = conditions.find(({ type, status }) => FAILURES.has(type) && status === 'True');
    return failed?.message || t('uninstalledState');
  }
  const { namespace } = refOf(subscription);
  const ref = {
    apiVersion: subscription.apiVersion,
    kind: 'ClusterServiceVersion',
    name: installedCSV,
    namespace,
  };
  const { phase, message } = ((await readObject(cluster, ref, signal))?.status ?? {}) as {
    phase?: string;
    message?: string;
  };
  if (phase === 'Succeeded') return undefined;
  return message || phase || t('uninstalledState');
}

/** Conditions of a Subscription that report why nothing is installed. */
const FAILURES: ReadonlySet<string> = new Set([
  'ResolutionFailed',
  'BundleUnpackFailed',
  'InstallPlanFailed',
  'InstallPlanPending',
]);

const NOT_READY_REMEDIES: Record<string, 'updateServiceNotReadyRemedy' | 'updateOperatorNotReadyRemedy'> = {
  UpdateService: 'updateServiceNotReadyRemedy',
  Subscription: 'updateOperatorNotReadyRemedy',
};

/** Waits until catalogs serve, the operator is installed, or the update service is reconciled. @returns problems for those that took too long */
export async function waitForObjects(
  cluster: Cluster,
  resources: readonly Resource[],
  times: WaitTimes,
  options: {
    for: WaitProgress['for'];
    emit: (progress: WaitProgress) => void;
    signal: AbortSignal | undefined;
  },
): Promise<Problem[]> {
  const { for: what, emit, signal } = options;
  if (resources.length === 0) return [];
  const began = Date.now();
  for (;;) {
    const open: { name: string; state: string | undefined; kind: string }[] = [];
    for (const resource of resources) {
      const ref = refOf(resource);
      const answer = await quietly(
        async () => (await unready(cluster, await readObject(cluster, ref, signal), signal)) ?? '',
        signal,
      );
      if (answer !== '') open.push({ name: nameOf(ref), kind: ref.kind, state: answer });
    }
    const done = resources.length - open.length;
    const detail = open.map(({ name, state }) => `${name}: ${state ?? t('unreachableState')}`).join('; ');
    emit({ type: 'waiting', for: what, done, total: resources.length, detail });
    if (open.length === 0) return [];
    const away = open.length > 0 && open.every(({ state }) => state === undefined);
    if (Date.now() - began >= (away ? Math.min(times.awayMs, times.objectsMs) : times.objectsMs))
      return open.map(({ name, state, kind }) => ({
        ...{ code: 'cluster-not-ready', level: 'error' },
        message: t('objectNotReady', { object: name, state: state ?? t('unreachableState') }),
        remedy: t(NOT_READY_REMEDIES[kind] ?? 'catalogNotReadyRemedy'),
      }));
    await wait(times.pollMs, undefined, signal && { signal });
  }
}

function late(message: string, remedy: string): Problem {
  return { code: 'cluster-not-ready', level: 'error', message, remedy };
}

/** Returns undefined if the API server doesn't answer, which is expected while its node restarts. */
async function quietly<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AirlockError && (error.retryable || error.code === 'connection')) return undefined;
    throw error;
  }
}
