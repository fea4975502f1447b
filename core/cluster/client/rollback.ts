import { isDeepStrictEqual } from 'node:util';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import {
  type AppliedObject,
  type ApplyResult,
  type ClusterChoices,
  type ClusterControl,
  exitCodeOf,
  failed,
} from './applied.ts';
import type { Cluster } from './connect.ts';
import { explanationOf } from './known-kinds.ts';
import { deleteObject, readObject, restoreObject } from './live-objects.ts';
import { t } from './messages.ts';
import { type FieldChange, objectChanges, withoutServerFields } from './object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef } from './object-ref.ts';
import { machineConfigPools, WAIT_TIMES, waitForPools } from './readiness.ts';
import {
  type ApplyRecord,
  type SavedApply,
  savedApplies,
  savedObject,
  unreadableApply,
  writeRecord,
} from './saved-versions.ts';

/**
 * Returns the last apply to this cluster that wasn't rolled back, or undefined if there is none.
 * @throws AirlockError `config-unreadable` if a newer one belongs to another user
 */
export async function lastApply(cluster: Cluster, history: string): Promise<SavedApply | undefined> {
  const saved = await savedApplies(history);
  const last = saved.find(({ record }) => isOf(record, cluster) && record.rolledBackAt === undefined);
  const newer = await unreadableApply(history, last?.directory);
  if (newer === undefined) return last;
  throw new AirlockError('config-unreadable', t('newestApplyUnreadable', { directory: newer }), {
    side: 'local',
    remedy: t('newestApplyUnreadableRemedy'),
  });
}

function isOf(record: ApplyRecord, { server, clusterId }: Cluster): boolean {
  if (record.clusterId !== undefined && clusterId !== undefined) return record.clusterId === clusterId;
  return record.server === server;
}

interface Step {
  ref: ObjectRef;
  live: LiveObject | undefined;
  before: Resource | undefined;
  /** Undefined if nothing needs to be done. */
  action: 'restore' | 'delete' | undefined;
  /** It was changed after the apply. */
  changed: boolean;
  changes: FieldChange[];
}

/**
 * Rolls back an apply, the last object first: restores the previous versions, and deletes objects that the apply
 * created. Objects that someone changed since stay unless `overwrite` is set. Continues after errors.
 * @param saved from {@link lastApply} or `readSavedApply`
 * @throws AirlockError `usage` for the record of another cluster, or one that was already rolled back; as
 *   `ApiClient.call` before anything is changed
 */
