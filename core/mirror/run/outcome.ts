import { incompleteBundles, incompleteProblem } from '../../runs/audit/incomplete-bundles.ts';
import type { RecordedResult } from '../../runs/audit/run-file.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import { t } from '../messages.ts';
import { leftOut, type Rejection } from './collect-images.ts';
import type { MirrorResult } from './request.ts';

const FAILED_IMAGES = 2;

/** Returns the result of a run from its tracker. A rejected release has its own exit code (5: signature). */
export function outcomeOf(
  options: {
    status: MirrorResult['status'];
    tracker: RunTracker;
    rejected: Rejection[];
    exitCode?: number;
  } & Pick<
    MirrorResult,
    | 'transfer'
    | 'directory'
    | 'attached'
    | 'resources'
    | 'state'
    | 'config'
    | 'handoff'
    | 'release'
    | 'next'
    | 'graphBase'
    | 'verified'
  >,
): MirrorResult {
  const { status, tracker, rejected, exitCode, ...rest } = options;
  const unsigned = rejected.find((r) => r.exitCode === 5);
  return {
    status,
    exitCode: exitCode ?? (unsigned ? unsigned.exitCode : status === 'partial' ? FAILED_IMAGES : 0),
    images: { ...tracker.images },
    bytes: tracker.bytes,
    failures: tracker.failures.map(({ source, destination, error }) => ({
      source,
      destination,
      code: error?.code ?? 'image-failed',
      message: error?.message ?? '',
      remedy: error?.remedy,
      side: error?.side,
    })),
    rejected: rejected.map(leftOut),
    verdicts: { ...tracker.verdicts },
    incomplete: incompleteBundles(tracker.failures),
    deliverables: [
      ...tracker.wholeness(),
      ...rejected.map(({ deliverable }) => ({ name: deliverable, complete: false })),
    ],
    ...rest,
  };
}

/** Reports operator versions that can't be installed because images failed. */
export function reportIncomplete(tracker: RunTracker, emit: EmitRunEvent): void {
  for (const bundle of incompleteBundles(tracker.failures))
    emit({ type: 'problem', problem: incompleteProblem(bundle) });
}

/** Returns the result of a paused run. Copied content is retained. */
export function pausedOutcome(tracker: RunTracker, rejected: Rejection[]): MirrorResult {
  return outcomeOf({
    status: 'paused',
    exitCode: 3,
    tracker,
    rejected,
    next: t('pausedNext'),
  });
}

/** Returns the recorded form of a result. */
export function recordedResult(result: MirrorResult): Omit<RecordedResult, 'deliverables'> {
  const { rejected, verdicts, verified, directory, resources, state, config, handoff, release, next } =
    result;
  const incomplete = result.incomplete.length > 0 ? result.incomplete : undefined;
  return {
    ...{ rejected, incomplete, verdicts, verified },
    ...{ directory, resources, state, config, handoff, release, next },
  };
}
