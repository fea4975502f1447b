import type { FileHandle } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { END_BYTES, encodeHeader, padded } from '../../store/set-format/tar-header.ts';
import type { CutVolume, ExportDocument, VolumeHeader } from './export-document.ts';
import { t } from './messages.ts';
import {
  damageList,
  type PlacedSpan,
  type PlaceOfDamage,
  type ReceiveOptions,
  receiveSpans,
  type SpanSink,
} from './receive-volume.ts';
import { entryBoundaries, isPart } from './set-bytes.ts';
import { bytesAt, type SpanFile } from './span-file.ts';
import { readVolumeFile, type VolumeFile, volumeHead } from './volume-file.ts';
import { headBytes, partHeaderBytes } from './volume-layout.ts';

/** A volume of an export as it was found, before its content is read. */
export interface OpenedVolume {
  file: SpanFile;
  /** Its own description. Undefined when that is unreadable and only the export's document describes the volume. */
  volume?: VolumeFile;
}

/**
 * Reads the head of a volume of an export.
 * @returns undefined for a file that isn't such a volume; `volume` is missing if the head was altered
 * @throws AirlockError `workspace-format` for a newer format, `disk`
 */
export async function openCarryVolume(handle: FileHandle, path: string): Promise<OpenedVolume> {
  const { size } = await handle.stat();
  const file = { handle, path, size };
  try {
    const volume = await readVolumeFile(handle, path);
    return { file, volume };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'workspace-format' || error.code === 'disk') throw error;
    return { file };
  }
}

/** Returns the volume of a cut that a file is, by its head or else by its name. */
export function volumeOfCut(
  { volume }: OpenedVolume,
  name: string,
  documents: readonly ExportDocument[],
): { document: ExportDocument; cut: CutVolume } | undefined {
  const header = volume?.header;
  for (const document of documents.toReversed()) {
    const cut = header
      ? document.id === header.id && document.volumes.find(({ number }) => number === header.number)
      : document.volumes.find((one) => one.name === name);
    if (cut) return { document, cut };
  }
  return undefined;
}

/**
 * Receives a volume of an export: checks every byte of it and accepts the valid content.
 * @param cut the volume in the export's document, if known
 * @returns where it's damaged
 * @throws AirlockError `archive-hostile`, `disk` when the drive is disconnected, `disk-full`, `interrupted`
 */
export async function receiveCarryVolume(
  opened: OpenedVolume,
  { index, cut }: { index: SetIndex; cut?: CutVolume },
  sink: SpanSink,
  options: ReceiveOptions = {},
): Promise<PlaceOfDamage[]> {
  const { file, volume } = opened;
  const { places, note } = damageList();
  const boundaries = entryBoundaries(index);
  const placed = placedSpans(opened, cut, (span) => isPart(span, boundaries));
  rejectOverlaps(placed.spans, file.path);
  const head = volume && (await headOf(volume.header, file, index));
  if (!head) note({ offset: 0, length: headBytes(placed.spans), kind: 'altered', entries: [] });
  else if (!head.right || (cut && !sameSpans(volume.header, cut)))
    note({ offset: 0, length: head.length, kind: 'altered', entries: [] });
  if (volume) await checkExtras(file, volume, index, note);
  await receiveSpans(file, placed.spans, index, sink, note, options);
  const end = await bytesAt(file, placed.end, END_BYTES);
  if (file.size < placed.end + END_BYTES)
    note({
      offset: Math.min(file.size, placed.end),
      length: placed.end + END_BYTES - Math.min(file.size, placed.end),
      kind: 'missing',
      entries: [],
    });
  else if (end.some((byte) => byte !== 0) || end.length === 0)
    note({ offset: placed.end, length: END_BYTES, kind: 'altered', entries: [] });
  if (file.size > placed.end + END_BYTES)
    note({
      offset: placed.end + END_BYTES,
      length: file.size - placed.end - END_BYTES,
      kind: 'altered',
      entries: [],
    });
  return places;
}

/**
 * Returns where the spans of a volume must be, by the export's document if there is one, because headers inside the
 * volume may be altered.
 */
export function placedSpans(
  { file, volume }: OpenedVolume,
  cut: CutVolume | undefined,
  part: (span: { file: string; offset: number; length: number }) => boolean,
): { spans: PlacedSpan[]; end: number } {
  const spans: Omit<PlacedSpan, 'position' | 'part'>[] =
    cut && !(volume && sameSpans(volume.header, cut)) ? cut.spans : (volume?.header.spans ?? []);
  const bytes = spans.reduce((sum, span) => sum + span.length + (part(span) ? partHeaderBytes(span) : 0), 0);
  const first = volume?.spans[0];
  const begin = first && first.position - (first.part ? partHeaderBytes(first) : 0);
  // In a file of the right size, the end is in its place, whatever happened to the head.
  let at =
    cut && (cut.size === file.size || begin === undefined) ? cut.size - END_BYTES - bytes : (begin ?? 0);
  const placed = spans.map((span): PlacedSpan => {
    const isPartOf = part(span);
    if (isPartOf) at += partHeaderBytes(span);
    const position = at;
    at += span.length;
    return { ...span, position, part: isPartOf };
  });
  return { spans: placed, end: at };
}

async function headOf(
  header: VolumeHeader,
  file: SpanFile,
  index: SetIndex,
): Promise<{ right: boolean; length: number }> {
  const mtime = Math.floor(Date.parse(index.created) / 1000);
  const expected = volumeHead({ ...header, mtime });
  const found = await bytesAt(file, 0, expected.length);
  return { right: found.equals(expected), length: expected.length };
}

/** Checks headers and padding of the entries between `volume.json` and the spans. Their users check the content. */
async function checkExtras(
  file: SpanFile,
  { extras }: VolumeFile,
  index: SetIndex,
  note: (place: PlaceOfDamage) => void,
): Promise<void> {
  const mtime = Math.floor(Date.parse(index.created) / 1000);
  for (const { name, offset, size } of extras) {
    const header = encodeHeader({ name, size, mtime });
    const padding = await bytesAt(file, offset + size, padded(size) - size);
    const complete = await bytesAt(file, offset - header.length, header.length);
    if (!complete.equals(header) || padding.some((byte) => byte !== 0))
      note({
        offset: offset - header.length,
        length: header.length + padded(size),
        kind: 'altered',
        entries: [],
      });
  }
}

/**
 * Returns the content of an entry between `volume.json` and the spans, such as `airlock/index.json`. Undefined when
 * there is none.
 */
export async function extraOf({ file, volume }: OpenedVolume, name: string): Promise<Buffer | undefined> {
  const extra = volume?.extras.find((one) => one.name === name);
  const bytes = extra && (await bytesAt(file, extra.offset, extra.size));
  return bytes && bytes.length === extra?.size ? bytes : undefined;
}

function sameSpans(header: VolumeHeader, cut: CutVolume): boolean {
  const plain = (spans: readonly { file: string; offset: number; length: number }[]): string =>
    JSON.stringify(spans.map(({ file, offset, length }) => [file, offset, length]));
  return plain(header.spans) === plain(cut.spans);
}

function rejectOverlaps(spans: readonly PlacedSpan[], path: string): void {
  const sorted = spans.toSorted((a, b) =>
    a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1,
  );
  for (const [i, span] of sorted.entries()) {
    const next = sorted[i + 1];
    if (next?.file === span.file && next.offset < span.offset + span.length)
      throw new AirlockError('archive-hostile', t('bytesRepeated', { path, file: span.file }), {
        side: 'local',
        at: { file: path },
      });
  }
}
