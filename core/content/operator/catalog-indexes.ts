import { join } from 'node:path';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { indexCatalog } from '../catalog/index/catalog-index.ts';
import { type CatalogIndex, openCatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';

/**
 * Returns the index of a catalog, and builds it if it doesn't exist yet.
 * @param directory contains one folder for each catalog, named by its digest
 * @param files of the catalog; only called if it must be read
 * @throws AirlockError as `indexCatalog`, and the errors of `files`
 */
export async function catalogIndexIn(
  directory: string,
  digest: Digest,
  files: () => AsyncIterable<CatalogFile> | Promise<AsyncIterable<CatalogFile>>,
  options: { signal?: AbortSignal } = {},
): Promise<CatalogIndex> {
  const folder = join(directory, hexOf(digest));
  return (
    (await openCatalogIndex(folder)) ?? (await indexCatalog(await files(), folder, { digest, ...options }))
  );
}
