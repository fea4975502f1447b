import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { classify, type EntryKind, SET_FILE_NAME } from '../set-format/entry-names.ts';
import { contentOffset, type SetIndex } from '../set-format/set-index.ts';
import { namesIn } from '../workspace/next-transfer.ts';
import type { IndexedFile, Location } from './blob-places.ts';
import type { FilePool } from './file-pool.ts';
import { t } from './messages.ts';
import { entryArrived, type Received } from './received-spans.ts';
import { type ScanOptions, scanTar } from './scan.ts';
import type { TagLink } from './tag-table.ts';

export type { Location } from './blob-places.ts';

/** Content of a set, or of a folder of loose files. Tags are in the order in which they were found. */
export interface ArchiveContents {
  blobs: Map<Digest, Location>;
  /** Archive files with an index. Their blobs are read from there, and their links aren't listed. */
  indexed: IndexedFile[];
  tags: TagLink[];
  /** Below `working-dir/`. */
  files: Map<string, Location>;
  configurations: { name: string; location: Location }[];
  /** Links of repositories other than their tags. */
  links: {
    kind: 'layer' | 'revision';
    repository: string;
    digest: Digest;
    name: string;
    location: Location;
  }[];
  /** Entries that don't belong in an archive of images. */
  foreign: { name: string; location: Location }[];
  /** Of a set: its name and number, and linked content that earlier transfers contained. */
  set?: Pick<SetIndex, 'transfer' | 'number' | 'earlier'>;
}

export function noContents(): ArchiveContents {
  return {
    blobs: new Map(),
    indexed: [],
    tags: [],
    files: new Map(),
    configurations: [],
    links: [],
    foreign: [],
  };
}

/** Lists the archive files in a folder, in order. */
export async function volumesIn(directory: string): Promise<string[]> {
  return (await namesIn(directory)).filter((name) => SET_FILE_NAME.test(name)).toSorted();
}

/**
 * Returns the content of a set from its `index.json`. Doesn't read blobs, because each use verifies them by digest.
 * @param received for an incomplete set: only received content counts, but all tags are included
 */
export function indexedContents(directory: string, index: SetIndex, received?: Received): ArchiveContents {
  const contents: ArchiveContents = { ...noContents(), set: index };
  for (const [i, volume] of index.volumes.entries()) {
    const path = join(directory, volume.name);
    const ranges = received?.[i];
    const { entries } = volume;
    const arrived = ranges && ((place: number): boolean => entryArrived(ranges, entries.at(place)!));
    contents.indexed.push({ path, entries, arrived });
    for (const entry of entries) {
      const [name, , size] = entry;
      // Most entries of a set are blobs and links.
      if (name.startsWith('docker/') || (ranges && !entryArrived(ranges, entry))) continue;
      add(contents, name, { path, offset: contentOffset(entry), size });
    }
  }
  for (const image of index.images) if (hasTag(image)) contents.tags.push(image);
  return contents;
}

function hasTag(image: SetIndex['images'][number]): image is TagLink {
  return image.tag !== undefined;
}

/**
 * Returns the content of bare archives, by their headers. They can be of several runs of oc-mirror, which archives all links
 * and working files each time. As in oc-mirror, an entry replaces the one of the same name in an earlier file.
 * @param onDamage receives the error of a truncated or damaged file, which is thrown otherwise
 * @throws AirlockError `archive-malformed`, `archive-hostile`
 */
export async function scanSet(
  directory: string,
  pool: FilePool,
  signal?: AbortSignal,
  onDamage?: (path: string, error: AirlockError) => void,
): Promise<ArchiveContents> {
  const contents = noContents();
  for (const volume of await volumesIn(directory)) {
    const path = join(directory, volume);
    try {
      await scanVolume(contents, path, pool, { wanted: isTagLink, signal });
    } catch (error) {
      const known = asAirlockError(error);
      if (!onDamage || known.code !== 'archive-malformed') throw known;
      onDamage(path, known);
    }
  }
  return contents;
}

async function scanVolume(
  contents: ArchiveContents,
  path: string,
  pool: FilePool,
  options: ScanOptions,
): Promise<void> {
  const { size } = await stat(path);
  if (size === 0)
    throw new AirlockError('archive-malformed', t('archiveEmpty', { path }), {
      side: 'local',
      at: { file: path },
    });
  const { handle, release } = await pool.acquire(path);
  try {
    for await (const entry of scanTar({ handle, name: path, size }, options)) {
      const kind = add(contents, entry.name, { path, offset: entry.data, size: entry.size });
      if (kind.kind !== 'tag') continue;
      const { repository, tag } = kind;
      contents.tags.push({ repository, tag, digest: linkedDigest(entry.content, path, entry.name) });
    }
  } finally {
    await release();
  }
}

function isTagLink(name: string): boolean {
  return name.endsWith('/current/link');
}

/** Returns the digest in a link file. @throws AirlockError `archive-malformed` */
export function linkedDigest(content: Buffer | undefined, path: string, name: string): Digest {
  const text = content?.toString('latin1').trim() ?? '';
  if (isDigest(text)) return text;
  throw new AirlockError('archive-malformed', t('linkInvalid', { name, path }), {
    side: 'local',
    at: { file: path },
  });
}

/** Adds an entry to the list of its kind. */
function add(contents: ArchiveContents, name: string, location: Location): EntryKind {
  const entry = classify(name);
  if (entry.kind === 'blob') contents.blobs.set(entry.digest, location);
  else if (entry.kind === 'file') contents.files.set(entry.name, location);
  else if (entry.kind === 'configuration') contents.configurations.push({ name, location });
  else if (entry.kind === 'layer' || entry.kind === 'revision')
    contents.links.push({ ...entry, name, location });
  else if (entry.kind === 'foreign') contents.foreign.push({ name, location });
  return entry;
}
