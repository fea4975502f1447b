import type {
  ClusterComparisonLine,
  ClusterJob,
  ComparedObjectLine,
  ObjectOutcomeName,
  ObjectRefLine,
} from '../../core/contract/clusters.ts';
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
  if (changing.length === 0)
    return objects.some(({ action }) => action === 'refused')
      ? 'Nothing can be applied as it is.'
      : 'The cluster has all of it.';
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
export function waitWords(waiting: NonNullable<ClusterJob['waiting']>): string {
  return `${WAITS[waiting.for]}: ${waiting.done} of ${waiting.total} ready`;
}

/** The sentence of an apply or rollback. */
export function jobSentence({
  kind,
  dryRun,
  status,
  objects,
  total,
  ok,
  waiting,
  asking,
}: ClusterJob): string {
  const applied = objects.filter(({ result }) =>
    ['created', 'configured', 'restored', 'deleted'].includes(result),
  ).length;
  const open = objects.filter(({ result }) =>
    ['conflict', 'removal', 'held', 'failed'].includes(result),
  ).length;
  const verb =
    kind === 'apply'
      ? dryRun
        ? 'would be applied'
        : 'applied'
      : dryRun
        ? 'would be taken back'
        : 'taken back';
  switch (status) {
    case 'asking':
      return `${counted(asking?.nodes ?? 0, 'node')} would be drained and restarted. Go on?`;
    case 'running':
      return waiting
        ? `${counted(objects.length, 'object')} of ${total} done. ${waitWords(waiting)}.`
        : `${objects.length} of ${counted(total, 'object')} done.`;
    case 'stopping':
      return 'What was begun is ended, then it stops.';
    case 'stopped':
      return `Stopped: ${counted(applied, 'object')} ${verb}.`;
    case 'failed':
      return kind === 'apply' ? 'The objects were not applied.' : 'Nothing was taken back.';
    case 'done':
      if (open > 0) return `${counted(applied, 'object')} ${verb}, ${open} not.`;
      if (!ok) return `${counted(applied, 'object')} ${verb}; the cluster is not ready yet.`;
      return applied > 0 ? `${counted(applied, 'object')} ${verb}.` : 'The cluster had all of it.';
  }
}

/** The command that does the same without the app. */
export function applyCommand(
  directory: string,
  { kubeconfig, context }: { kubeconfig: string; context: string },
): string {
  const word = (text: string) =>
    /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    'airlock cluster-config apply',
    word(directory),
    ...(kubeconfig ? [`--kubeconfig ${word(kubeconfig)}`] : []),
    ...(context ? [`--context ${word(context)}`] : []),
  ].join(' ');
}
