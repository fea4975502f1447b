import type { RequestInput } from '../../core/contract/contract.ts';
import { shellWord } from '../../core/contract/documents/shell-word.ts';
import type {
  ClusterComparisonLine,
  ClusterJob,
  ComparedObjectLine,
  ObjectOutcomeName,
  ObjectRefLine,
  PlanStepLine,
} from '../../core/contract/topics/clusters.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Returns a name that is unique among the objects of a folder. */
export function objectKey({ apiVersion, kind, namespace, name }: ObjectRefLine): string {
  return [apiVersion, kind, namespace ?? '', name].join(' ');
}

/** Returns whether applying an object would change it, whoever owns its fields. */
export function canApply({ action }: Pick<ComparedObjectLine, 'action'>): boolean {
  return action === 'create' || action === 'change' || action === 'conflict';
}

/**
 * Returns the objects that are selected at first: those that differ, remove nothing and have no conflict. ClusterVersion is
 * only offered, because it changes where the cluster looks for upgrades.
 */
export function chosenAtFirst(objects: readonly ComparedObjectLine[]): Set<string> {
  return new Set(
    objects
      .filter(
        ({ action, removals, kind }) =>
          (action === 'create' || action === 'change') && removals.length === 0 && kind !== 'ClusterVersion',
      )
      .map(objectKey),
  );
}

/** Returns the title of a comparison: how much would change, and what it does to the nodes. */
export function comparisonSentence(
  { objects, pools }: Pick<ClusterComparisonLine, 'objects' | 'pools'>,
  chosen: ReadonlySet<string>,
): string {
  const changing = objects.filter(canApply);
  if (changing.length === 0) {
    const rejected = objects.filter(({ action }) => action === 'rejected').length;
    if (rejected === 0) return t('sameTitle');
    return rejected === objects.length
      ? t('noneApplicableTitle')
      : t('someNotApplicableTitle', { objects: rejected });
  }
  const picked = changing.filter((object) => chosen.has(objectKey(object)));
  if (picked.length === 0) return t('noneSelectedTitle', { objects: changing.length });
  const active = pools.filter(({ state }) => state !== 'paused');
  const nodes = active.reduce((sum, { machines }) => sum + machines, 0);
  const allPaused = pools.length > 0 && active.length === 0;
  if (allPaused || !picked.some(({ restartsNodes }) => restartsNodes))
    return t('noRestartTitle', { objects: picked.length });
  return nodes > 0
    ? t('restartTitle', { objects: picked.length, nodes })
    : t('restartUnknownTitle', { objects: picked.length });
}

/** Returns what differs, in a few words. */
export function differenceWords({ action, changes, conflicts, problem }: ComparedObjectLine): string {
  switch (action) {
    case 'create':
      return t('differenceNew');
    case 'unchanged':
      return t('differenceNone');
    case 'conflict':
      return t('differenceConflict', { fields: conflicts.length });
    case 'skipped':
      return t('differenceUnsupported');
    case 'rejected':
      return problem?.code === 'cluster-forbidden' ? t('differenceForbidden') : t('differenceRejected');
    case 'change':
      return changes.length === 1 ? changes[0]!.path : t('differenceFields', { fields: changes.length });
  }
}

export const ACTION_MARKS: Record<ComparedObjectLine['action'], Mark> = {
  create: 'info',
  change: 'info',
  unchanged: 'good',
  conflict: 'warning',
  skipped: 'left-out',
  rejected: 'bad',
};

export const OUTCOMES: Record<ObjectOutcomeName, { mark: Mark; word: string }> = {
  created: { mark: 'good', word: t('resultCreated') },
  configured: { mark: 'good', word: t('resultChanged') },
  unchanged: { mark: 'good', word: t('resultUnchanged') },
  restored: { mark: 'good', word: t('resultRestored') },
  deleted: { mark: 'good', word: t('resultDeleted') },
  conflict: { mark: 'warning', word: t('resultConflict') },
  removal: { mark: 'warning', word: t('resultRemoval') },
  waiting: { mark: 'paused', word: t('resultWaits') },
  skipped: { mark: 'left-out', word: t('resultUnsupported') },
  failed: { mark: 'bad', word: t('resultFailed') },
};

const WAITS = {
  pools: 'waitPools',
  catalogs: 'waitCatalogs',
  'update-operator': 'waitUpdateOperator',
  'update-service': 'waitUpdateService',
  operators: 'waitOperators',
  nodes: 'waitNodes',
  credentials: 'waitCredentials',
  'control-plane': 'waitControlPlane',
  policy: 'waitPolicy',
} as const;
/** `Nodes ready: 3 of 5`. */
export function waitWords({ for: of, done, total }: NonNullable<ClusterJob['readiness']>): string {
  return t(WAITS[of], { ready: done, expected: total });
}

/** Results for which something is written to the cluster, each with what a dry run reports. */
const WRITTEN: Partial<Record<ObjectOutcomeName, string>> = {
  created: t('wouldBeCreated'),
  configured: t('wouldBeChanged'),
  restored: t('wouldBeRestored'),
  deleted: t('wouldBeDeleted'),
};

/** Returns the result of an object, or what it would be after a dry run. */
export function outcomeWords(result: ObjectOutcomeName, dryRun: boolean): string {
  return (dryRun ? WRITTEN[result] : undefined) ?? OUTCOMES[result].word;
}

