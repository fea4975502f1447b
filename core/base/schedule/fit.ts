import { spansFrom } from './openings.ts';
import type { LinkWindow } from './window.ts';

/** The transfer windows and the time that a transfer needs. */
export interface WindowFit {
  /** Number of windows used, including the current one. Adjoining spans count once. 0 for no bytes. */
  windows: number;
  /** When the last byte arrives, in ms since 1970. */
  endsAt: number;
}

/**
 * Returns how many windows a transfer needs, and when it ends. A lower rate of a window takes precedence.
 * @param from in ms since 1970
 * @param bytesPerSecond measured rate of the link
 * @returns undefined if it takes more than a year
 */
export function fitInto(
  windows: readonly LinkWindow[],
  from: number,
  bytes: number,
  bytesPerSecond: number,
): WindowFit | undefined {
  if (bytes <= 0) return { windows: 0, endsAt: from };
  if (bytesPerSecond <= 0) return undefined;
  let left = bytes;
  let used = 0;
  let end: number | undefined;
  for (const span of spansFrom(windows, from)) {
    if (span.from !== end) used++;
    end = span.to;
    const rate = Math.min(bytesPerSecond, span.rate ?? bytesPerSecond);
    const needed = (left / rate) * 1000;
    if (needed <= span.to - span.from) return { windows: used, endsAt: span.from + Math.ceil(needed) };
    left -= ((span.to - span.from) * rate) / 1000;
  }
  return undefined;
}
