import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { instantText } from '../../base/schedule/window.ts';
import type { Occasion } from '../../contract/topics/schedules/schedules.ts';
import { sequenceOf } from '../../runs/audit/run-file.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { takeLock } from '../../store/workspace/lock.ts';
import type { Notices } from '../notices/notices.ts';
import { isConfirmed } from './confirmed.ts';
import { type Due, dueNow, willStart } from './due.ts';
import { t } from './messages.ts';
import { missedNotice, noticeOf, startedNotice, waitingNotice } from './notice-of.ts';
import { type Outcome, performSchedule, type ScheduleWork } from './perform.ts';
import {
  editRunning,
  editSchedule,
  readSchedules,
  runnerLock,
  type Schedule,
  withOccasion,
} from './schedule-file.ts';

/** ms. The clock is read again this often, because it may be set and the machine may sleep. */
const LOOK_EVERY_MS = 5_000;
/** ms that a look in progress may delay the end of the process. */
const CLOSE_MS = 1_000;
/** ms until the attempts after a failure. */
const RETRY_DELAYS_MS = [5 * 60_000, 15 * 60_000, 30 * 60_000];

export interface RunnerOptions {
  workspaces(): Promise<readonly string[]>;
  /** Folder with the list of confirmed schedules. */
  configDirectory: string;
  work: ScheduleWork;
  notices: Pick<Notices, 'send' | 'endWait'>;
  /** A schedule of a workspace started or ended. */
  onChange?: (workspace: string) => void;
  onEvent?: (event: RunEvent) => void;
  /** Schedules of a workspace that can't be read, or whose results can't be saved. Reported once until it works again. */
  onFault?: (error: unknown, workspace: string | undefined) => void;
  /** Called at each look, also without schedules. */
  watch?: ((workspaces: readonly string[]) => Promise<void>) | undefined;
  /** ms until the first look, so that a host starts sooner. Default: 0. */
  startAfterMs?: number;
  /** The host ends when nothing is due, so each failed attempt sends a notice. */
  once?: boolean;
  lookEveryMs?: number;
  retryDelaysMs?: readonly number[];
}

/** Runs the schedules of workspaces, one at a time in each workspace. */
export interface ScheduleRunner {
  /** Looks for due schedules now instead of at the next look. */
  wake(): void;
  /** Returns whether this process runs the schedules of a workspace. */
  owns(workspace: string): boolean;
  /** Looks once, and waits until nothing is due any more. */
  drain(): Promise<void>;
  /** Pauses the run in progress, and releases the locks. */
  close(): Promise<void>;
}

/** A workspace whose schedules this process runs. */
interface Owned {
  release(): Promise<void>;
  work?: Promise<void> | undefined;
  /** Saves the result of the last attempt, which couldn't be saved so far. */
  unsaved?: (() => Promise<void>) | undefined;
  /** When the next attempt may start after one that couldn't be recorded. Monotonic ms. */
  notBefore: number;
}

