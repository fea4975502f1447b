import { join } from 'node:path';
import type { HostFacts } from '../../../mirror/run/request.ts';

/** The user's folder for Airlock's settings, as the conventions of this system have it. */
export function defaultConfigDirectory(
  { env, home }: Pick<HostFacts, 'env' | 'home'>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'airlock');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'airlock');
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'airlock');
  return join(home, '.config', 'airlock');
}
