import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { sourceOf } from '../../store/archive/archive-source.ts';
import { imagesOfSet } from '../../store/archive/complete-images.ts';
import { FilePool } from '../../store/archive/file-pool.ts';
import { entriesIn, entryRange } from '../../store/archive/received-spans.ts';
import { type ArchiveContents, noContents } from '../../store/archive/set-reader.ts';
import {
  type VerifyOptions,
  type VerifyProblem,
  type VerifyResult,
  verifySource,
} from '../../store/archive/verify.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { contentOffset } from '../../store/set-format/set-index.ts';
import { checkChecksums, NEW_COPY } from '../export/drive-checksums.ts';
import { type CandidateFile, type FoundOnDrive, findOnDrive, readExport } from '../export/find-on-drive.ts';
import {
  extraOf,
  type OpenedVolume,
  openCarryVolume,
  placedSpans,
  receiveCarryVolume,
  volumeOfCut,
} from '../volumes/carry-volume.ts';
import type { CutVolume, ExportDocument } from '../volumes/export-document.ts';
import { type FoundIndex, readFoundIndex } from '../volumes/found-index.ts';
import type { PlaceOfDamage, SpanSink } from '../volumes/receive-volume.ts';
import { entryBoundaries, isPart } from '../volumes/set-bytes.ts';
import { imagesNeeding } from './images-needing.ts';
import { t } from './messages.ts';

/** Stores nothing: content is only compared. */
const NOWHERE: SpanSink = {
  gaps: (_file, from, to) => [[from, to]],
  write: async () => {},
  take: () => {},
  takePart: async () => true,
};

/**
 * Returns whether a folder with this content is a drive of an export or a copy of one: it has volumes, or the files that
 * are next to volumes.
 */
export function isDrive({ folders }: Pick<FoundOnDrive, 'folders'>): boolean {
  return folders.some(({ volumes: volumeList, exported }) => exported || volumeList.length > 0);
}

/** The volumes of a transfer on a drive. */
export interface VolumesOnDrive {
  transfer: string;
  /** Volumes of the whole transfer. */
  of: number;
  /** Numbers of those on this drive, and of those that no checksum list here names because they are on other drives. */
  onDrive: number[];
  elsewhere: number[];
  /** Numbers of the volumes on this drive that have a problem. */
  damaged: number[];
}

/** Result of reading a drive. */
export interface VerifiedDrive extends VerifyResult {
  indexes: FoundIndex[];
  volumes: VolumesOnDrive[];
}

interface Found {
  known: FoundIndex;
  documents: ExportDocument[];
  volumes: { file: CandidateFile; cut?: CutVolume; places: PlaceOfDamage[] }[];
  contents: ArchiveContents;
}

/**
 * Reads every byte of a drive. Compares volumes with the index of their set, and all other files with the drive's
 * checksum lists. Volumes on other drives are listed and aren't a problem.
 * @throws AirlockError `workspace-format`, `archive-hostile`, `disk`, `interrupted`; damage is part of the result, not
 *   an error
 */
export async function verifyDrive(path: string, options: VerifyOptions = {}): Promise<VerifiedDrive> {
  const { signal, onProgress } = options;
  const found = await findOnDrive(path);
  const newer = found.rejected.find(({ code }) => code === 'workspace-format');
  if (newer) throw newer;
  const problems: VerifyProblem[] = found.rejected.map((error) => ({
    kind: 'corrupt',
    file: error.at?.file ?? path,
    images: [],
    found: `${error.message}.`,
    // The default remedy recommends the command that is running.
    remedy: error.remedy === ERROR_CODES['archive-malformed'][1] ? NEW_COPY : error.remedy,
  }));
  const files = found.folders.flatMap(({ volumes: volumeList }) => volumeList);
  const tally = { blobs: 0, bytes: 0, total: files.reduce((sum, { size }) => sum + size, 0) };
  const sets = await setsOn(found, files);
  for (const file of files) {
    const handle = await open(file.path, 'r');
    try {
      const opened = await openCarryVolume(handle, file.path);
      const place = volumeOfCut(opened, basename(file.path), sets.documents);
      const transfer = opened.volume?.header.transfer ?? place?.document.transfer;
      const set =
        sets.known.find(({ known }) => known.sha256 === place?.document.indexSha256) ??
        sets.known.find(({ known }) => known.index.transfer === transfer);
      if (!opened.volume && !place) {
        problems.push({ kind: 'foreign', file: file.path, images: [] });
        continue;
      }
      if (!set) {
        problems.push({ kind: 'missing', file: t('indexOfSet', { path: file.path }), images: [] });
        continue;
      }
      const meant = set.documents
        .flatMap(({ volumes: volumeList }) => volumeList)
        .find((cut) => cut.name === basename(file.path));
      if (meant && place && meant.number !== place.cut.number)
        problems.push({
          kind: 'corrupt',
          file: file.path,
          images: [],
          found: t('volumeMisnamed', { actual: place.cut.number, named: meant.number }),
          remedy: t('volumeMisnamedRemedy'),
        });
      const of = { index: set.known.index, cut: place?.cut };
      const places = await receiveCarryVolume(opened, of, NOWHERE, {
        signal,
        onBytes(count) {
          tally.bytes += count;
          onProgress?.({ bytes: tally.bytes, total: tally.total });
        },
      });
      tally.blobs += retain(set, opened, place?.cut);
      set.volumes.push({ file, places });
    } catch (error) {
      throw asAirlockError(error);
    } finally {
      await handle.close();
    }
  }
  // A drive may have more problems than a call accepts arguments.
  for (const set of sets.known) for (const problem of await problemsOf(path, set)) problems.push(problem);
  for (const fault of await checkChecksums(path, found, options)) {
    // Problems that the content itself revealed aren't reported twice.
    if (problems.some(({ file }) => file === fault.file || file.startsWith(`${fault.file}: `))) continue;
    const { file, damage, found: text, remedy } = fault;
    const kind = damage === 'altered' ? 'corrupt' : damage === 'unlisted' ? 'foreign' : 'missing';
    problems.push({ kind, file, images: [], found: text, remedy });
  }
  for (const { directory, setFiles } of found.folders) {
    if (setFiles.length === 0) continue;
    const complete = await verifySource(directory, options);
    tally.blobs += complete.blobs;
    tally.bytes += complete.bytes;
    for (const problem of complete.problems) problems.push(problem);
  }
  const indexes = sets.known.map(({ known }) => known);
  const volumes = sets.documents.map((document) => receivedVolumes(document, files, problems));
  return { ok: problems.length === 0, blobs: tally.blobs, bytes: tally.bytes, problems, indexes, volumes };
}

