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
  type ObjectOutcome,
} from './applied.ts';
import {
  type ClusterComparison,
  type ComparedObject,
  compareWithCluster,
  conflictText,
  fieldConflicts,
} from './compare.ts';
import type { Cluster } from './connect.ts';
import { inSafeOrder, needsNodes } from './known-kinds.ts';
import { applyObject, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { objectChanges } from './object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef, refOf } from './object-ref.ts';
import { permissionProblems } from './permissions.ts';
import { machineConfigPools, type PoolState } from './readiness.ts';
import type { PackagesOf } from './removals.ts';
import { type AppliedSource, newSavedApply } from './saved-versions.ts';
import { CLUSTER_VERSION, upstreamPatch } from './upstream.ts';
import { unknownKind } from './version-skew.ts';
import { waiting } from './wait-in-order.ts';

/** How objects are applied. */
export interface ApplyChoices extends ClusterChoices {
  /** Allows removing mirrors, catalogs, operators, logins and CAs. */
  allowRemoval: boolean;
  /** Reads catalogs, to find operators that a CatalogSource would lose. */
  packagesOf?: PackagesOf;
  /** Also points the cluster to the update service of its mirror (ClusterVersion, `spec.upstream`). Default: offers it. */
  setUpstream?: boolean;
  /** What is applied, for the record. */
  source?: AppliedSource;
  /** Keys that verify release signatures instead of the bundled ones. */
  keyFile?: string;
}

/**
 * Applies objects to a cluster in a safe order. Compares first, saves the previous versions, continues after errors,
 * waits for nodes before catalogs, for catalogs before the default ones are disabled, and for the update service operator
 * before its service. Idempotent.
 * @returns the result of each object; a failure is in `exitCode`
 * @throws AirlockError if the cluster doesn't answer before anything was changed; the signal's reason
 */
export async function applyToCluster(
  cluster: Cluster,
  resources: readonly Resource[],
  choices: ApplyChoices,
  control: ClusterControl,
): Promise<ApplyResult> {
  const { emit, signal } = control;
  const ordered = inSafeOrder(resources);
  const comparison = await compareWithCluster(cluster, ordered, {
    overwrite: choices.overwrite,
    packagesOf: choices.packagesOf,
    keyFile: choices.keyFile,
    signal,
  });
  const problems: Problem[] = [];
  const report = (problem: Problem) => {
    problems.push(problem);
    emit({ type: 'problem', problem });
  };
  comparison.problems.forEach(report);
  permissionProblems(comparison.context, comparison.missingPermissions).forEach(report);

  const pools = await poolsOf(cluster, report, signal);
  const gate = restartGate(comparison, pools, choices, control, report);
  const saved = newSavedApply(choices.history, cluster, choices.source);
  const waits = waiting(cluster, ordered, pools, choices, { ...control, report });
  const objects: AppliedObject[] = [];
  // A prompt replaces the option.
  const mayRestart = choices.allowRestart || control.mayRestart !== undefined;
  for (const [index, compared] of comparison.objects.entries()) {
    signal?.throwIfAborted();
    const resource = ordered[index]!;
    await waits.before(resource, objects);
    const mustWait = await gate(resource, compared);
    const object =
      notApplied(compared, { ...choices, allowRestart: mayRestart, waits: mustWait }) ??
      (choices.dryRun ? dryRunResult(compared) : await applyOne(cluster, resource, saved, choices, signal));
    objects.push(object);
    emit({ type: 'object', object });
  }
  await waits.end(objects);
  if (choices.setUpstream) {
    const object = await setUpstream(cluster, ordered, saved, choices, signal);
    objects.push(object);
    emit({ type: 'object', object });
  } else (await offer(cluster, ordered, signal)).forEach(report);
  const { context, server, openShiftVersion } = cluster;
  const exitCode = exitCodeOf(objects, problems);
  if (exitCode === 0 && !choices.dryRun) await saved.complete();
  return {
    ...{ context, server, dryRun: choices.dryRun, objects, problems, exitCode },
    openShiftVersion,
    saved: saved.record.objects.length > 0 ? saved.directory : undefined,
  };
}

/** Sets the upstream last, because the address of the update service is known only once it runs. */
async function setUpstream(
  cluster: Cluster,
  resources: readonly Resource[],
  saved: ReturnType<typeof newSavedApply>,
  choices: ApplyChoices,
  signal: AbortSignal | undefined,
): Promise<AppliedObject> {
  const none = { ...CLUSTER_VERSION, changes: [], conflicts: [], removals: [] };
  try {
    const found = await upstreamPatch(cluster, resources, signal);
    if ('problem' in found) {
      const { code, message, remedy } = found.problem;
      const later = choices.dryRun && resources.some(({ kind }) => kind === 'UpdateService');
      if (later) return { ...none, result: 'configured', message: t('upstreamLater', { problem: message }) };
      return { ...none, result: 'failed', code, message, remedy };
    }
    const { overwrite } = choices;
    const { objects } = await compareWithCluster(cluster, [found.patch], {
      overwrite,
      signal,
    });
    const compared = objects[0]!;
    return (
      notApplied(compared, { ...choices, waits: false }) ??
      (choices.dryRun ? dryRunResult(compared) : await applyOne(cluster, found.patch, saved, choices, signal))
    );
  } catch (error) {
    signal?.throwIfAborted();
    return failed(CLUSTER_VERSION, error);
  }
}

/** Returns a notice if the cluster doesn't use the update service that is among the objects. */
async function offer(
  cluster: Cluster,
  resources: readonly Resource[],
  signal: AbortSignal | undefined,
): Promise<Problem[]> {
  if (!resources.some(({ kind }) => kind === 'UpdateService')) return [];
  try {
    const found = await upstreamPatch(cluster, resources, signal);
    const live = await readObject(cluster, CLUSTER_VERSION, signal);
    const upstreamOf = (object: Resource | undefined) =>
      (object?.spec as { upstream?: string } | undefined)?.upstream;
    const wanted = 'patch' in found ? upstreamOf(found.patch) : undefined;
    const upstream = upstreamOf(live);
    if (!live || wanted === undefined || upstream === wanted) return [];
    const object = nameOf(CLUSTER_VERSION);
    return [
      {
        ...{ code: 'cluster-upstream', level: 'info' },
        message:
          upstream === undefined
            ? t('upstreamUnset', { object, wanted })
            : t('upstreamElsewhere', { object, upstream, wanted }),
        remedy: ERROR_CODES['cluster-upstream'][1],
      },
    ];
  } catch (error) {
    signal?.throwIfAborted();
    // An offer must not fail the apply.
    if (error instanceof AirlockError) return [];
    throw error;
  }
}

/** Returns the result of an object that isn't applied, or undefined if it is to be applied. */
function notApplied(
  compared: ComparedObject,
  { overwrite, allowRemoval, allowRestart, waits }: ApplyChoices & { waits: boolean },
): AppliedObject | undefined {
  const ref = plainRef(compared);
  const { action, changes, conflicts, removals, problem } = compared;
  const left = (result: ObjectOutcome, code?: keyof typeof ERROR_CODES, message?: string): AppliedObject => ({
    ...{ ...ref, result, changes, conflicts, removals },
    message,
    code,
    remedy: code && ERROR_CODES[code][1],
  });
  // Names every option that the object needs, so that the next run applies it.
  const withOptions = (object: AppliedObject): AppliedObject => {
    const options = [
      !overwrite && conflicts.length > 0 ? '--overwrite' : [],
      !allowRemoval && removals.length > 0 ? '--allow-removal' : [],
      !allowRestart && compared.restartsNodes ? '--allow-restart' : [],
    ].flat();
    return options.length < 2
      ? object
      : { ...object, remedy: t('severalOptionsRemedy', { options: options.join(' ') }) };
  };
  if (action === 'rejected' || action === 'skipped')
    return {
      ...{ ...ref, result: action === 'skipped' ? 'skipped' : 'failed', changes, conflicts, removals },
      code: problem?.code,
      message: problem?.message,
      remedy: problem?.remedy,
    };
  if (action === 'unchanged') return left('unchanged');
  if (action === 'conflict')
    return withOptions(left('conflict', 'cluster-conflict', conflictText(ref, conflicts)));
  if (removals.length > 0 && !allowRemoval)
    return withOptions(
      left(
        'removal',
        'cluster-removal',
        t('removalsBlocked', { object: nameOf(ref), removals: removals.join('; ') }),
      ),
    );
  if (waits) {
    const object = nameOf(ref);
    const message = compared.restartsNodes
      ? t('applyWouldRestart', { object })
      : t('mirrorsNotInUse', { object });
    return left('waiting', 'cluster-restart', message);
  }
  return undefined;
}

function dryRunResult({ action, changes, conflicts, removals, ...object }: ComparedObject): AppliedObject {
  const result = action === 'create' ? 'created' : 'configured';
  return { ...plainRef(object), result, changes, conflicts, removals };
}

/** Saves an object, applies it and returns its changes. The cluster itself detects changes since the comparison. */
async function applyOne(
  cluster: Cluster,
  resource: Resource,
  saved: ReturnType<typeof newSavedApply>,
  { overwrite: force }: ApplyChoices,
  signal: AbortSignal | undefined,
): Promise<AppliedObject> {
  const ref = refOf(resource);
  let before: LiveObject | undefined;
  let isSaved = false;
  try {
    const unknown = await unknownKind(cluster, resource, signal);
    if (unknown) {
      const { code, message, remedy } = unknown.problem;
      return {
        ...plainRef(ref),
        result: 'failed',
        code,
        message,
        remedy,
        changes: [],
        conflicts: [],
        removals: [],
      };
    }
    before = await readObject(cluster, ref, signal);
    const { body: expected } = await applyObject(cluster, resource, { force, dryRun: true }, signal);
    await saved.save(before, expected);
    isSaved = true;
    const { body: after, warnings } = await applyObject(cluster, resource, { force, dryRun: false }, signal);
    const changes = objectChanges(before, after);
    return {
      ...{ ...ref, result: before ? 'configured' : 'created', changes, conflicts: [], removals: [] },
      message: warnings.length > 0 ? warnings.join('; ') : undefined,
    };
  } catch (error) {
    signal?.throwIfAborted();
    // Without an answer it may have been applied anyway, so it stays in the record.
    const rejected = error instanceof AirlockError && error.code.startsWith('cluster-');
    if (rejected && isSaved) await saved.drop();
    if (!(error instanceof AirlockError) || error.code !== 'cluster-conflict') return failed(ref, error);
    const conflicts = fieldConflicts(error, before, resource);
    return { ...failed(ref, error), result: 'conflict', message: conflictText(ref, conflicts), conflicts };
  }
}

/** Returns whether an object must wait because nodes would restart. Asks once, at the first such object. */
function restartGate(
  { objects }: ClusterComparison,
  pools: readonly PoolState[],
  choices: ApplyChoices,
  { mayRestart }: ClusterControl,
  report: (problem: Problem) => void,
): (resource: Resource, compared: ComparedObject) => Promise<boolean> {
  const changes = ({ action }: ComparedObject) => action === 'create' || action === 'change';
  const restarting = objects.filter(
    (object) =>
      object.restartsNodes && changes(object) && (object.removals.length === 0 || choices.allowRemoval),
  );
  let answer: Promise<boolean> | undefined;
  const allowed = (): Promise<boolean> => {
    answer ??= (async () => {
      if (restarting.length === 0 || choices.allowRestart) return true;
      if (!choices.dryRun && (await mayRestart?.(restarting.map(plainRef), pools))) return true;
      const machines = pools.reduce((sum, pool) => sum + pool.machines, 0);
      report({
        ...{ code: 'cluster-restart', level: choices.dryRun ? 'info' : 'warning' },
        message: t('applyWouldDrain', {
          objects: restarting.map(nameOf).join(', '),
          machines,
          pools: pools.length,
        }),
        remedy: ERROR_CODES['cluster-restart'][1],
      });
      return false;
    })();
    return answer;
  };
  return async (resource, compared) => {
    if (!changes(compared) || (!restarting.includes(compared) && !needsNodes(resource))) return false;
    // A dry run shows the changes as if restarts were allowed.
    return !(await allowed()) && !choices.dryRun;
  };
}

async function poolsOf(
  cluster: Cluster,
  report: (problem: Problem) => void,
  signal: AbortSignal | undefined,
): Promise<PoolState[]> {
  try {
    return await machineConfigPools(cluster, signal);
  } catch (error) {
    if (!(error instanceof AirlockError) || error.code !== 'cluster-forbidden') throw error;
    report({
      ...{ code: error.code, level: 'warning' },
      message: t('poolsForbidden', { error: error.message }),
      remedy: error.remedy,
    });
    return [];
  }
}

function plainRef({ apiVersion, kind, name, namespace }: ObjectRef): ObjectRef {
  return { apiVersion, kind, name, namespace };
}
