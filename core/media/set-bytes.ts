import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, checksOf } from '../archive/check-entries.ts';
import { usedAfterClose } from '../archive/piece-files.ts';
import type { SetIndex } from '../archive/set-index.ts';
import { END_BYTES, padded } from '../archive/tar-header.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { readFully } from '../store/verified-read.ts';
import type { Span } from './export-document.ts';

const CHUNK = 1024 * 1024;

/** The bytes of a set, checked against its index as they pass. */
export interface SetBytes {
  /**
   * The bytes of a span in chunks of at most 1 MiB; a chunk is valid until the next is asked for. Entries that end in
   * the span are checked before their last chunk is given.
   * @throws AirlockError `digest-mismatch` naming what is damaged in the workspace, `size-mismatch`, `disk`, `interrupted`
   */
  read(span: Span, signal?: AbortSignal): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Opens the files of a set as they are read; `directory` is the folder of the transfer. */
export function openSetBytes(directory: string, index: SetIndex): SetBytes {
  const handles = new Map<string, Promise<FileHandle>>();
  let closed = false;
  const checks = new Map<string, Check[]>();
  // The entry whose content is passing; one that was split is followed from piece to piece.
  let passing: { check: Check; hash: Hash; at: number } | undefined;
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
  const checksIn = (file: string): Check[] => {
    let found = checks.get(file);
    if (!found) {
      const piece = index.pieces.find(({ name }) => name === file);
      found = piece ? checksOf(piece, index) : [];
      checks.set(file, found);
    }
    return found;
  };
  /** Checks the bytes `[start, start + chunk.length)` of a file. */
  const check = async (file: string, start: number, chunk: Buffer): Promise<void> => {
    const path = join(directory, file);
    const all = checksIn(file);
    const part = (from: number, to: number): Buffer =>
      chunk.subarray(
        Math.max(0, Math.min(chunk.length, from - start)),
        Math.max(0, Math.min(chunk.length, to - start)),
      );
    for (let i = firstAt(all, start); i < all.length && all[i]!.offset < start + chunk.length; i++) {
      const entry = all[i]!;
      const { offset, header, size, expected } = entry;
      const from = offset + (header?.length ?? 0);
      const found = part(offset, from);
      const skipped = Math.max(0, start - offset);
      if (header && found.length > 0 && !found.equals(header.subarray(skipped, skipped + found.length)))
        throw damaged(path, entry);
      const content = part(from, from + size);
      if (content.length === 0 || expected === undefined || expected === 'zeros') continue;
      const begin = Math.max(from, start);
      if (passing?.check !== entry || passing.at !== begin) {
        passing = { check: entry, hash: createHash('sha256'), at: from };
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

/** Index of the check in which `offset` lies. */
function firstAt(checks: Check[], offset: number): number {
  let low = 0;
  let high = checks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { offset: begin, header, size } = checks[middle]!;
    if (begin + (header?.length ?? 0) + padded(size) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hashes the content of an entry that other pieces carry, up to byte `to` of the file. */
async function readUpTo(
  entry: { hash: Hash; at: number },
  to: number,
  handle: FileHandle,
  path: string,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  while (entry.at < to) {
    const part = buffer.subarray(0, Math.min(CHUNK, to - entry.at));
    await readFully(handle, part, entry.at, path);
    entry.hash.update(part);
    entry.at += part.length;
  }
}

function damaged(path: string, { name, expected }: Check, found?: string): AirlockError {
  return new AirlockError('digest-mismatch', `${path} is damaged in ${name}: it was not exported`, {
    side: 'local',
    ...(found !== undefined && { expected: `sha256:${expected}`, found: `sha256:${found}` }),
    remedy: 'Mend the set with `airlock runs replay`, then export again.',
    at: { file: path },
    exitCode: 4,
  });
}

/** Where entries begin in each file of a set, and where the last one ends. */
export function entryBoundaries(index: SetIndex): Map<string, Set<number>> {
  return new Map(
    index.pieces.map(({ name, size, entries }) => [
      name,
      new Set([...entries.map(([, offset]) => offset), size - END_BYTES]),
    ]),
  );
}

/** Whether a span is not made of whole entries. */
export function isPart({ file, offset, length }: Span, boundaries: Map<string, Set<number>>): boolean {
  const known = boundaries.get(file);
  return !known?.has(offset) || !known.has(offset + length);
}
