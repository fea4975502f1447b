import { setTimeout as wait } from 'node:timers/promises';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects, readObject } from './live-objects.ts';
import { type LiveObject, nameOf, refOf } from './object-ref.ts';
import { catalogState } from './removals.ts';

/** A MachineConfigPool: how far its nodes are. */
export interface PoolState {
  name: string;
  /** Nodes in it, and those that have its newest configuration. */
  machines: number;
  updated: number;
  /** Name of the configuration that nodes are to have. */
  wanted: string;
  state: 'updated' | 'updating' | 'degraded' | 'paused';
  /** What the pool says of a fault. */
  message?: string;
}

/** How far the cluster is with what was applied; `done` of `total` nodes or objects. */
export interface WaitProgress {
  type: 'waiting';
  for: 'pools' | 'catalogs' | 'update-service';
  done: number;
  total: number;
  detail: string;
}

/** Times of waiting, in ms. */
export interface WaitTimes {
  /** Between two looks. Default 5 s. */
  pollMs: number;
  /** How long the machine config operator may take to begin; when nothing began, nothing had to. Default 60 s. */
  settleMs: number;
  /** Nodes of all pools. Default 2 h. */
  poolsMs: number;
  /** Catalogs, and the update service. Default 10 min. */
  objectsMs: number;
  /** A cluster that does not answer at all, as while its only node restarts. Default 20 min. */
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

/** The pools of a cluster; empty when it has none. @throws as `ApiClient.call` */
export async function machineConfigPools(cluster: Cluster, signal?: AbortSignal): Promise<PoolState[]> {
  const kind = { apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' };
  return ((await listObjects(cluster, kind, signal)) ?? []).map(poolState);
}

/** What a MachineConfigPool says of its nodes. */
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
 * Waits until every node has its newest configuration. The API server may be away while its own node restarts.
 * @param before the pools before anything was applied
 * @returns what did not get ready: pools that are paused, degraded, or took too long
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
          pool.state === 'updating' ? [late(`MachineConfigPool ${pool.name}`, pool.name)] : poolProblem(pool),
        );
    } else if (Date.now() - answered >= Math.min(times.awayMs, times.poolsMs))
      return [late('the MachineConfigPools, which cannot be asked,', '')];
    await wait(times.pollMs, undefined, signal && { signal });
  }
}

function poolsText(pools: readonly PoolState[]): string {
  return pools
    .map(({ name, state, updated, machines }) => `${name} ${state} (${updated} of ${machines})`)
    .join(', ');
}

function poolProblem({ name, state, message }: PoolState): Problem[] {
  if (state === 'degraded')
    return [
      {
        ...{ code: 'cluster-not-ready', level: 'error' },
        message: `MachineConfigPool ${name} is degraded${message ? `: ${message.slice(0, 500)}` : ''}`,
        remedy: `\`oc describe machineconfigpool ${name}\` names the node; nodes that are updated stay so.`,
      },
    ];
  if (state !== 'paused') return [];
  return [
    {
      ...{ code: 'cluster-not-ready', level: 'warning' },
      message: `MachineConfigPool ${name} is paused: its nodes do not use the mirrors yet`,
      remedy: `Let it go on when its nodes may restart: \`oc patch machineconfigpool ${name} --type merge -p '{"spec":{"paused":false}}'\`.`,
    },
  ];
}

const AWAY = 'cannot be asked';

/** What a catalog or update service says of itself: undefined when it is ready. */
function unready(object: LiveObject | undefined): string | undefined {
  if (!object) return 'not there';
  const conditions = (object.status as { conditions?: Condition[] } | undefined)?.conditions ?? [];
  const reported = (type: string) => conditions.find((one) => one.type === type);
  switch (explainedKind(object)) {
    case 'CatalogSource':
      return catalogState(object) === 'READY' ? undefined : (catalogState(object) ?? 'no connection yet');
    case 'ClusterCatalog':
      return reported('Serving')?.status === 'True'
        ? undefined
        : (reported('Progressing')?.message ?? 'not unpacked yet');
    default:
      return reported('ReconcileCompleted')?.status === 'True'
        ? undefined
        : (reported('ReconcileError')?.message ?? 'not reconciled yet');
  }
}

/** Waits until catalogs serve, or the update service is reconciled. @returns those that took too long */
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
    const open: { name: string; says: string; kind: string }[] = [];
    for (const resource of resources) {
      const ref = refOf(resource);
      const answer = await quietly(async () => unready(await readObject(cluster, ref, signal)) ?? '', signal);
      if (answer !== '') open.push({ name: nameOf(ref), kind: ref.kind, says: answer ?? AWAY });
    }
    const done = resources.length - open.length;
    const detail = open.map(({ name, says: states }) => `${name}: ${states}`).join('; ');
    emit({ type: 'waiting', for: what, done, total: resources.length, detail });
    if (open.length === 0) return [];
    const away = open.length > 0 && open.every((one) => one.says === AWAY);
    if (Date.now() - began >= (away ? Math.min(times.awayMs, times.objectsMs) : times.objectsMs))
      return open.map(({ name, says: states, kind }) => ({
        ...{ code: 'cluster-not-ready', level: 'error' },
        message: `${name} is not ready: ${states}`,
        remedy:
          kind === 'UpdateService'
            ? 'Look at its conditions (`oc describe updateservice -n openshift-update-service`).'
            : 'Look at its pod and events in the cluster; the image must be pullable by nodes.',
      }));
    await wait(times.pollMs, undefined, signal && { signal });
  }
}

function late(name: string, pool: string): Problem {
  return {
    ...{ code: 'cluster-not-ready', level: 'error' },
    message: `${name} did not get ready in time`,
    remedy: `It goes on without Airlock: \`oc get machineconfigpool ${pool}\`; apply again to wait again.`,
  };
}

/** While its node restarts a server does not answer: that is no fault. */
async function quietly<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AirlockError && (error.retryable || error.code === 'connection')) return undefined;
    throw error;
  }
}
