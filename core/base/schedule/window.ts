import { rateText } from './rate-text.ts';
import { dateText } from './zone.ts';

/** Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** The end of a day, in seconds since its beginning. */
export const END_OF_DAY = 86_400;

/** First and last day, as days since 1970-01-01. */
export interface DateRange {
  first: number;
  last: number;
}

/** A time that comes back every week. */
export interface WeeklyWindow {
  kind: 'weekly';
  /** Days on which it begins, 0: Monday; ascending. */
  days: number[];
  /** Seconds since the beginning of the day, local time. */
  from: number;
  /** As `from`; one that is not after it belongs to the next day. */
  to: number;
  /** IANA name. */
  zone: string;
  /** Bytes a second; null: as much as the link gives. */
  rate: number | null;
  /** Days on which it does not begin. */
  except: DateRange[];
}

/** A time that comes once: instants in ms since 1970. */
export interface SingleWindow {
  kind: 'single';
  from: number;
  to: number;
  rate: number | null;
}

/** When a link may be used, and how fast. */
export type LinkWindow = WeeklyWindow | SingleWindow;

/** A window as {@link parseWindow} reads it, without loss: `Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s`. */
export function windowText(window: LinkWindow): string {
  const rate = window.rate === null ? '' : ` @${rateText(window.rate)}`;
  if (window.kind === 'single') return `${instantText(window.from)}/${instantText(window.to)}${rate}`;
  const { days, from, to, zone, except } = window;
  const off = except.length > 0 ? ` except ${rangesText(except).join(',')}` : '';
  return `${daysText(days)} ${timeText(from)}-${timeText(to)} ${zone}${rate}${off}`;
}

/** `2026-12-24..2026-12-26`, one for each range. */
export function rangesText(ranges: readonly DateRange[]): string[] {
  return ranges.map(({ first, last }) =>
    first === last ? dateText(first) : `${dateText(first)}..${dateText(last)}`,
  );
}

/** `daily`, `Mon-Fri`, `Mon,Wed-Fri`. */
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

/** `04:00`, `24:00`, `04:00:30`; seconds where there are some. @param seconds since the beginning of the day */
export function timeText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? hours : `${hours}:${two(seconds % 60)}`;
}

/** `2026-11-21T21:00:00Z`, with milliseconds where there are some. */
export function instantText(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
