import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { attachmentsIn } from '../set-format/attachments.ts';
import { blobName, classify, volumeName } from '../set-format/entry-names.ts';
import { imagesByDigest, readParts } from '../set-format/named-images.ts';
import { INDEX_NAME, type IndexEntry, type IndexVolume, type SetIndex } from '../set-format/set-index.ts';
import { parseTransferName } from '../workspace/next-transfer.ts';
import { newestHistory, parseHistory } from '../workspace/oc-mirror-history.ts';
import { sourceOf } from './archive-source.ts';
import { unlinkedImage } from './attached-images.ts';
import { type Check, checksOf, linkDigest, tagsOf, walkFile } from './check-entries.ts';
import { FilePool } from './file-pool.ts';
import { readLoose } from './loose-reader.ts';
import { t } from './messages.ts';
import { entryArrived, fileArrived, RECEIVED_NAME, type Received } from './received-spans.ts';
import { type ArchiveContents, indexedContents, type Location, scanSet, volumesIn } from './set-reader.ts';
import { type Part, partsOf } from './source-layout.ts';

export interface VerifyProblem {
  /** `size`: an archive file is shorter or longer than in its index; `foreign`: something that doesn't belong there. */
  kind: 'corrupt' | 'missing' | 'size' | 'foreign';
  digest?: Digest;
  /** Path of the file, with `: entry` for an entry in it that has no digest. */
  file: string;
  /** `repository:tag` of the images that are unusable because of it. */
  images: string[];
  /** The finding and its remedy, as sentences. */
  found?: string;
  remedy?: string;
}

export interface VerifyResult {
  ok: boolean;
  /** Blobs that were read. */
  blobs: number;
  /** Bytes that were read. */
  bytes: number;
  problems: VerifyProblem[];
}

export interface VerifyOptions {
  signal?: AbortSignal;
  /** Bytes; called often. */
  onProgress?: (progress: { bytes: number; total: number }) => void;
}

type Found = Omit<VerifyProblem, 'images'>;

interface Tally {
  blobs: number;
  bytes: number;
  total: number;
  problems: Found[];
  options: VerifyOptions;
}

/** Other files in the folder of an incomplete set. */
const OF_INCOMING = new RegExp(`^(?:${RECEIVED_NAME.replace('.', '[.]')}|export-[0-9a-f]{16}[.]json|lock)$`);
/** Detached signatures of the index. */
const SIGNATURES = [`${INDEX_NAME}.asc`, `${INDEX_NAME}.sig`];
/** Files that operating systems create on drives. */
const LITTER = /^(?:\.|Thumbs\.db$|desktop\.ini$|System Volume Information$|\$RECYCLE\.BIN$)/;

/**
 * Reads every byte of a workspace, transfer, folder of archives or drive. Compares blobs with their digests, volumes
 * with their index, and links with content that is available or was sent before.
 * @throws AirlockError `archive-hostile`, `workspace-invalid`, `workspace-format`, `interrupted`; damage is part of the
 *   result, not an error
 */
export async function verifySource(path: string, options: VerifyOptions = {}): Promise<VerifyResult> {
  const pool = new FilePool();
  const tally: Tally = { blobs: 0, bytes: 0, total: 0, problems: [], options };
  try {
    const parts = await partsOf(path);
    const all: { part: Part; contents: ArchiveContents }[] = [];
    for (const part of parts) all.push({ part, contents: await contentsOf(part, pool, tally) });
    tally.total = await totalBytes(all);
    for (const { part, contents } of all)
      if (part.kind === 'set') await verifySet(part, tally);
      else await verifyLocations(contents, tally);
    const source = sourceOf(
      path,
      pool,
      all.map(({ contents }) => contents),
    );
    for (const { part, contents } of all)
      if (part.kind === 'set') findMissing(part.directory, part.index, source, tally);
      else await findMissingOfBare(part.directory, contents, source, tally);
    await findMissingAttachments(path, source, tally);
    const problems = await withImages(tally.problems, source);
    return { ok: problems.length === 0, blobs: tally.blobs, bytes: tally.bytes, problems };
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await pool.close();
  }
}

async function contentsOf(part: Part, pool: FilePool, tally: Tally): Promise<ArchiveContents> {
  if (part.kind === 'set') return indexedContents(part.directory, part.index, part.received);
  if (part.kind !== 'bare') return readLoose(part.directory, part.kind);
  await findNumberGaps(part.directory, tally);
  return scanSet(part.directory, pool, tally.options.signal, (file, { message }) =>
    tally.problems.push({ kind: 'corrupt', file, found: `${message}.`, remedy: t('copyAgainRemedy') }),
  );
}

async function totalBytes(all: { part: Part; contents: ArchiveContents }[]): Promise<number> {
  let total = 0;
  for (const { part, contents } of all) {
    if (part.kind === 'set') for (const { size } of part.index.volumes) total += size;
    else for (const path of pathsOf(contents)) total += (await stat(path)).size;
  }
  return total;
}

