import type { Hash } from 'node:crypto';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type ByteRange, ByteRanges } from '../../../base/image/byte-ranges.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { FilePlace } from '../../../base/image/file-place.ts';
import { finish, newHash } from '../../../base/image/sha256.ts';
import { padded } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { Stretch } from '../../set-format/volume-plan.ts';
import type { WriteOrder } from '../../set-format/write-order.ts';
import { t } from './messages.ts';

/** Bytes gathered before a write call. Also the bytes after which `write` makes the caller wait. */
const GATHER = 512 * 1024;
const LIMIT = 2 * GATHER;
/** Bytes that are read and hashed at once. */
const REHASH_CHUNK = 1024 * 1024;

/** Writes the content of one blob to its place in the set. */
export interface BlobSink {
  /** Bytes of content that it already has, where a source continues. */
  readonly offset: number;
  /** Bytes of content that are missing, without those that another thread wrote after a gap. */
  readonly left: number;
  /** Running hash over exactly these bytes; `write` updates it, so give a reader that hashes too a copy. */
  readonly hash: Hash;
  /**
   * Accepts the next bytes. The buffer must not change afterwards. Await a returned promise before the next call.
   * @throws AirlockError `size-mismatch` for more bytes than reserved, `disk-full`, `disk` (also of earlier writes),
   *   `interrupted` after the set was closed
   */
  write(chunk: Buffer): Promise<void> | undefined;
  /**
   * Returns where another thread may write the next bytes, until it leaves. Undefined if the order of writes matters.
   * @param onWrote called with each number of bytes that weren't written before
   * @throws AirlockError `disk`, `disk-full`, `interrupted` after the set was closed
   */
  place(onWrote: (bytes: number) => void): Promise<FilePlace | undefined>;
  /**
   * Checks size and digest, and makes the blob part of the set.
   * @throws AirlockError `digest-mismatch`, `size-mismatch`: all bytes are discarded; `disk-full`, `disk`;
   *   `interrupted` after the set was closed
   */
  finish(): Promise<void>;
  /** Ends this attempt. The received bytes are saved for the next `begin`, also by a later process. Never throws. */
  pause(): Promise<void>;
  /** Discards the received bytes, so that the next byte is the blob's first. Not needed after a failed `finish`. */
  restart(): void;
}

/** Receives the events of a sink, for its set. */
export interface SinkOwner {
  files: VolumeFiles;
  order: WriteOrder | undefined;
  wrote(bytes: number): void;
  /** This many bytes of content are in the file, and others after a gap. */
  progressed(bytes: number, ahead: readonly ByteRange[]): void;
  done(): void;
  /** Returns a range of the content from the file. @throws AirlockError `interrupted` after the set was closed; `disk` */
  read(from: number, to: number): Promise<Buffer>;
  /** This many bytes are in the file, and others after a gap. The hash, if given, covers the former. */
  paused(bytes: number, ahead: readonly ByteRange[], hash: Hash | undefined): void;
  /** All bytes are discarded; `ended`: the sink is closed. */
  forgotten(ended: boolean): void;
}

export interface SinkTarget {
  digest: Digest;
  size: number;
  stretch: Stretch;
  header: Buffer;
}

export class VolumeSink implements BlobSink {
  readonly #target: SinkTarget;
  readonly #owner: SinkOwner;
  readonly #turn: ReturnType<WriteOrder['enter']> | undefined;
  readonly #resumed: boolean;
  #hash: Hash;
  #received: number;
  #flushed: number;
  /** What another thread wrote after a gap. */
  #ahead: readonly ByteRange[];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #flight: Promise<void> | undefined;
  #fault: unknown;
  #generation = 0;
  #open = true;
  /** The only attempt to end: a `finish` or `pause` in progress. */
  #ending: Promise<void> | undefined;
  #setClosed = false;
  /** The writing of another thread. */
  #elsewhere: AbortController | undefined;
  /** Bytes that `#hash` covers. */
  #hashed: number;
  /** The last of the calls that hash what another thread wrote. */
  #hashing: Promise<void> = Promise.resolve();
  /** Digest of all bytes, from the thread that wrote the last ones. */
  #found: Digest | undefined;

