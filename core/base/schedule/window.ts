import { rateText } from './rate-text.ts';
import { dateText } from './zone.ts';

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The end of a day, in seconds since its start. */
export const END_OF_DAY = 86_400;

/** First and last day, as days since 1970-01-01. */
export interface DateRange {
  first: number;
  last: number;
}

/** A window that repeats every week. */
export interface WeeklyWindow {
  kind: 'weekly';
  /** Days on which it opens, 0: Monday; ascending. */
  days: number[];
  /** Seconds since the start of the day, local time. */
  from: number;
  /** Like `from`. If it isn't after `from`, it is on the next day. */
  to: number;
  /** IANA name of the time zone. */
  zone: string;
  /** Bytes per second; null: no limit. */
  rate: number | null;
  /** Days on which it doesn't open. */
  except: DateRange[];
}

/** A window that opens once. Instants in ms since 1970. */
export interface SingleWindow {
  kind: 'single';
  from: number;
  to: number;
  rate: number | null;
}

/** When a link may be used, and at which rate. */
export type LinkWindow = WeeklyWindow | SingleWindow;

/**
 * Returns a window as a text that {@link parseWindow} reads without loss: `Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s`.
 */
export function windowText(window: LinkWindow): string {
  const rate = window.rate === null ? '' : ` @${rateText(window.rate)}`;
  if (window.kind === 'single') return `${instantText(window.from)}/${instantText(window.to)}${rate}`;
  const { days, from, to, zone, except } = window;
  const off = except.length > 0 ? ` except ${rangesText(except).join(',')}` : '';
  return `${daysText(days)} ${timeText(from)}-${timeText(to)} ${zone}${rate}${off}`;
}

/** Returns `2026-12-24..2026-12-26` for each range. */
export function rangesText(ranges: readonly DateRange[]): string[] {
  return ranges.map(({ first, last }) =>
    first === last ? dateText(first) : `${dateText(first)}..${dateText(last)}`,
  );
}

/** Returns days as `daily`, `Mon-Fri`, or `Mon,Wed-Fri`. */
export function daysText(days: readonly number[]): string {
  if (days.length === WEEKDAYS.length) return 'daily';
  const runs: [number, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs
    .map(([first, last]) => (first === last ? WEEKDAYS[first] : `${WEEKDAYS[first]}-${WEEKDAYS[last]}`))
    .join(',');
}

/** Returns `04:00`, `24:00`, or `04:00:30` if there are seconds. @param seconds since the start of the day */
export function timeText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? hours : `${hours}:${two(seconds % 60)}`;
}

/** Returns `2026-11-21T21:00:00Z`, with milliseconds if there are any. */
export function instantText(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