export function runSchedules(options: RunnerOptions): ScheduleRunner {
  const { lookEveryMs = LOOK_EVERY_MS, onFault = () => {} } = options;
  const owned = new Map<string, Owned>();
  const pause = new AbortController();
  const faults = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const look = async (): Promise<void> => {
    const workspaces = await options.workspaces();
    for (const workspace of new Set([...workspaces, ...owned.keys()])) {
      try {
        await lookAt(workspace, workspaces.includes(workspace));
      } catch (error) {
        report(workspace, error);
      }
    }
    // It never throws, and nothing waits for it: it reads keys and certificates of slow disks.
    void options.watch?.(workspaces);
  };
  const report = (workspace: string, error: unknown): void => {
    if (!faults.has(workspace)) onFault(error, workspace);
    faults.add(workspace);
  };
  const lookAt = async (workspace: string, listed: boolean): Promise<void> => {
    if (pause.signal.aborted || owned.get(workspace)?.work) return;
    const schedules = listed ? await readSchedules(workspace) : [];
    if (schedules.length === 0) {
      faults.delete(workspace);
      return release(workspace);
    }
    const known = owned.get(workspace);
    const own = known ?? (await acquire(workspace));
    if (!own) return;
    owned.set(workspace, own);
    if (performance.now() < own.notBefore) return;
    await own.unsaved?.();
    // Before this process had the lock, another one may have changed the schedules.
    let current = known && !own.unsaved ? schedules : await readSchedules(workspace);
    own.unsaved = undefined;
    // This process runs nothing here now, so whatever is recorded as running has died.
    if (current.some(({ running }) => running)) {
      await recordDeadAttempts(workspace, current, options);
      current = await readSchedules(workspace);
    }
    const due = await nextDue(workspace, current, options);
    if (!due) faults.delete(workspace);
    if (!due || pause.signal.aborted) return;
    own.work = attempt(workspace, due.schedule, due.due, { ...options, pause: pause.signal })
      .then(async (save) => {
        own.unsaved = save;
        await save();
        own.unsaved = undefined;
        faults.delete(workspace);
      })
      .catch((error: unknown) => {
        own.notBefore = performance.now() + lookEveryMs;
        report(workspace, error);
      })
      .finally(() => {
        own.work = undefined;
        options.onChange?.(workspace);
        wake();
      });
  };
  const release = async (workspace: string): Promise<void> => {
    const own = owned.get(workspace);
    owned.delete(workspace);
    await own?.release();
  };
  const wake = (): void => {
    clearTimeout(timer);
    if (pause.signal.aborted) return;
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => onFault(error, undefined))
      .finally(() => {
        looking = undefined;
        if (again) {
          again = false;
          wake();
        } else if (!pause.signal.aborted) timer = setTimeout(wake, lookEveryMs).unref();
      });
  };
  const works = () => [...owned.values()].flatMap(({ work }) => (work ? [work] : []));

  timer = setTimeout(wake, options.startAfterMs ?? 0).unref();
  return {
    wake,
    owns: (workspace) => owned.has(workspace),
    async drain() {
      for (;;) {
        wake();
        while (looking) await looking;
        const active = works();
        if (active.length === 0) return;
        await Promise.race(active);
      }
    },
    async close() {
      pause.abort();
      clearTimeout(timer);
      await Promise.race([looking, wait(CLOSE_MS, undefined, { ref: false })]);
      await Promise.allSettled(works());
      await Promise.allSettled([...owned.values()].map(({ unsaved }) => unsaved?.()));
      await Promise.allSettled([...owned.keys()].map(release));
    },
  };
}

/** Takes the lock of a workspace's schedules. @returns undefined if another process has it */
async function acquire(workspace: string): Promise<Owned | undefined> {
  try {
    await makeDirectory(airlockDirectory(workspace));
    return { release: await takeLock(runnerLock(workspace)), notBefore: 0 };
  } catch (error) {
    if (asAirlockError(error).code === 'workspace-locked') return undefined;
    throw error;
  }
}

/** Returns the first schedule of the queue that starts now. Records missed windows and repetitions that came too late. */
async function nextDue(
  workspace: string,
  schedules: readonly Schedule[],
  { configDirectory, notices, onChange, once }: RunnerOptions,
): Promise<{ schedule: Schedule; due: Extract<Due, { kind: 'start' }> } | undefined> {
  const isOwn = await isConfirmed(configDirectory, workspace);
  let first: { schedule: Schedule; due: Extract<Due, { kind: 'start' }> } | undefined;
  for (const schedule of schedules.filter(isOwn)) {
    const due = dueNow(schedule, Date.now());
    if (due?.kind === 'start') first ??= { schedule, due };
    else if (due) {
      const { result, detail, attempts } =
        due.kind === 'missed'
          ? { result: 'missed' as const, detail: t('missedWindow'), attempts: 0 }
          : { result: 'failed' as const, detail: schedule.occasions[0]?.detail, attempts: due.attempts };
      const at = instantText(due.occasion);
      const ended: Occasion = { at, endedAt: new Date().toISOString(), result, detail, attempts };
      await editSchedule(workspace, schedule.name, (now) =>
        due.kind === 'missed'
          ? { ...withOccasion(now, ended), handledTo: at, retry: undefined }
          : { ...now, retry: undefined },
      );
      if (due.kind === 'give-up') {
        // Without a process that repeats it, the notice about the failure promised no other attempt.
        if (!once || !schedule.retry?.reported)
          await notices.send(noticeOf(workspace, schedule, { result, detail }, attempts, 'none'));
      } else await notices.send(missedNotice(workspace, schedule.name));
      onChange?.(workspace);
    }
  }
  return first;
}