function pathsOf({ blobs, files, links, configurations, foreign }: ArchiveContents): Set<string> {
  const inArchives = [...links, ...configurations, ...foreign].map(({ location }) => location);
  return new Set([...blobs.values(), ...files.values(), ...inArchives].map(({ path }) => path));
}

async function verifySet(
  { directory, index, received }: Extract<Part, { kind: 'set' }>,
  tally: Tally,
): Promise<void> {
  for (const [i, volume] of index.volumes.entries())
    await verifyVolume(join(directory, volume.name), volume, { index, ranges: received?.[i] }, tally);
  const { transfer, enclave, number, created } = index;
  const parsed = parseTransferName(transfer);
  const unlinked = unlinkedImage(index);
  const found =
    parsed?.enclave !== enclave || parsed.number !== number || parsed.partial
      ? t('nameAltered', { transfer, number, enclave })
      : `${new Date(created).toISOString().slice(0, 19)}Z` !== created
        ? t('timeAltered', { created })
        : unlinked === undefined
          ? undefined
          : t('imageUnlinked', { image: unlinked });
  if (found !== undefined)
    tally.problems.push({
      kind: 'corrupt',
      file: join(directory, INDEX_NAME),
      found,
      remedy: t('copyAgainRemedy'),
    });
  const own = new Set([INDEX_NAME, ...SIGNATURES, ...index.volumes.map(({ name }) => name)]);
  for (const name of await readdir(directory))
    if (!own.has(name) && !LITTER.test(name) && !(received && OF_INCOMING.test(name)))
      tally.problems.push({ kind: 'foreign', file: join(directory, name) });
}

async function verifyVolume(
  path: string,
  volume: IndexVolume,
  { index, ranges }: { index: SetIndex; ranges: Received[number] | undefined },
  tally: Tally,
): Promise<void> {
  const there = (await stat(path).catch(() => undefined))?.isFile() ?? false;
  const lost = ranges ? arrivedOf(volume, ranges).next().done !== true : true;
  if (!there && lost) tally.problems.push({ kind: 'missing', file: path });
  for (const entry of volume.entries)
    if (!there || (ranges && !entryArrived(ranges, entry))) report(tally, path, entry[0], 'missing');
  if (!there) return;
  const before = tally.problems.length;
  const checks = checksOf({ entries: ranges ? arrivedOf(volume, ranges) : volume.entries }, index);
  const { size, sha256 } = await walk(path, checks, tally);
  if (size !== volume.size)
    tally.problems.push({
      kind: 'size',
      file: path,
      found: t('volumeSize', { found: size, expected: volume.size }),
      remedy: t('copyAgainRemedy'),
    });
  else if (ranges && !fileArrived(ranges, volume)) return;
  else if ((sha256 === volume.sha256) === (tally.problems.length === before)) return;
  else if (sha256 !== volume.sha256) {
    if (tally.problems.length > before) return;
    const found = t('checksumDiffers', { index: INDEX_NAME });
    tally.problems.push({ kind: 'corrupt', file: path, found, remedy: t('copyAgainRemedy') });
  } else
    tally.problems.push({
      kind: 'corrupt',
      file: join(path, '..', INDEX_NAME),
      found: t('entriesDiffer', { name: volume.name }),
      remedy: t('copyAgainRemedy'),
    });
}

function* arrivedOf({ entries }: IndexVolume, ranges: Received[number]): Generator<IndexEntry> {
  for (const entry of entries) if (entryArrived(ranges, entry)) yield entry;
}

async function walk(
  path: string,
  checks: Iterable<Check>,
  tally: Tally,
): Promise<{ size: number; sha256: string }> {
  const { signal, onProgress } = tally.options;
  function* counted(): Generator<Check> {
    for (const check of checks) {
      if (classify(check.name).kind === 'blob') tally.blobs++;
      yield check;
    }
  }
  return walkFile(path, counted(), {
    signal,
    onBytes: (count) => {
      tally.bytes += count;
      onProgress?.({ bytes: tally.bytes, total: tally.total });
    },
    onFault: ({ name }, fault) => report(tally, path, name, fault),
  });
}

function report(tally: Tally, path: string, name: string, kind: 'corrupt' | 'missing'): void {
  const entry = classify(name);
  tally.problems.push(
    entry.kind === 'blob' ? { kind, digest: entry.digest, file: path } : { kind, file: `${path}: ${name}` },
  );
}

/** Verifies bare archives and loose files with a digest in their names. */
async function verifyLocations(contents: ArchiveContents, tally: Tally): Promise<void> {
  const byPath = new Map<string, Check[]>();
  const add = ({ path, offset, size }: Location, name: string, expected?: string): void => {
    const checks = byPath.get(path) ?? [];
    checks.push({ name, offset, size, padding: false, expected });
    byPath.set(path, checks);
  };
  for (const [digest, location] of contents.blobs) add(location, blobName(digest), hexOf(digest));
  for (const { digest, name, location } of contents.links)
    if (location.size > 0) add(location, name, hexOf(sha256(digest)));
  for (const [name, location] of contents.files) add(location, name);
  for (const { name, location } of contents.foreign)
    tally.problems.push({ kind: 'foreign', file: `${location.path}: ${name}` });
  for (const [path, checks] of byPath)
    await walk(
      path,
      checks.toSorted((a, b) => a.offset - b.offset),
      tally,
    );
}

