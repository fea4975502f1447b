import { AirlockError } from '../../base/errors/airlock-error.ts';
import { interruption } from './cancellation.ts';
import { t } from './messages.ts';

/** Burst allowed after a quiet time, as ms of the rate. */
const BURST_MS = 250;
/** Content is sent in chunks of this fraction of a second's bytes, within limits. */
const CHUNKS_PER_SECOND = 20;
const SMALLEST_CHUNK = 4 * 1024;
const LARGEST_CHUNK = 64 * 1024;

/** A limit on bytes per second that all transfers of a run share, in both directions combined. */
export interface TransferRate {
  /** Bytes per second. Null: no limit. A new limit applies to waiting transfers at once. */
  set(bytesPerSecond: number | null): void;
  /**
   * Accounts for bytes. Returns undefined if they may pass now, otherwise a promise that resolves when they may. Requests
   * pass in order, so transfers that each request one chunk at a time take turns.
   * @throws AirlockError `interrupted` (the promise) when the signal is aborted while waiting
   */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
  /** Aborted when a limit is set; undefined while there is one. Each time without a limit has its own signal. */
  readonly unlimited: AbortSignal | undefined;
  /** Returns the number of bytes to request at a time for an even flow, in bytes; Infinity without a limit. */
  readonly chunkBytes: number;
}

interface Waiting {
  bytes: number;
  start: () => void;
}

/** Returns the reason why a transfer that nothing slows down ends: it continues within the new limit. */
function rateLimitSet(): AirlockError {
  return new AirlockError('interrupted', t('rateLimitSet'), { retryable: true });
}

/** @param bytesPerSecond null: no limit */
export function createTransferRate(bytesPerSecond: number | null): TransferRate {
  const waiting = new Set<Waiting>();
  let rate = bytesPerSecond;
  /** Bytes that may pass. Negative: bytes that passed already and have to be waited for. */
  let balance = 0;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let unlimited = bytesPerSecond === null ? new AbortController() : undefined;

  const count = (limit: number): void => {
    const now = performance.now();
    balance = Math.min((limit * BURST_MS) / 1000, balance + ((now - countedAt) * limit) / 1000);
    countedAt = now;
  };

  const serve = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (rate !== null) count(rate);
    for (const next of waiting) {
      if (rate !== null && balance < 0) {
        timer = setTimeout(serve, Math.ceil((-balance * 1000) / rate));
        return;
      }
      if (rate !== null) balance -= next.bytes;
      waiting.delete(next);
      next.start();
    }
  };

  return {
    get chunkBytes() {
      if (rate === null) return Number.POSITIVE_INFINITY;
      return Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, Math.floor(rate / CHUNKS_PER_SECOND)));
    },
    get unlimited() {
      return unlimited?.signal;
    },
    set(next) {
      if (rate !== null) count(rate);
      rate = next;
      const ended = next === null ? undefined : unlimited;
      unlimited = next === null ? (unlimited ?? new AbortController()) : undefined;
      ended?.abort(rateLimitSet());
      // A debt from another rate doesn't require a wait at this one.
      balance = Math.max(0, balance);
      countedAt = performance.now();
      serve();
    },
    take(bytes, signal) {
      if (rate === null) return undefined;
      count(rate);
      if (waiting.size === 0 && balance >= 0) {
        balance -= bytes;
        return undefined;
      }
      if (signal.aborted) return Promise.reject(interruption(signal));
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(entry);
          reject(interruption(signal));
        };
        const entry: Waiting = {
          bytes,
          start: () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(entry);
        if (timer === undefined) serve();
      });
    },
  };
}
