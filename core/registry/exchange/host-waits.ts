import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';

/** A wait before the next attempt at a host that is long enough to be shown. */
export interface HostWait {
  host: string;
  /** ISO time of the next attempt. */
  until: string;
  /** Why the last attempt failed. */
  code: ErrorCode;
  /** The HTTP status, if there was a response. */
  status?: number;
  /** The requested Retry-After, in ms. */
  retryAfterMs?: number;
}

/** Shorter waits aren't reported. ms */
const LONG_WAIT_MS = 5_000;

/** Called for each wait before another attempt, ms. */
export type OnWait = (host: string, waitMs: number, error: AirlockError) => void;

/** Returns a function that reports each long wait once per host, however many requests wait for the same moment. */
export function createWaitReport(report: (wait: HostWait) => void): OnWait {
  const reported = new Map<string, number>();
  return (host, waitMs, { code, found, retryAfterMs }) => {
    if (waitMs <= LONG_WAIT_MS) return;
    const until = Date.now() + waitMs;
    if (until < (reported.get(host) ?? 0) + LONG_WAIT_MS) return;
    reported.set(host, until);
    report({
      host,
      until: new Date(until).toISOString(),
      code,
      status: /^\d{3}$/.test(found ?? '') ? Number(found) : undefined,
      retryAfterMs: retryAfterMs || undefined,
    });
  };
}