/** Finds gaps in the numbers of archive files. An increment may begin with any number. */
async function findNumberGaps(directory: string, tally: Tally): Promise<void> {
  const names = await volumesIn(directory);
  const last = names.at(-1);
  const numbers = new Set(names.map((name) => Number(name.slice(-10, -4))));
  const [first = 1] = [...numbers].toSorted((a, b) => a - b);
  for (let n = first; last !== undefined && n < Number(last.slice(-10, -4)); n++)
    if (!numbers.has(n)) tally.problems.push({ kind: 'missing', file: join(directory, volumeName(n)) });
}

/** Reports content that a set links if no local set contains it and it wasn't sent before. */
function findMissing(directory: string, index: SetIndex, source: ImageSource, tally: Tally): void {
  const earlier = new Set(index.earlier);
  const tags = tagsOf(index);
  const missing = new Set(
    tally.problems.flatMap(({ kind, digest }) => (kind === 'missing' && digest ? [digest] : [])),
  );
  for (const volume of index.volumes) {
    for (const [name] of volume.entries) {
      const digest = linkDigest(name, tags);
      if (digest === undefined || missing.has(digest)) continue;
      if (earlier.has(digest) || source.size(digest) !== undefined) continue;
      missing.add(digest);
      tally.problems.push({ kind: 'missing', digest, file: join(directory, volume.name) });
    }
  }
}

/** Reports attached files whose content isn't available. A list that can't be parsed is damaged. */
async function findMissingAttachments(path: string, source: ImageSource, tally: Tally): Promise<void> {
  const reported = new Set(tally.problems.map(({ digest }) => digest));
  try {
    for (const { files } of await attachmentsIn(source))
      for (const { digest } of files)
        if (source.size(digest) === undefined && !reported.has(digest))
          tally.problems.push({ kind: 'missing', digest, file: path });
  } catch (error) {
    const { code, message, remedy } = asAirlockError(error);
    if (code !== 'archive-malformed' && code !== 'archive-hostile') throw error;
    tally.problems.push({ kind: 'corrupt', file: path, found: `${message}.`, remedy });
  }
}

/**
 * Reports missing content of bare archives. oc-mirror includes the links of everything that its cache ever contained
 * (internal/pkg/archive/archive.go). Content is therefore only missing for images that are partly here, and only if it
 * isn't in oc-mirror's history of sent content.
 */
async function findMissingOfBare(
  directory: string,
  contents: ArchiveContents,
  source: ImageSource,
  tally: Tally,
): Promise<void> {
  const historyName = newestHistory(
    [...contents.files.keys()].filter((name) => name.startsWith('.history/')),
  );
  const history = historyName === undefined ? undefined : await source.file(historyName);
  const earlier = new Set(parseHistory(history?.toString('utf8') ?? ''));
  const missing = new Set<Digest>();
  for (const { manifests, layers } of repositoriesOf(contents)) {
    const stored = [...manifests].filter((digest) => source.size(digest) !== undefined);
    const lost = stored.length === 0 && layers.values().some((digest) => source.size(digest) !== undefined);
    const needed = lost ? [...manifests] : [];
    for (const digest of stored) {
      const parts = await readParts(source, digest);
      needed.push(...(parts?.blobs ?? []));
      // A sparse manifest list names instances that weren't copied. The repository links the copied ones.
      needed.push(...(parts?.instances ?? []).filter((instance) => manifests.has(instance)));
    }
    for (const digest of needed)
      if (!earlier.has(digest) && source.size(digest) === undefined) missing.add(digest);
  }
  for (const digest of missing) tally.problems.push({ kind: 'missing', digest, file: directory });
}

function repositoriesOf({
  links,
  tags,
}: ArchiveContents): Iterable<{ manifests: ReadonlySet<Digest>; layers: ReadonlySet<Digest> }> {
  const repositories = new Map<string, { manifests: Set<Digest>; layers: Set<Digest> }>();
  const at = (name: string): { manifests: Set<Digest>; layers: Set<Digest> } => {
    const known = repositories.get(name) ?? { manifests: new Set(), layers: new Set() };
    repositories.set(name, known);
    return known;
  };
  for (const { repository, digest } of tags) at(repository).manifests.add(digest);
  for (const { kind, repository, digest } of links)
    at(repository)[kind === 'layer' ? 'layers' : 'manifests'].add(digest);
  return repositories.values();
}

async function withImages(problems: Found[], source: ImageSource): Promise<VerifyProblem[]> {
  if (problems.every(({ digest }) => digest === undefined))
    return problems.map((p) => ({ ...p, images: [] }));
  const images = await imagesByDigest(source);
  return problems.map((problem) => ({
    ...problem,
    images: problem.digest === undefined ? [] : [...(images.get(problem.digest) ?? [])].toSorted(),
  }));
}
