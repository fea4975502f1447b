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
import { clock, counted, duration, rate } from '../parts/format.ts';

const DAY_MS = 86_400_000;
const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The zone of whoever looks at the page. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Windows as a person writes them, one a line. */
export interface ReadWindows {
  windows: LinkWindow[];
  /** `Line 2, column 5: …` */
  problems: string[];
}

/** Reads a text with a window in each line; empty lines say nothing. @param zone of windows that name none */
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
      const why = rule?.id === 'window' ? rule.why : message;
      read.problems.push(`Line ${index + 1}, column ${at?.column ?? 1}: ${why}.`);
    }
  }
  return read;
}

/** What can be read of texts that were checked before. */
function windowsFrom(texts: readonly string[]): LinkWindow[] {
  return readWindows(texts.join('\n'), 'UTC').windows;
}

/** `At any time`, `Mon-Fri 00:00 to 04:00`, `Mon-Fri 00:00 to 04:00 and 2 more`. */
export function windowsSummary(texts: readonly string[]): string {
  const [first, ...more] = windowsFrom(texts);
  if (!first) return 'At any time';
  const named = oneWindow(first);
  return more.length === 0 ? named : `${named} and ${more.length} more`;
}

function oneWindow(window: LinkWindow): string {
  const limit = window.rate === null ? '' : `, at most ${rate(window.rate)}`;
  if (window.kind === 'single')
    return `${windowText({ ...window, rate: null }).replace('/', ' to ')}${limit}`;
  const days = daysText(window.days);
  return `${capitalized(days)} ${timeText(window.from)} to ${timeText(window.to)} ${window.zone}${limit}`;
}

/** `Open 20 h a week`, `Never open`; nothing for windows that come once. */
export function weekWords(cells: readonly (readonly WeekCell[])[]): string {
  const hours = cells.flat().filter((cell) => cell !== undefined).length;
  return hours === 0 ? 'No hour is open' : `Open ${counted(hours, 'hour')} a week`;
}

/** `Monday 00:00 to 01:00, open at 20.0 MiB/s`. */
export function cellWords(day: number, hour: number, cell: WeekCell): string {
  const times = `${DAY_NAMES[day]} ${timeText(hour * 3600)} to ${timeText((hour + 1) * 3600)}`;
  if (cell === undefined) return `${times}, closed`;
  return cell === null ? `${times}, open` : `${times}, open at ${rate(cell)}`;
}

export function dayName(day: number): string {
  return DAY_NAMES[day]!;
}

/** `at 04:00`, `tomorrow at 00:00`, `Mon 23 Nov at 00:00`. */
export function when(then: Date, now: Date): string {
  const dayOf = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const days = Math.round((dayOf(then) - dayOf(now)) / DAY_MS);
  if (days === 0) return `at ${clock(then)}`;
  if (days === 1) return `tomorrow at ${clock(then)}`;
  const date = then.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
  return `${date.replace(',', '')} at ${clock(then)}`;
}

/** `2:03:09`, `48:05`: ticking, so with seconds. @param ms until then */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 2 * 86_400) return duration(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/**
 * When a run with windows will be done, relative to them: `Done at 03:12, 48 min before the window closes.` Undefined
 * where windows have no say.
 */
export function scheduleSentence(schedule: RunSchedule | undefined, now: Date): string | undefined {
  if (!schedule || schedule.windows.length === 0) return undefined;
  const { state, windowsLeft, exitAtClose } = schedule;
  const changesAt = schedule.changesAt === undefined ? undefined : new Date(schedule.changesAt);
  const endsAt = schedule.endsAt === undefined ? undefined : new Date(schedule.endsAt);
  if (state === 'closed') {
    if (!changesAt) return 'Its windows are closed.';
    const rest =
      windowsLeft !== undefined && windowsLeft > 1 ? `, and needs ${counted(windowsLeft, 'window')}` : '';
    return `Waits for its window, which opens ${when(changesAt, now)}${rest}.`;
  }
  if (!endsAt) return undefined;
  if (state === 'ignored' || !changesAt) return `Done ${when(endsAt, now)}.`;
  if (endsAt <= changesAt)
    return `Done ${when(endsAt, now)}, ${duration(changesAt.getTime() - endsAt.getTime())} before the window closes.`;
  if (exitAtClose) return `Pauses ${when(changesAt, now)}, when the window closes; more is left.`;
  return `The window closes ${when(changesAt, now)}; done ${when(endsAt, now)}, in ${counted(windowsLeft ?? 2, 'window')}.`;
}

/** When the window that is open now opened, in ms; undefined when it was open for more than a day. */
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

/** What goes with a run, changed; without windows neither is said. */
export function withWindows<O extends { windows?: string[] | undefined; exitAtClose?: boolean | undefined }>(
  options: O,
  changes: { windows?: string[]; exitAtClose?: boolean },
): O {
  const { windows = options.windows ?? [], exitAtClose = options.exitAtClose ?? false } = changes;
  const { windows: _windows, exitAtClose: _exitAtClose, ...rest } = options;
  if (windows.length === 0) return rest as O;
  return { ...rest, windows, exitAtClose: exitAtClose || undefined } as O;
}

/** Into how many windows what is to be fetched fits, and when it is there; undefined where that cannot be told. */
export function fitOf(
  texts: readonly string[] | undefined,
  plan: { bytesToFetch: number; bytesPerSecond?: number | undefined },
  now: number,
): WindowFit | undefined {
  if (!texts || texts.length === 0 || plan.bytesPerSecond === undefined) return undefined;
  return fitInto(windowsFrom(texts), now, plan.bytesToFetch, plan.bytesPerSecond);
}
