const RATE_WINDOW_MS = 10_000;
const REMAINING_WINDOW_MS = 60_000;
const ENOUGH_MS = 3_000;

/**
 * Measures the rate and the remaining time of a byte counter: the rate over the last ten seconds, and the remaining time
 * at the average rate of the last minute. Needs three seconds of data for a remaining time.
 */
export class RateMeter {
  private samples: { at: number; bytes: number }[] = [];

  /** Adds a measurement. @param now monotonic time in ms @param bytes running total */
  add(now: number, bytes: number): void {
    this.samples.push({ at: now, bytes });
    while (this.samples.length > 2 && now - this.samples[1]!.at > REMAINING_WINDOW_MS) this.samples.shift();
  }

  /** Returns bytes per second. */
  rate(windowMs = RATE_WINDOW_MS): number {
    const last = this.samples.at(-1);
    if (!last) return 0;
    const first = this.samples.find((sample) => last.at - sample.at <= windowMs) ?? last;
    const ms = last.at - first.at;
    return ms <= 0 ? 0 : Math.max(0, ((last.bytes - first.bytes) * 1000) / ms);
  }

  /** Returns the ms for `left` more bytes at the average rate of the last minute, or undefined without enough data. */
  remainingMs(left: number): number | undefined {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.at - first.at < ENOUGH_MS) return undefined;
    const rate = this.rate(REMAINING_WINDOW_MS);
    return rate > 0 ? Math.round((left / rate) * 1000) : undefined;
  }
}
