import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import type { LiveRun, RunDeliverable, RunPhase, RunProgress, RunStatus } from '../../contract/topics/run.ts';
import type { ListedRun } from '../audit/read-runs.ts';
import type { RunFile } from '../audit/run-file.ts';
import type { ImageTable } from './image-table.ts';
import { LIVE_FAILURES, type LiveFile } from './live-file.ts';
import type { RunStory } from './run-story.ts';

/** The state of a run for display, without the fields of its request. */
export type RunSnapshot = Omit<LiveRun, 'run' | 'enclave' | 'target' | 'settings' | 'resumable'> & {
  sequence: number;
  exitCode?: number | undefined;
  /** For mirror to disk: the folder of the transfer. */
  transferDirectory?: string | undefined;
  /** State folder of this side. */
  stateDirectory?: string | undefined;
  /** The requester of the current pause or stop. */
  endingBy?: string | undefined;
};

/** Combines the files of a record. Uses live.json unless another file is newer. */
export function snapshotOf(read: {
  directory: string;
  run: RunFile;
  status: ListedRun['status'];
  live: LiveFile | undefined;
  table: ImageTable;
  story: RunStory;
}): RunSnapshot {
  const { directory, run, live, table, story } = read;
  const running = read.status === 'running';
  const now = running ? live : undefined;
  // A killed process loses its buffered lines, so its live.json may be more complete than its other files.
  const last = run.status === 'running' ? live : undefined;
  const failed = last ?? failuresOf(table);
  const progress = progressOf(run, live, running);
  const { result, problem } = run;
  const incomplete = result?.incomplete ?? table.incomplete();
  return {
    sequence: run.sequence,
    workflow: run.workflow as LiveRun['workflow'],
    status: running ? statusOf(live) : (read.status as RunStatus),
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    transfer: run.transfer,
    images: run.counts?.images ?? live?.progress?.images,
    bytes: run.counts?.bytes ?? live?.progress?.bytes,
    user: run.user,
    host: run.host,
    directory,
    phases: now?.phases ?? closedPhases(last?.phases ?? story.phases, run.endedAt ?? live?.at),
    progress,
    deliverables: deliverablesOf(run, live, table, running),
    failures: failed.failures,
    failuresTotal: failed.failuresTotal,
    incomplete: incomplete.slice(0, LIVE_FAILURES),
    incompleteTotal: incomplete.length,
    problems: last?.problems ?? [...story.problems],
    limits: now?.limits,
    schedule: now?.schedule,
    links: now?.links,
    waits: now?.waits,
    retries: last?.retries ?? story.retries,
    lastRetry: last?.lastRetry ?? story.lastRetry,
    imagesVersion: table.version,
    own: run.runBy === 'app',
    login: problem?.code === 'login-expired' ? story.login : undefined,
    error: problem && {
      code: problem.code,
      level: 'error' as const,
      message: problem.message,
      remedy: problem.remedy ?? ERROR_CODES[problem.code as ErrorCode]?.[1] ?? '',
      side: problem.side,
      problems: problem.problems ?? [],
    },
    resources: result?.resources,
    release: result?.release,
    next: result?.next,
    exitCode: run.exitCode,
    transferDirectory: result?.directory,
    stateDirectory: result?.state,
    endingBy: now?.ending?.by,
  };
}

function statusOf(live: LiveFile | undefined): RunStatus {
  if (!live?.ending) return 'running';
  return live.ending.action === 'pause' ? 'pausing' : 'stopping';
}

function failuresOf(table: ImageTable): { failures: LiveFile['failures']; failuresTotal: number } {
  const { failures, total } = table.failures(LIVE_FAILURES);
  return { failures, failuresTotal: total };
}

function progressOf(run: RunFile, live: LiveFile | undefined, running: boolean): RunProgress | undefined {
  if (running || !run.counts) {
    if (!live?.progress) return undefined;
    const { images, bytes, done, total, totalKnown, rate, remainingMs } = live.progress;
    const left = { remainingMs: running ? remainingMs : undefined };
    return { images, bytes, done, total, totalKnown, rate: running ? rate : 0, ...left };
  }
  const { images, bytes } = run.counts;
  const { done = 0, total = 0 } = run.result ?? {};
  return { images, bytes, done, total, totalKnown: run.status !== 'paused', rate: 0 };
}

function closedPhases(phases: readonly RunPhase[], endedAt: string | undefined): RunPhase[] {
  return phases.map((phase) => (phase.endedAt || !endedAt ? phase : { ...phase, endedAt }));
}

function deliverablesOf(
  run: RunFile,
  live: LiveFile | undefined,
  table: ImageTable,
  running: boolean,
): RunDeliverable[] {
  const known: readonly (Omit<RunDeliverable, 'state'> & { bytesDone?: number })[] =
    run.result?.deliverables ?? live?.deliverables ?? table.deliverables();
  const busy = new Set(running ? live?.active.map(({ deliverable }) => deliverable) : []);
  const stateOf = (d: (typeof known)[number]): RunDeliverable['state'] => {
    if (d.images > 0 && d.done === d.images) return 'complete';
    if (!running || d.done + d.failed === d.images) return 'incomplete';
    return d.done + d.failed > 0 || (d.bytesDone ?? 0) > 0 || busy.has(d.name) ? 'running' : 'waiting';
  };
  const rejected = run.result?.rejected.length ? run.result.rejected : (live?.rejected ?? []);
  return [
    ...known.map((d) => ({
      name: d.name,
      state: stateOf(d),
      images: d.images,
      done: d.done,
      failed: d.failed,
      bytes: d.bytes,
      completedAt: d.completedAt,
    })),
    ...rejected.map(({ deliverable }) => ({
      name: deliverable,
      state: 'rejected' as const,
      images: 0,
      done: 0,
      failed: 0,
      bytes: 0,
    })),
  ];
}
