import { setTimeout as sleep } from 'node:timers/promises';

/** Limits the rate of everything that shares it. */
export interface RateCap {
  /** Waits until `bytes` may pass. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Returns the number of bytes to request at a time for an even flow. */
  readonly chunkBytes: number;
}

/** Shorter waits, in ms, are skipped and added to the next one. */
const SHORTEST_WAIT_MS = 4;
/** Time, in ms, that a sender may be late without a lower rate: timers end late, and a real link would have sent its queue. */
const MOST_CREDIT_MS = 20;

export function createRateCap(bytesPerSec: number): RateCap {
  let free = 0;
  return {
    chunkBytes: Math.max(512, Math.min(64 * 1024, Math.floor(bytesPerSec / 20))),
    async take(bytes, signal) {
      const now = performance.now();
      free = Math.max(now - MOST_CREDIT_MS, free) + (bytes / bytesPerSec) * 1000;
      if (free - now > SHORTEST_WAIT_MS) await sleep(free - now, undefined, { signal });
    },
  };
}

/** Yields the same bytes, no faster than every cap allows. */
export async function* capped(
  body: AsyncIterable<Buffer>,
  caps: readonly RateCap[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const step = Math.min(...caps.map((cap) => cap.chunkBytes));
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += step) {
      const part = chunk.subarray(at, at + step);
      for (const cap of caps) await cap.take(part.length, signal);
      yield part;
    }
  }
}
