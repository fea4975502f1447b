import type { FileHandle } from 'node:fs/promises';
import { ownEntry } from '../../base/document/own-entry.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { present } from '../../base/objects/present.ts';
import { classify, unsafeName } from '../set-format/entry-names.ts';
import {
  BLOCK,
  decodeHeader,
  decodePax,
  padded,
  type RawHeader,
  type TarPlace,
  tarFault,
  text,
} from '../set-format/tar-header.ts';
import { t } from './messages.ts';

/** A file in an archive. Offsets and sizes in bytes. */
export interface TarEntry {
  name: string;
  /** Offset of its first header block. */
  offset: number;
  /** Offset of its content. */
  data: number;
  size: number;
  /** Content of small entries that the caller requested. */
  content?: Buffer;
}

export interface TarFile {
  handle: FileHandle;
  /** For messages. */
  name: string;
  size: number;
}

export interface ScanOptions {
  /** Selects entries of at most 4 KiB whose content is read, too. */
  wanted?: (name: string) => boolean;
  signal?: AbortSignal;
}

const EXTENSION_LIMIT = 64 * 1024;
const SMALL = 4096;

/**
 * Yields the files of a tar by its headers, skipping their content: few reads, whatever the size. Skips directories and
 * Airlock's fillers. Nothing in an archive is trusted before it was checked.
 * @throws AirlockError `archive-hostile` for content that only a malicious archive has, `archive-malformed` for damage;
 *   both name the file, the entry and its offset
 */
export async function* scanTar(file: TarFile, options: ScanOptions = {}): AsyncGenerator<TarEntry> {
  const seen = new Set<string>();
  const window = headerWindow(file);
  let offset = 0;
  let start = 0;
  let override: { name?: string; size?: number } = {};
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const place: TarPlace = { file: file.name, offset };
      const header = decodeHeader(await window(offset, BLOCK), place);
      if (!header) break;
      place.entry = override.name ?? header.name;
      const data = offset + BLOCK;
      const extension = isExtension(header.type);
      const size = extension ? header.size : (override.size ?? header.size);
      if (size > file.size - data)
        throw tarFault('archive-malformed', place, (values) => t('contentBeyondEnd', values));
      if (extension) {
        if (size > EXTENSION_LIMIT)
          throw hostile(place, (values) => t('extensionTooLarge', { ...values, size }));
        override = { ...override, ...present(readExtension(header, await window(data, size), place)) };
      } else {
        const name = regularName(header, override, place);
        override = {};
        if (name === undefined && size > 0)
          throw hostile(place, (values) => t('directoryWithContent', values));
        if (name !== undefined && noted(seen, name, place)) {
          const content = size <= SMALL && options.wanted?.(name) ? await window(data, size) : undefined;
          yield { name, offset: start, data, size, content: content && Buffer.from(content) };
        }
      }
      offset = data + padded(size);
      if (!extension) start = offset;
    }
    const end: TarPlace = { file: file.name, offset };
    if (start !== offset)
      throw tarFault('archive-malformed', end, (values) => t('extensionWithoutEntry', values));
    if (decodeHeader(await window(offset + BLOCK, BLOCK), end))
      throw tarFault('archive-malformed', end, (values) => t('headerAfterEnd', values));
  } catch (error) {
    throw error instanceof AirlockError && error.code === 'size-mismatch' ? truncated(file, error) : error;
  }
}

/** Adds a name to the names of the archive. Returns false for a filler of Airlock, which isn't read. */
function noted(seen: Set<string>, name: string, place: TarPlace): boolean {
  if (seen.has(name)) throw hostile(place, (values) => t('nameTwice', values));
  seen.add(name);
  return classify(name).kind !== 'filler';
}

/** Returns the error for a file that ends before its end-of-archive marker. */
function truncated({ name, size }: TarFile, cause: AirlockError): AirlockError {
  return new AirlockError('archive-malformed', t('truncated', { file: name, size }), {
    side: 'local',
    at: { file: name },
    cause,
  });
}

function isExtension(type: string): boolean {
  return type === 'x' || type === 'g' || type === 'L' || type === 'K';
}

/** Returns what a PAX or GNU extension sets for the next entry. */
function readExtension(header: RawHeader, data: Buffer, place: TarPlace): { name?: string; size?: number } {
  if (header.type === 'L') return { name: text(data, place) };
  if (header.type === 'K') throw hostile(place, (values) => t('linkTarget', values));
  const records = decodePax(data, place);
  for (const key of records.keys())
    if (key.startsWith('GNU.sparse.') || key === 'linkpath')
      throw hostile(place, (values) => t('paxKeyUnsupported', { ...values, key: JSON.stringify(key) }));
  const path = records.get('path');
  const size = records.get('size');
  if (header.type === 'g') {
    // A global header (git archive writes one with a comment) must not rename or resize later entries.
    if (path !== undefined || size !== undefined)
      throw hostile(place, (values) => t('globalPaxHeader', values));
    return {};
  }
  if (size !== undefined && !(/^\d{1,16}$/.test(size) && Number.isSafeInteger(Number(size))))
    throw tarFault('archive-malformed', place, (values) => t('paxSizeInvalid', values));
  return { name: path, size: size === undefined ? undefined : Number(size) };
}

/** Returns the validated name of a regular file, or undefined for a directory. */
function regularName(header: RawHeader, override: { name?: string }, place: TarPlace): string | undefined {
  const written = override.name ?? header.name;
  const plain = header.type === '0' || header.type === '\0' || header.type === '7';
  const directory = header.type === '5' || (plain && written.endsWith('/'));
  if (!plain && !directory) {
    const type = ownEntry(TYPES, header.type) ?? 'unknown';
    throw hostile(place, (values) => t('entryUnsupported', { ...values, type }));
  }
  // GNU tar adds the prefix `./` when its argument was `.`.
  const relative = written.replace(/^(?:\.\/)+/, '');
  const name = directory ? relative.replace(/(?<!\/)\/+$/, '') : relative;
  if (directory && (name === '' || name === '.')) return undefined;
  const fault = unsafeName(name);
  if (fault) throw hostile(place, (values) => t('nameUnsafe', { ...values, fault }));
  return directory ? undefined : name;
}

/** Unsupported types of entries, by the type field of their header. */
const TYPES = {
  1: 'hardLink',
  2: 'symbolicLink',
  3: 'characterDevice',
  4: 'blockDevice',
  6: 'pipe',
  S: 'sparse',
  M: 'continued',
} as const;

function hostile(place: TarPlace, message: Parameters<typeof tarFault>[2]): AirlockError {
  return tarFault('archive-hostile', place, message);
}

/**
 * Reads ranges of a file through one window. It grows while headers are close together (links, small files) and shrinks
 * when the scan skips large content. A range is valid until the next call.
 */
function headerWindow(file: TarFile): (offset: number, length: number) => Promise<Buffer> {
  let from = 0;
  let stored: Buffer = Buffer.alloc(0);
  let reach = 8 * 1024;
  return async (offset, length) => {
    if (offset < from || offset + length > from + stored.length) {
      const follows = offset >= from && offset <= from + stored.length + reach;
      reach = follows ? Math.min(reach * 2, 256 * 1024) : 8 * 1024;
      const wanted = Math.max(length, Math.min(reach, file.size - offset));
      stored = Buffer.alloc(0);
      const buffer = Buffer.allocUnsafe(wanted);
      await readFully(file.handle, buffer, offset, file.name);
      from = offset;
      stored = buffer;
    }
    return stored.subarray(offset - from, offset - from + length);
  };
}
