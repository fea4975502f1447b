import type { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';

/** Fraction of the concurrency that remains after a rejection, and after a broken or stalled connection. */
const AFTER_REJECTION = 1 / 2;
const AFTER_LOSS = 7 / 10;
/** Minimum part of the limit after rejections, while the host serves other requests. */
const LEAST_WHILE_SERVED = 1 / 4;
/** Time without a setback after which one more transfer is allowed, while content moves (ms). */
const QUIET_MS = 2_000;
/** Setbacks older than this no longer count (ms). */
const FORGET_MS = 30_000;

/** Why a host gets fewer concurrent transfers than the run allows. */
export type PaceReason = 'rate-limited' | 'server-error' | 'stalled' | 'connection';

/** The concurrency that a host gets, and why. */
export interface PaceState {
  /** Concurrent transfers in each direction. */
  parallel: number;
  /** The limit of the run. */
  allowed: number;
  /** Why `parallel` is lower than `allowed`; absent otherwise. */
  reason?: PaceReason;
  /** Attempts that the network or the host ended, and how many of these stalled. */
  setbacks: number;
  stalls: number;
}

/** An attempt that failed. */
export interface Setback {
  /**
   * Whether the failure isn't specific to the request: the connection broke for other requests too, and their content
   * moved during the attempt. May become true later, because one of the failures is reported first. Stays false when no
   * other content moves.
   */
  withOthers: boolean;
  /** Whether the host served any request since the attempt started, also after it failed. */
  hostMovedOn(): boolean;
}

/**
 * Controls the number of concurrent transfers with a host by additive increase and multiplicative decrease (as RFC 5681
 * section 3.1 does for a connection's window). It starts at the limit, so transfers with a healthy host never wait.
 */
export interface HostPace {
  readonly state: PaceState;
  /**
   * Records that an attempt failed. Concurrent attempts that fail together count as one signal.
   * @param begunAt ms on the monotonic clock
   */
  setback(error: AirlockError, startedAt: number): Setback;
  /** Records that content moves. After a time without setbacks, one more transfer is allowed. */
  moved(): void;
  /** Records that the host answered a request or delivered content. Implies `moved`. */
  progressed(): void;
  /** Records that a transfer succeeded. */
  done(): void;
  /** Sets the limit of the run. */
  allow(most: number): void;
}

/** Callbacks about the pace of a host. */
export interface PaceReport {
  /** `parallel` or `reason` changed. */
  onChange: (state: PaceState) => void;
  /** The network ended an attempt, and possibly others with it. Called once per break. */
  onBreak: () => void;
  /** Whether the host is known to serve other requests despite its rejections. */
  servesOthers: () => boolean;
}

/** Returns the pace of a host before its first request: up to `most` concurrent transfers. @param clock monotonic, ms */
export function createHostPace(
  most: number,
  reported: PaceReport,
  clock: () => number = () => performance.now(),
): HostPace {
  const state: PaceState = { parallel: most, allowed: most, setbacks: 0, stalls: 0 };
  /** The concurrency that the link sustains. Fractional, because three tenths of two are less than one. */
  let bearable = Number.POSITIVE_INFINITY;
  let lowered = Number.NEGATIVE_INFINITY;
  let raised = Number.NEGATIVE_INFINITY;
  let setbackAt = Number.NEGATIVE_INFINITY;
  let movedAt = Number.NEGATIVE_INFINITY;
  let progressedAt = Number.NEGATIVE_INFINITY;
  /** The first reported setback of the last break, if content moved during it. */
  let first: Setback | undefined;

  let cause: PaceReason | undefined;

  const apply = (): void => {
    const before = { parallel: state.parallel, reason: state.reason };
    state.parallel = Math.max(1, Math.min(state.allowed, Math.floor(bearable)));
    if (state.parallel < state.allowed && cause) state.reason = cause;
    else delete state.reason;
    if (before.parallel !== state.parallel || before.reason !== state.reason) reported.onChange({ ...state });
  };
  const grow = (by: number): void => {
    bearable += by;
    raised = clock();
    // A value far above the bounds would have to be lowered often before it has an effect.
    if (bearable >= state.allowed) bearable = Number.POSITIVE_INFINITY;
    apply();
  };

  const moved = (): void => {
    const now = clock();
    movedAt = now;
    if (bearable === Number.POSITIVE_INFINITY) return;
    const least = state.allowed * LEAST_WHILE_SERVED;
    if (bearable < least && isRejection(cause) && reported.servesOthers()) grow(least - bearable);
    if (now - Math.max(setbackAt, raised) < QUIET_MS) return;
    // After a long time without setbacks, the increase need not take minutes.
    grow(now - setbackAt >= FORGET_MS ? Math.max(1, bearable) : 1);
  };

  return {
    get state() {
      return { ...state };
    },
    setback(error, startedAt) {
      const reason = paceReason(error);
      const hostMovedOn = () => progressedAt > startedAt;
      if (!reason) return { withOthers: false, hostMovedOn };
      const now = clock();
      state.setbacks++;
      if (reason === 'stalled') state.stalls++;
      setbackAt = now;
      const broke = reason === 'connection' || reason === 'stalled';
      const mayBeShared = broke && movedAt > startedAt;
      if (startedAt < lowered) {
        if (broke && first) first.withOthers = true;
        return { withOthers: mayBeShared, hostMovedOn };
      }
      if (broke) reported.onBreak();
      const setback = { withOthers: false, hostMovedOn };
      first = mayBeShared ? setback : undefined;
      lowered = now;
      const rejected = isRejection(reason);
      const least = rejected && reported.servesOthers() ? state.allowed * LEAST_WHILE_SERVED : 1;
      const before = Math.min(bearable, state.allowed);
      const after = before * (rejected ? AFTER_REJECTION : AFTER_LOSS);
      bearable = Math.max(1, after, Math.min(before, least));
      cause = reason;
      apply();
      return setback;
    },
    moved,
    progressed() {
      progressedAt = clock();
      moved();
    },
    done() {
      progressedAt = clock();
      if (bearable !== Number.POSITIVE_INFINITY && clock() - setbackAt >= QUIET_MS) grow(1 / bearable);
    },
    allow(next) {
      state.allowed = next;
      apply();
    },
  };
}

/** Whether the host itself rejected a request because of load. */
export function isRejection(reason: PaceReason | undefined): boolean {
  return reason === 'rate-limited' || reason === 'server-error';
}

/** Returns what an error shows about the link or the load of the host; undefined if it shows nothing. */
export function paceReason(error: AirlockError): PaceReason | undefined {
  if (!error.retryable) return undefined;
  const code: ErrorCode = error.code;
  if (code === 'rate-limited' || code === 'stalled' || code === 'connection') return code;
  // 500 is an error of the server itself. These three mean that it, or a proxy in front of it, is overloaded.
  if (code === 'server-error') return ['502', '503', '504'].includes(error.found ?? '') ? code : undefined;
  // The response ended early, so the connection was cut between client and server.
  return code === 'size-mismatch' ? 'connection' : undefined;
}
