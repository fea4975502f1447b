import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, type Pack, pack } from 'tar-stream';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { temporaryName } from '../../base/files/atomic-file.ts';
import { mkdir, open } from '../../base/files/created-files.ts';
import type { Digest } from '../../base/image/digest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import type { FilteredFile } from './filtered-files.ts';

/** Folder of the catalog in a rebuilt image, as in oc-mirror. */
export const CONFIGS_FOLDER = 'configs';

/** Name of the file that hides what the layers below have in its folder (OCI image layer specification: opaque whiteout). */
const HIDES_FOLDER = '.wh..wh..opq';

/** A layer as stored in a registry (gzip). `size` is in bytes, `diffId` is the digest of its tar. */
export interface BuiltLayer {
  digest: Digest;
  size: number;
  diffId: Digest;
}

/** Stores built content and verifies its digest. */
export interface ContentStore {
  put(digest: Digest, content: Buffer | AsyncIterable<Buffer>): Promise<void>;
}

export interface LayerPlace {
  store: ContentStore;
  /** For the layer while it is built, because its digest isn't known before its last byte. */
  directory: string;
  signal?: AbortSignal;
}

/**
 * Builds the layer that hides the original catalog from the rebuilt one.
 *
 * It also hides the cache of the image, which was built from the entire catalog. `opm serve /configs` then creates a cache
 * in a new folder of its temporary directory. The layer contains /tmp with write access for all users, because otherwise
 * some container engines would create /tmp for this layer with write access for root only.
 * @param folders without slashes at their ends
 */
export function hidingLayer(folders: string[], place: LayerPlace): Promise<BuiltLayer> {
  const hidden = folders.filter(
    (folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}/`)),
  );
  const names = [...new Set(hidden)].map((folder) => {
    const { dir, base } = posix.parse(folder);
    return posix.join(dir, `.wh.${base}`);
  });
  return buildLayer(place, async (archive) => {
    if (names.some((name) => name.startsWith('tmp/'))) addFolder(archive, 'tmp', 0o1777);
    for (const name of names.sort()) archive.entry({ ...OWNED_BY_ROOT, name, mode: 0o644 }, '');
  });
}

/**
 * Builds the layer with the filtered catalog below {@link CONFIGS_FOLDER}. Modes don't depend on those on disk, because
 * the pod that serves the catalog runs as an arbitrary user.
 *
 * It hides the original catalog once more: catalogd of OLM v1 reads only entries below the folder, so that it ignores the
 * entry of {@link hidingLayer}. That entry is needed too, for programs that don't support the one in the folder.
 */
export function filteredLayer(files: FilteredFile[], place: LayerPlace): Promise<BuiltLayer> {
  return buildLayer(place, async (archive) => {
    const written = new Set([CONFIGS_FOLDER]);
    addFolder(archive, CONFIGS_FOLDER, 0o755);
    archive.entry({ ...OWNED_BY_ROOT, name: `${CONFIGS_FOLDER}/${HIDES_FOLDER}`, mode: 0o644 }, '');
    for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      const name = `${CONFIGS_FOLDER}/${file.path}`;
      for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
        const folder = name.slice(0, slash);
        if (!written.has(folder)) addFolder(archive, folder, 0o755);
        written.add(folder);
      }
      const header = { ...OWNED_BY_ROOT, name, mode: 0o644, size: file.size };
      const ended = Promise.withResolvers<void>();
      const entry = archive.entry(header, (error) => (error ? ended.reject(error) : ended.resolve()));
      // Streams of tar-stream only differ from Node's in their type.
      const sink = entry as unknown as Writable;
      await Promise.all([ended.promise, pipeline(Readable.from(file.open()), sink)]);
    }
  });
}

const OWNED_BY_ROOT: Pick<Header, 'type' | 'uid' | 'gid' | 'uname' | 'gname' | 'mtime'> = {
  type: 'file',
  uid: 0,
  gid: 0,
  uname: '',
  gname: '',
  mtime: new Date(0),
};

function addFolder(archive: Pack, name: string, mode: number): void {
  archive.entry({ ...OWNED_BY_ROOT, name: `${name}/`, type: 'directory', mode });
}

/** Builds a layer. The same entries result in the same bytes with the same zlib (that of the pinned Node). */
async function buildLayer(place: LayerPlace, fill: (archive: Pack) => Promise<void>): Promise<BuiltLayer> {
  const { store, directory, signal } = place;
  await mkdir(directory, { recursive: true });
  const file = temporaryName(directory);
  try {
    const archive = pack();
    const tar = newHash();
    const zipped = newHash();
    let size = 0;
    const filling = fill(archive).then(
      () => archive.finalize(),
      (error: Error) => archive.destroy(error),
    );
    await pipeline(
      Readable.from(inBlocks(archive, (block) => tar.update(block))),
      createGzip({ level: 6 }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          // The tenth byte is the operating system of the packer (RFC 1952), and 255 means unknown.
          if (size === 0) chunk[9] = 255;
          zipped.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      (await open(file, 'wx')).createWriteStream(),
      ...(signal ? [{ signal }] : []),
    );
    await filling;
    const layer = { digest: finish(zipped), size, diffId: finish(tar) };
    await store.put(layer.digest, contentOf(file));
    return layer;
  } catch (error) {
    throw asAirlockError(error, directory);
  } finally {
    await rm(file, { force: true });
  }
}

/** Opens the file at the first read. A store that already has the layer never reads it before it is removed. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

const BLOCK = 64 * 1024;

/** Returns blocks of one size, because the output of deflate may depend on the sizes of its input. */
async function* inBlocks(
  archive: AsyncIterable<unknown>,
  seen: (block: Buffer) => void,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of archive) {
    let rest = part as Buffer;
    while (length + rest.length >= BLOCK) {
      const block = Buffer.concat([...parts, rest.subarray(0, BLOCK - length)]);
      rest = rest.subarray(BLOCK - length);
      [parts, length] = [[], 0];
      seen(block);
      yield block;
    }
    if (rest.length > 0) parts.push(rest);
    length += rest.length;
  }
  const last = Buffer.concat(parts);
  seen(last);
  yield last;
}
