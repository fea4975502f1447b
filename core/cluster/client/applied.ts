import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { FieldConflict } from './compare.ts';
import type { FieldChange } from './object-changes.ts';
import type { ObjectRef } from './object-ref.ts';
import type { PoolState, WaitProgress, WaitTimes } from './readiness.ts';

/**
 * The result of one object; in a dry run, the expected one.
 * `conflict`: others own fields, nothing was changed. `removal`: the cluster would lose something, nothing was changed.
 * `waiting`: it waits for permission to restart nodes, or for objects that do. `skipped`: this cluster doesn't use it.
 */
export type ObjectOutcome =
  | 'created'
  | 'configured'
  | 'unchanged'
  | 'restored'
  | 'deleted'
  | 'conflict'
  | 'removal'
  | 'waiting'
  | 'skipped'
  | 'failed';

/** One object with its result. */
export interface AppliedObject extends ObjectRef {
  result: ObjectOutcome;
  /** Why it isn't applied, or the warnings of the server. */
  message?: string;
  code?: string;
  remedy?: string;
  changes: FieldChange[];
  conflicts: FieldConflict[];
  removals: string[];
}

/** An event of an apply or rollback in progress. */
export type ClusterEvent =
  | { type: 'object'; object: AppliedObject }
  | WaitProgress
  | { type: 'problem'; problem: Problem };

/** The result of an apply or rollback. */
export interface ApplyResult {
  context: string;
  server: string;
  openShiftVersion?: string;
  dryRun: boolean;
  objects: AppliedObject[];
  problems: Problem[];
  /** Folder with the previous versions, if something was changed. */
  saved?: string;
  /** 0, or 2 if an object wasn't applied or didn't become ready. */
  exitCode: 0 | 2;
}

/** Receives the events of an apply or rollback, and stops it. */
export interface ClusterControl {
  emit: (event: ClusterEvent) => void;
  signal?: AbortSignal;
  /**
   * Returns whether nodes may restart. Called once, before the first object that restarts nodes, unless `allowRestart`
   * is set. Default: no.
   * @param objects the objects that restart nodes
   */
  mayRestart?: (objects: readonly ObjectRef[], pools: readonly PoolState[]) => Promise<boolean>;
}

/** Choices of both apply and rollback. */
export interface ClusterChoices {
  /** The cluster reports what it would do, but changes nothing. */
  dryRun: boolean;
  /** Overwrites fields that others own or have changed since. */
  overwrite: boolean;
  /** Nodes may restart. */
  allowRestart: boolean;
  /** Wait for nodes, catalogs and the update service. */
  wait: boolean;
  times?: Partial<WaitTimes>;
  /** Folder of the apply records. See `historyDirectory`. */
  history: string;
}

const NOT_APPLIED: ReadonlySet<ObjectOutcome> = new Set<ObjectOutcome>([
  ...(['conflict', 'removal', 'waiting', 'failed'] as const),
]);

/** Returns 2 if an object wasn't applied or didn't become ready, otherwise 0. */
export function exitCodeOf(objects: readonly AppliedObject[], problems: readonly Problem[]): 0 | 2 {
  const open = objects.some(({ result }) => NOT_APPLIED.has(result));
  return open || problems.some(({ code, level }) => code === 'cluster-not-ready' && level === 'error')
    ? 2
    : 0;
}

/** Returns the result of an object that couldn't be applied. */
export function failed(ref: ObjectRef, error: unknown): AppliedObject {
  const { code, message, remedy } = asAirlockError(error);
  return { ...ref, result: 'failed', code, message, remedy, changes: [], conflicts: [], removals: [] };
}
