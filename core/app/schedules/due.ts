import { openSpans, spansFrom, stateAt } from '../../base/schedule/openings.ts';
import { parseTime } from '../../base/schedule/parse-time.ts';
import { parseWindow } from '../../base/schedule/parse-window.ts';
import type { LinkWindow } from '../../base/schedule/window.ts';
import type { ScheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import type { Schedule } from './schedule-file.ts';

const DAY_MS = 86_400_000;
/** Every weekly window opens within this time. Exceptions of a window can be longer: nothing was missed then. */
const LOOK_BACK_MS = 8 * DAY_MS;

/** A window of a schedule. Instants in ms since 1970. */
export interface Opening {
  from: number;
  to: number;
}

/** What to do with a schedule now. */
export type Due =
  | { kind: 'start'; occasion: number; attempt: number; requested: boolean }
  | { kind: 'missed'; occasion: number }
  /** The window of a failed start closed before its repetition, or the schedule is paused. */
  | { kind: 'give-up'; occasion: number; attempts: number };

/** Returns the windows of a schedule. A time is a window of one minute. */
export function windowsOfSchedule({ windows, at }: Pick<ScheduleSettings, 'windows' | 'at'>): LinkWindow[] {
  return at === undefined
    ? windows.map((text) => parseWindow(text, { zone: 'UTC' }))
    : [parseTime(at, { zone: 'UTC', name: 'at' })];
}

/** Returns the last opening at or before an instant. Windows that adjoin are one opening. */
export function lastOpening(windows: readonly LinkWindow[], now: number): Opening | undefined {
  let last: Opening | undefined;
  for (const { from, to } of openSpans(windows, now - LOOK_BACK_MS, now + 1)) {
    if (last && last.to === from) last.to = to;
    else last = { from, to };
  }
  if (!last || last.to <= now) return last;
  return { from: last.from, to: stateAt(windows, now).closesAt ?? last.to };
}

/** Returns the next opening after an instant, or undefined if there is none within a year. */
export function nextOpening(windows: readonly LinkWindow[], now: number): Opening | undefined {
  let next: Opening | undefined;
  let openTo: number | undefined;
  for (const { from, to } of spansFrom(windows, now)) {
    if (next) {
      if (next.to !== from) return next;
      next.to = to;
    } else if (from <= now || from === openTo) openTo = to;
    else next = { from, to };
  }
  return next;
}

/**
 * Returns what a schedule needs now; undefined for nothing. A missed window isn't made up for outside of windows, because
 * the next window transfers the same content. A missed time starts as soon as a process runs the schedules.
 * @param now in ms since 1970
 */
export function dueNow(schedule: Schedule, now: number): Due | undefined {
  const { paused, runNow, retry, at, running } = schedule;
  if (running) return undefined;
  if (runNow) return { kind: 'start', occasion: now, attempt: 1, requested: true };
  // Its start was requested, or it was paused during its run.
  if (paused)
    return retry && { kind: 'give-up', occasion: Date.parse(retry.occasion), attempts: retry.attempts };
  const last = lastOpening(windowsOfSchedule(schedule), now);
  const open = last !== undefined && last.to > now;
  const usable = at !== undefined || open;
  const isNew = last !== undefined && last.from > Date.parse(schedule.handledTo);
  if (isNew && usable) return { kind: 'start', occasion: last.from, attempt: 1, requested: false };
  if (retry) {
    const occasion = Date.parse(retry.occasion);
    if (!usable) return { kind: 'give-up', occasion, attempts: retry.attempts };
    if (now >= Date.parse(retry.at))
      return { kind: 'start', occasion, attempt: retry.attempts + 1, requested: false };
  }
  return isNew ? { kind: 'missed', occasion: last.from } : undefined;
}

/** Returns whether the repetition of a failed start will start: whether a window is open then. */
export function willStart(schedule: Schedule, retry: NonNullable<Schedule['retry']>): boolean {
  const then = { ...schedule, retry, runNow: undefined, running: undefined };
  return dueNow(then, Date.parse(retry.at))?.kind === 'start';
}
