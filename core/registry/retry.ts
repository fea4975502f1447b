import { type AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { pause, throwIfAborted } from './cancellation.ts';
import type { Setback } from './host-pace.ts';
import { cutByWindow } from './link-gate.ts';
import type { RequestOptions, TransferCounters } from './registry.ts';

/** How often and how patiently a request is repeated. All times in ms. */
export interface RetryPolicy {
  /** Attempts after the first. */
  times: number;
  /** Constant wait between attempts; 0 doubles from `backoffBaseMs` (reference 10.3: 1, 2, 4, 8, 16 s). */
  delayMs: number;
  backoffBaseMs: number;
  /** No wait is longer, whatever Retry-After asks for. */
  maxBackoffMs: number;
}

/** What one call needs to repeat itself. */
export interface RetryContext {
  policy: RetryPolicy;
  counters: TransferCounters;
  signal: AbortSignal;
  onRetry: RequestOptions['onRetry'];
  /** Told of each attempt that failed, with the time at which it began (monotonic ms). */
  onSetback: (error: AirlockError, begunAt: number) => Setback;
}

/**
 * The wait in ms before attempt `failed` + 1, with up to 10 % of jitter so that parallel transfers that broke together
 * do not come back together. `failed` 0 stands for a transfer that broke after progress: it goes on almost at once.
 */
export function backoff(policy: RetryPolicy, failed: number, retryAfterMs = 0): number {
  const own =
    failed === 0 ? policy.backoffBaseMs / 10 : policy.delayMs || policy.backoffBaseMs * 2 ** (failed - 1);
  const jitter = 1 + Math.random() / 10;
  return Math.min(policy.maxBackoffMs, Math.max(own * jitter, retryAfterMs));
}

/**
 * Retry-After as ms from now (RFC 9110 10.2.3: seconds or an HTTP date), undefined when absent or unreadable.
 * A date is compared with the server's own clock where it tells it.
 */
export function retryAfterMs(value: string | undefined, serverDate: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const now = serverDate === undefined ? Number.NaN : Date.parse(serverDate);
  return Math.max(0, at - (Number.isNaN(now) ? Date.now() : now));
}

/** Counts, announces and sits out the wait before another attempt. @throws AirlockError `interrupted` */
export async function waitToRetry(context: RetryContext, failed: number, error: AirlockError): Promise<void> {
  throwIfAborted(context.signal);
  const waitMs = backoff(context.policy, failed, error.retryAfterMs);
  context.counters.retries++;
  context.onRetry?.({ attempt: failed + 1, waitMs, error });
  await pause(waitMs, context.signal);
}

/** How many of the attempts that failed one after another count: those that broke with others say nothing. */
export function countedFailures(setbacks: readonly Setback[]): number {
  return setbacks.filter(({ withOthers }) => !withOthers).length;
}

/** Runs an attempt again as long as it fails with a retryable error and attempts are left; then its last error. */
export async function retrying<T>(context: RetryContext, attempt: (tries: number) => Promise<T>): Promise<T> {
  const setbacks: Setback[] = [];
  for (let tries = 0; ; tries++) {
    const begunAt = performance.now();
    try {
      return await attempt(tries);
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (cutByWindow(error)) continue;
      setbacks.push(context.onSetback(error, begunAt));
      const failed = countedFailures(setbacks);
      if (!error.retryable || failed > context.policy.times) throw error;
      await waitToRetry(context, failed, error);
    }
  }
}
