import { join } from 'node:path';
import { hostFacts } from '../../terminal/host.ts';

/** Airlock's part of the user's cache folder (XDG base directories). */
export function userCache(): string {
  const { env, home } = hostFacts();
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'airlock');
}
