import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { PARTS } from '../../base/errors/message-parts.ts';

/** The number of the next attempt, and how many there are at most. Both count from 1. */
export interface AttemptCount {
  attempt: number;
  attempts: number;
}

/** A wait before the next attempt at a host: a long one, or any at a host that never answered. */
export interface HostWait extends Partial<AttemptCount> {
  host: string;
  /** ISO time of the next attempt. */
  until: string;
  /** Why the last attempt failed. */
  code: ErrorCode;
  /** The reason in words, for failures below HTTP. */
  reason?: string;
  /** The HTTP status, if there was a response. */
  status?: number;
  /** The requested Retry-After, in ms. */
  retryAfterMs?: number;
}

/** Shorter waits aren't reported. ms */
const LONG_WAIT_MS = 5_000;

/** Called for each wait before another attempt, ms. `first`: the host never answered in this run. */
export type OnWait = (
  host: string,
  waitMs: number,
  error: AirlockError,
  about?: AttemptCount & { first: boolean },
) => void;

/**
 * Returns a function that reports each long wait once per host, however many requests wait for the same moment. Short
 * waits are reported for a host that never answered, because nothing else moves.
 */
export function createWaitReport(report: (wait: HostWait) => void): OnWait {
  const reported = new Map<string, number>();
  return (host, waitMs, error, about) => {
    const { code, found, retryAfterMs } = error;
    if (waitMs <= LONG_WAIT_MS && !about?.first) return;
    const until = Date.now() + waitMs;
    if (until < (reported.get(host) ?? 0) + (about?.first ? waitMs / 2 : LONG_WAIT_MS)) return;
    reported.set(host, until);
    report({
      host,
      until: new Date(until).toISOString(),
      code,
      status: /^\d{3}$/.test(found ?? '') ? Number(found) : undefined,
      retryAfterMs: retryAfterMs || undefined,
      reason: found === undefined ? error[PARTS]?.statement : undefined,
      attempt: about?.attempt,
      attempts: about?.attempts,
    });
  };
}
