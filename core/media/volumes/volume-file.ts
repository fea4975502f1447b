import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { BLOCK, decodeHeader, END_BYTES, encodeHeader, padded } from '../../store/set-format/tar-header.ts';
import { onDrive } from './drive-fault.ts';
import { type DigestedSpan, EXPORT_FORMAT, type Span, type VolumeHeader } from './export-document.ts';
import { t } from './messages.ts';
import type { SetBytes } from './set-bytes.ts';
import {
  decodeVolumeHeader,
  encodeVolumeHeader,
  headBytes,
  partHeaderBytes,
  partName,
  VOLUME_ENTRY,
} from './volume-layout.ts';

/** Content of a volume to write. */
export interface VolumeContent {
  id: string;
  transfer: string;
  number: number;
  /** Number of volumes in this revision. */
  of: number;
  revision: number;
  spans: readonly Span[];
  /** Seconds since 1970: the time of the set. */
  mtime: number;
  /** Entries before the spans, such as the index in every volume for a diode. Their names begin with `airlock/`. */
  extras?: readonly { name: string; content: Buffer }[];
}

export interface WriteVolumeOptions {
  /** Whether a span contains only part of an entry (`isPart` of set-bytes.ts). */
  part: (span: Span) => boolean;
  signal?: AbortSignal;
  /** Bytes that were written. */
  onBytes?: (count: number) => void;
}

const EXTRA_LIMIT = 512 * 1024 * 1024;
const HEADER_LIMIT = 4 * 1024 * 1024;

/** Bytes of an entry between `volume.json` and the spans. */
export function extraEntryBytes(name: string, size: number): number {
  return encodeHeader({ name, size, mtime: 0 }).length + padded(size);
}

/**
 * Writes a volume to `path`, replacing an existing file, and syncs it to disk. `volume.json` is written last. Until
 * then the file begins with zeros, and no reader accepts it as a volume.
 * @returns the digests of the spans
 * @throws AirlockError `disk-full`, `disk`, `interrupted`, and those of {@link SetBytes.read}
 */
export async function writeVolume(
  path: string,
  volume: VolumeContent,
  source: SetBytes,
  options: WriteVolumeOptions,
): Promise<DigestedSpan[]> {
  const { mtime } = volume;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'w', 0o644);
    const out = appender(handle, options);
    await out.write(Buffer.alloc(headBytes(volume.spans)));
    for (const { name, content } of volume.extras ?? []) {
      await out.write(encodeHeader({ name, size: content.length, mtime }));
      await out.write(content);
      await out.write(Buffer.alloc(padded(content.length) - content.length));
    }
    const spans: DigestedSpan[] = [];
    for (const span of volume.spans) {
      if (options.part(span))
        await out.write(encodeHeader({ name: partName(span), size: span.length, mtime }));
      const hash = createHash('sha256');
      for await (const chunk of source.read(span, options.signal)) {
        const written = out.write(chunk);
        hash.update(chunk);
        await written;
      }
      spans.push({ ...span, sha256: hash.digest('hex') });
    }
    await out.write(Buffer.alloc(END_BYTES));
    await handle.datasync();
    const head = volumeHead({ ...volume, spans });
    await handle.write(head, 0, head.length, 0);
    await handle.sync();
    return spans;
  } catch (error) {
    // Errors of the source are AirlockErrors. The rest are errors of the drive.
    throw error instanceof AirlockError ? error : onDrive(error, path);
  } finally {
    await handle?.close().catch(() => {});
  }
}

/** Returns the first bytes of a volume: `volume.json` with its tar header. */
export function volumeHead(
  volume: Omit<VolumeContent, 'spans' | 'extras'> & { spans: DigestedSpan[] },
): Buffer {
  const { id, transfer, number, of, revision, spans, mtime } = volume;
  const text = encodeVolumeHeader({ format: EXPORT_FORMAT, id, transfer, number, of, revision, spans });
  return Buffer.concat([encodeHeader({ name: VOLUME_ENTRY, size: text.length, mtime }), text]);
}

function appender(
  handle: FileHandle,
  { onBytes }: WriteVolumeOptions,
): { write: (bytes: Buffer) => Promise<void> } {
  let at = 0;
  return {
    async write(bytes) {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at);
        done += bytesWritten;
        at += bytesWritten;
      }
      onBytes?.(bytes.length);
    },
  };
}

/** Description of a volume in its own file, and the positions of its content. Offsets and sizes in bytes. */
export interface VolumeFile {
  header: VolumeHeader;
  /** Actual size of the file. In a truncated or altered volume it differs from {@link VolumeFile.plannedSize}. */
  size: number;
  plannedSize: number;
  /** Entries between `volume.json` and the spans, such as `airlock/index.json`. */
  extras: { name: string; offset: number; size: number }[];
  /** Spans with the position of their bytes in this file. `part`: a separate entry with part of an entry of the set. */
  spans: (DigestedSpan & { position: number; part: boolean })[];
}

/**
 * Reads the head of a volume and finds its spans, without reading their bytes.
 * @param path for messages
 * @returns undefined for a file that isn't a volume, or an unfinished one
 * @throws AirlockError `archive-malformed`, `workspace-format` for a newer format, `disk`
 */
export async function readVolumeFile(handle: FileHandle, path: string): Promise<VolumeFile | undefined> {
  const { size } = await handle.stat();
  const first = await entryAt(handle, 0, size, path);
  if (first?.name !== VOLUME_ENTRY) return undefined;
  if (first.size > HEADER_LIMIT || first.end > size)
    throw malformed(path, t('headerSizeInvalid', { path, name: VOLUME_ENTRY, size: first.size }));
  const text = Buffer.alloc(first.size);
  await readFully(handle, text, first.data, path);
  const header = decodeVolumeHeader(text, path);
  const extras: VolumeFile['extras'] = [];
  let at = first.end;
  for (;;) {
    const extra = await entryAt(handle, at, size, path);
    if (!extra?.name.startsWith('airlock/') || extra.name === partName(header.spans[0]!)) break;
    if (extra.size > EXTRA_LIMIT || extra.end > size)
      throw malformed(path, t('volumeTruncated', { path, name: extra.name }));
    extras.push({ name: extra.name, offset: extra.data, size: extra.size });
    at = extra.end;
  }
  const spans: VolumeFile['spans'] = [];
  for (const span of header.spans) {
    // The header of a part is one block, with more in front of it above 8 GiB. The last block has the name.
    const length = partHeaderBytes(span);
    const part = (await entryAt(handle, at + length - BLOCK, size, path))?.name === partName(span);
    if (part) at += length;
    spans.push({ ...span, position: at, part });
    at += span.length;
  }
  return { header, size, plannedSize: at + END_BYTES, extras, spans };
}

/** Reads the tar header at an offset. Undefined without a valid header. */
async function entryAt(
  handle: FileHandle,
  offset: number,
  fileSize: number,
  path: string,
): Promise<{ name: string; size: number; data: number; end: number } | undefined> {
  if (offset + BLOCK > fileSize) return undefined;
  const block = Buffer.alloc(BLOCK);
  await readFully(handle, block, offset, path);
  try {
    const header = decodeHeader(block, { file: path, offset });
    const data = offset + BLOCK;
    return header && { name: header.name, size: header.size, data, end: data + padded(header.size) };
  } catch {
    return undefined;
  }
}

function malformed(path: string, message: string): AirlockError {
  return new AirlockError('archive-malformed', message, { side: 'local', at: { file: path } });
}