function receivedVolumes(
  { transfer, volumes: volumeList }: ExportDocument,
  files: readonly CandidateFile[],
  problems: readonly VerifyProblem[],
): VolumesOnDrive {
  const names = new Set(
    [...files.map(({ path }) => path), ...problems.map(({ file }) => file)].map((file) => basename(file)),
  );
  const numbers = (there: boolean) =>
    volumeList.filter(({ name }) => names.has(name) === there).map(({ number }) => number);
  const isDamaged = (name: string) =>
    problems.some(({ file }) => basename(file) === name || basename(file).startsWith(`${name}: `));
  const damaged = volumeList.filter(({ name }) => isDamaged(name)).map(({ number }) => number);
  return { transfer, of: volumeList.length, onDrive: numbers(true), elsewhere: numbers(false), damaged };
}

/**
 * Returns the sets that volumes belong to and how they were cut, from files next to the volumes or from inside them.
 */
async function setsOn(
  { folders }: FoundOnDrive,
  files: readonly CandidateFile[],
): Promise<{ known: Found[]; documents: ExportDocument[] }> {
  const indexes = new Map<string, FoundIndex>();
  const documents = new Map<string, ExportDocument>();
  for (const { index, document } of folders) {
    if (index) indexes.set(index.sha256, index);
    if (document) documents.set(document.id, document);
  }
  for (const { path } of indexes.size === 0 ? files : []) {
    const handle = await open(path, 'r');
    try {
      const opened = await openCarryVolume(handle, path);
      const index = await extraOf(opened, 'airlock/index.json');
      const document = await extraOf(opened, 'airlock/export.json');
      const known = index && readFoundIndex(index, path);
      if (known) indexes.set(known.sha256, known);
      const cut = document && readExport(document, path);
      if (cut) documents.set(cut.id, cut);
    } catch (error) {
      // Another volume contains them, too. The damage here is reported when the volume's content is read.
      if (!(error instanceof AirlockError) || error.code === 'workspace-format') throw error;
    } finally {
      await handle.close();
    }
  }
  return {
    known: [...indexes.values()].map((known) => ({
      known,
      documents: [...documents.values()].filter(({ indexSha256 }) => indexSha256 === known.sha256),
      volumes: [],
      contents: noContents(),
    })),
    documents: [...documents.values()],
  };
}

/** Records where blobs are, so that manifests can be read. @returns the number of blobs */
function retain(set: Found, opened: OpenedVolume, cut: CutVolume | undefined): number {
  const { index } = set.known;
  const boundaries = entryBoundaries(index);
  let blobs = 0;
  for (const span of placedSpans(opened, cut, (one) => isPart(one, boundaries)).spans) {
    if (span.part) continue;
    const volume = index.volumes.find(({ name }) => name === span.file);
    for (const entry of entriesIn(volume?.entries ?? [], span.offset, span.offset + span.length)) {
      const [from, to] = entryRange(entry);
      const kind = classify(entry[0]);
      if (kind.kind !== 'blob' || from < span.offset || to > span.offset + span.length) continue;
      const offset = span.position + contentOffset(entry) - span.offset;
      set.contents.blobs.set(kind.digest, { path: opened.file.path, offset, size: entry[2] });
      blobs++;
    }
  }
  return blobs;
}

async function problemsOf(
  path: string,
  { known, volumes: volumeList, contents }: Found,
): Promise<VerifyProblem[]> {
  const damaged = volumeList.filter(({ places }) => places.length > 0);
  if (damaged.length === 0) return [];
  const pool = new FilePool();
  try {
    const concerned = imagesNeeding(
      await imagesOfSet(known.index, sourceOf(path, pool, [contents])),
      'links',
    );
    return damaged.flatMap(({ file, places }) =>
      places.map(({ kind, entries, offset, length }): VerifyProblem => {
        const blobs = entries.flatMap((name) => {
          const entry = classify(name);
          return entry.kind === 'blob' ? [entry.digest] : [];
        });
        const images = concerned(entries).map(({ name }) => name);
        return {
          kind: kind === 'missing' ? 'missing' : 'corrupt',
          digest: blobs[0] && blobs.length === 1 ? blobs[0] : undefined,
          file: t('byteRange', { path: file.path, from: offset, to: offset + length }),
          images: [...new Set(images)].toSorted(),
        };
      }),
    );
  } finally {
    await pool.close();
  }
}
