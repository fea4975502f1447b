import { randomUUID } from 'node:crypto';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { HostEvent } from '../../../contract/events.ts';
import { isUnderWay, type RequestJob } from '../../../contract/topics/job.ts';
import type { JobAnswer, ListedJob, ListedRef } from '../../../contract/topics/jobs.ts';
import { contractFailure } from './answers.ts';
import { createWorkers, type WorkControl, type Worker } from './workers.ts';

/** Jobs that have ended and are still listed; what they did is on disk. */
const KEPT = 16;
const TELL_EVERY_MS = 250;

/** What the work of a listed job gets. */
export interface JobControl<J extends ListedJob> {
  /** Aborted when the job is to end. */
  signal: AbortSignal;
  /** Changes what is reported of the job: at once, or with `soon` within a quarter of a second. */
  change(changes: Partial<J>, when?: 'now' | 'soon'): void;
  /** As it was last changed. */
  view(): J;
  /** Lets the job wait for an answer. @returns undefined when the job is to end instead */
  ask(question: Partial<J>): Promise<Extract<JobAnswer, { kind: J['kind'] }> | undefined>;
}

/** Reports how far a request is, as often as one likes; its disposal ends the job. */
export type ReportProgress = Disposable &
  ((done: number, total?: number, about?: Partial<Pick<RequestJob, 'phase' | 'detail'>>) => void);

/** The work of this engine: what is listed as a job, the progress of requests, and runs, which their records follow. */
export interface Jobs {
  /** The newest first. */
  list(): ListedJob[];
  /** @throws AirlockError `not-found` */
  one<K extends ListedJob['kind']>(kind: K, id: string): Extract<ListedJob, { kind: K }>;
  /**
   * Starts a job. It ends as its work resolves; `paused` or `stopped` when that was asked for; `failed` when it throws.
   * @param onEnd called after its end was told
   */
  start<J extends ListedJob>(
    what: Omit<J, 'id' | 'status' | 'startedAt' | 'problems'>,
    work: (control: JobControl<J>) => Promise<Partial<J>>,
    onEnd?: () => void,
  ): J;
  /** @throws AirlockError `not-found`, `usage` when it does not wait */
  answer(answer: JobAnswer): void;
  /** Ends a job in order; nothing for one that has ended. @throws AirlockError `not-found` */
  stop(job: ListedRef): void;
  /** Tells how far a request is, at most four times a second, and how it was at the end. */
  request(ticket: string, about: Pick<RequestJob, 'phase' | 'detail' | 'unit'>): ReportProgress;
  /** Starts work that tells of itself elsewhere: a run. @throws AirlockError `interrupted` while the engine closes */
  work<T>(work: (control: WorkControl) => Promise<T>): Worker<T>;
  /** Pauses everything, waits up to 5 s until it has ended, then stops what is left. */
  close(): Promise<void>;
}

interface Entry {
  view: ListedJob;
  answer: ((given: JobAnswer | undefined) => void) | undefined;
  stop(): void;
}

/** How each kind ends when it is asked to, and what is said of one that isn't here or doesn't wait. */
const KINDS = {
  media: {
    ending: 'pausing',
    ended: 'paused',
    unknown: 'this export or import is not known to the engine any more',
    remedy: 'Start it again: what is written is kept.',
    noQuestion: 'this export does not wait for a medium',
  },
  cluster: {
    ending: 'stopping',
    ended: 'stopped',
    unknown: 'this apply is not known to the engine any more',
    remedy: 'Compare again: what was applied shows as unchanged.',
    noQuestion: 'this apply does not ask whether nodes may restart',
  },
} as const;

export function createJobs(emit: (event: HostEvent) => void): Jobs {
  const entries = new Map<string, Entry>();
  const workers = createWorkers();

  const entryOf = ({ kind, id }: ListedRef): Entry => {
    const found = entries.get(id);
    if (found?.view.kind === kind) return found;
    const { unknown, remedy } = KINDS[kind];
    throw new AirlockError('not-found', unknown, { side: 'local', remedy });
  };
  const start: Jobs['start'] = (what, work, onEnd) => {
    const first = { id: randomUUID(), status: 'running', startedAt: new Date().toISOString(), problems: [] };
    const view = { ...what, ...first } as unknown as ListedJob;
    const { ending, ended } = KINDS[view.kind];
    const entry: Entry = { view, answer: undefined, stop: () => {} };
    const teller = createTeller(() => emit({ type: 'job', job: entry.view }));
    const change = (changes: object, when: 'now' | 'soon' = 'now'): void => {
      entry.view = { ...entry.view, ...changes };
      teller[when]();
    };
    const query = (question: object) =>
      new Promise<JobAnswer | undefined>((resolve) => {
        const answered = Object.fromEntries(Object.keys(question).map((field) => [field, undefined]));
        entry.answer = (given) => {
          entry.answer = undefined;
          change(given ? { ...answered, status: 'running' } : answered);
          resolve(given);
        };
        change({ ...question, status: 'waiting' });
      });
    const finish = (changes: object): void => change({ ...changes, endedAt: new Date().toISOString() });
    const worker = workers.start(
      ({ signal }) => work({ signal, change, view: () => entry.view as never, ask: query as never }),
      () => entry.stop(),
    );
    entry.stop = () => {
      if (!isUnderWay(entry.view)) return;
      change({ status: ending });
      const { answer } = entry;
      answer?.(undefined);
      // An export that waits ends as soon as no drive comes; then it reports what it needs.
      if (!answer || ending === 'stopping') worker.stop();
    };
    void worker.ended
      .then(finish, (thrown: unknown) =>
        worker.stopped() || asAirlockError(thrown).code === 'interrupted'
          ? finish({ status: ended })
          : finish({ status: 'failed', error: contractFailure(thrown) }),
      )
      .then(onEnd);
    entries.set(entry.view.id, entry);
    for (const [id, { view }] of entries) if (entries.size > KEPT && !isUnderWay(view)) entries.delete(id);
    teller.now();
    return entry.view as never;
  };

  return {
    list: () => [...entries.values()].map(({ view }) => view).toReversed(),
    one: <K extends ListedJob['kind']>(kind: K, id: string) =>
      entryOf({ kind, id }).view as Extract<ListedJob, { kind: K }>,
    start,
    answer(given) {
      const { answer } = entryOf(given);
      if (!answer) throw new AirlockError('usage', KINDS[given.kind].noQuestion, { side: 'local' });
      answer(given);
    },
    stop: (ref) => entryOf(ref).stop(),
    request(ticket, about) {
      let view: RequestJob | undefined;
      const teller = createTeller(() => emit({ type: 'job', job: view! }));
      const report: ReportProgress = (done, total, changes) => {
        const first = { kind: 'request', id: ticket, status: 'running', ...about } as const;
        view = { ...(view ?? first), ...changes, progress: { done, total } };
        teller.soon();
      };
      report[Symbol.dispose] = () => {
        if (!view) return;
        view = { ...view, status: 'done' };
        teller.now();
      };
      return report;
    },
    work: workers.start,
    close: workers.close,
  };
}

interface Teller {
  now(): void;
  /** At most four times a second; the last state always. */
  soon(): void;
}

function createTeller(report: () => void): Teller {
  let timer: NodeJS.Timeout | undefined;
  let reported = Number.NEGATIVE_INFINITY;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    reported = performance.now();
    report();
  };
  return {
    now,
    soon() {
      const wait = TELL_EVERY_MS - (performance.now() - reported);
      if (wait <= 0) now();
      else timer ??= setTimeout(now, wait).unref();
    },
  };
}
