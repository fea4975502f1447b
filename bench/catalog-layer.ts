import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImageContentReader } from '../core/base/collected/collected.ts';
import type { Digest } from '../core/base/image/digest.ts';
import { finish, newHash } from '../core/base/image/sha256.ts';
import type { CatalogFile } from '../core/content/catalog/model/catalog-files.ts';
import type { CatalogInstance } from '../core/content/catalog-image/catalog-instances.ts';
import { CONFIGS_FOLDER, filteredLayer } from '../core/content/catalog-image/catalog-layers.ts';
import { configsDirectory } from '../core/content/catalog-image/configs-directory.ts';
import { storeFilteredFiles } from '../core/content/catalog-image/filtered-files.ts';

const ANY: Digest = `sha256:${'0'.repeat(64)}`;

/** Writes a catalog as a folder, and as the layer of an image (gzip). Returns its size without compression. */
export async function writeCatalog(
  files: AsyncIterable<CatalogFile>,
  { folder, layer }: { folder: string; layer: string },
): Promise<number> {
  const stored = await storeFilteredFiles(files, folder);
  await filteredLayer(stored, {
    directory: dirname(layer),
    store: {
      put: (_, content) => pipeline(Readable.from(content), createWriteStream(layer)),
    },
  });
  return stored.reduce((sum, { size }) => sum + size, 0);
}

/** The files of a catalog in a layer, unpacked and hashed as those of an image. */
export async function* catalogInLayer(path: string): AsyncGenerator<CatalogFile> {
  const blob: ImageContentReader['blob'] = async function* () {
    const hash = newHash();
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    finish(hash);
  };
  const layer = { digest: ANY, size: (await stat(path)).size, mediaType: '' };
  yield* configsDirectory({ blob } as ImageContentReader, { registry: '', repository: path, digest: ANY }, {
    folder: CONFIGS_FOLDER,
    image: { layers: [layer] },
  } as unknown as CatalogInstance);
}
