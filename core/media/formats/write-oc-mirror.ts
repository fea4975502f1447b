import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { entryRange } from '../../store/archive/received-spans.ts';
import { classify, SET_FILE_NAME, volumeName } from '../../store/set-format/entry-names.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { END_BYTES } from '../../store/set-format/tar-header.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import { type FileOnDrive, unfinishedName, writeFileOnDrive } from '../export/file-on-drive.ts';
import { mediaProgress } from '../export/media-progress.ts';
import { setToCarry } from '../export/plan.ts';
import { writeJournal } from '../transfer/journal.ts';
import { type DriveFacts, labelOf, openDriveFolder, probeDrive, WRITING } from '../volumes/drive.ts';
import type { Span } from '../volumes/export-document.ts';
import { readBack } from '../volumes/read-back.ts';
import { openSetBytes, type SetBytes } from '../volumes/set-bytes.ts';
import { t } from './messages.ts';

/** An archive in oc-mirror's format, assembled from entries of a set. */
export interface PlannedTar {
  /** `mirror_000001.tar` */
  name: string;
  /** Bytes. */
  size: number;
  /** Complete entries of the set. */
  spans: Span[];
  /** Its only entry, if that exceeds the limit. */
  oversize?: string;
}

/** A request to write a set in the format of another tool. */
export interface FormatRequest {
  /** The workspace. */
  directory: string;
  transfer: string;
  /** Existing folders on drives, in the order in which they are filled. */
  to: readonly string[];
  /** Whether to read back and verify the written files. */
  readBack: boolean;
  signal?: AbortSignal;
  emit?: EmitMediaEvent;
  /** Returns free space and state of a drive (default: {@link probeDrive}). */
  probe?: (path: string) => Promise<DriveFacts>;
}

/** A written archive on a drive. */
export type WrittenTar = PlannedTar & FileOnDrive & { drive: string; path: string; unchanged: boolean };

/** Result of {@link exportOcMirror}. */
export interface OcMirrorExport {
  transfer: string;
  /** Bytes of all files. */
  bytes: number;
  files: WrittenTar[];
}

/**
 * Divides a set into `mirror_*.tar` archives of at most `limit` bytes. Never splits an entry, because oc-mirror can't read
 * parts. A larger entry gets its own archive (internal/pkg/archive/permissive_adder.go). A file of the set within the limit
 * is left as it is. Omits regions whose content couldn't be fetched.
 */
export function planOcMirror(index: SetIndex, limit: number): PlannedTar[] {
  const tars: PlannedTar[] = [];
  const add = (spans: Span[], oversize?: string): void => {
    if (spans.length === 0) return;
    const size = spans.reduce((sum, { length }) => sum + length, END_BYTES);
    tars.push({ name: volumeName(tars.length + 1), size, spans, oversize });
  };
  for (const volume of index.volumes) {
    let spans: Span[] = [];
    let content = END_BYTES;
    for (const entry of volume.entries) {
      const [name, offset] = entry;
      const length = entryRange(entry)[1] - offset;
      if (classify(name).kind === 'filler') continue;
      if (length + END_BYTES > limit) {
        add([{ file: volume.name, offset, length }], name);
        continue;
      }
      if (content + length > limit) {
        add(spans);
        spans = [];
        content = END_BYTES;
      }
      const last = spans.at(-1);
      if (last && last.offset + last.length === offset) last.length += length;
      else spans.push({ file: volume.name, offset, length });
      content += length;
    }
    add(spans);
  }
  return tars;
}

/**
 * Writes a transfer for oc-mirror's `--from`: `<drive>/<transfer>/mirror_*.tar`. Archives that don't fit on the first drive
 * are written to the next ones, but oc-mirror needs all of them in one folder. Complete existing archives are left unchanged.
 * @param request.volumeSize largest archive in bytes, except for an archive with a single larger entry
 * @throws AirlockError `disk-full` if the drives don't have enough free space (nothing is written then), `archive-size` for
 * an entry that is too large for a drive's file system, `usage` for a folder with other archives, `disk`, `interrupted`,
 * `digest-mismatch` (local) for a damaged set
 */
