import { createHash } from 'node:crypto';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { onDrive } from './drive-fault.ts';
import type { DigestedSpan } from './export-document.ts';

const CHUNK = 2 * 1024 * 1024;

/** Ranges of a file that must have these digests, in ascending order and without overlaps. */
export type ExpectedSpan = Pick<DigestedSpan, 'length' | 'sha256'> & { position: number };

export interface ReadBackOptions {
  /** Expected start of the file. At most 2 MiB of it are compared. */
  head?: Buffer;
  signal?: AbortSignal;
  /** Bytes that were read. */
  onBytes?: (count: number) => void;
}

/** Result of reading back. */
export interface ReadBackResult {
  /** Hex, of the entire file. */
  sha256: string;
  size: number;
  /** `drive`: bypassed the page cache, so from the drive itself; `memory`: this system can't bypass its page cache. */
  from: 'drive' | 'memory';
  /** Indexes of the spans with different bytes; -1: the head. */
  wrong: number[];
}

/**
 * Reads back a file that was written and synced, and compares the digests of its spans. Bypasses the system's page
 * cache if possible (Linux: O_DIRECT, which most file systems support).
 * @throws AirlockError `disk`, `interrupted`
 */
export async function readBack(
  path: string,
  spans: readonly ExpectedSpan[],
  options: ReadBackOptions = {},
): Promise<ReadBackResult> {
  const { handle, direct } = await openPastCache(path);
  try {
    const complete = createHash('sha256');
    const check = spanChecker(spans);
    let size = 0;
    let headFits = true;
    for await (const chunk of alignedChunks(handle)) {
      options.signal?.throwIfAborted();
      if (size === 0 && options.head) {
        const head = options.head.subarray(0, CHUNK);
        headFits = chunk.subarray(0, head.length).equals(head);
      }
      complete.update(chunk);
      check.feed(chunk, size);
      size += chunk.length;
      options.onBytes?.(chunk.length);
    }
    const wrong = [...(headFits ? [] : [-1]), ...check.wrong()];
    return { sha256: complete.digest('hex'), size, from: direct ? 'drive' : 'memory', wrong };
  } catch (error) {
    throw onDrive(error);
  } finally {
    await handle.close().catch(() => {});
  }
}

async function openPastCache(path: string): Promise<{ handle: FileHandle; direct: boolean }> {
  const { O_RDONLY, O_DIRECT } = constants as { O_RDONLY: number; O_DIRECT?: number };
  if (O_DIRECT !== undefined)
    try {
      return { handle: await open(path, O_RDONLY | O_DIRECT), direct: true };
    } catch (error) {
      // EINVAL: this file system reads only through its cache.
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw onDrive(error);
    }
  try {
    return { handle: await open(path, 'r'), direct: false };
  } catch (error) {
    throw onDrive(error);
  }
}

/** Part of every Node.js, but typed only in the DOM library. */
declare const WebAssembly: { Memory: new (limits: { initial: number }) => { buffer: ArrayBuffer } };

/**
 * Reads a file in chunks, one ahead. O_DIRECT requires addresses, offsets and lengths aligned to the blocks of the
 * device. Memory of WebAssembly is page-aligned, unlike that of buffers.
 */
async function* alignedChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  const pages = new WebAssembly.Memory({ initial: (2 * CHUNK) / 65_536 });
  const buffers = [Buffer.from(pages.buffer, 0, CHUNK), Buffer.from(pages.buffer, CHUNK, CHUNK)];
  let turn = 0;
  let at = 0;
  const ahead = (): Promise<Buffer> => {
    const buffer = buffers[turn]!;
    turn = 1 - turn;
    const read = handle.read(buffer, 0, CHUNK, at).then(({ bytesRead }) => buffer.subarray(0, bytesRead));
    read.catch(() => {});
    return read;
  };
  for (let next = ahead(); ; ) {
    const chunk = await next;
    if (chunk.length === 0) return;
    at += chunk.length;
    // A direct read ends within a block only at the end of the file.
    const last = chunk.length % 512 !== 0;
    if (!last) next = ahead();
    yield chunk;
    if (last) return;
  }
}

function spanChecker(spans: readonly ExpectedSpan[]): {
  feed(chunk: Buffer, start: number): void;
  wrong(): number[];
} {
  const wrong: number[] = [];
  let current = 0;
  let hash = createHash('sha256');
  return {
    feed(chunk, start) {
      const end = start + chunk.length;
      for (let span = spans[current]; span && span.position < end; span = spans[current]) {
        const stop = span.position + span.length;
        hash.update(
          chunk.subarray(
            Math.max(0, span.position - start),
            Math.max(0, Math.min(chunk.length, stop - start)),
          ),
        );
        if (stop > end) return;
        if (hash.digest('hex') !== span.sha256) wrong.push(current);
        hash = createHash('sha256');
        current++;
      }
    },
    // Spans beyond the end of the file are wrong, too.
    wrong: () => [...wrong, ...spans.keys().filter((i) => i >= current)],
  };
}
