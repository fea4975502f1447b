import type { AirlockError } from '../../base/errors/airlock-error.ts';

/** Time for retries of faults that usually last until somebody fixes them, in ms. */
const LASTING_MS = 8_000;
/** Time for retries of connections without any reply, in ms: one more attempt. */
const SILENT_MS = 30_000;

/** Faults of a connection to a host that never answered, and the time for their retries in ms. */
const GIVE_UP_AFTER_MS: Readonly<Record<string, number>> = {
  ECONNREFUSED: LASTING_MS,
  EHOSTUNREACH: LASTING_MS,
  ENETUNREACH: LASTING_MS,
  ENETDOWN: LASTING_MS,
  EAI_AGAIN: LASTING_MS,
  ETIMEDOUT: SILENT_MS,
  UND_ERR_CONNECT_TIMEOUT: SILENT_MS,
};

/**
 * The contact with one host in a run. Until the host answers for the first time, a wrong name, a closed port or a missing
 * route is more likely than a link that comes back, so these faults are reported within about 10 s. Later ones get all
 * retries.
 */
export interface FirstContact {
  /** Whether the host answered in this run. */
  readonly answered: boolean;
  /** Records that the host answered any request, with any status. */
  answer(): void;
  /**
   * Returns the time left for retries of a fault in ms, from 0. Undefined without such a limit.
   * @param startedAt when the failed attempt began (monotonic ms)
   */
  timeLeft(error: AirlockError, startedAt: number): number | undefined;
}

/** @param patient whether faults get all retries from the start, because nobody waits for the result */
export function createFirstContact(
  patient = false,
  clock: () => number = () => performance.now(),
): FirstContact {
  let answered = false;
  let failedSince: number | undefined;
  return {
    get answered() {
      return answered;
    },
    answer() {
      answered = true;
    },
    timeLeft(error, startedAt) {
      const limit = patient || answered ? undefined : GIVE_UP_AFTER_MS[systemCode(error) ?? ''];
      if (limit === undefined) return undefined;
      failedSince ??= startedAt;
      return Math.max(0, failedSince + limit - clock());
    },
  };
}

/**
 * Returns how many retries start within a time in ms: at least 1, the next one; unlimited without a time.
 * @param waitOf returns the wait before the nth retry from now, from 0, in ms
 */
export function retriesWithin(leftMs: number | undefined, waitOf: (n: number) => number): number {
  if (leftMs === undefined) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let left = leftMs - waitOf(0); left >= 0; left -= waitOf(count)) count++;
  return Math.max(1, count);
}

/** Returns the code of the system or of undici in the causes of an error. */
function systemCode(error: Error): string | undefined {
  for (let next: unknown = error.cause, depth = 0; next instanceof Error && depth < 5; depth++) {
    const { code } = next as NodeJS.ErrnoException;
    if (typeof code === 'string' && Object.hasOwn(GIVE_UP_AFTER_MS, code)) return code;
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return undefined;
}
