import { join } from 'node:path';
import type { HostFacts } from './request.ts';

/** The user's state folder (XDG base directories): runs, logs and resources of the disconnected side. */
export function defaultStateDirectory({ env, home }: Pick<HostFacts, 'env' | 'home'>): string {
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'airlock');
}