/**
 * Performs one attempt. Sends a notice about its result, also if the result can't be saved, unless it is a failure between
 * the first and the last one of a start.
 * @returns a function that saves the result
 */
async function attempt(
  workspace: string,
  schedule: Schedule,
  due: Extract<Due, { kind: 'start' }>,
  options: RunnerOptions & { pause: AbortSignal },
): Promise<() => Promise<void>> {
  const { notices, onChange, onEvent, once, retryDelaysMs = RETRY_DELAYS_MS, work } = options;
  const { name } = schedule;
  const at = instantText(due.occasion);
  const { requested, attempt: attempts } = due;
  const since = new Date().toISOString();
  const { retry } = schedule;
  const before = retry !== undefined && Date.parse(retry.occasion) === due.occasion && retry.reported;
  await editSchedule(workspace, name, (now) => ({
    ...now,
    running: { occasion: at, since, attempts, reported: before || undefined },
    handledTo: requested ? now.handledTo : later(now.handledTo, at),
    runNow: undefined,
    retry: undefined,
  }));
  onChange?.(workspace);
  await notices.endWait({ workspace, schedule: name });
  if (attempts === 1) await notices.send(startedNotice(workspace, name));
  let sequence: number | undefined;
  const control = {
    emit(event: RunEvent) {
      onEvent?.(event);
      if (event.type === 'run') sequence = sequenceOf(basename(event.directory));
      if (event.type === 'login') void notices.send(waitingNotice(workspace, name, event.registry, sequence));
    },
    signal: new AbortController().signal,
    pause: options.pause,
  };
  const found = await performSchedule(workspace, schedule, { work, control, requested });
  const outcome: Outcome =
    found.result === 'paused' && options.pause.aborted
      ? { ...found, result: 'interrupted', detail: t('stopped') }
      : found;
  const endedAt = new Date();
  const interrupted = outcome.result === 'interrupted';
  const delay = interrupted ? 0 : outcome.transient ? retryDelaysMs[attempts - 1] : undefined;
  const repetition = delay !== undefined && {
    ...{ occasion: at, attempts: interrupted ? attempts - 1 : attempts },
    at: new Date(endedAt.getTime() + delay).toISOString(),
  };
  const next = repetition && (interrupted || willStart(schedule, repetition)) ? repetition : undefined;
  const { result, detail, run, transfer, bytes, drift } = outcome;
  const reports = next === undefined || (!interrupted && (once === true || !before));
  if (reports)
    await notices.send(noticeOf(workspace, schedule, outcome, attempts, once ? undefined : next?.at));
  return () =>
    editRunning(workspace, since, (now) => ({
      ...withOccasion(withoutAttempt(now, at), {
        ...{ at, endedAt: endedAt.toISOString(), result, attempts, detail, run, transfer, bytes, drift },
      }),
      running: undefined,
      retry: next && { ...next, reported: reports || before || undefined },
    }));
}

/** A start has one result, whatever the number of its attempts. */
function withoutAttempt(schedule: Schedule, at: string): Schedule {
  const [last] = schedule.occasions;
  return last?.at === at ? { ...schedule, occasions: schedule.occasions.slice(1) } : schedule;
}

/** Records attempts of a process that died. They are repeated within their window. */
async function recordDeadAttempts(
  workspace: string,
  schedules: readonly Schedule[],
  { notices, retryDelaysMs = RETRY_DELAYS_MS }: RunnerOptions,
): Promise<void> {
  for (const schedule of schedules) {
    const { running } = schedule;
    if (!running) continue;
    const { occasion: at, since, attempts, reported } = running;
    const endedAt = new Date().toISOString();
    const ended = { result: 'interrupted' as const, detail: t('interrupted') };
    const repeated = attempts <= retryDelaysMs.length;
    await editRunning(workspace, since, (now) => ({
      ...withOccasion(withoutAttempt(now, at), { ...ended, at, endedAt, attempts }),
      running: undefined,
      retry: repeated ? { occasion: at, attempts, at: endedAt, reported } : undefined,
    }));
    if (!repeated) await notices.send(noticeOf(workspace, schedule, ended, attempts));
  }
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}
