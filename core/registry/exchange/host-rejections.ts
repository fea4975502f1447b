import { following, pause } from './cancellation.ts';

/** Refusals that outnumber the answers by so many show that the host refuses everything for now. */
const SURPLUS = 5;
/** A refusal outweighs so many answers: a host that refuses one request of three or more isn't known to serve the others. */
const WEIGHT = 2;
/** Answers, less refusals by their weight, that show that a host serves others in spite of its refusals, and the most that count. */
const KNOWN = 3;
const MOST = 12;
/** A longer Retry-After is always waited for: the host means it. ms */
const LONG_WAIT_MS = 5_000;
/** How long a refusal without Retry-After is taken to stand, ms. */
const USUAL_WAIT_MS = 1_000;

/** What a host's refusals (429, 502, 503, 504) say about its load. */
export interface HostRejections {
  /**
   * Records an answer of the host.
   * @param begunAt when the request was sent (monotonic ms)
   * @param refusal what Retry-After asks for, in ms; 0 without the header; undefined when the host served the request
   */
  answered(startedAt: number, rejection?: number): void;
  /**
   * Waits before a refused request is sent again: `shortMs` while the host is known to serve others, else `ms`, which ends when
   * that becomes known.
   * @throws AirlockError `interrupted`
   */
  wait(ms: number, shortMs: number, signal: AbortSignal): Promise<void>;
  /** Whether the host serves most of the requests that are sent before the Retry-After of its last refusal is over. */
  readonly servesOthers: boolean;
}

/**
 * Returns what is known of a host's refusals before its first request.
 * @param backOff called when the host refuses everything: no request may be sent for so long (ms)
 * @param clock monotonic, ms
 */
export function createHostRejections(
  backOff: (ms: number) => void,
  clock: () => number = () => performance.now(),
): HostRejections {
  const waiting = new Set<() => void>();
  let surplus = 0;
  /** Requests sent before don't count: they were sent together with the one that was refused. */
  let countedFrom = Number.NEGATIVE_INFINITY;
  /** Since when, and until when, the host asked for a wait. */
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
    // Any host serves requests that were sent before it refused one, or that waited as it asked.
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
