import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Manifest } from '../../base/image/manifest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { type BuiltImage, builtImage } from '../../test-world/built-image.ts';
import { type BuiltLayer, builtBlob, gzip } from '../../test-world/layer.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import { type CatalogSource, CONFIGS_LABEL } from './catalog-instances.ts';
import type { ContentStore } from './catalog-layers.ts';

/** Images in memory, with storage for built content, and a record of the blobs that were read. */
export interface Shelf extends ImageContentReader, ContentStore {
  content: Map<Digest, Buffer>;
  manifests: Map<Digest, Manifest>;
  blobsRead: Digest[];
  add(image: BuiltImage): CatalogSource;
}

export function newShelf(): Shelf {
  const content = new Map<Digest, Buffer>();
  const manifests = new Map<Digest, Manifest>();
  const blobsRead: Digest[] = [];
  const stored = (digest: Digest | undefined): Buffer => {
    const bytes = digest && content.get(digest);
    if (!bytes) throw new AirlockError('content-missing', `${digest} is not held`);
    return bytes;
  };
  const add = (image: BuiltImage): CatalogSource => {
    image.children.forEach(add);
    for (const { digest, bytes } of image.blobs) content.set(digest, bytes);
    content.set(image.digest, image.bytes);
    manifests.set(image.digest, { mediaType: image.mediaType, digest: image.digest, bytes: image.bytes });
    return { registry: 'reg.example', repository: 'ns/index', digest: image.digest };
  };
  return {
    content,
    manifests,
    blobsRead,
    add,
    async manifest({ digest }) {
      const bytes = stored(digest);
      const { mediaType } = JSON.parse(bytes.toString()) as { mediaType: string };
      return { mediaType, digest: digest!, bytes };
    },
    async *blob(_, { digest }) {
      blobsRead.push(digest);
      const bytes = stored(digest);
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
      if (sha256(bytes) !== digest) throw new AirlockError('digest-mismatch', `${digest} is damaged`);
    },
    async put(digest, given) {
      const parts: Uint8Array[] = [];
      for await (const part of Buffer.isBuffer(given) ? [given] : given) parts.push(part);
      const bytes = Buffer.concat(parts);
      if (sha256(bytes) !== digest) throw new AirlockError('digest-mismatch', `${digest} is damaged`);
      content.set(digest, bytes);
    },
  };
}

/** A catalog image of one platform with these layers. */
export function catalogImage(
  layers: BuiltLayer[],
  recipe: Partial<Parameters<typeof builtImage>[0]> & { folder?: string } = {},
): BuiltImage {
  const { folder = '/configs', ...rest } = recipe;
  return builtImage({ labels: { [CONFIGS_LABEL]: folder, other: 'kept' }, ...rest, layers });
}

/** A layer of an existing archive. */
export function layerOf(archive: Buffer): BuiltLayer {
  return { ...builtBlob(gzip(archive)), compression: 'gzip', diffId: sha256(archive) };
}

/** Path to text, in the order of the files. */
export async function textsOf(files: AsyncIterable<CatalogFile>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const { path, content } of files) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    if (path in texts) throw new Error(`${path} came twice`);
    texts[path] = Buffer.concat(parts).toString();
  }
  return texts;
}

export async function* filesOf(texts: Record<string, string>): AsyncGenerator<CatalogFile> {
  for (const [path, text] of Object.entries(texts))
    yield {
      path,
      content: (async function* () {
        for (let at = 0; at < text.length; at += 100_000) yield Buffer.from(text.slice(at, at + 100_000));
      })(),
    };
}

export interface TemporaryFolder extends AsyncDisposable {
  path: string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'airlock-catalog-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
