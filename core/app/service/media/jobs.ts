import { randomUUID } from 'node:crypto';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { MediaJob } from '../../../contract/topics/media.ts';
import type { ContractProblem } from '../../../contract/topics/vocabulary.ts';
import type { MediaEvent } from '../../../media/export/events.ts';
import type { MediumNeed } from '../../../media/export/media.ts';
import { valueWithoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { contractFailure } from '../state/answers.ts';
import type { ServiceState } from '../state/state.ts';

/** Jobs that have ended and are still shown; what came of older ones is in the workspace. */
const KEPT = 8;
const PROBLEMS_KEPT = 50;
const TELL_EVERY_MS = 250;

/** What the work of a job gets. */
export interface JobControl {
  signal: AbortSignal;
  emit: (event: MediaEvent) => void;
  /** Waits until a medium is named; undefined: the job is to pause. */
  nextMedium: (need: MediumNeed) => Promise<string | undefined>;
}

/** How the work of a job ended without an error. */
export type JobEnd = { status: 'done' } | { status: 'paused'; need?: MediumNeed };

interface Job {
  view: MediaJob;
  stop: AbortController;
  insert: ((path: string | undefined) => void) | undefined;
  ended: Promise<void>;
}

/** The exports and imports of this engine. They go on without a window, and are told as whole states. */
export interface MediaJobs {
  list(): MediaJob[];
  /** @throws AirlockError `not-found` */
  one(id: string): MediaJob;
  begin(settings: MediaJob['settings'], work: (control: JobControl) => Promise<JobEnd>): MediaJob;
  /** @throws AirlockError `not-found`, `usage` when it does not wait */
  insert(id: string, path: string): MediaJob;
  /** Drains; nothing for one that has ended. @throws AirlockError `not-found` */
  pause(id: string): MediaJob;
  /** Pauses all of them and waits until they have ended. */
  close(): Promise<void>;
}

export function createMediaJobs({ emit }: Pick<ServiceState, 'emit'>): MediaJobs {
  const jobs = new Map<string, Job>();
  const jobOf = (id: string): Job => {
    const found = jobs.get(id);
    if (found) return found;
    throw new AirlockError('not-found', 'this export or import is not known to the engine any more', {
      side: 'local',
      remedy: 'Start it again: what is written is kept.',
    });
  };
  const pause = (job: Job): void => {
    if (!isUnderWay(job.view)) return;
    job.view = { ...job.view, status: 'pausing' };
    emit({ type: 'media', job: job.view });
    if (job.insert) job.insert(undefined);
    else job.stop.abort();
  };
  return {
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    one: (id) => jobOf(id).view,
    begin(settings, work) {
      const stop = new AbortController();
      const job: Job = {
        view: {
          job: randomUUID(),
          settings,
          status: 'running',
          startedAt: new Date().toISOString(),
          phase: 'planning',
          done: 0,
          total: 0,
          rate: 0,
          pieces: [],
          safe: [],
          problems: [],
        },
        stop,
        insert: undefined,
        ended: Promise.resolve(),
      };
      const teller = inTime(() => emit({ type: 'media', job: job.view }));
      const change = (changes: Partial<MediaJob>): void => {
        job.view = { ...job.view, ...changes };
        teller.now();
      };
      const control: JobControl = {
        signal: stop.signal,
        emit(event) {
          job.view = afterEvent(job.view, event);
          if (event.type === 'progress' || event.type === 'piece') teller.soon();
          else teller.now();
        },
        nextMedium: (need) =>
          new Promise((resolve) => {
            job.insert = (path) => {
              job.insert = undefined;
              const { need: _need, ...view } = job.view;
              if (path !== undefined) job.view = { ...view, status: 'running' };
              teller.now();
              resolve(path);
            };
            change({ status: 'waiting', need });
          }),
      };
      jobs.set(job.view.job, job);
      for (const [id, { view }] of jobs) if (jobs.size > KEPT && !isUnderWay(view)) jobs.delete(id);
      job.ended = work(control)
        .then(
          (end) => change({ ...end, endedAt: new Date().toISOString() }),
          (thrown: unknown) => {
            const error = asAirlockError(thrown);
            const paused = stop.signal.aborted || error.code === 'interrupted';
            change({
              status: paused ? 'paused' : 'failed',
              ...(!paused && { error: contractFailure(error) }),
              endedAt: new Date().toISOString(),
            });
          },
        )
        .finally(() => emit({ type: 'workspaces' }));
      teller.now();
      return job.view;
    },
    insert(id, path) {
      const job = jobOf(id);
      if (!job.insert)
        throw new AirlockError('usage', 'this export does not wait for a medium', { side: 'local' });
      job.insert(path);
      return job.view;
    },
    pause(id) {
      const job = jobOf(id);
      pause(job);
      return job.view;
    },
    async close() {
      for (const job of jobs.values()) pause(job);
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}

export function isUnderWay({ status }: Pick<MediaJob, 'status'>): boolean {
  return status === 'running' || status === 'waiting' || status === 'pausing';
}

/** The state of a job after one more event. Pure. */
export function afterEvent(job: MediaJob, event: MediaEvent): MediaJob {
  switch (event.type) {
    case 'phase': {
      const { medium: _medium, piece: _piece, ...rest } = job;
      return {
        ...rest,
        phase: event.phase,
        ...(event.medium !== undefined && { medium: event.medium }),
        ...(event.piece !== undefined && { piece: event.piece }),
      };
    }
    case 'progress': {
      const { remainingMs: _remaining, ...rest } = job;
      const { phase, done, total, rate, remainingMs, medium, piece } = event;
      return {
        ...rest,
        phase,
        done,
        total,
        rate,
        ...(remainingMs !== undefined && { remainingMs }),
        ...(medium !== undefined && { medium }),
        ...(piece !== undefined && { piece }),
      };
    }
    case 'piece': {
      const { number, name, size, state, medium } = event;
      const piece = { number, name, size, state, ...(medium !== undefined && { medium }) };
      const others = job.pieces.filter((one) => one.number !== number);
      return { ...job, pieces: [...others, piece].sort((a, b) => a.number - b.number) };
    }
    case 'safe-to-remove': {
      const others = job.safe.filter(({ medium }) => medium !== event.medium);
      return { ...job, safe: [...others, { medium: event.medium, pieces: event.pieces }] };
    }
    case 'problem': {
      const problem = valueWithoutSecrets(event.problem) as ContractProblem;
      return { ...job, problems: [...job.problems, problem].slice(-PROBLEMS_KEPT) };
    }
  }
}

/** Tells at once, or within a quarter of a second what may wait. */
function inTime(tell: () => void): { now: () => void; soon: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    tell();
  };
  return {
    now,
    soon: () => {
      timer ??= setTimeout(now, TELL_EVERY_MS).unref();
    },
  };
}
