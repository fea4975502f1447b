import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { HostEvent } from '../../../contract/events.ts';
import { isUnderWay, type RequestJob } from '../../../contract/topics/job.ts';
import type { JobAnswer, ListedJob, ListedRef } from '../../../contract/topics/jobs.ts';
import { contractFailure } from './answers.ts';
import { t } from './messages.ts';
import { createWorkers, type WorkControl, type Worker } from './workers.ts';

/** Number of ended jobs that are listed. Their results are on disk. */
const ENDED_JOBS = 16;
const REPORT_EVERY_MS = 250;

/** The controls of a listed job. */
export interface JobControl<J extends ListedJob> {
  /** Aborted when the job should end. */
  signal: AbortSignal;
  /** Changes the reported job: at once, or with `soon` within a quarter of a second. */
  change(changes: Partial<J>, when?: 'now' | 'soon'): void;
  /** Returns the job after its last change. */
  view(): J;
  /** Waits for an answer. @returns undefined when the job should end instead */
  ask(question: Partial<J>): Promise<Extract<JobAnswer, { kind: J['kind'] }> | undefined>;
}

/** Reports the progress of a request. It can be called often. Its disposal ends the job. */
export type ReportProgress = Disposable &
  ((done: number, total?: number, about?: Partial<Pick<RequestJob, 'phase' | 'detail'>>) => void);

/** The work of this engine: listed jobs, the progress of requests, and runs, whose records report them. */
export interface Jobs {
  /** Returns the jobs, newest first. */
  list(): ListedJob[];
  /** @throws AirlockError `not-found` */
  one<K extends ListedJob['kind']>(kind: K, id: string): Extract<ListedJob, { kind: K }>;
  /**
   * Starts a job. It ends with its work: `paused` or `stopped` if that was requested, `failed` if the work throws.
   * @param onEnd called after the end of the job was reported
   */
  start<J extends ListedJob>(
    fields: Omit<J, 'id' | 'status' | 'startedAt' | 'problems'>,
    work: (control: JobControl<J>) => Promise<Partial<J>>,
    onEnd?: () => void,
  ): J;
  /**
   * Answers a waiting job. Does nothing for a repetition of its last answer, such as that of a double click.
   * @throws AirlockError `not-found`, `usage` when the job isn't waiting
   */
  answer(answer: JobAnswer): void;
  /** Ends a job in an orderly way. Does nothing for one that has ended. @throws AirlockError `not-found` */
  stop(job: ListedRef): void;
  /** Reports the progress of a request at most four times a second, and its end. */
  request(ticket: string, about: Pick<RequestJob, 'phase' | 'detail' | 'unit'>): ReportProgress;
  /** Starts work with its own reports, such as a run. @throws AirlockError `interrupted` while the engine closes */
  work<T>(work: (control: WorkControl) => Promise<T>): Worker<T>;
  /** Pauses all work, waits up to 5 s for it to end, then stops the rest. */
  close(): Promise<void>;
}

interface Entry {
  view: ListedJob;
  answer: ((given: JobAnswer | undefined) => void) | undefined;
  /** The last answer. */
  answered: JobAnswer | undefined;
  stop(): void;
}

/** How jobs of each kind end on request, and the texts about a job that is unknown or isn't waiting. */
const KINDS = {
  media: {
    ending: 'pausing',
    ended: 'paused',
    unknown: 'mediaUnknown',
    remedy: 'mediaUnknownRemedy',
    notWaiting: 'mediaNotWaiting',
  },
  cluster: {
    ending: 'stopping',
    ended: 'stopped',
    unknown: 'clusterUnknown',
    remedy: 'clusterUnknownRemedy',
    notWaiting: 'clusterNotWaiting',
  },
  serve: {
    ending: 'stopping',
    ended: 'stopped',
    unknown: 'serveUnknown',
    remedy: 'serveUnknownRemedy',
    notWaiting: 'serveNotWaiting',
  },
} as const;

export function createJobs(emit: (event: HostEvent) => void): Jobs {
  const entries = new Map<string, Entry>();
  const workers = createWorkers();

  const entryOf = ({ kind, id }: ListedRef): Entry => {
    const found = entries.get(id);
    if (found?.view.kind === kind) return found;
    const { unknown, remedy } = KINDS[kind];
    throw new AirlockError('not-found', t(unknown), { side: 'local', remedy: t(remedy) });
  };
  const start: Jobs['start'] = (fields, work, onEnd) => {
    const first = { id: randomUUID(), status: 'running', startedAt: new Date().toISOString(), problems: [] };
    const view = { ...fields, ...first } as unknown as ListedJob;
    const { ending, ended } = KINDS[view.kind];
    const entry: Entry = { view, answer: undefined, answered: undefined, stop: () => {} };
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
      // A waiting export ends when no drive comes, and then reports what it needs.
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
    for (const [id, { view }] of entries)
      if (entries.size > ENDED_JOBS && !isUnderWay(view)) entries.delete(id);
    teller.now();
    return entry.view as never;
  };

  return {
    list: () => [...entries.values()].map(({ view }) => view).toReversed(),
    one: <K extends ListedJob['kind']>(kind: K, id: string) =>
      entryOf({ kind, id }).view as Extract<ListedJob, { kind: K }>,
    start,
    answer(given) {
      const entry = entryOf(given);
      if (entry.answer) {
        entry.answered = given;
        entry.answer(given);
      } else if (!isDeepStrictEqual(entry.answered, given))
        throw new AirlockError('usage', t(KINDS[given.kind].notWaiting), { side: 'local' });
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
  /** Reports at most four times a second, and always the last state. */
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
      const wait = REPORT_EVERY_MS - (performance.now() - reported);
      if (wait <= 0) now();
      else timer ??= setTimeout(now, wait).unref();
    },
  };
}
