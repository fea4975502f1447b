import type { FileHandle } from 'node:fs/promises';
import { ownEntry } from '../../base/document/own-entry.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { present } from '../../base/objects/present.ts';
import { classify, unsafeName } from '../set-format/entry-names.ts';
import { BLOCK, decodeHeader, decodePax, padded, type RawHeader, text } from '../set-format/tar-header.ts';

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
  /** Names in the previous volumes, because a name must be unique in a set. */
  seen?: Set<string>;
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
  const seen = options.seen ?? new Set<string>();
  const window = headerWindow(file);
  let offset = 0;
  let start = 0;
  let override: { name?: string; size?: number } = {};
  let entry = '';
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const header = decodeHeader(await window(offset, BLOCK));
      if (!header) break;
      entry = override.name ?? header.name;
      const data = offset + BLOCK;
      const extension = isExtension(header.type);
      const size = extension ? header.size : (override.size ?? header.size);
      if (size > file.size - data)
        throw new AirlockError('archive-malformed', 'content beyond the end of the file');
      if (extension) {
        if (size > EXTENSION_LIMIT) throw hostile(`an extended header of ${size} bytes`);
        override = { ...override, ...present(readExtension(header, await window(data, size))) };
      } else {
        const name = regularName(header, override);
        override = {};
        if (name === undefined && size > 0) throw hostile('a directory with content');
        if (name !== undefined && noted(seen, name)) {
          const content = size <= SMALL && options.wanted?.(name) ? await window(data, size) : undefined;
          yield { name, offset: start, data, size, content: content && Buffer.from(content) };
        }
      }
      offset = data + padded(size);
      if (!extension) start = offset;
    }
    if (start !== offset) throw new AirlockError('archive-malformed', 'an extended header without its entry');
    if (decodeHeader(await window(offset + BLOCK, BLOCK)))
      throw new AirlockError('archive-malformed', 'a header behind the end of the archive');
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    throw placed(error, file, offset, entry);
  }
}

/** Adds a name to the names of the set. False for a filler of Airlock, which isn't read. */
function noted(seen: Set<string>, name: string): boolean {
  if (seen.has(name)) throw hostile('the same name twice');
  seen.add(name);
  return classify(name).kind !== 'filler';
}

/** Adds the place to errors that have none: those of the parsers, and those of files that end too early. */
function placed(error: AirlockError, file: TarFile, offset: number, entry: string): AirlockError {
  if (error.code === 'size-mismatch')
    return new AirlockError(
      'archive-malformed',
      `${file.name} is truncated: it ends at byte ${file.size}, before the end-of-archive marker`,
      { side: 'local', at: { file: file.name }, cause: error },
    );
  if (error.code !== 'archive-malformed' && error.code !== 'archive-hostile') return error;
  const named = entry && ` (entry ${JSON.stringify(entry.slice(0, 200))})`;
  return new AirlockError(error.code, `${file.name} has ${error.message} at byte ${offset}${named}`, {
    side: 'local',
    at: { file: file.name },
    cause: error,
  });
}

function isExtension(type: string): boolean {
  return type === 'x' || type === 'g' || type === 'L' || type === 'K';
}

/** Returns what a PAX or GNU extension sets for the next entry. */
function readExtension(header: RawHeader, data: Buffer): { name?: string; size?: number } {
  if (header.type === 'L') return { name: text(data) };
  if (header.type === 'K') throw hostile('a link');
  const records = decodePax(data);
  for (const key of records.keys())
    if (key.startsWith('GNU.sparse.') || key === 'linkpath')
      throw hostile(`a PAX record ${JSON.stringify(key)}`);
  const path = records.get('path');
  const size = records.get('size');
  if (header.type === 'g') {
    // A global header (git archive writes one with a comment) must not rename or resize what follows.
    if (path !== undefined || size !== undefined)
      throw hostile('a global PAX header that names or sizes entries');
    return {};
  }
  if (size !== undefined && !(/^\d{1,16}$/.test(size) && Number.isSafeInteger(Number(size))))
    throw new AirlockError('archive-malformed', 'a PAX size that is not a number');
  return { name: path, size: size === undefined ? undefined : Number(size) };
}

/** Returns the validated name of a regular file, or undefined for a directory. */
function regularName(header: RawHeader, override: { name?: string }): string | undefined {
  const written = override.name ?? header.name;
  const plain = header.type === '0' || header.type === '\0' || header.type === '7';
  const directory = header.type === '5' || (plain && written.endsWith('/'));
  if (!plain && !directory)
    throw hostile(
      ownEntry(KINDS, header.type) ?? `an entry of unsupported type ${JSON.stringify(header.type)}`,
    );
  // GNU tar adds the prefix `./` when its argument was `.`.
  const relative = written.replace(/^(?:\.\/)+/, '');
  const name = directory ? relative.replace(/(?<!\/)\/+$/, '') : relative;
  if (directory && (name === '' || name === '.')) return undefined;
  const fault = unsafeName(name);
  if (fault) throw hostile(fault);
  return directory ? undefined : name;
}

const KINDS: Record<string, string> = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a character device',
  4: 'a block device',
  6: 'a named pipe',
  S: 'a sparse file',
  M: 'a file that continues in another volume',
};

function hostile(reason: string): AirlockError {
  return new AirlockError('archive-hostile', reason);
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
