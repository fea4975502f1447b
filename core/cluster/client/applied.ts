import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { FieldConflict } from './compare.ts';
import type { FieldChange } from './object-changes.ts';
import type { ObjectRef } from './object-ref.ts';
import type { PoolState, WaitProgress, WaitTimes } from './readiness.ts';

/**
 * What became of one object; with a dry run: what would.
 * `conflict`: others own fields, nothing was changed; `removal`: the cluster would lose something, nothing was changed;
 * `held`: nodes would restart, or it waits for those that would; `skipped`: this cluster has no use for it.
 */
export type ObjectOutcome =
  | 'created'
  | 'configured'
  | 'unchanged'
  | 'restored'
  | 'deleted'
  | 'conflict'
  | 'removal'
  | 'held'
  | 'skipped'
  | 'failed';

/** One object with what became of it. */
export interface AppliedObject extends ObjectRef {
  result: ObjectOutcome;
  /** Why it is not applied, or what the server warns of. */
  message?: string;
  code?: string;
  remedy?: string;
  changes: FieldChange[];
  conflicts: FieldConflict[];
  removals: string[];
}

/** What an apply or rollback tells while it works. */
export type ClusterEvent =
  | { type: 'object'; object: AppliedObject }
  | WaitProgress
  | { type: 'problem'; problem: Problem };

/** What was applied or taken back. */
export interface ApplyResult {
  context: string;
  server: string;
  openShiftVersion?: string;
  dryRun: boolean;
  objects: AppliedObject[];
  problems: Problem[];
  /** Folder with the previous versions, when something was changed. */
  saved?: string;
  /** 0, or 2 when an object was not applied or did not get ready. */
  exitCode: 0 | 2;
}

/** How an apply or rollback speaks, and is stopped. */
export interface ClusterControl {
  emit: (event: ClusterEvent) => void;
  signal?: AbortSignal;
  /**
   * Asked once, before the first object for which nodes restart, unless that was allowed. Default: no.
   * @param objects those that restart nodes
   */
  mayRestart?: (objects: readonly ObjectRef[], pools: readonly PoolState[]) => Promise<boolean>;
}

/** What applying and rolling back share. */
export interface ClusterChoices {
  /** The cluster says what it would do, and does nothing. */
  dryRun: boolean;
  /** Fields that others own, or changed since, are taken over. */
  overwrite: boolean;
  /** Nodes may restart. */
  allowRestart: boolean;
  /** Wait for nodes, catalogs and the update service. */
  wait: boolean;
  times?: Partial<WaitTimes>;
  /** Folder of the records of applies: see `historyDirectory`. */
  history: string;
}

const NOT_APPLIED: ReadonlySet<ObjectOutcome> = new Set<ObjectOutcome>([
  ...(['conflict', 'removal', 'held', 'failed'] as const),
]);

/** 2 when anything is not as it was asked for. */
export function exitCodeOf(objects: readonly AppliedObject[], problems: readonly Problem[]): 0 | 2 {
  const open = objects.some(({ result }) => NOT_APPLIED.has(result));
  return open || problems.some(({ code, level }) => code === 'cluster-not-ready' && level === 'error')
    ? 2
    : 0;
}

/** An object that could not be applied. */
export function failed(ref: ObjectRef, error: unknown): AppliedObject {
  const { code, message, remedy } = asAirlockError(error);
  return { ...ref, result: 'failed', code, message, remedy, changes: [], conflicts: [], removals: [] };
}
