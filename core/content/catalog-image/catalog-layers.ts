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

/** Folder of the catalog in a rebuilt image, as oc-mirror has it. */
export const CONFIGS_FOLDER = 'configs';

/** A layer as a registry keeps it (gzip). `size` is in bytes, `diffId` the digest of the tar in it. */
export interface BuiltLayer {
  digest: Digest;
  size: number;
  diffId: Digest;
}

/** Where content that is made goes; it verifies the digest. */
export interface ContentStore {
  put(digest: Digest, content: Buffer | AsyncIterable<Buffer>): Promise<void>;
}

export interface LayerPlace {
  store: ContentStore;
  /** For the layer while it is made: nobody knows its digest before its last byte. */
  directory: string;
  signal?: AbortSignal;
}

/**
 * The layer that hides what the rebuilt catalog must not show.
 *
 * The image's own cache goes too: it was made of the whole catalog. `opm serve /configs` then makes one in a new folder
 * of its temporary directory, so /tmp is part of the layer, with the mode that lets any user write there: without it some
 * container engines would make it anew for this layer, for root alone.
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
  return madeLayer(place, async (archive) => {
    if (names.some((name) => name.startsWith('tmp/'))) addFolder(archive, 'tmp', 0o1777);
    for (const name of names.sort()) archive.entry({ ...OWNED_BY_ROOT, name, mode: 0o644 }, '');
  });
}

/**
 * The layer with the filtered catalog below {@link CONFIGS_FOLDER}. Modes do not depend on those on disk: the pod that
 * serves the catalog runs under a user that nobody chose.
 */
export function filteredLayer(files: FilteredFile[], place: LayerPlace): Promise<BuiltLayer> {
  return madeLayer(place, async (archive) => {
    const written = new Set<string>();
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
      // A stream of tar-stream is one of Node's in all but its type.
      const sink = entry as unknown as Writable;
      await Promise.all([ended.promise, pipeline(Readable.from(file.open()), sink)]);
    }
    if (written.size === 0) addFolder(archive, CONFIGS_FOLDER, 0o755);
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

/** Same entries, same bytes, for one zlib (that of the pinned Node). */
async function madeLayer(place: LayerPlace, fill: (archive: Pack) => Promise<void>): Promise<BuiltLayer> {
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
          // The tenth byte names the system that packed it (RFC 1952); 255 is "unknown".
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

/** Opened when it is read: a store that has the layer does not look at it, and the file goes. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

const BLOCK = 64 * 1024;

/** In blocks of one size: what deflate makes of a content may depend on the pieces in which it gets it. */
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
