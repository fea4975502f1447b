import { shellWord } from '../../core/contract/documents/shell-word.ts';
import type {
  ClusterComparisonLine,
  ClusterJob,
  ComparedObjectLine,
  ObjectOutcomeName,
  ObjectRefLine,
} from '../../core/contract/topics/clusters.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { counted } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';

/** A name that tells objects of one folder apart. */
export function objectKey({ apiVersion, kind, namespace, name }: ObjectRefLine): string {
  return [apiVersion, kind, namespace ?? '', name].join(' ');
}

/** Objects that applying would change, whoever owns what now. */
export function canApply({ action }: Pick<ComparedObjectLine, 'action'>): boolean {
  return action === 'create' || action === 'change' || action === 'conflict';
}

/**
 * What is chosen at first: everything that changes something, takes nothing away and is nobody else's. Where a cluster
 * asks for upgrades is only offered.
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

/** The sentence of a comparison: how much changes, and what it does to the nodes. */
export function comparisonSentence(
  { objects, pools }: Pick<ClusterComparisonLine, 'objects' | 'pools'>,
  chosen: ReadonlySet<string>,
): string {
  const changing = objects.filter(canApply);
  if (changing.length === 0) {
    const refused = objects.filter(({ action }) => action === 'refused').length;
    if (refused === 0) return 'The cluster has all of it.';
    return refused === objects.length
      ? 'Nothing can be applied as it is.'
      : `${counted(refused, 'object')} cannot be applied as ${refused === 1 ? 'it is' : 'they are'}; the rest is there.`;
  }
  const picked = changing.filter((object) => chosen.has(objectKey(object)));
  if (picked.length === 0) return `${counted(changing.length, 'object')} would change; none is chosen.`;
  const nodes = pools.reduce((sum, { machines }) => sum + machines, 0);
  const restart = picked.some(({ restartsNodes }) => restartsNodes);
  const change = `${counted(picked.length, 'object')} ${picked.length === 1 ? 'changes' : 'change'}.`;
  if (!restart) return `${change} No node restarts.`;
  return `${change} ${nodes > 0 ? `Up to ${counted(nodes, 'node')} restart` : 'Nodes restart'}, one after another.`;
}

/** What differs, in a few words. */
export function differenceWords({ action, changes, conflicts, problem }: ComparedObjectLine): string {
  switch (action) {
    case 'create':
      return 'New';
    case 'unchanged':
      return 'Same';
    case 'conflict':
      return `${counted(conflicts.length, 'field')} ${conflicts.length === 1 ? 'is' : 'are'} somebody else's`;
    case 'skipped':
      return 'Not for this cluster';
    case 'refused':
      return problem?.code === 'cluster-forbidden' ? 'Not allowed' : 'Refused';
    case 'change':
      return changes.length === 1 ? changes[0]!.path : `${counted(changes.length, 'field')} change`;
  }
}

export const ACTION_MARKS: Record<ComparedObjectLine['action'], Mark> = {
  create: 'info',
  change: 'info',
  unchanged: 'good',
  conflict: 'warning',
  skipped: 'left-out',
  refused: 'bad',
};

export const OUTCOMES: Record<ObjectOutcomeName, { mark: Mark; word: string }> = {
  created: { mark: 'good', word: 'Created' },
  configured: { mark: 'good', word: 'Changed' },
  unchanged: { mark: 'good', word: 'Unchanged' },
  restored: { mark: 'good', word: 'As it was before' },
  deleted: { mark: 'good', word: 'Deleted' },
  conflict: { mark: 'warning', word: 'Conflict, left as it is' },
  removal: { mark: 'warning', word: 'Would take something away, left as it is' },
  held: { mark: 'paused', word: 'Waits for a restart of nodes' },
  skipped: { mark: 'left-out', word: 'Not for this cluster' },
  failed: { mark: 'bad', word: 'Failed' },
};

const WAITS = { pools: 'Nodes', catalogs: 'Catalogs', 'update-service': 'The update service' } as const;

/** `Nodes: 3 of 5 ready`. */
export function waitWords(readiness: NonNullable<ClusterJob['readiness']>): string {
  return `${WAITS[readiness.for]}: ${readiness.done} of ${readiness.total} ready`;
}

/** What became of an object; in a dry run, what would. */
export function outcomeWords(result: ObjectOutcomeName, dryRun: boolean): string {
  const { word } = OUTCOMES[result];
  return dryRun && WRITTEN.has(result) ? `Would be ${word.charAt(0).toLowerCase()}${word.slice(1)}` : word;
}

/** Results for which something is written to the cluster. */
const WRITTEN: ReadonlySet<ObjectOutcomeName> = new Set<ObjectOutcomeName>([
  ...(['created', 'configured', 'restored', 'deleted'] as const),
]);

/** The sentence of an apply or rollback. */
export function jobSentence({
  action,
  dryRun,
  status,
  objects,
  progress: { total = 0 },
  ok,
  readiness,
  asking,
}: ClusterJob): string {
  const applied = objects.filter(({ result }) => WRITTEN.has(result)).length;
  const open = objects.filter(({ result }) =>
    ['conflict', 'removal', 'held', 'failed'].includes(result),
  ).length;
  const verb =
    action === 'apply'
      ? dryRun
        ? 'would be applied'
        : 'applied'
      : dryRun
        ? 'would be taken back'
        : 'taken back';
  switch (status) {
    case 'waiting':
      return `${counted(asking?.nodes ?? 0, 'node')} would be drained and restarted. Go on?`;
    case 'running':
      return readiness
        ? `${counted(objects.length, 'object')} of ${total} done. ${waitWords(readiness)}.`
        : `${objects.length} of ${counted(total, 'object')} done.`;
    case 'pausing':
    case 'stopping':
      return 'What was begun is ended, then it stops.';
    case 'paused':
    case 'stopped':
      return `Stopped: ${counted(applied, 'object')} ${verb}.`;
    case 'failed':
      return action === 'apply' ? 'The objects were not applied.' : 'Nothing was taken back.';
    case 'done':
      if (open > 0) return `${counted(applied, 'object')} ${verb}, ${open} not.`;
      if (!ok) return `${counted(applied, 'object')} ${verb}; the cluster is not ready yet.`;
      return applied > 0 ? `${counted(applied, 'object')} ${verb}.` : 'The cluster had all of it.';
  }
}

/** Problems with what to do about them here, where options of commands are no help. */
export function problemsHere(problems: readonly ContractProblem[]): ContractProblem[] {
  return problems.map((problem) => {
    const remedy = REMEDIES_HERE[problem.code];
    return remedy === undefined ? problem : { ...problem, remedy };
  });
}

const REMEDIES_HERE: Record<string, string> = {
  'cluster-restart': 'Choose the time. Before nodes restart you are asked.',
  'cluster-upstream': 'Compare again and choose ClusterVersion; rolling back takes that back.',
};

/** The command that does the same without the app. */
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
