import type { PaceReason } from '../registry/host-pace.ts';

/** Why a host is given fewer transfers at once, as people say it. */
export const PACE_WORDS: Readonly<Record<PaceReason, string>> = {
  'rate-limited': 'it limits requests',
  'server-error': 'it is too busy',
  stalled: 'connections stalled',
  connection: 'connections broke',
};