export async function rollbackApply(
  cluster: Cluster,
  saved: SavedApply,
  choices: ClusterChoices,
  { emit, signal, mayRestart }: ClusterControl,
): Promise<ApplyResult> {
  const { record } = saved;
  if (!isOf(record, cluster))
    throw new AirlockError(
      'usage',
      t('applyOfOtherCluster', { directory: saved.directory, server: record.server }),
      {
        remedy: t('applyOfOtherClusterRemedy', { context: record.context }),
      },
    );
  if (record.rolledBackAt !== undefined)
    throw new AirlockError('usage', t('alreadyRolledBack', { time: record.rolledBackAt }), {
      remedy: t('alreadyRolledBackRemedy'),
    });
  const problems: Problem[] = [];
  const report = (problem: Problem) => {
    problems.push(problem);
    emit({ type: 'problem', problem });
  };
  const { dryRun, overwrite } = choices;
  const steps: (Step | { ref: ObjectRef; error: unknown })[] = [];
  for (const entry of [...record.objects].reverse()) {
    const { before: _before, after: _after, ...ref } = entry;
    try {
      steps.push(await stepOf(cluster, saved, entry, signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AirlockError && error.code === 'cluster-unauthorized') throw error;
      steps.push({ ref, error });
    }
  }
  const restarting = steps.filter(
    (step): step is Step =>
      'action' in step && step.action !== undefined && (overwrite || !step.changed) && restarts(step),
  );
  const pools = restarting.length > 0 ? await machineConfigPools(cluster, signal) : [];
  const refs = restarting.map(({ ref }) => ref);
  const allowed =
    dryRun || refs.length === 0 || choices.allowRestart || ((await mayRestart?.(refs, pools)) ?? false);
  if (refs.length > 0 && (!allowed || (dryRun && !choices.allowRestart)))
    report({
      ...{ code: 'cluster-restart', level: dryRun ? 'info' : 'warning' },
      message: t('rollbackWouldDrain', { objects: refs.map(nameOf).join(', '), pools: pools.length }),
      remedy: ERROR_CODES['cluster-restart'][1],
    });

  const objects: AppliedObject[] = [];
  for (const step of steps) {
    signal?.throwIfAborted();
    const object =
      'error' in step
        ? failed(step.ref, step.error)
        : await rollBackOne(
            cluster,
            step,
            {
              ...{ dryRun, overwrite, waits: !allowed && restarting.includes(step) },
              mustAllowRestart: !choices.allowRestart && !mayRestart && restarts(step),
            },
            signal,
          );
    objects.push(object);
    emit({ type: 'object', object });
  }
  const changed = objects.some(({ result }) => result === 'restored' || result === 'deleted');
  if (!dryRun && choices.wait && changed && refs.length > 0 && allowed)
    (await waitForPools(cluster, pools, { ...WAIT_TIMES, ...choices.times }, { emit, signal })).forEach(
      report,
    );
  const exitCode = exitCodeOf(
    objects,
    problems.filter(({ code }) => code !== 'cluster-not-ready'),
  );
  if (!dryRun && exitCode === 0)
    await writeRecord({
      directory: saved.directory,
      record: { ...record, rolledBackAt: new Date().toISOString() },
    });
  const { context, server, openShiftVersion } = cluster;
  return {
    ...{ context, server, dryRun, objects, problems, saved: saved.directory },
    openShiftVersion,
    exitCode: exitCodeOf(objects, problems),
  };
}

async function stepOf(
  cluster: Cluster,
  saved: SavedApply,
  entry: ApplyRecord['objects'][number],
  signal: AbortSignal | undefined,
): Promise<Step> {
  const { before: beforeFile, after: afterFile, ...ref } = entry;
  const before = beforeFile === undefined ? undefined : await savedObject(saved, beforeFile);
  const after = await savedObject(saved, afterFile);
  const live = await readObject(cluster, ref, signal);
  const now = live && withoutServerFields(live);
  if (isDeepStrictEqual(now, before))
    return { ref, live, before, action: undefined, changed: false, changes: [] };
  const changes = before
    ? objectChanges(live, before as LiveObject)
    : live
      ? [{ path: '', before: ref.kind === 'Secret' ? '(hidden)' : now }]
      : [];
  return {
    ...{ ref, live, before, changes },
    action: before ? 'restore' : 'delete',
    changed: now === undefined || !isAsApplied(now, after),
  };
}

interface RollBackChoices {
  dryRun: boolean;
  overwrite: boolean;
  /** Restarts nodes, which isn't allowed. */
  waits: boolean;
  /** Restarts nodes, and the next run needs the option for it as well. */
  mustAllowRestart: boolean;
}

async function rollBackOne(
  cluster: Cluster,
  { ref, live, before, action, changed, changes }: Step,
  { dryRun, overwrite, waits, mustAllowRestart }: RollBackChoices,
  signal: AbortSignal | undefined,
): Promise<AppliedObject> {
  const plain = { ...ref, changes, conflicts: [], removals: [] };
  if (action === undefined) return { ...plain, result: 'unchanged' };
  if (changed && !overwrite)
    return {
      ...{ ...plain, result: 'conflict', code: 'cluster-changed' },
      message: t('changedSinceApply', { object: nameOf(ref) }),
      remedy: t(mustAllowRestart ? 'changedAndRestartsRemedy' : 'changedSinceApplyRemedy'),
    };
  if (waits)
    return {
      ...{ ...plain, result: 'waiting', code: 'cluster-restart' },
      message: t('rollbackWouldRestart', { object: nameOf(ref) }),
      remedy: ERROR_CODES['cluster-restart'][1],
    };
  try {
    if (action === 'restore') await restoreObject(cluster, before!, { over: live, dryRun }, signal);
    else await deleteObject(cluster, live!, { dryRun }, signal);
    return { ...plain, result: action === 'restore' ? 'restored' : 'deleted' };
  } catch (error) {
    signal?.throwIfAborted();
    return failed(ref, error);
  }
}

/**
 * Returns whether an object is as it was applied. Finalizers, owners, labels and annotations that controllers add don't
 * count as changes.
 */
function isAsApplied(now: Resource, after: Resource): boolean {
  const wanted = after.metadata as Record<string, unknown>;
  const there = now.metadata as Record<string, unknown>;
  const retained = Object.keys(wanted)
    .filter((name) => !['finalizers', 'ownerReferences'].includes(name))
    .every((name) => includes(there[name], wanted[name]));
  return retained && isDeepStrictEqual({ ...now, metadata: null }, { ...after, metadata: null });
}

/** Returns whether a map has all entries of another. Other values must be equal. */
function includes(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || typeof value !== 'object' || value === null)
    return isDeepStrictEqual(value, wanted);
  return Object.entries(wanted).every(([name, one]) =>
    isDeepStrictEqual((value as Record<string, unknown>)[name], one),
  );
}

function restarts({ live, before }: Step): boolean {
  const object = live ?? before;
  return object !== undefined && explanationOf(object).restartsNodes;
}
