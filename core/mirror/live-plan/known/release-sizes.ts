import { machineName } from '../../../base/image/architecture.ts';
import type { HostFacts } from '../../run/request.ts';
import { knownReleases } from './known-releases.ts';
import { openStatePlace } from './state-place.ts';

/**
 * Returns the complete size of each release whose images this host has read before, in bytes, with shared content counted
 * once. Sends no requests.
 * @throws AirlockError `workspace-format`, `disk`
 */
export async function knownReleaseSizes(
  host: HostFacts,
  workspace: string | undefined,
  architecture: string,
): Promise<{ version: string; bytes: number }[]> {
  const place = await openStatePlace(host, workspace);
  try {
    await place.refresh();
    const suffix = `-${machineName(architecture)}`;
    const releases = (await knownReleases(place)).filter(({ tag }) => tag.endsWith(suffix));
    return releases.map(({ version, contents }) => ({
      version,
      bytes: contents.reduce((sum, number) => sum + place.table.sizes[number]!, 0),
    }));
  } finally {
    await place.close();
  }
}
