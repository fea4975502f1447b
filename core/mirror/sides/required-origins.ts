import type { Origin } from '../../content/signature/origin.ts';
import { originsIn, requireOrigins } from '../../media/origin/origin.ts';
import type { HostFacts } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';

/**
 * Returns the sets of a directory with their origins, before any of their content is used.
 * @param request.stateDirectory of the run, whose trusted keys count, too
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
