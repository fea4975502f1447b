import { join } from 'node:path';
import { lookAtCatalog, type ViewedCatalog } from '../../../content/operator/look-at-catalog.ts';
import { namedCatalog } from '../../../content/operator/named-catalog.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { openSession } from '../../../mirror/run/session.ts';
import { oldestFirst } from '../../../upgrade/answers/operator-catalogs.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { NETWORK } from './upgrade-graphs.ts';

/**
 * Looks at catalogs, those of the oldest OpenShift first. One that was read before is not read again: its index is in the
 * user's cache, which the command line shares.
 * @param tell bytes of all catalogs that are read now
 * @throws AirlockError as `lookAtCatalog`
 */
export async function viewedCatalogs(
  names: readonly string[],
  host: HostFacts,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<ViewedCatalog[]> {
  const indexes = join(host.env.XDG_CACHE_HOME || join(host.home, '.cache'), 'airlock', 'catalogs');
  const session = await openSession(NETWORK, host, () => {});
  try {
    const viewed: ViewedCatalog[] = [];
    for (const name of names) {
      const named = namedCatalog(name.trim(), (path) => absolutePath(path, 'catalogs'));
      viewed.push(
        await lookAtCatalog(named, {
          indexes,
          registries: async () => session.registries,
          onProgress: ({ done, total }) => tell(done, total),
          signal,
        }),
      );
    }
    return oldestFirst(viewed);
  } finally {
    await session.close();
  }
}
