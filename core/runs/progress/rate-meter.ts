const RATE_WINDOW_MS = 10_000;
const REMAINING_WINDOW_MS = 60_000;
const ENOUGH_MS = 3_000;

/**
 * Rate and remaining time of a byte counter: the rate over the last ten seconds, the remaining time from the last
 * minute's average, and no remaining time before three seconds of data.
 */
export class RateMeter {
  private samples: { at: number; bytes: number }[] = [];

  /** @param now ms, monotonic; @param bytes running total. */
  add(now: number, bytes: number): void {
    this.samples.push({ at: now, bytes });
    while (this.samples.length > 2 && now - this.samples[1]!.at > REMAINING_WINDOW_MS) this.samples.shift();
  }

  /** Bytes a second. */
  rate(windowMs = RATE_WINDOW_MS): number {
    const last = this.samples.at(-1);
    if (!last) return 0;
    const first = this.samples.find((sample) => last.at - sample.at <= windowMs) ?? last;
    const ms = last.at - first.at;
    return ms <= 0 ? 0 : Math.max(0, ((last.bytes - first.bytes) * 1000) / ms);
  }

  /** Ms until `left` more bytes are done at the average of the last minute; undefined while that is a guess. */
  remainingMs(left: number): number | undefined {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (!first || !last || last.at - first.at < ENOUGH_MS) return undefined;
    const rate = this.rate(REMAINING_WINDOW_MS);
    return rate > 0 ? Math.round((left / rate) * 1000) : undefined;
  }
}
