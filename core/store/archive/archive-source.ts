import { resolve } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { collectBytes, type ReadOptions, readExtent, readVerified } from '../../base/image/verified-read.ts';
import { checkVolumesPresent } from '../set-format/set-index.ts';
import { BlobPlaces } from './blob-places.ts';
import { imagesOfSet } from './complete-images.ts';
import {
  type EarlierCarrier,
  type HistoryOfArchive,
  historiesOf,
  missingContent,
} from './earlier-carriers.ts';
import { FilePool } from './file-pool.ts';
import { readLoose } from './loose-reader.ts';
import { type ArchiveContents, indexedContents, type Location, scanSet } from './set-reader.ts';
import { cachePart, type Part, partsOf } from './source-layout.ts';
import { TagTable } from './tag-table.ts';

const FILE_LIMIT = 1024 ** 3;

type SetFacts = NonNullable<ArchiveContents['set']>;

/** An open {@link ImageSource}, with the parts that it consists of. */
export interface ArchiveSource extends ImageSource {
  /** Oldest first. */
  readonly parts: readonly Part[];
  /**
   * Returns the content of one set alone, which can be read until this source is closed. Undefined for other folders and for
   * sets that are incomplete.
   */
  set(directory: string): ImageSource | undefined;
  /** Closes files that aren't read now. The next read opens them again. */
  closeIdle(): Promise<void>;
}

/**
 * Opens a source of images: a workspace (all its sets together), a transfer folder, a folder of bare `mirror_*.tar`, a
 * registry's storage such as oc-mirror's cache, or an OCI layout. For an incomplete set, tags of images with missing
 * content are omitted. Never writes there.
 * @param options.ocMirrorCache a cache directory of oc-mirror, which is read if the path has increments of oc-mirror
 * @param options.includeQuarantined also sets that arrived and are waiting for a check
 * @throws AirlockError `workspace-invalid`, `workspace-format`, `archive-malformed` (also naming a missing volume),
 *   `archive-hostile`
 */
export async function openImageSource(
  path: string,
  options: { signal?: AbortSignal; includeQuarantined?: boolean; ocMirrorCache?: string } = {},
): Promise<ArchiveSource> {
  const pool = new FilePool();
  const all: ArchiveContents[] = [];
  let parts: Part[];
  try {
    parts = await partsOf(path, options);
    for (const part of parts) {
      options.signal?.throwIfAborted();
      all.push(await contentsOf(part, pool, options.signal));
    }
    const cache = options.ocMirrorCache !== undefined && all.some(isIncrement);
    const cached = cache ? await cachePart(options.ocMirrorCache!) : undefined;
    // Tags of other runs aren't part of these archives.
    if (cached) all.push({ ...(await contentsOf(cached, pool, options.signal)), tags: [] });
    for (const [i, part] of parts.entries()) {
      if (part.kind !== 'set' || !part.received) continue;
      const images = await imagesOfSet(part.index, sourceOf(path, pool, all));
      all[i]!.tags = images.flatMap(({ repository, tag, digest, missing }) =>
        tag !== undefined && missing.length === 0 ? [{ repository, tag, digest }] : [],
      );
    }
  } catch (error) {
    await pool.close();
    throw asAirlockError(error);
  }
  return {
    ...sourceOf(path, pool, all),
    parts,
    set(directory) {
      const at = parts.findIndex(
        (part) => part.kind === 'set' && !part.received && part.directory === resolve(directory),
      );
      return at < 0 ? undefined : { ...sourceOf(directory, pool, [all[at]!]), close: async () => {} };
    },
    closeIdle: () => pool.closeIdle(),
  };
}

/** Returns whether bare archives omit content of earlier ones: oc-mirror adds its history to them. */
function isIncrement({ set, files }: ArchiveContents): boolean {
  return set === undefined && files.keys().some((name) => name.startsWith('.history/'));
}

