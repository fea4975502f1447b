import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type FirstContact, retriesWithin } from '../access/first-contact.ts';
import { pause, throwIfAborted } from './cancellation.ts';
import { isRejection, paceReason, type Setback } from './host-pace.ts';
import type { AttemptCount } from './host-waits.ts';
import { cutByWindow } from './link-gate.ts';
import type { RequestOptions, TransferCounters } from './registry.ts';
import type { TransferQueue } from './transfer-queue.ts';

/** The retry policy of requests. All times in ms. */
export interface RetryPolicy {
  /** Attempts after the first. */
  times: number;
  /**
   * Constant wait between attempts; 0 doubles from `backoffBaseMs` (1, 2, 4, 8, 16 s, as oc-mirror v2 by
   * go.podman.io/common/pkg/retry).
   */
  delayMs: number;
  backoffBaseMs: number;
  /** Maximum wait, regardless of Retry-After. */
  maxBackoffMs: number;
}

/** The dependencies of a retried call. */
export interface RetryContext {
  policy: RetryPolicy;
  /** Maximum attempts after the first that was answered with status 500. */
  internalErrorRetries: number;
  counters: TransferCounters;
  signal: AbortSignal;
  onRetry: RequestOptions['onRetry'];
  /** An attempt that stalled after fewer bytes made no progress. */
  minimumBytes: number;
  /** Called before each wait for another attempt, ms. */
  onWait: (waitMs: number, error: AirlockError, attempt: AttemptCount) => void;
  /** Limits the retries until the host first answers. */
  contact: FirstContact;
  /** Records each failed attempt, with the time at which it began (monotonic ms). */
  onSetback: (error: AirlockError, startedAt: number) => Setback;
  /** Waits after a rejection because of load (ms), for less time if the host serves others. */
  waitRejected: (waitMs: number, shortMs: number, signal: AbortSignal) => Promise<void>;
  /** Small requests wait here for a slot. The number is limited only if the host is overloaded. */
  requests: TransferQueue;
  /** Records that a request was answered. */
  onAnswer: () => void;
}

/** Attempts that fail while the host serves others, for each attempt that `times` allows. */
const EXCUSED_FACTOR = 4;
/** The longest wait after an excused failure, as a multiple of the first back-off. */
const EXCUSED_WAIT_FACTOR = 8;
/** Consecutive rejections of one request with a shorter wait than the host requests. More are about this request. */
const SHORTENED_WAITS = 3;

/**
 * Returns the wait in ms before attempt `failed` + 1, with jitter so that transfers that failed together don't come back
 * together and in the same order. `failed` 0 stands for failures that don't count, `excused` of them in a row: the wait
 * begins at a tenth of the first back-off.
 */
export function backoff(policy: RetryPolicy, failed: number, retryAfterMs = 0, excused = 0): number {
  const { backoffBaseMs, delayMs, maxBackoffMs } = policy;
  const short = Math.min(
    (backoffBaseMs / 10) * 2 ** Math.max(0, excused - 1),
    Math.max(delayMs || backoffBaseMs * EXCUSED_WAIT_FACTOR, backoffBaseMs / 10),
  );
  const own = failed === 0 ? short : delayMs || backoffBaseMs * 2 ** (failed - 1);
  const requested = retryAfterMs > 0 ? retryAfterMs + (Math.random() * backoffBaseMs) / 4 : 0;
  return Math.min(maxBackoffMs, Math.max(own * (1 + Math.random() / 10), requested));
}

/**
 * Returns Retry-After as ms from now (RFC 9110 10.2.3: seconds or an HTTP date); undefined if absent or invalid. A date
 * is compared with the server's own clock if it is known.
 */
export function retryAfterMs(value: string | undefined, serverDate: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const now = serverDate === undefined ? Number.NaN : Date.parse(serverDate);
  return Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}

/** The failed attempts of one request or transfer. */
export interface Attempts {
  /**
   * Records a failed attempt and waits for the next one.
   * @param begunAt when the attempt started (monotonic ms)
   * @param advanced bytes that the transfer advanced; after progress, earlier failures no longer count
   * @throws the error if it isn't retryable or no attempt is left; AirlockError `interrupted`
   */
  afterFailure(error: AirlockError, startedAt: number, advanced?: number): Promise<void>;
}

/**
 * Counts attempts by progress. A failure doesn't count if the host responded to others during the attempt or before the
 * next failure, because the server is alive. Attempts at a host that responds to nobody count, and so do those with
 * damaged content. Excused failures are limited to four for each attempt allowed.
 */
export function countAttempts(context: RetryContext): Attempts {
  const { policy, counters, signal, minimumBytes } = context;
  let pending: Setback[] = [];
  let damaged = 0;
  let excused = 0;
  let rejections = 0;
  let internalErrors = 0;
  return {
    async afterFailure(error, startedAt, advanced = 0) {
      const setback = context.onSetback(error, startedAt);
      const excusable = error.code !== 'digest-mismatch';
      // Otherwise a byte per second would count as progress forever.
      if (advanced > 0 && (error.code !== 'stalled' || advanced >= minimumBytes)) {
        pending = [];
        damaged = 0;
        excused = 0;
        rejections = 0;
      } else {
        if (pending.some(({ hostMovedOn }) => hostMovedOn())) {
          excused += pending.length;
          pending = [];
        }
        if (!excusable) damaged++;
        else if (setback.hostMovedOn()) excused++;
        else pending.push(setback);
      }
      if (error.code === 'server-error' && error.found === '500') internalErrors++;
      const failed = damaged + pending.filter(({ withOthers }) => !withOthers).length;
      if (!error.retryable || failed > policy.times || excused > policy.times * EXCUSED_FACTOR) throw error;
      if (internalErrors > context.internalErrorRetries) throw error;
      throwIfAborted(signal);
      const waitMs = backoff(policy, failed, error.retryAfterMs, excused);
      const leftMs = context.contact.timeLeft(error, startedAt);
      if (leftMs !== undefined && waitMs > leftMs) throw error;
      counters.retries++;
      const more = retriesWithin(
        leftMs,
        (n) => policy.delayMs || policy.backoffBaseMs * 2 ** (failed - 1 + n),
      );
      const count = {
        attempt: failed + excused + 1,
        attempts: excused + Math.min(failed + more, policy.times + 1),
      };
      context.onRetry?.({ attempt: count.attempt, waitMs, error });
      context.onWait(waitMs, error, count);
      if (isRejection(paceReason(error)) && ++rejections <= SHORTENED_WAITS)
        await context.waitRejected(waitMs, backoff(policy, 0, 0, rejections), signal);
      else await pause(waitMs, signal);
    },
  };
}

/** Repeats an attempt while it fails with a retryable error and attempts are left. Then throws its last error. */
export async function retrying<T>(context: RetryContext, attempt: (tries: number) => Promise<T>): Promise<T> {
  const attempts = countAttempts(context);
  for (let tries = 0; ; tries++) {
    // Released before each wait, so that a lower limit also applies to requests in progress.
    const release = await context.requests.acquire(context.signal, tries > 0);
    const startedAt = performance.now();
    let error: AirlockError;
    try {
      const result = await attempt(tries);
      context.onAnswer();
      return result;
    } catch (thrown) {
      error = asAirlockError(thrown);
    } finally {
      release();
    }
    // The response is an error, but it shows that the host is alive.
    if (['not-found', 'denied', 'protocol', 'manifest-invalid'].includes(error.code)) context.onAnswer();
    if (!cutByWindow(error)) await attempts.afterFailure(error, startedAt);
  }
}
