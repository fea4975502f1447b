import { join } from 'node:path';
import type { HostFacts } from './request.ts';

/** Returns Airlock's part of the user's cache folder (XDG base directories). */
export function userCacheDirectory({ env, home }: Pick<HostFacts, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'airlock');
}
