import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { type Check, checkMaker } from '../../store/archive/check-entries.ts';
import { offsetAt, placeOf } from '../../store/set-format/index-entries.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { END_BYTES } from '../../store/set-format/tar-header.ts';
import { usedAfterClose } from '../../store/set-format/volume-files.ts';
import type { Span } from './export-document.ts';
import { t } from './messages.ts';

const CHUNK = 1024 * 1024;

/** The bytes of a set, checked against its index while they are read. */
export interface SetBytes {
  /**
   * Reads the bytes of a span in chunks of at most 1 MiB. A chunk is valid until the next one is requested. Entries
   * that end in the span are checked before their last chunk is returned.
   * @throws AirlockError `digest-mismatch` naming the damaged content in the workspace, `size-mismatch`, `disk`,
   *   `interrupted`
   */
  read(span: Span, signal?: AbortSignal): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Opens the files of a set when they are read; `directory` is the folder of the transfer. */
export function openSetBytes(directory: string, index: SetIndex): SetBytes {
  const handles = new Map<string, Promise<FileHandle>>();
  let closed = false;
  const checkOf = checkMaker(index);
  // The entry whose content is being read. A split entry is followed from volume to volume.
  let passing: { file: string; offset: number; hash: Hash; at: number } | undefined;
  const handleOf = async (file: string): Promise<FileHandle> => {
    if (closed) throw usedAfterClose(join(directory, file));
    let handle = handles.get(file);
    if (!handle) {
      handle = open(join(directory, file), 'r').catch((error: unknown) => {
        throw asAirlockError(error);
      });
      handles.set(file, handle);
    }
    return handle;
  };
  /** Checks the bytes `[start, start + chunk.length)` of a file. */
  const check = async (file: string, start: number, chunk: Buffer): Promise<void> => {
    const path = join(directory, file);
    const volume = index.volumes.find(({ name }) => name === file);
    if (!volume) return;
    const { entries } = volume;
    const part = (from: number, to: number): Buffer =>
      chunk.subarray(
        Math.max(0, Math.min(chunk.length, from - start)),
        Math.max(0, Math.min(chunk.length, to - start)),
      );
    for (let i = placeOf(entries, start, volume.size - END_BYTES); i < entries.length; i++) {
      if (offsetAt(entries, i) >= start + chunk.length) break;
      const entry = checkOf(entries.at(i)!);
      const { offset, header, size, expected } = entry;
      const from = offset + (header?.length ?? 0);
      const found = part(offset, from);
      const skipped = Math.max(0, start - offset);
      if (header && found.length > 0 && !found.equals(header.subarray(skipped, skipped + found.length)))
        throw damaged(path, entry);
      const content = part(from, from + size);
      if (content.length === 0 || expected === undefined || expected === 'zeros') continue;
      const begin = Math.max(from, start);
      if (passing?.file !== file || passing.offset !== offset || passing.at !== begin) {
        passing = { file, offset, hash: createHash('sha256'), at: from };
        await readUpTo(passing, begin, await handleOf(file), path);
      }
      passing.hash.update(content);
      passing.at += content.length;
      if (passing.at < from + size) continue;
      const digest = passing.hash.digest('hex');
      passing = undefined;
      if (digest !== expected) throw damaged(path, entry, digest);
    }
  };
  return {
    async *read({ file, offset, length }, signal) {
      const path = join(directory, file);
      const handle = await handleOf(file);
      const end = offset + length;
      const buffers = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
      let turn = 0;
      const ahead = (at: number): Promise<Buffer> | undefined => {
        if (at >= end) return undefined;
        const buffer = buffers[turn]!.subarray(0, Math.min(CHUNK, end - at));
        turn = 1 - turn;
        const filled = readFully(handle, buffer, at, path).then(() => buffer);
        filled.catch(() => {});
        return filled;
      };
      let at = offset;
      for (let next = ahead(at); next; ) {
        signal?.throwIfAborted();
        const chunk = await next;
        next = ahead(at + chunk.length);
        await check(file, at, chunk);
        at += chunk.length;
        yield chunk;
      }
    },
    async close() {
      closed = true;
      const all = [...handles.values()];
      handles.clear();
      await Promise.allSettled(all.map(async (handle) => (await handle).close()));
    },
  };
}

/** Hashes the content of an entry that is in other volumes, up to byte `to` of the file. */
async function readUpTo(
  entry: { hash: Hash; at: number },
  to: number,
  handle: FileHandle,
  path: string,
): Promise<void> {
  if (entry.at >= to) return;
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  while (entry.at < to) {
    const part = buffer.subarray(0, Math.min(CHUNK, to - entry.at));
    await readFully(handle, part, entry.at, path);
    entry.hash.update(part);
    entry.at += part.length;
  }
}

function damaged(path: string, { name, expected }: Check, found?: string): AirlockError {
  return new AirlockError('digest-mismatch', t('setDamaged', { path, name }), {
    side: 'local',
    expected: found === undefined ? undefined : `sha256:${expected}`,
    found: found === undefined ? undefined : `sha256:${found}`,
    remedy: t('setDamagedRemedy'),
    at: { file: path },
    exitCode: 4,
  });
}

/** For each file of a set, the offsets where an entry begins or the last one ends. */
export type EntryBoundaries = ReadonlyMap<string, { has(offset: number): boolean }>;

export function entryBoundaries(index: SetIndex): EntryBoundaries {
  return new Map(
    index.volumes.map(({ name, size, entries }) => {
      const end = size - END_BYTES;
      const has = (offset: number): boolean => {
        if (offset === end) return true;
        const place = placeOf(entries, offset, end);
        return place >= 0 && place < entries.length && offsetAt(entries, place) === offset;
      };
      return [name, { has }];
    }),
  );
}

/** Checks whether a span contains only part of an entry. */
export function isPart({ file, offset, length }: Span, boundaries: EntryBoundaries): boolean {
  const known = boundaries.get(file);
  return !known?.has(offset) || !known.has(offset + length);
}
