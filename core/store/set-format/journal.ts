import { ftruncateSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { open } from '../../base/files/created-files.ts';
import { leadingValues, readOrEmpty } from '../../base/files/line-files.ts';
import type { ByteRange } from '../../base/image/byte-ranges.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { BLOCK } from './tar-header.ts';
import { usedAfterClose } from './volume-files.ts';
import type { Stretch } from './volume-plan.ts';

/** The state of a digest in a journal. */
export interface Journaled {
  stretch: Stretch;
  size: number;
  state: 'reserved' | 'partial' | 'done';
  /** Written bytes from the start of the content, for `partial`. */
  bytes: number;
  /** What was written after a gap, for `partial`, in ascending order. */
  ahead: readonly ByteRange[];
  /** Whether a sync mark covers it, so that it survives a power failure. */
  synced: boolean;
}

export const JOURNAL_NAME = 'journal.jsonl';

type Line =
  | { t: 'open'; format: 1; created: string }
  | { t: 'reserve'; d: string; p: number; o: number; l: number; s: number }
  | { t: 'partial'; d: string; n: number; a?: readonly ByteRange[] }
  | { t: 'done'; d: string }
  | { t: 'forget'; d: string }
  | { t: 'sync'; done: number };

/**
 * The append-only record of a set under construction, as JSON lines. `done` lines are written immediately, so that they survive
 * the end of the process. A `sync` mark contains the number of `done` lines that were synced to disk before it.
 */
export class Journal {
  readonly #path: string;
  readonly #handle: FileHandle;
  /** Bytes of complete lines in the file. */
  #length: number;
  #closed = false;
  #pending: string[] = [];
  /** Digests with bytes according to the journal. */
  readonly #claimed: Set<Digest>;
  /** Number of `done` lines in this and earlier runs. */
  done: number;

  private constructor(
    path: string,
    handle: FileHandle,
    known: { length: number; done: number; claimed: Iterable<Digest> },
  ) {
    this.#path = path;
    this.#handle = handle;
    this.#length = known.length;
    this.done = known.done;
    this.#claimed = new Set(known.claimed);
  }

  /** Opens or creates a journal, and removes an incomplete last line. */
  static async open(
    path: string,
  ): Promise<{ journal: Journal; blobs: Map<Digest, Journaled>; created?: string }> {
    try {
      const bytes = await readOrEmpty(path);
      const { length, ...rest } = replay(bytes);
      const claimed = [...rest.blobs]
        .filter(([, { state }]) => state !== 'reserved')
        .map(([digest]) => digest);
      const handle = await open(path, 'a', 0o644);
      try {
        if (length < bytes.length) await handle.truncate(length);
      } catch (error) {
        await handle.close();
        throw error;
      }
      return {
        journal: new Journal(path, handle, { length, done: rest.done, claimed }),
        blobs: rest.blobs,
        created: rest.created,
      };
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  opened(created: string): void {
    this.#append({ t: 'open', format: 1, created });
  }

  /** Delays the line until the next one of another kind, because a reservation without content isn't worth saving. */
  reserve(digest: Digest, { volume, offset, length }: Stretch, size: number): void {
    this.#pending.push(
      JSON.stringify({ t: 'reserve', d: hexOf(digest), p: volume, o: offset, l: length, s: size }),
    );
  }

  markDone(digest: Digest): void {
    this.#claimed.add(digest);
    this.#append({ t: 'done', d: hexOf(digest) });
    this.done++;
  }

  markPartial(digest: Digest, bytes: number, ahead: readonly ByteRange[] = []): void {
    this.#claimed.add(digest);
    const line: Line = { t: 'partial', d: hexOf(digest), n: bytes };
    this.#append(ahead.length > 0 ? { ...line, a: ahead } : line);
  }

  /** Removes the entry for a digest's bytes. */
  forget(digest: Digest): void {
    if (this.#claimed.delete(digest)) this.#append({ t: 'forget', d: hexOf(digest) });
  }

  /** Records that the first `done` finished blobs are on disk, and syncs this record. */
  async markSynced(done: number): Promise<void> {
    this.#append({ t: 'sync', done });
    await this.#handle.datasync();
  }

  /** Closes the file; every later line is rejected as `internal`. Does nothing the second time. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }

  #append(line: Line): void {
    // The number of a closed descriptor may already belong to another file, which must never be written to.
    if (this.#closed) throw usedAfterClose(this.#path);
    this.#pending.push(JSON.stringify(line));
    const bytes = Buffer.from(`${this.#pending.join('\n')}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle.fd, bytes, at);
    } catch (error) {
      this.#removeTornLine();
      throw asAirlockError(error, this.#path);
    }
    this.#length += bytes.length;
    this.#pending = [];
  }

  /** Removes an incomplete line, which would hide all later lines from the next run. */
  #removeTornLine(): void {
    try {
      ftruncateSync(this.#handle.fd, this.#length);
    } catch {
      // The file system is failing. The line remains incomplete, and the next run downloads later content again.
    }
  }
}

/** Returns the state after the lines up to the first incomplete or invalid one. `length` is the position of that line. */
export function replay(bytes: Buffer): {
  blobs: Map<Digest, Journaled>;
  created?: string;
  done: number;
  length: number;
} {
  const blobs = new Map<Digest, Journaled>();
  const finished: Journaled[] = [];
  let synced = 0;
  let created: string | undefined;
  let length = 0;
  for (const { value, end } of leadingValues(bytes)) {
    const line = lineOf(value);
    if (!line || (created === undefined && line.t !== 'open')) break;
    length = end;
    if (line.t === 'open') {
      created ??= line.created;
      for (const [digest, blob] of blobs) if (blob.state === 'reserved') blobs.delete(digest);
    } else if (line.t === 'sync') {
      for (; synced < Math.min(line.done, finished.length); synced++) finished[synced]!.synced = true;
    } else if (line.t === 'reserve') {
      const stretch = { volume: line.p, offset: line.o, length: line.l };
      blobs.set(`sha256:${line.d}`, {
        stretch,
        size: line.s,
        state: 'reserved',
        bytes: 0,
        ahead: [],
        synced: false,
      });
    } else {
      const before = blobs.get(`sha256:${line.d}`);
      if (!before) continue;
      // A new object, because a mark that covers an earlier `done` line says nothing about bytes that were written after it.
      const blob: Journaled = {
        ...before,
        state: line.t === 'forget' ? 'reserved' : line.t,
        bytes: line.t === 'partial' ? Math.min(line.n, before.size) : 0,
        ahead: line.t === 'partial' ? aheadOf(line, before.size) : [],
        synced: false,
      };
      blobs.set(`sha256:${line.d}`, blob);
      if (line.t === 'done') finished.push(blob);
    }
  }
  return { blobs, created, done: finished.length, length };
}

function lineOf(value: unknown): Line | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const line = value as Line;
  if (line.t === 'open') return line.format === 1 && typeof line.created === 'string' ? line : undefined;
  if (line.t === 'sync') return count(line.done) ? line : undefined;
  if (!['reserve', 'partial', 'done', 'forget'].includes(line.t) || !isDigest(`sha256:${line.d}`))
    return undefined;
  if (line.t === 'partial')
    return count(line.n) && (line.a === undefined || Array.isArray(line.a)) ? line : undefined;
  if (line.t !== 'reserve') return line;
  const { p, o, l, s } = line;
  return [p, o, l, s].every(count) && p > 0 && l > 0 && o % BLOCK === 0 && l % BLOCK === 0 ? line : undefined;
}

/** Returns the ranges of a line in order, up to the first that isn't one. */
function aheadOf({ n, a = [] }: Extract<Line, { t: 'partial' }>, size: number): ByteRange[] {
  const ahead: ByteRange[] = [];
  let least = n;
  for (const given of a) {
    const [from, to]: unknown[] = Array.isArray(given) ? given : [];
    if (!count(from) || !count(to) || from <= least || to <= from || to > size) break;
    ahead.push([from, to]);
    least = to;
  }
  return ahead;
}

function count(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