export async function exportOcMirror(
  request: FormatRequest & { volumeSize: number },
): Promise<OcMirrorExport> {
  const { directory, transfer, signal, emit = () => {} } = request;
  emit({ type: 'phase', phase: 'planning' });
  const set = await setToCarry(directory, transfer);
  const tars = planOcMirror(set.index, request.volumeSize);
  const placed = await placeTars(tars, request);
  const bytes = tars.reduce((sum, { size }) => sum + size, 0);
  const progress = mediaProgress(emit, bytes, 1);
  const source = openSetBytes(set.directory, set.index);
  const files: WrittenTar[] = [];
  try {
    for (const { tar, folder, label, there } of placed) {
      signal?.throwIfAborted();
      const path = join(folder, tar.name);
      const number = files.length + 1;
      progress.phase('writing', { drive: label, volume: number });
      const saved = there && (await keepComplete(path, tar, source, request));
      const written =
        saved ||
        (await writeFileOnDrive(path, tarBytes(tar, source, signal), {
          // oc-mirror reads every file whose name contains `mirror_000001.tar`.
          unfinished: unfinishedName(String(number).padStart(6, '0')),
          readBack: request.readBack,
          onBytes: (count) => progress.add(count),
          signal,
        }));
      if (saved) progress.add(tar.size);
      files.push({ ...tar, ...written, drive: label, path, unchanged: saved !== false });
      const state = saved ? 'present' : 'written';
      emit({ type: 'volume', number, of: tars.length, name: tar.name, size: tar.size, state, drive: label });
    }
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await source.close();
  }
  const labels = [...new Set(files.map(({ drive }) => drive))];
  await writeJournal(directory, transfer, {
    step: 'on-media',
    text: `for oc-mirror, on ${labels.join(', ')}`,
  });
  for (const drive of labels)
    emit({
      type: 'safe-to-remove',
      drive,
      volumes: files.flatMap((file, i) => (file.drive === drive ? [i + 1] : [])),
    });
  progress.phase('done');
  return { transfer, bytes, files };
}

interface PlacedTar {
  tar: PlannedTar;
  folder: string;
  label: string;
  /** Whether the drive contains a file of its name and size. */
  there: boolean;
}

/** Assigns each archive to a drive before the first one is written. */
async function placeTars(tars: readonly PlannedTar[], request: FormatRequest): Promise<PlacedTar[]> {
  const media: {
    folder: string;
    label: string;
    free: number;
    most: number;
    block: number;
    names: Set<string>;
  }[] = [];
  for (const to of request.to) {
    const folder = join(to, request.transfer);
    const facts = await (request.probe ?? probeDrive)(to);
    const label = labelOf(to);
    if (facts.readOnly)
      throw new AirlockError('disk', `${label} is read-only`, { side: 'destination', at: { file: to } });
    const names = new Set<string>();
    for (const name of await readdir(folder).catch(() => [])) {
      const tar = tars.find((each) => each.name === name);
      if (!tar && !SET_FILE_NAME.test(name)) continue;
      if (!tar || (await stat(join(folder, name))).size !== tar.size)
        throw new AirlockError('usage', t('archiveForeign', { path: join(folder, name) }), {
          side: 'destination',
          remedy: t('archiveForeignRemedy', { folder }),
        });
      names.add(name);
    }
    const { freeBytes: free, maxFileBytes: most = Number.POSITIVE_INFINITY, blockBytes: block = 512 } = facts;
    media.push({ folder, label, free, most, block, names });
  }
  const placed: PlacedTar[] = [];
  let missing = 0;
  let current = 0;
  for (const tar of tars) {
    const holder = media.find(({ names }) => names.has(tar.name));
    if (holder) {
      placed.push({ tar, folder: holder.folder, label: holder.label, there: true });
      continue;
    }
    while (media[current] && roundUp(tar.size, media[current]!.block) > media[current]!.free) current++;
    const drive = media[current];
    if (!drive) {
      missing += tar.size;
      continue;
    }
    if (tar.size > drive.most) throw tooLarge(tar, drive.label, drive.most);
    drive.free -= roundUp(tar.size, drive.block);
    placed.push({ tar, folder: drive.folder, label: drive.label, there: false });
  }
  if (missing > 0)
    throw new AirlockError(
      'disk-full',
      t('spaceMissing', { bytes: String(missing), transfer: request.transfer }),
      {
        side: 'destination',
        remedy: t('moreDrivesRemedy'),
      },
    );
  for (const folder of new Set(placed.map((each) => each.folder))) {
    await openDriveFolder(folder);
    for (const name of await readdir(folder)) if (name.endsWith(WRITING)) await rm(join(folder, name));
  }
  return placed;
}

function roundUp(size: number, block: number): number {
  return Math.ceil(size / block) * block;
}

function tooLarge(tar: PlannedTar, label: string, most: number): AirlockError {
  return new AirlockError(
    'archive-size',
    t('fileTooLarge', {
      name: tar.oversize ?? tar.name,
      size: String(tar.size),
      drive: label,
      most: String(most),
    }),
    {
      side: 'destination',
      remedy: tar.oversize ? t('entryTooLargeRemedy') : t('volumeSizeRemedy'),
    },
  );
}

async function* tarBytes(tar: PlannedTar, source: SetBytes, signal?: AbortSignal): AsyncGenerator<Buffer> {
  for (const span of tar.spans) yield* source.read(span, signal);
  yield Buffer.alloc(END_BYTES);
}

/** Checks whether an earlier export wrote an archive completely and correctly. Reads the set, writes nothing. */
async function keepComplete(
  path: string,
  tar: PlannedTar,
  source: SetBytes,
  { signal }: FormatRequest,
): Promise<FileOnDrive | false> {
  const hash = createHash('sha256');
  for await (const chunk of tarBytes(tar, source, signal)) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const found = await readBack(path, [{ position: 0, length: tar.size, sha256 }], {
    signal,
  });
  return found.sha256 === sha256 && { size: tar.size, sha256, readBack: found.from };
}
