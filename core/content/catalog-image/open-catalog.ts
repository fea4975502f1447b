import { createHash } from 'node:crypto';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import { finish } from '../../base/image/sha256.ts';
import { type ImageLayout, openImageLayout } from '../../store/archive/image-layout.ts';
import { type CatalogFile, catalogFiles } from '../catalog/model/catalog-files.ts';
import { type CatalogSource, readableInstance } from './catalog-instances.ts';
import { configsDirectory } from './configs-directory.ts';

/** A readable catalog: an image, an OCI layout, or a folder of its files. */
export interface CatalogContent {
  /** Identifies its index. For an image, the digest of its image index or manifest. */
  digest: Digest;
  /** Reads from the start at each call. See `configsDirectory` for the use of the content. */
  files(): AsyncIterable<CatalogFile>;
}

/**
 * Opens a catalog image by digest. Reads the manifest and configuration of one instance now, and its layers by `files`.
 * @throws AirlockError `catalog-invalid`, `manifest-invalid`, and the errors of the reader
 */
export async function openCatalogImage(
  reader: ImageContentReader,
  source: CatalogSource,
  options: { signal?: AbortSignal } = {},
): Promise<CatalogContent> {
  const instance = await readableInstance(reader, source, options.signal);
  return { digest: source.digest, files: () => configsDirectory(reader, source, instance, options) };
}

/** An `oci://` catalog. */
export type CatalogLayout = CatalogContent & ImageLayout;

/**
 * Opens a catalog image in an OCI layout.
 * @param directory absolute
 * @throws AirlockError `catalog-invalid`, and as `openImageLayout`
 */
export async function openCatalogLayout(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<CatalogLayout> {
  const layout = await openImageLayout(directory, options);
  try {
    return { ...(await openCatalogImage(layout.reader, layout.source, options)), ...layout };
  } catch (error) {
    await layout.close();
    throw error;
  }
}

/**
 * Opens a plain file-based catalog: a folder, or one file. Reads it once for its digest, which is computed over the names
 * and contents of its files.
 * @throws AirlockError `disk`
 */
export async function openCatalogFolder(path: string): Promise<CatalogContent> {
  const hash = createHash('sha256');
  for await (const file of catalogFiles(path)) {
    const content = createHash('sha256');
    for await (const chunk of file.content) content.update(chunk);
    hash.update(`${JSON.stringify(file.path)} ${content.digest('hex')}\n`);
  }
  return { digest: finish(hash), files: () => catalogFiles(path) };
}
