import type { LinkWindow } from './window.ts';
import { dayAt, instantOf, weekdayOf } from './zone.ts';

const DAY_MS = 86_400_000;
/** Days that are searched at once. */
const STRETCH_DAYS = 8;
/** Maximum search distance. More than a year, so that a window on a single day of the year is found. */
const HORIZON_DAYS = 400;

/** A span in which a link may be used at one rate. Instants in ms since 1970. */
export interface OpenSpan {
  from: number;
  to: number;
  /** Bytes per second; null: no limit. */
  rate: number | null;
}

/** The state of windows at an instant. */
export interface WindowState {
  open: boolean;
  /** Bytes per second while open; null: no limit. */
  rate: number | null;
  /** When `open` or `rate` changes next. Absent: not within a year. */
  changesAt?: number;
  /** When the current window closes. */
  closesAt?: number;
  /** When the next window opens. */
  opensAt?: number;
}

/**
 * Returns when a link is open between two instants, in order. If windows overlap, the highest rate applies. Adjoining
 * spans have different rates. Without windows, the link is always open.
 */
export function openSpans(windows: readonly LinkWindow[], from: number, to: number): OpenSpan[] {
  if (windows.length === 0) return [{ from, to, rate: null }];
  const times = windows.flatMap((window) => timesOf(window, from, to));
  const instants = [from, to, ...times.flatMap((time) => [time.from, time.to])]
    .filter((instant) => instant >= from && instant <= to)
    .sort((a, b) => a - b);
  const spans: OpenSpan[] = [];
  for (const [i, begins] of instants.entries()) {
    const ends = instants[i + 1];
    if (ends === undefined || ends === begins) continue;
    const open = times.filter((time) => time.from <= begins && time.to >= ends);
    if (open.length === 0) continue;
    append(spans, { from: begins, to: ends, rate: mostGenerous(open) });
  }
  return spans;
}

/** Yields the spans from an instant on, with adjoining spans of one rate joined. Ends after more than a year. */
export function* spansFrom(windows: readonly LinkWindow[], from: number): Generator<OpenSpan> {
  if (windows.length === 0) {
    yield { from, to: Number.POSITIVE_INFINITY, rate: null };
    return;
  }
  let last: OpenSpan | undefined;
  for (let at = from; at < from + HORIZON_DAYS * DAY_MS; at += STRETCH_DAYS * DAY_MS)
    for (const span of openSpans(windows, at, at + STRETCH_DAYS * DAY_MS)) {
      if (last && last.to === span.from && last.rate === span.rate) last.to = span.to;
      else {
        if (last) yield last;
        last = span;
      }
    }
  if (last) yield last;
}

/** Returns the state of windows at an instant, and the next change. */
export function stateAt(windows: readonly LinkWindow[], now: number): WindowState {
  const state: WindowState = { open: false, rate: null };
  let openTo: number | undefined;
  for (const span of spansFrom(windows, now)) {
    if (span.from === now) {
      state.open = true;
      state.rate = span.rate;
      if (Number.isFinite(span.to) && within(span.to, now)) state.changesAt = span.to;
      openTo = span.to;
    } else if (span.from === openTo) openTo = span.to;
    else {
      state.opensAt = span.from;
      if (!state.open) state.changesAt = span.from;
      break;
    }
  }
  if (openTo !== undefined && within(openTo, now)) state.closesAt = openTo;
  return state;
}

/** Returns how long a link is open between two instants, in ms. */
export function openMs(windows: readonly LinkWindow[], from: number, to: number): number {
  return openSpans(windows, from, to).reduce((sum, span) => sum + span.to - span.from, 0);
}

/** Returns whether an instant is an actual end of a window, not the end of the search. */
function within(instant: number, now: number): boolean {
  return instant < now + HORIZON_DAYS * DAY_MS;
}

/** Returns the times of a window that overlap a span. */
function timesOf(window: LinkWindow, from: number, to: number): OpenSpan[] {
  if (window.kind === 'single') return window.from < to && window.to > from ? [window] : [];
  const { zone, days, except, rate } = window;
  const times: OpenSpan[] = [];
  // A window that began the day before may extend into the span.
  for (let day = dayAt(zone, from) - 1; day <= dayAt(zone, to); day++) {
    if (!days.includes(weekdayOf(day))) continue;
    if (except.some(({ first, last }) => first <= day && day <= last)) continue;
    const begins = instantOf(zone, day, window.from);
    const ends = instantOf(zone, window.to > window.from ? day : day + 1, window.to);
    // A window that daylight saving time skips entirely doesn't open that day.
    if (begins < to && ends > from && begins < ends) times.push({ from: begins, to: ends, rate });
  }
  return times;
}

function append(spans: OpenSpan[], span: OpenSpan): void {
  const last = spans.at(-1);
  if (last && last.to === span.from && last.rate === span.rate) last.to = span.to;
  else spans.push(span);
}

function mostGenerous(open: readonly OpenSpan[]): number | null {
  return open.reduce<number | null>(
    (best, { rate }) => (best === null || rate === null ? null : Math.max(best, rate)),
    0,
  );
}