async function contentsOf(
  part: Part,
  pool: FilePool,
  signal: AbortSignal | undefined,
): Promise<ArchiveContents> {
  if (part.kind === 'bare') return scanSet(part.directory, pool, signal);
  if (part.kind !== 'set') return readLoose(part.directory, part.kind);
  if (part.received) return indexedContents(part.directory, part.index, part.received);
  await checkVolumesPresent(part.directory, part.index);
  return indexedContents(part.directory, part.index);
}

/** Combines several holdings into one source. Tags and files of later ones take precedence. */
export function sourceOf(path: string, pool: FilePool, all: ArchiveContents[]): ImageSource {
  const blobs = new BlobPlaces();
  const tags = new TagTable();
  const files = new Map<string, Location>();
  for (const contents of all) {
    blobs.addLoose(contents.blobs);
    for (const file of contents.indexed) blobs.addFile(file);
    for (const link of contents.tags) tags.add(link);
    for (const [name, location] of contents.files) files.set(name, location);
  }
  const configurations = all.flatMap((contents) => contents.configurations);

  const readFile = async (name: string): Promise<Buffer | undefined> => {
    const location = files.get(name) ?? files.get(name.replaceAll(':', '-'));
    return location && readComplete(pool, location);
  };
  const listFiles = (prefix: string) =>
    [...files.keys()].filter((name) => name.startsWith(prefix)).toSorted();
  let histories: Promise<HistoryOfArchive[]> | undefined;
  let omitting: ReadonlyMap<Digest, SetFacts> | undefined;
  const carriedEarlier = async (digest: Digest): Promise<EarlierCarrier | undefined> => {
    histories ??= historiesOf(listFiles('.history/'), readFile);
    const archived = (await histories).find(({ digests }) => digests.has(digest));
    if (archived) return { archived: archived.time };
    omitting ??= firstOmitting(all);
    const after = omitting.get(digest);
    return after && (after.number === 1 ? { archived: undefined } : { before: after.transfer });
  };

  async function* read(digest: Digest, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    const stored = blobs.copies(digest);
    if (stored.length === 0) throw missingContent(digest, path, await carriedEarlier(digest));
    for (const [i, location] of stored.entries()) {
      let yielded = false;
      try {
        for await (const chunk of readAt(pool, location, digest, options)) {
          yielded = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const aborted = options.signal?.aborted ?? false;
        if (yielded || aborted || i === stored.length - 1) throw asAirlockError(error);
      }
    }
  }

  return {
    location: path,
    size: (digest) => blobs.size(digest),
    read,
    bytes: (digest, limit = 16 * 1024 * 1024) =>
      collectBytes(read(digest), blobs.size(digest) ?? 0, limit, digest),
    tag: (repository, tag) => tags.digest(repository, tag),
    tags: () => tags.all(),
    files: listFiles,
    file: readFile,
    configurations: () =>
      Promise.all(
        configurations
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
          .map(async ({ name, location }) => ({
            name,
            text: (await readComplete(pool, location)).toString('utf8'),
          })),
      ),
    close: () => pool.close(),
  };
}

/** Maps content that earlier transfers contained to the first set that omits it. */
function firstOmitting(all: readonly ArchiveContents[]): Map<Digest, SetFacts> {
  const omitting = new Map<Digest, SetFacts>();
  for (const { set } of all)
    for (const digest of set?.earlier ?? []) if (!omitting.has(digest)) omitting.set(digest, set!);
  return omitting;
}

async function* readAt(
  pool: FilePool,
  { path, offset, size }: Location,
  digest: Digest,
  options: ReadOptions,
): AsyncGenerator<Buffer> {
  const { handle, release } = await pool.acquire(path);
  try {
    yield* readVerified({ handle, name: path, offset, size }, digest, options);
  } finally {
    await release();
  }
}

async function readComplete(pool: FilePool, { path, offset, size }: Location): Promise<Buffer> {
  const { handle, release } = await pool.acquire(path);
  try {
    const extent = { handle, name: path, offset, size };
    async function* complete(): AsyncGenerator<Buffer> {
      yield await readExtent(extent, 0, size);
    }
    return await collectBytes(complete(), size, FILE_LIMIT, path);
  } finally {
    await release();
  }
}
