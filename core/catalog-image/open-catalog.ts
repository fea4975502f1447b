import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openImageSource } from '../archive/archive-source.ts';
import { type CatalogFile, catalogFiles } from '../catalog/catalog-files.ts';
import type { ImageContentReader } from '../collect/collected.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from '../image/digest.ts';
import { type Manifest, mediaTypeOf } from '../image/manifest.ts';
import { OCI_INDEX } from '../image/media-types.ts';
import { finish, sha256 } from '../image/sha256.ts';
import type { ImageSource } from '../store/content.ts';
import { type CatalogSource, readableInstance } from './catalog-instances.ts';
import { configsFolder } from './configs-folder.ts';

/** A catalog that can be read: an image, an OCI layout, or a folder of its files. */
export interface CatalogContent {
  /** What an index of it is kept by. Of an image: the digest of its index or manifest. */
  digest: Digest;
  /** Each call reads from the start. See `configsFolder` about what may be done with the content. */
  files(): AsyncIterable<CatalogFile>;
}

/**
 * A catalog image by digest. One instance is read, its manifest and configuration at once, its layers by `files`.
 * @throws AirlockError `catalog-invalid`, `manifest-invalid`, and what the reader throws
 */
export async function openCatalogImage(
  reader: ImageContentReader,
  source: CatalogSource,
  options: { signal?: AbortSignal } = {},
): Promise<CatalogContent> {
  const instance = await readableInstance(reader, source, options.signal);
  return { digest: source.digest, files: () => configsFolder(reader, source, instance, options) };
}

/** An `oci://` catalog. */
export interface CatalogLayout extends CatalogContent {
  reader: ImageContentReader;
  /** For `rebuildCatalog` and plans: no registry, the folder as repository. */
  source: CatalogSource;
  /** What the folder holds, by digest, without the index that is `index.json` itself. */
  held: ImageSource;
  close(): Promise<void>;
}

/**
 * A catalog image in an OCI layout. One manifest in `index.json` is the catalog; where there are several, `index.json`
 * itself is its index (reference 4.2, step 7).
 * @param directory absolute
 * @throws AirlockError `catalog-invalid`, `workspace-invalid`, `manifest-invalid`, `content-missing`
 */
export async function openCatalogLayout(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<CatalogLayout> {
  const top = await layoutTop(directory);
  const held = await openImageSource(directory, options);
  const reader: ImageContentReader = {
    async manifest({ digest }) {
      if (digest === top.digest && top.manifest) return top.manifest;
      const bytes = await held.bytes(digest!);
      return { digest: digest!, bytes, mediaType: mediaTypeOf(jsonOf(bytes, `${directory}: ${digest}`)) };
    },
    blob: (_, { digest }, signal) => held.read(digest, { ...(signal && { signal }) }),
  };
  const source = { registry: '', repository: directory, digest: top.digest };
  try {
    const content = await openCatalogImage(reader, source, options);
    return { ...content, reader, source, held, close: () => held.close() };
  } catch (error) {
    await held.close();
    throw error;
  }
}

async function layoutTop(directory: string): Promise<{ digest: Digest; manifest?: Manifest }> {
  const path = join(directory, 'index.json');
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asAirlockError(error);
    throw new AirlockError('catalog-invalid', `${directory} is no OCI layout: it has no index.json`, {
      side: 'local',
      remedy: 'Name the folder that has oci-layout, index.json and blobs in it.',
    });
  }
  const { manifests } = jsonOf(bytes, path) as { manifests?: { digest?: unknown }[] };
  const first = Array.isArray(manifests) ? manifests[0]?.digest : undefined;
  if (!Array.isArray(manifests) || typeof first !== 'string' || !isDigest(first))
    throw new AirlockError('catalog-invalid', `${path} names no image`, { side: 'local' });
  if (manifests.length === 1) return { digest: first };
  return { digest: sha256(bytes), manifest: { mediaType: OCI_INDEX, digest: sha256(bytes), bytes } };
}

function jsonOf(bytes: Buffer, name: string): Record<string, unknown> {
  try {
    return (JSON.parse(bytes.toString('utf8')) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw new AirlockError('catalog-invalid', `${name} is not JSON`, { side: 'local', cause });
  }
}

/**
 * A plain file-based catalog: a folder, or one file. Its digest is over the names and contents of its files, so it is
 * read once for that.
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
