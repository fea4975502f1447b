import { BLOCK, END_BYTES, headerBytes, padded } from '../../store/set-format/tar-header.ts';
import { parseVolumeHeader, type Span, type VolumeHeader } from './export-document.ts';

/** First entry of every volume. */
export const VOLUME_ENTRY = 'airlock/volume.json';
const PART = 'airlock/part/';

/** Maximum bytes of `volume.json` without its spans, and of a span without the name of its file. */
const FIXED_JSON = 320;
const SPAN_JSON = 160;

/**
 * Returns the bytes of `volume.json` for a volume with these spans, in entire tar blocks. Known before their digests
 * are.
 */
function headerJsonBytes(spans: readonly Pick<Span, 'file'>[]): number {
  return padded(spans.reduce((sum, { file }) => sum + SPAN_JSON + Buffer.byteLength(file), FIXED_JSON));
}

/** Returns the bytes before the first span, without extra entries: the header of `volume.json` and its text. */
export function headBytes(spans: readonly Pick<Span, 'file'>[]): number {
  return BLOCK + headerJsonBytes(spans);
}

/** Encodes `volume.json`, padded with spaces to {@link headerJsonBytes}. */
export function encodeVolumeHeader(header: VolumeHeader): Buffer {
  const text = JSON.stringify(header);
  const size = headerJsonBytes(header.spans);
  if (Buffer.byteLength(text) > size)
    throw new RangeError(`volume.json of ${header.transfer} outgrew its place`);
  return Buffer.from(text.padEnd(size - (Buffer.byteLength(text) - text.length)));
}

/** @throws AirlockError `archive-malformed`, `workspace-format` */
export function decodeVolumeHeader(bytes: Buffer, path: string): VolumeHeader {
  return parseVolumeHeader(bytes.toString('utf8').trimEnd(), `${path}: ${VOLUME_ENTRY}`);
}

/** Returns the name of the entry for a span that contains only part of an entry. */
export function partName({ file, offset }: Pick<Span, 'file' | 'offset'>): string {
  return `${PART}${file}/${offset}`;
}

/** Returns the bytes of the header of a part's entry. */
export function partHeaderBytes(span: Span): number {
  return headerBytes(partName(span), span.length);
}

/**
 * Returns the bytes of a volume. @param extraBytes entries between `volume.json` and the spans, with headers and
 * padding
 */
export function carryVolumeBytes(
  spans: readonly Span[],
  part: (span: Span) => boolean,
  extraBytes = 0,
): number {
  return spans.reduce(
    (sum, span) => sum + span.length + (part(span) ? partHeaderBytes(span) : 0),
    headBytes(spans) + extraBytes + END_BYTES,
  );
}
