import { t } from './messages.ts';
import type { RunLink, RunWait } from './run.ts';

/** Why a host gets fewer concurrent transfers, in plain words. */
export const PACE_WORDS: Readonly<Record<NonNullable<RunLink['reason']>, string>> = {
  'rate-limited': t('requestsLimited'),
  'server-error': t('hostBusy'),
  stalled: t('connectionsStalled'),
  connection: t('connectionsBroke'),
};

const WAIT_WORDS: Readonly<Record<string, string>> = {
  'rate-limited': t('rateLimited'),
  'server-error': t('serverError'),
  stalled: t('connectionStalled'),
  connection: t('connectionFailed'),
};

/**
 * Returns, for example, `Waiting for quay.io until 14:32:10 (HTTP 429, Retry-After 300 s). Attempt 2 of 6 is next.`
 * @param clock formats an instant
 */
export function waitWords(
  { host, until, code, status, retryAfterMs, reason, attempt, attempts }: RunWait,
  clock: (instant: string) => string = timeOfDay,
): string {
  const values = {
    host,
    time: clock(until),
    cause:
      status === undefined
        ? (reason ?? WAIT_WORDS[code] ?? code)
        : t('httpStatus', { status: String(status) }),
  };
  const wait =
    retryAfterMs === undefined
      ? t('wait', values)
      : t('waitRetryAfter', { ...values, seconds: Math.ceil(retryAfterMs / 1000) });
  return attempt === undefined || attempts === undefined
    ? wait
    : t('nextAttempt', { wait, attempt, attempts });
}

/** Returns an instant as the local time of day: `14:32:10`. */
export function timeOfDay(instant: string): string {
  return new Date(instant).toTimeString().slice(0, 8);
}

/** Returns the waits that aren't over yet. */
export function currentWaits(waits: readonly RunWait[] | undefined, now: Date): RunWait[] {
  return (waits ?? []).filter(({ until }) => Date.parse(until) > now.getTime());
}
