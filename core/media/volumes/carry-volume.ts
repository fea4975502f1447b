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

/** A carry piece as it was found, before its content is read. */
export interface OpenedVolume {
  file: SpanFile;
  /** What it says of itself; absent when that cannot be read and only the export's document tells. */
  volume?: VolumeFile;
}

/**
 * Reads the head of a carry piece.
 * @returns undefined for a file that is no carry piece; one whose head was altered comes without `piece`
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

/** The piece of a cut that a file is, by what it says or else by its name. */
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
 * Receives a carry piece: every byte of it is accounted for, and what is right is taken.
 * @param cut the piece as the export's document has it, where that is known
 * @returns where it is damaged
 * @throws AirlockError `archive-hostile`, `disk` when the medium is gone, `disk-full`, `interrupted`
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
  if (!head) note({ offset: 0, length: headBytes(placed.spans), what: 'altered', entries: [] });
  else if (!head.right || (cut && !sameSpans(volume.header, cut)))
    note({ offset: 0, length: head.length, what: 'altered', entries: [] });
  if (volume) await checkExtras(file, volume, index, note);
  await receiveSpans(file, placed.spans, index, sink, note, options);
  const end = await bytesAt(file, placed.end, END_BYTES);
  if (file.size < placed.end + END_BYTES)
    note({
      offset: Math.min(file.size, placed.end),
      length: placed.end + END_BYTES - Math.min(file.size, placed.end),
      what: 'missing',
      entries: [],
    });
  else if (end.some((byte) => byte !== 0) || end.length === 0)
    note({ offset: placed.end, length: END_BYTES, what: 'altered', entries: [] });
  if (file.size > placed.end + END_BYTES)
    note({
      offset: placed.end + END_BYTES,
      length: file.size - placed.end - END_BYTES,
      what: 'altered',
      entries: [],
    });
  return places;
}

/** Where the spans of a piece must be: by the export's document where there is one, as headers inside the piece may be altered. */
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
  // The end of a file of the right size is where it must be, whatever happened to its head.
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

/** Headers and padding of the entries between `volume.json` and the spans; their content is read by who uses it. */
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
        what: 'altered',
        entries: [],
      });
  }
}

/** Content of an entry between `volume.json` and the spans, such as `airlock/index.json`; undefined when it is not there. */
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
