import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { catalogsInSet } from '../../content/operator/carried-catalog.ts';
import { type ManifestOrigin, manifestFrom } from '../../content/plan/manifest-origin.ts';
import { originProblem } from '../../content/signature/origin-text.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { isSelecting } from '../copy/pushed-sets.ts';
import { t } from '../messages.ts';
import { ocMirrorCacheOf } from '../run/user-cache.ts';
import { carriedOriginals } from './built-from-file.ts';
import type { CollectedForSet } from './collect-connected.ts';
import { type DisconnectedOptions, disconnectedSide } from './disconnected-side.ts';
import { requiredOrigins } from './required-origins.ts';

/**
 * Collects the content of a configuration from the sets in a folder, for a set of the next site. Nothing is requested from
 * a registry or service.
 * @param files receives the files that the next site needs to select from its set
 * @param directory of the workspace of the next site
 * @throws AirlockError as `openImageSource` and `requiredOrigins`, those of the collectors, and `usage` for the same folder
 */
export async function collectFromSets({
  from,
  directory,
  files,
  approved,
  ...options
}: Pick<DisconnectedOptions, 'request' | 'host' | 'cache' | 'cacheDirectory' | 'signal'> & {
  from: string;
  directory: string;
  files: WorkingFiles;
  approved: Approved;
}): Promise<CollectedForSet> {
  if (from === directory) throw new AirlockError('usage', t('sameFolder', { directory }));
  const { host, cache, signal } = options;
  await using opened = new AsyncDisposableStack();
  const source = await openImageSource(from, { signal, ocMirrorCache: ocMirrorCacheOf(host) });
  opened.defer(() => source.close());
  const origins = await requiredOrigins(from, host, {
    ...{ stateDirectory: directory, parts: source.parts, signal },
  });
  await copySelectingFiles(source, files);
  const { collection, resolve, trust } = await disconnectedSide({
    ...{ ...options, from, source, catalogImages: catalogsInSet },
    approved: approved.plan && approved,
  });
  for (const { transfer, origin } of origins) collection.problems.push(originProblem(transfer, origin));
  const { graphBase } = await carriedOriginals(files);
  const origin: ManifestOrigin = {
    ...resolve.origin,
    // Catalogs that are rebuilt here with another filter are in the cache only.
    async manifest(at, digest, signal) {
      const built = cache.size(digest) !== undefined && source.size(digest) === undefined;
      return built
        ? manifestFrom(digest, await cache.bytes(digest))
        : resolve.origin.manifest(at, digest, signal);
    },
  };
  const open = opened.move();
  return {
    side: { origin, stored: [cache, source] },
    ...{ collection, graphBase, trust, sets: from },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Copies release signatures, update graphs, charts and image references. Those of catalogs are written with the set. */
async function copySelectingFiles(source: ImageSource, files: WorkingFiles): Promise<void> {
  for (const name of source.files('')) {
    if (!isSelecting(name)) continue;
    const content = await source.file(name);
    if (content) await files.write?.(name, content);
  }
}
