import { following, pause } from './cancellation.ts';

/** Surplus of rejections over other responses that shows that the host rejects everything at the moment. */
const SURPLUS = 5;
/** Weight of a rejection in responses: a host that rejects one request of three or more isn't known to serve the others. */
const WEIGHT = 2;
/** Responses minus weighted rejections that show that a host serves other requests, and the maximum that counts. */
const KNOWN = 3;
const MOST = 12;
/** A longer Retry-After is always observed. ms */
const LONG_WAIT_MS = 5_000;
/** How long a rejection without Retry-After is valid, ms. */
const USUAL_WAIT_MS = 1_000;

/** The load of a host, derived from its rejections (429, 502, 503, 504). */
export interface HostRejections {
  /**
   * Records a response of the host.
   * @param startedAt when the request was sent (monotonic ms)
   * @param rejection Retry-After in ms, 0 without the header; undefined if the host served the request
   */
  answered(startedAt: number, rejection?: number): void;
  /**
   * Waits before a rejected request is repeated: `shortMs` while the host is known to serve others, otherwise `ms`, which
   * ends once that becomes known.
   * @throws AirlockError `interrupted`
   */
  wait(ms: number, shortMs: number, signal: AbortSignal): Promise<void>;
  /** Whether the host serves most requests that are sent before the Retry-After of its last rejection has passed. */
  readonly servesOthers: boolean;
}

/**
 * Returns the state of a host before its first request.
 * @param backOff called if the host rejects everything: no request may be sent for this time (ms)
 * @param clock monotonic, ms
 */
export function createHostRejections(
  backOff: (ms: number) => void,
  clock: () => number = () => performance.now(),
): HostRejections {
  const waiting = new Set<() => void>();
  let surplus = 0;
  /** Requests sent before this time don't count, because they were sent together with the rejected one. */
  let countedFrom = Number.NEGATIVE_INFINITY;
  /** Start and end of the wait that the host requested. */
  let requested = { from: Number.POSITIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
  let current = 0;

  const rejected = (startedAt: number, retryAfterMs: number): void => {
    const now = clock();
    if (startedAt >= requested.from) current = Math.max(0, current - WEIGHT);
    const from = now > requested.until ? now : requested.from;
    requested = { from, until: now + (retryAfterMs || USUAL_WAIT_MS) };
    if (startedAt < countedFrom) return;
    if (surplus === 0) countedFrom = now;
    if (++surplus < SURPLUS) return;
    surplus = 0;
    current = 0;
    countedFrom = now;
    backOff(retryAfterMs);
  };
  const served = (startedAt: number): void => {
    if (startedAt >= countedFrom) surplus = Math.max(0, surplus - 1);
    // Any host serves requests that were sent before it rejected one, or that waited for Retry-After.
    if (startedAt < requested.from || startedAt > requested.until) return;
    current = Math.min(MOST, current + 1);
    const [first] = waiting;
    if (current >= KNOWN) first?.();
  };

  return {
    answered(startedAt, rejection) {
      if (rejection === undefined) served(startedAt);
      else rejected(startedAt, rejection);
    },
    async wait(ms, shortMs, signal) {
      if (ms > LONG_WAIT_MS) return await pause(ms, signal);
      if (current >= KNOWN) return await pause(Math.min(ms, shortMs), signal);
      using early = following(signal);
      const release = () => {
        waiting.delete(release);
        early.cancel(undefined);
      };
      waiting.add(release);
      try {
        await pause(ms, early.signal);
      } catch (error) {
        if (signal.aborted) throw error;
      } finally {
        waiting.delete(release);
      }
    },
    get servesOthers() {
      return current >= KNOWN;
    },
  };
}
