import { spansFrom } from './openings.ts';
import type { LinkWindow } from './window.ts';

/** What it takes to move bytes through windows. */
export interface WindowFit {
  /** Openings that are used, the one under way counted; spans that follow each other are one. 0 for no bytes. */
  windows: number;
  /** When the last byte is there, in ms since 1970. */
  endsAt: number;
}

/**
 * Into how many windows bytes fit, and when they are there. A window's rate counts where it is the lower one.
 * @param from in ms since 1970
 * @param bytesPerSecond what the link was measured to give
 * @returns undefined when they are not there after more than a year
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
