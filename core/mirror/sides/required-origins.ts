import type { Origin } from '../../content/signature/origin.ts';
import { originsIn, requireOrigins } from '../../media/origin/origin.ts';
import type { HostFacts } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';

/**
 * Returns the sets of a directory with their origins, before anything of them is used: for a push, its plan, a deletion and
 * a registry that serves them.
 * @param request.stateDirectory of the run; keys that are trusted for it count, too
 * @throws AirlockError `index-unsigned` when a trusted key is required and didn't sign one of the sets, and as `originsIn`
 */
export async function requiredOrigins(
  from: string,
  host: Pick<HostFacts, 'env' | 'home'>,
  { stateDirectory, signal }: { stateDirectory?: string | undefined; signal?: AbortSignal } = {},
): Promise<{ transfer: string; origin: Origin }[]> {
  const own = defaultStateDirectory(host);
  const origins = await originsIn(from, {
    places: [from, stateDirectory ?? own],
    stateDirectory: own,
    env: host.env,
    signal,
  });
  requireOrigins(origins);
  return origins;
}
