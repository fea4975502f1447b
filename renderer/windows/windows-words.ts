import { RULE, type Rule } from '../../core/contract/documents/rules.ts';
import {
  daysText,
  fitInto,
  type LinkWindow,
  openSpans,
  parseWindow,
  timeText,
  type WeekCell,
  type WindowFit,
  windowText,
} from '../../core/contract/documents/schedule.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { RunSchedule } from '../../core/contract/topics/run.ts';
import { clock, dateText, duration, rate } from '../parts/format.ts';
import { t } from './messages.ts';

const DAY_MS = 86_400_000;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Returns the time zone of the browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Windows as a person writes them, one per line. */
export interface ReadWindows {
  windows: LinkWindow[];
  /** Errors with line and column. */
  problems: string[];
}

/** Reads a text with a window in each line and ignores empty lines. @param zone of windows without a zone */
export function readWindows(text: string, zone: string): ReadWindows {
  const read: ReadWindows = { windows: [], problems: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      read.windows.push(parseWindow(line, { zone }));
    } catch (error) {
      const {
        message,
        at,
        [RULE]: rule,
      } = error as {
        message: string;
        at?: { column?: number };
        [RULE]?: Rule;
      };
      const reason = rule?.id === 'window' ? rule.why : message;
      read.problems.push(t('windowError', { line: index + 1, column: at?.column ?? 1, reason }));
    }
  }
  return read;
}

/** Returns the windows of texts that were checked before. */
function windowsFrom(texts: readonly string[]): LinkWindow[] {
  return readWindows(texts.join('\n'), 'UTC').windows;
}

/** Returns the first window and the number of others, such as `Mon-Fri 00:00 to 04:00 UTC and 2 more windows`. */
export function windowsSummary(texts: readonly string[]): string {
  const [first, ...more] = windowsFrom(texts);
  if (!first) return t('anyTime');
  const window = oneWindow(first);
  return more.length === 0 ? window : t('windowAndMore', { window, count: more.length });
}

function oneWindow(window: LinkWindow): string {
  const times = timesOf(window);
  return window.rate === null ? times : t('limitedWindow', { window: times, rate: rate(window.rate) });
}

function timesOf(window: LinkWindow): string {
  if (window.kind === 'weekly')
    return t('weeklyWindow', {
      days: capitalized(daysText(window.days)),
      from: timeText(window.from),
      to: timeText(window.to),
      zone: window.zone,
    });
  const [from = '', ...to] = windowText({ ...window, rate: null }).split('/');
  return t('singleWindow', { from, to: to.join('/') });
}

/** Returns the number of open hours in a week as a sentence. */
export function weekWords(cells: readonly (readonly WeekCell[])[]): string {
  const hours = cells.flat().filter((cell) => cell !== undefined).length;
  return t('weekNote', { hours });
}

/** Returns an hour with its state, such as `Monday 00:00 to 01:00, open, at most 20.0 MiB/s`. */
export function cellWords(day: number, hour: number, cell: WeekCell): string {
  const times = { day: dayName(day), from: timeText(hour * 3600), to: timeText((hour + 1) * 3600) };
  if (cell === undefined) return t('closedHour', times);
  return cell === null ? t('openHour', times) : t('limitedHour', { ...times, rate: rate(cell) });
}

/** Returns the name of a day, 0 for Monday. */
export function dayName(day: number): string {
  return t(DAYS[day]!);
}

/** Returns the time within a sentence: `at 04:00`, `tomorrow at 00:00`, `on Mon, Nov 23 at 00:00`. */
export function when(then: Date, now: Date): string {
  const dayOf = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const days = Math.round((dayOf(then) - dayOf(now)) / DAY_MS);
  const time = clock(then);
  if (days === 0) return t('today', { time });
  if (days === 1) return t('tomorrow', { time });
  const date = dateText(then, { weekday: 'short', day: 'numeric', month: 'short' });
  return t('onDate', { date, time });
}

/** Returns when a run is done, relative to its windows; undefined without windows or an estimate. */
export function scheduleSentence(schedule: RunSchedule | undefined, now: Date): string | undefined {
  if (!schedule || schedule.windows.length === 0) return undefined;
  const { state, windowsLeft, exitAtClose } = schedule;
  const changesAt = schedule.changesAt === undefined ? undefined : new Date(schedule.changesAt);
  const endsAt = schedule.endsAt === undefined ? undefined : new Date(schedule.endsAt);
  if (state === 'closed') {
    if (!changesAt) return t('allClosedTitle');
    const opens = when(changesAt, now);
    return windowsLeft !== undefined && windowsLeft > 1
      ? t('waitsForSeveralTitle', { opens, windows: windowsLeft })
      : t('waitsTitle', { opens });
  }
  if (!endsAt) return undefined;
  const done = when(endsAt, now);
  if (state === 'ignored' || !changesAt) return t('doneTitle', { when: done });
  if (endsAt <= changesAt)
    return t('doneInWindowTitle', {
      when: done,
      time: duration(changesAt.getTime() - endsAt.getTime()),
    });
  const closes = when(changesAt, now);
  return exitAtClose
    ? t('pausesTitle', { closes })
    : t('doneLaterTitle', { closes, windows: windowsLeft ?? 2, done });
}

/** Returns when the current window opened, in ms; undefined if that was more than a day ago. */
export function openedAt(texts: readonly string[], now: number): number | undefined {
  const spans = openSpans(windowsFrom(texts), now - DAY_MS, now + 1);
  let from: number | undefined;
  let end = now + 1;
  for (const span of spans.toReversed()) {
    if (span.to !== end) break;
    from = span.from;
    end = span.from;
  }
  return from === undefined || from <= now - DAY_MS ? undefined : from;
}

/** Returns the options of a run with changed windows; without windows it removes `exitAtClose` too. */
export function withWindows<O extends { windows?: string[] | undefined; exitAtClose?: boolean | undefined }>(
  options: O,
  changes: { windows?: string[]; exitAtClose?: boolean },
): O {
  const { windows = options.windows ?? [], exitAtClose = options.exitAtClose ?? false } = changes;
  const { windows: _windows, exitAtClose: _exitAtClose, ...rest } = options;
  if (windows.length === 0) return rest as O;
  return { ...rest, windows, exitAtClose: exitAtClose || undefined } as O;
}

/** Returns how many windows a download needs and when it ends; undefined without windows or a known speed. */
export function fitOf(
  texts: readonly string[] | undefined,
  plan: { bytesToFetch: number; bytesPerSecond?: number | undefined },
  now: number,
): WindowFit | undefined {
  if (!texts || texts.length === 0 || plan.bytesPerSecond === undefined) return undefined;
  return fitInto(windowsFrom(texts), now, plan.bytesToFetch, plan.bytesPerSecond);
}
