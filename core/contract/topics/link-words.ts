import type { RunLink, RunWait } from './run.ts';

/** Why a host gets fewer concurrent transfers, in plain words. */
export const PACE_WORDS: Readonly<Record<NonNullable<RunLink['reason']>, string>> = {
  'rate-limited': 'it limits requests',
  'server-error': 'it is too busy',
  stalled: 'connections stalled',
  connection: 'connections broke',
};

const WAIT_WORDS: Readonly<Record<string, string>> = {
  'rate-limited': 'rate limited',
  'server-error': 'server error',
  stalled: 'connection stalled',
  connection: 'connection failed',
};

/** Returns, for example, `Waiting for quay.io until 14:32:10 (429, Retry-After 300 s)`. @param clock formats an instant */
export function waitWords(
  { host, until, code, status, retryAfterMs }: RunWait,
  clock: (instant: string) => string = timeOfDay,
): string {
  const why = status === undefined ? (WAIT_WORDS[code] ?? code) : String(status);
  const requested = retryAfterMs === undefined ? '' : `, Retry-After ${Math.ceil(retryAfterMs / 1000)} s`;
  return `Waiting for ${host} until ${clock(until)} (${why}${requested})`;
}

/** Returns an instant as the local time of day: `14:32:10`. */
export function timeOfDay(instant: string): string {
  return new Date(instant).toTimeString().slice(0, 8);
}

/** Returns the waits that aren't over yet. */
export function currentWaits(waits: readonly RunWait[] | undefined, now: Date): RunWait[] {
  return (waits ?? []).filter(({ until }) => Date.parse(until) > now.getTime());
}
