import type { RequestInput } from '../../core/contract/contract.ts';
import {
  type LiveRun,
  liveRun,
  type RunDetails,
  type RunSummary,
  runDetails,
  runSummary,
} from '../../core/contract/topics/run.ts';
import { completed, type Part } from '../engine/completed.fixture.ts';
import type { Answers } from '../engine/screen.fixture.tsx';

/** Returns a complete push of the workspace `/w` that took a minute. */
export function runOf(sequence: number, part: Part<RunSummary> = {}): RunSummary {
  return completed(runSummary, {
    run: { root: '/w', sequence },
    workflow: 'diskToMirror',
    status: 'complete',
    startedAt: `2026-01-0${sequence}T10:00:00Z`,
    endedAt: `2026-01-0${sequence}T10:01:00Z`,
    directory: `/w/runs/000${sequence}`,
    ...part,
  });
}

/** Returns the same with everything that its own page shows. */
export function liveOf(sequence: number, part: Part<LiveRun> = {}): LiveRun {
  return completed(liveRun, { ...runOf(sequence), ...part } as Part<LiveRun>);
}

/** Returns the record of a run. */
export function recordOf(live: Part<LiveRun>, part: Part<RunDetails> = {}): RunDetails {
  return completed(runDetails, { live: liveOf(2, live), ...part });
}

/** Answers `runs.list` with these runs, in pages. */
export function listed(runs: readonly RunSummary[]) {
  return ({ offset = 0, limit = 100 }: RequestInput<'runs.list'>) => ({
    total: runs.length,
    runs: runs.slice(offset, offset + limit),
  });
}

/** Answers of a session that only reads. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };
