import type { ViewedCatalog } from '../../../content/operator/look-at-catalog.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { oldestFirst } from '../../../upgrade/answers/operator-catalogs.ts';
import { openCatalogs } from '../../sources/open-catalogs.ts';
import { absolutePath } from '../state/absolute-path.ts';

/**
 * Reads catalogs, those of the oldest OpenShift first. A catalog that was read before is in the user's cache, which the
 * command line shares.
 * @param report called with the bytes of all catalogs that are being read
 * @throws AirlockError as `openCatalogs`
 */
export async function viewedCatalogs(
  names: readonly string[],
  host: HostFacts,
  signal: AbortSignal,
  report: (done: number, total: number) => void,
): Promise<ViewedCatalog[]> {
  const opened = openCatalogs(
    names.map((name) => name.trim()),
    {
      host,
      pathOf: (path) => absolutePath(path, 'catalogs'),
      onProgress: ({ done, total }) => report(done, total),
      signal,
    },
  );
  return oldestFirst(await Array.fromAsync(opened));
}