  constructor(
    target: SinkTarget,
    owner: SinkOwner,
    { bytes, ahead, hash }: { bytes: number; ahead: readonly ByteRange[]; hash: Hash },
  ) {
    this.#target = target;
    this.#owner = owner;
    this.#received = bytes;
    this.#flushed = bytes;
    this.#hashed = bytes;
    this.#ahead = ahead;
    this.#resumed = bytes > 0;
    this.#hash = hash;
    this.#turn = owner.order?.enter(target.stretch.volume, target.stretch.offset);
  }

  get offset(): number {
    return this.#received;
  }

  get left(): number {
    return this.#target.size - this.#received - new ByteRanges(this.#ahead).bytes;
  }

  get hash(): Hash {
    return this.#hash;
  }

  write(chunk: Buffer): Promise<void> | undefined {
    this.#rejectEnded();
    if (this.#fault !== undefined) throw this.#fault;
    const { digest, size } = this.#target;
    if (this.#received + chunk.length > size) {
      const found = this.#received + chunk.length;
      this.#forget();
      throw wrongSize(digest, size, t('bytesOrMore', { bytes: found }));
    }
    // A reader continues at the first gap, and doesn't know the ranges after it.
    this.#ahead = [];
    this.#hash.update(chunk);
    this.#received += chunk.length;
    this.#hashed = this.#received;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes >= GATHER) this.#flush();
    return this.#pendingBytes >= LIMIT ? this.#flight : undefined;
  }

  async place(onWrote: (bytes: number) => void): Promise<FilePlace | undefined> {
    this.#rejectEnded();
    if (this.#turn) return undefined;
    await this.settled();
    await this.#drain(1);
    const { stretch, size, header } = this.#target;
    const { fd } = await this.#owner.files.handle(stretch.volume);
    this.#rejectEnded();
    if (this.#fault !== undefined) throw this.#fault;
    const stop = new AbortController();
    const { promise: left, resolve } = Promise.withResolvers<void>();
    this.#elsewhere = stop;
    this.#flight = left;
    const leave = (digest: Digest | undefined) => {
      if (this.#elsewhere !== stop) return;
      this.#elsewhere = undefined;
      this.#flight = undefined;
      this.#found = digest;
      resolve();
    };
    const written = new ByteRanges(this.#ahead);
    written.add(0, this.#flushed);
    return {
      ...{ fd, header, leave, written, position: stretch.offset + header.length },
      padding: padded(size) - size,
      signal: stop.signal,
      wrote: (from, bytes) => {
        const before = written.bytes;
        written.add(from, from + bytes);
        this.#flushed = written.head;
        this.#received = written.head;
        this.#ahead = written.ahead;
        this.#owner.files.touch(stretch.volume, bytes);
        this.#owner.wrote(bytes);
        if (this.#flushed < size) this.#owner.progressed(this.#flushed, this.#ahead);
        onWrote(written.bytes - before);
      },
      rehash: (signal) => {
        const hashing = this.#hashing.then(() => this.#hashWritten(signal));
        this.#hashing = hashing.then(
          () => {},
          () => {},
        );
        return hashing;
      },
    };
  }

  /** Continues the hash with what another thread has written without a gap, and returns it. */
  async #hashWritten(signal: AbortSignal | undefined): Promise<Hash> {
    const hash = this.#hash;
    while (this.#hashed < this.#flushed) {
      signal?.throwIfAborted();
      const to = Math.min(this.#flushed, this.#hashed + REHASH_CHUNK);
      const bytes = await this.#owner.read(this.#hashed, to);
      // All bytes were discarded meanwhile.
      if (this.#hash !== hash) throw closedSet(this.#target.digest);
      hash.update(bytes);
      this.#hashed = to;
    }
    return hash;
  }

  async finish(): Promise<void> {
    this.#rejectEnded();
    const { digest, size } = this.#target;
    if (this.#received !== size) {
      const found = this.#received;
      this.#forget();
      throw wrongSize(digest, size, `${found} bytes`);
    }
    const found = this.#found ?? finish(this.#hash);
    if (found !== digest) {
      this.#forget();
      throw new AirlockError('digest-mismatch', t('digestDiffers', { digest }), {
        expected: digest,
        found,
        retryable: true,
      });
    }
    this.#ending = this.#complete();
    await this.#ending;
  }

  async pause(): Promise<void> {
    if (!this.#open) return;
    this.#ending ??= this.#keep();
    // A `finish` in progress reports its failure to its own caller.
    await this.#ending.catch(() => {});
  }

  /** Ends this attempt because its set is closed. Pending writers get `interrupted`. Never throws. */
  async end(): Promise<void> {
    this.#setClosed = true;
    await this.pause();
  }

  restart(): void {
    if (!this.#open || this.#ending) return;
    this.#generation++;
    this.#hash = newHash();
    this.#received = 0;
    this.#flushed = 0;
    this.#ahead = [];
    this.#hashed = 0;
    this.#found = undefined;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#owner.forgotten(false);
  }

  /** Resolves when no write is in progress. */
  async settled(): Promise<void> {
    while (this.#flight) await this.#flight;
  }

  async #complete(): Promise<void> {
    const { size, stretch, header } = this.#target;
    try {
      await this.settled();
      if (this.#fault !== undefined) throw this.#fault;
      // Another thread writes the padding together with the last bytes.
      if (this.#found === undefined) this.#pending.push(Buffer.alloc(padded(size) - size));
      await this.#drain(0);
      // The header from the previous attempt may have been lost in a power failure.
      if (this.#resumed) await this.#owner.files.write(stretch.volume, [header], stretch.offset);
      this.#close();
      this.#owner.done();
    } catch (error) {
      this.#close();
      this.#owner.paused(this.#flushed, this.#ahead, undefined);
      throw error;
    }
  }

  async #keep(): Promise<void> {
    this.#elsewhere?.abort(closedSet(this.#target.digest));
    await this.settled();
    if (this.#fault === undefined)
      await this.#drain(1).catch((error: unknown) => {
        this.#fault ??= error;
      });
    this.#close();
    const isHashed = this.#flushed === this.#received && this.#flushed === this.#hashed;
    this.#owner.paused(this.#flushed, this.#ahead, isHashed ? this.#hash : undefined);
  }

  #rejectEnded(): void {
    const { digest } = this.#target;
    if (this.#setClosed) throw closedSet(digest);
    if (!this.#open || this.#ending) throw new AirlockError('internal', t('writtenAfterClose', { digest }));
  }

  #flush(): void {
    // Only one write at a time: bytes of an attempt before `restart` must not overwrite those of the next one.
    this.#flight ??= this.#drain(GATHER)
      .catch((error: unknown) => {
        this.#fault ??= error;
      })
      .finally(() => {
        this.#flight = undefined;
        if (this.#open && this.#fault === undefined && this.#pendingBytes >= GATHER) this.#flush();
      });
  }

  async #drain(least: number): Promise<void> {
    await this.#turn?.wait();
    const { stretch, header } = this.#target;
    while (this.#pending.length > 0 && this.#pendingBytes >= least) {
      const generation = this.#generation;
      const buffers = this.#pending;
      const bytes = this.#pendingBytes;
      this.#pending = [];
      this.#pendingBytes = 0;
      const first = this.#flushed === 0;
      const at = stretch.offset + header.length + this.#flushed;
      if (first) await this.#owner.files.write(stretch.volume, [header, ...buffers], stretch.offset);
      else await this.#owner.files.write(stretch.volume, buffers, at);
      this.#owner.wrote(bytes);
      if (generation !== this.#generation) return;
      this.#flushed += bytes;
      // Not synced: a killed process loses nothing, and the digest reveals what a power failure destroyed.
      if (this.#flushed < this.#target.size) this.#owner.progressed(this.#flushed, this.#ahead);
    }
  }

  #forget(): void {
    this.#generation++;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#close();
    this.#owner.forgotten(true);
  }

  #close(): void {
    this.#open = false;
    this.#turn?.leave();
  }
}

function wrongSize(digest: Digest, size: number, found: string): AirlockError {
  return new AirlockError('size-mismatch', t('sizeDiffers', { digest }), {
    expected: `${size} bytes`,
    found,
    retryable: true,
  });
}

/** Returns the error for content that arrives after its set was closed: the next run continues it. */
export function closedSet(digest: Digest): AirlockError {
  return new AirlockError('interrupted', t('closedDuringWrite', { digest }), { side: 'local' });
}
