import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { lookAtCatalog, type ViewedCatalog } from '../../content/operator/look-at-catalog.ts';
import { namedCatalog } from '../../content/operator/named-catalog.ts';
import type { CatalogProgress } from '../../content/operator/reading-progress.ts';
import { userCacheDirectory } from '../../mirror/run/user-cache.ts';
import { readFormat } from '../../store/workspace/workspace.ts';
import { lateSession, type NetworkUse } from './late-session.ts';

export interface CatalogUse extends NetworkUse {
  /** Makes a path absolute. */
  pathOf(path: string): string;
  /** The workspace whose indexes are used and filled. Default: the user's cache. */
  workspace?: string | undefined;
  /** Receives the number of bytes read from a catalog that has no index yet. */
  onProgress(progress: CatalogProgress): void;
  signal: AbortSignal;
}

/**
 * Opens catalogs one after another, sorted by name. Catalogs that were read earlier aren't read again.
 * @throws AirlockError as `lookAtCatalog`; `workspace-format`
 */
export async function* openCatalogs(
  names: readonly string[],
  use: CatalogUse,
): AsyncGenerator<ViewedCatalog, void, undefined> {
  const { host, workspace, pathOf, onProgress, signal } = use;
  if (workspace !== undefined) await readFormat(workspace);
  const indexes =
    workspace === undefined
      ? join(userCacheDirectory(host), 'catalogs')
      : airlockDirectory(workspace, 'cache', 'catalogs');
  await using network = lateSession(use);
  const registries = async () => (await network.open()).registries;
  for (const name of names)
    yield await lookAtCatalog(namedCatalog(name, pathOf), { indexes, registries, onProgress, signal });
}
