import type { RunLink } from './run.ts';

/** Why a host is given fewer transfers at once, as people say it. */
export const PACE_WORDS: Readonly<Record<NonNullable<RunLink['reason']>, string>> = {
  'rate-limited': 'it limits requests',
  'server-error': 'it is too busy',
  stalled: 'connections stalled',
  connection: 'connections broke',
};