/** Keys of the titles of a job that ended, by what it did. */
const ENDINGS = {
  apply: {
    all: 'appliedTitle',
    some: 'partlyAppliedTitle',
    stopped: 'applyStoppedTitle',
    notReady: 'appliedNotReadyTitle',
  },
  applyDryRun: {
    all: 'wouldApplyTitle',
    some: 'partlyWouldApplyTitle',
    stopped: 'dryRunStoppedTitle',
    notReady: 'wouldApplyTitle',
  },
  rollback: {
    all: 'rolledBackTitle',
    some: 'partlyRolledBackTitle',
    stopped: 'rollbackStoppedTitle',
    notReady: 'rolledBackNotReadyTitle',
  },
  rollbackDryRun: {
    all: 'wouldRollBackTitle',
    some: 'partlyWouldRollBackTitle',
    stopped: 'dryRunStoppedTitle',
    notReady: 'wouldRollBackTitle',
  },
} as const;

/** Returns the title of an apply or rollback. */
export function jobSentence(job: ClusterJob): string {
  const { action, dryRun, status, objects, progress, ok, readiness, restartQuestion: asking } = job;
  const { total = 0 } = progress;
  const count = objects.filter(({ result }) => result in WRITTEN).length;
  const open = objects.filter(({ result }) =>
    ['conflict', 'removal', 'waiting', 'failed'].includes(result),
  ).length;
  const ending = ENDINGS[dryRun ? (`${action}DryRun` as const) : action];
  const done = objects.length;
  switch (status) {
    case 'waiting':
      return t('restartQuestionTitle', {
        action,
        objects: asking?.objects.length ?? 0,
        nodes: asking?.nodes ?? 0,
      });
    case 'running':
      return readiness
        ? t('waitTitle', { done, total, wait: waitWords(readiness) })
        : t('progressTitle', { done, total });
    case 'pausing':
    case 'stopping':
      return t('stoppingTitle');
    case 'paused':
    case 'stopped':
      return t(ending.stopped, { count });
    case 'failed':
      return action === 'apply' ? t('applyErrorTitle') : t('rollbackErrorTitle');
    case 'done':
      if (open > 0) return t(ending.some, { count, open });
      if (!ok) return t(ending.notReady, { count });
      if (count > 0) return t(ending.all, { count });
      return action === 'apply' ? t('applyNothingTitle') : t('rollbackNothingTitle');
  }
}

export const STEP_STATES: Record<PlanStepLine['state'], { mark: Mark; word: string }> = {
  open: { mark: 'waiting', word: t('stepOpen') },
  running: { mark: 'running', word: t('stepRunning') },
  done: { mark: 'good', word: t('stepDone') },
  unchanged: { mark: 'good', word: t('stepUnchanged') },
  stopped: { mark: 'bad', word: t('stepStopped') },
  left: { mark: 'left-out', word: t('stepLeft') },
  skipped: { mark: 'left-out', word: t('stepSkipped') },
};

/** Returns the result of a step, or what it would be after a dry run. */
export function stepWords({ state }: PlanStepLine, dryRun: boolean): string {
  return dryRun && state === 'done' ? t('stepWouldBeDone') : STEP_STATES[state].word;
}

/** Returns problems with remedies for the app, where those of the engine name options of commands. */
export function currentProblems(problems: readonly ContractProblem[]): ContractProblem[] {
  return problems.map((problem) => {
    const remedy = REMEDIES_HERE[problem.code];
    return remedy === undefined ? problem : { ...problem, remedy };
  });
}

const REMEDIES_HERE: Record<string, string> = {
  'cluster-restart': t('restartRemedy'),
  'cluster-upstream': t('upstreamRemedy'),
};

/** Returns the command that applies the same manifests without the app. */
export function applyCommand(
  directory: string,
  { kubeconfig, context }: { kubeconfig: string; context: string },
): string {
  return [
    'airlock cluster-config apply',
    shellWord(directory),
    ...(kubeconfig ? [`--kubeconfig ${shellWord(kubeconfig)}`] : []),
    ...(context ? [`--context ${shellWord(context)}`] : []),
  ].join(' ');
}

/** Returns the command that writes the same manifests without the app. */
export function writeCommand(given: RequestInput<'clusters.previewManifests'> & { to: string }): string {
  const { from, trustBundle, pullSecret, authFile, openShiftVersion, icsp, to } = given;
  const option = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name} ${shellWord(value)}`];
  return [
    'airlock cluster-config write',
    ...option(
      isRecord(from) ? '--from-run' : '--workspace',
      from === undefined || isRecord(from) ? from : `file://${from}`,
    ),
    ...option('--trust-bundle', trustBundle),
    ...option('--pull-secret', pullSecret),
    ...option('--authfile', authFile),
    ...option('--openshift-version', openShiftVersion),
    ...(icsp ? ['--icsp'] : []),
    `--to ${shellWord(to || 'config')}`,
  ].join(' ');
}

/** Returns whether a path is that of an audit record. */
function isRecord(path: string | undefined): boolean {
  return path !== undefined && /\/\.airlock\/runs\/\d+-[^/]+\/?$/.test(path);
}
