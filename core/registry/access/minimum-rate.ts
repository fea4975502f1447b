import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** What a transfer must move in a given time to count as alive. */
export interface MinimumRate {
  /** Bytes in `overMs` of waiting for the peer; 0: any rate is accepted. */
  bytes: number;
  overMs: number;
}

/** `met`: the minimum was moved since the last `met`. `missed`: it wasn't, in all the time allowed. */
export type RateVerdict = 'met' | 'open' | 'missed';

/** The rate of one body. Only the time spent waiting for the peer counts, so limits and slow readers don't. */
export interface RateWatch {
  /** Records bytes that were waited for. */
  add(bytes: number, waitedMs: number): RateVerdict;
  /** Returns the error that ends the transfer: `stalled`, retryable. */
  tooSlow(verb: 'delivered' | 'accepted'): AirlockError;
}

/** The bytes since the minimum was met last, and the time spent waiting for them in ms. */
export interface RecentBytes {
  bytes: number;
  ms: number;
}

/** Returns a count that has seen no bytes. `recent` is current after each `add`. */
export function countRate(minimum: MinimumRate): Pick<RateWatch, 'add'> & { readonly recent: RecentBytes } {
  const recent = { bytes: 0, ms: 0 };
  return {
    recent,
    add(bytes, waitedMs) {
      recent.bytes += bytes;
      recent.ms += waitedMs;
      if (recent.bytes >= minimum.bytes) {
        recent.bytes = 0;
        recent.ms = 0;
        return 'met';
      }
      return recent.ms >= minimum.overMs ? 'missed' : 'open';
    },
  };
}

/** Returns a watch that has seen no bytes. @param subject the transfer in words, for the error */
export function watchRate(minimum: MinimumRate, subject: string): RateWatch {
  const { add, recent } = countRate(minimum);
  return {
    add,
    tooSlow(verb) {
      const message = t('tooSlow', {
        transfer: subject,
        bytes: recent.bytes,
        direction: verb,
        seconds: Math.round(recent.ms / 1000),
      });
      return new AirlockError('stalled', message, { retryable: true, remedy: t('tooSlowRemedy') });
    },
  };
}

/**
 * Yields a body's chunks, each with what it shows of the rate.
 * @throws AirlockError `stalled` after the chunk that arrived too late; what the connection throws
 */
export async function* watchedBody(
  body: AsyncIterable<Buffer>,
  watch: RateWatch,
): AsyncGenerator<{ chunk: Buffer; verdict: RateVerdict }, void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const requested = performance.now();
      const next = await chunks.next();
      if (next.done) return;
      const verdict = watch.add(next.value.length, performance.now() - requested);
      yield { chunk: next.value, verdict };
      if (verdict === 'missed') throw watch.tooSlow('delivered');
    }
  } finally {
    await chunks.return?.().catch(() => {});
  }
}
