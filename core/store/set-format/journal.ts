import { ftruncateSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { open } from '../../base/files/created-files.ts';
import { leadingValues, readOrEmpty } from '../../base/files/line-files.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { BLOCK } from './tar-header.ts';
import { usedAfterClose } from './volume-files.ts';
import type { Stretch } from './volume-plan.ts';

/** What a journal says of one digest. */
export interface Journaled {
  stretch: Stretch;
  size: number;
  state: 'reserved' | 'partial' | 'done';
  /** Bytes of content that are written, for `partial`. */
  bytes: number;
  /** Covered by a sync mark: on the disk even after a power failure. */
  synced: boolean;
}

export const JOURNAL_NAME = 'journal.jsonl';

type Line =
  | { t: 'open'; format: 1; created: string }
  | { t: 'reserve'; d: string; p: number; o: number; l: number; s: number }
  | { t: 'partial'; d: string; n: number }
  | { t: 'done'; d: string }
  | { t: 'forget'; d: string }
  | { t: 'sync'; done: number };

/**
 * The append-only record of a set under construction, JSON lines. `done` is written at once and so survives the death
 * of the process; `sync` marks say how many of the `done` lines were on the disk before the mark was written.
 */
export class Journal {
  readonly #path: string;
  readonly #handle: FileHandle;
  /** Bytes of whole lines in the file. */
  #length: number;
  #closed = false;
  #pending: string[] = [];
  /** Digests of which the journal says that bytes are there. */
  readonly #claimed: Set<Digest>;
  /** `done` lines so far, in this and earlier runs. */
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

  /** Opens or starts a journal; what a torn last line left is cut off. */
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

  /** Kept back until the next line that matters: a reservation without content is nothing to save. */
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

  markPartial(digest: Digest, bytes: number): void {
    this.#claimed.add(digest);
    this.#append({ t: 'partial', d: hexOf(digest), n: bytes });
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
    // A number of a closed descriptor may already belong to another file: it must never be written to.
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

  /** A torn line in the middle would hide every line after it from the next run. */
  #removeTornLine(): void {
    try {
      ftruncateSync(this.#handle.fd, this.#length);
    } catch {
      // The file system is failing; the line stays torn, and the next run fetches what followed it again.
    }
  }
}

/** What the lines say, up to the first that is torn or cannot be understood; `length` is the bytes up to there. */
export function replay(bytes: Buffer): {
  blobs: Map<Digest, Journaled>;
  created?: string;
  done: number;
  length: number;
} {
  const blobs = new Map<Digest, Journaled>();
  const finished: Digest[] = [];
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
      for (const digest of finished.slice(0, line.done)) {
        const blob = blobs.get(digest);
        if (blob?.state === 'done') blob.synced = true;
      }
    } else if (line.t === 'reserve') {
      const stretch = { volume: line.p, offset: line.o, length: line.l };
      blobs.set(`sha256:${line.d}`, { stretch, size: line.s, state: 'reserved', bytes: 0, synced: false });
    } else {
      const blob = blobs.get(`sha256:${line.d}`);
      if (!blob) continue;
      if (line.t === 'done') finished.push(`sha256:${line.d}`);
      blob.state = line.t === 'forget' ? 'reserved' : line.t;
      blob.bytes = line.t === 'partial' ? Math.min(line.n, blob.size) : 0;
      blob.synced = false;
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
  if (line.t === 'partial') return count(line.n) ? line : undefined;
  if (line.t !== 'reserve') return line;
  const { p, o, l, s } = line;
  return [p, o, l, s].every(count) && p > 0 && l > 0 && o % BLOCK === 0 && l % BLOCK === 0 ? line : undefined;
}

function count(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
