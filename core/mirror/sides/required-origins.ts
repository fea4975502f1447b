import type { Origin } from '../../content/signature/origin.ts';
import { originsIn, requireOrigins } from '../../media/origin/origin.ts';
import type { Part } from '../../store/archive/source-layout.ts';
import type { HostFacts } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';

/**
 * Returns the sets of a directory with their origins, before any of their content is used.
 * @param request.stateDirectory of the run, whose trusted keys count, too
 * @param request.parts of the directory, if they were read already
 * @throws AirlockError `index-unsigned` when a trusted key is required and didn't sign one of the sets, and as `originsIn`
 */
export async function requiredOrigins(
  from: string,
  host: Pick<HostFacts, 'env' | 'home'>,
  {
    stateDirectory,
    parts,
    signal,
  }: { stateDirectory?: string | undefined; parts?: readonly Part[]; signal?: AbortSignal } = {},
): Promise<{ transfer: string; origin: Origin }[]> {
  const own = defaultStateDirectory(host);
  const origins = await originsIn(from, {
    places: [from, stateDirectory ?? own],
    stateDirectory: own,
    env: host.env,
    parts,
    signal,
  });
  requireOrigins(origins);
  return origins;
}
