import { join } from 'node:path';
import type { HostFacts } from './request.ts';

/** Returns Airlock's part of the user's cache folder (XDG base directories). */
export function userCacheDirectory({ env, home }: Pick<HostFacts, 'env' | 'home'>): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'airlock');
}

/** Returns the directory that contains `.oc-mirror/.cache`, as oc-mirror finds it. */
export function ocMirrorCacheOf({ env, home }: Pick<HostFacts, 'env' | 'home'>): string {
  return env.OC_MIRROR_CACHE || home;
}
