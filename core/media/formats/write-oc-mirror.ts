import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { entryRange } from '../../store/archive/received-spans.ts';
import { classify, SET_FILE_NAME, volumeName } from '../../store/set-format/entry-names.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { END_BYTES } from '../../store/set-format/tar-header.ts';
import type { EmitMediaEvent } from '../export/events.ts';
import { type FileOnMedium, unfinishedName, writeFileOnMedium } from '../export/file-on-medium.ts';
import { mediaProgress } from '../export/media-progress.ts';
import { setToCarry } from '../export/plan.ts';
import { writeJournal } from '../transfer/journal.ts';
import type { Span } from '../volumes/export-document.ts';
import { labelOf, type MediumFacts, openMediumFolder, probeMedium, WRITING } from '../volumes/medium.ts';
import { readBack } from '../volumes/read-back.ts';
import { openSetBytes, type SetBytes } from '../volumes/set-bytes.ts';
import { t } from './messages.ts';

/** A tar as oc-mirror reads it, cut out of the files of a set. */
export interface PlannedTar {
  /** `mirror_000001.tar` */
  name: string;
  /** Bytes. */
  size: number;
  /** Whole entries of the set. */
  spans: Span[];
  /** Its only entry, when that alone is larger than the limit. */
  oversize?: string;
}

/** What writing a set in a format of another tool takes. */
export interface FormatRequest {
  /** The workspace. */
  directory: string;
  transfer: string;
  /** Folders on media, in the order they are filled. They must be there. */
  to: readonly string[];
  /** Read what was written back. */
  readBack: boolean;
  signal?: AbortSignal;
  emit?: EmitMediaEvent;
  /** How media are asked for room and state; default {@link probeMedium}. */
  probe?: (path: string) => Promise<MediumFacts>;
}

/** A tar on a medium. */
export type WrittenTar = PlannedTar & FileOnMedium & { medium: string; path: string; kept: boolean };

/** Result of {@link exportOcMirror}. */
export interface OcMirrorExport {
  transfer: string;
  /** Bytes of all files. */
  bytes: number;
  files: WrittenTar[];
}

/**
 * How a set is divided into `mirror_*.tar` of at most `limit` bytes. Entries are never split, as oc-mirror reads no
 * parts; one that is larger gets a file of its own (internal/pkg/archive/permissive_adder.go). A file of the set that
 * is not larger stays as it is. Regions whose content could not be fetched are left out.
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
 * Writes a transfer as oc-mirror's `--from` reads it: `<medium>/<transfer>/mirror_*.tar`. oc-mirror wants all of them in
 * one folder; what does not fit on the first medium is on the next. Files that are there already, whole, are kept.
 * @param request.pieceSize bytes: no file is larger, but for an entry that is
 * @throws AirlockError `disk-full` when the media have no room for all of it (nothing is written then), `archive-size` for
 * an entry that a medium's file system does not take, `usage` for a folder with other archives, `disk`, `interrupted`,
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
      progress.phase('writing', { medium: label, volume: number });
      const saved = there && (await keepComplete(path, tar, source, request));
      const written =
        saved ||
        (await writeFileOnMedium(path, tarBytes(tar, source, signal), {
          // oc-mirror takes every name that has `mirror_000001.tar` anywhere in it.
          unfinished: unfinishedName(String(number).padStart(6, '0')),
          readBack: request.readBack,
          onBytes: (count) => progress.add(count),
          signal,
        }));
      if (saved) progress.add(tar.size);
      files.push({ ...tar, ...written, medium: label, path, kept: saved !== false });
      const state = saved ? 'present' : 'written';
      emit({ type: 'volume', number, of: tars.length, name: tar.name, size: tar.size, state, medium: label });
    }
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await source.close();
  }
  const labels = [...new Set(files.map(({ medium }) => medium))];
  await writeJournal(directory, transfer, {
    step: 'on-media',
    text: `for oc-mirror, on ${labels.join(', ')}`,
  });
  for (const medium of labels)
    emit({
      type: 'safe-to-remove',
      medium,
      volumes: files.flatMap((file, i) => (file.medium === medium ? [i + 1] : [])),
    });
  progress.phase('done');
  return { transfer, bytes, files };
}

interface PlacedTar {
  tar: PlannedTar;
  folder: string;
  label: string;
  /** A file of its name and size is on the medium. */
  there: boolean;
}

/** Finds a medium for each file, before any of them is written. */
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
    const facts = await (request.probe ?? probeMedium)(to);
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
    const medium = media[current];
    if (!medium) {
      missing += tar.size;
      continue;
    }
    if (tar.size > medium.most) throw tooLarge(tar, medium.label, medium.most);
    medium.free -= roundUp(tar.size, medium.block);
    placed.push({ tar, folder: medium.folder, label: medium.label, there: false });
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
    await openMediumFolder(folder);
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

/** What an earlier export left, when it is whole and what it should be; the set is read, nothing is written. */
async function keepComplete(
  path: string,
  tar: PlannedTar,
  source: SetBytes,
  { signal }: FormatRequest,
): Promise<FileOnMedium | false> {
  const hash = createHash('sha256');
  for await (const chunk of tarBytes(tar, source, signal)) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const found = await readBack(path, [{ position: 0, length: tar.size, sha256 }], {
    signal,
  });
  return found.sha256 === sha256 && { size: tar.size, sha256, readBack: found.from };
}
