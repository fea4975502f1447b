import { join } from 'node:path';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { indexCatalog } from '../catalog/index/catalog-index.ts';
import { type CatalogIndex, openCatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';

/**
 * The index of a catalog, built when it is not there yet.
 * @param directory holds one folder for each catalog, named by its digest
 * @param files of the catalog; asked for only when it must be read
 * @throws AirlockError as `indexCatalog`, and what `files` throws
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
