import type { Hash } from 'node:crypto';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { ByteRange } from '../../../base/image/byte-ranges.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { finish, newHash } from '../../../base/image/sha256.ts';
import {
  contentMissing,
  type Extent,
  type ReadOptions,
  readExtent,
  readVerified,
} from '../../../base/image/verified-read.ts';
import { blobName } from '../../set-format/entry-names.ts';
import type { Journal, Journaled } from '../../set-format/journal.ts';
import { SyncMarks } from '../../set-format/sync-marks.ts';
import { encodeHeader, padded } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { Stretch, VolumePlan } from '../../set-format/volume-plan.ts';
import { WriteOrder } from '../../set-format/write-order.ts';
import { type BlobSink, closedSet, type SinkOwner, VolumeSink } from './blob-sink.ts';
import { BlobTable, type PlacedBlob } from './blob-table.ts';
import { t } from './messages.ts';
import type { VolumeHasher } from './volume-hash.ts';

const ORDER_WINDOW = 64 * 1024 * 1024;
const REHASH_CHUNK = 1024 * 1024;

export interface SetParts {
  /** For messages. */
  location: string;
  /** Seconds since 1970. */
  mtime: number;
  files: VolumeFiles;
  journal: Journal;
  plan: VolumePlan;
  hasher: VolumeHasher;
  /** Whether gaps use no disk space, so that blobs can be written in any order. */
  holes: boolean;
}

const isDone = (blob: PlacedBlob): boolean => blob.state === 'done';
const isPassed = (blob: PlacedBlob): boolean => blob.state === 'done' || blob.state === 'failed';

/** The blobs of a set under construction: their places, their states, and the writing of their bytes to the volumes. */
export class SetBlobs {
  readonly marks: SyncMarks;
  /** Requested bytes that haven't been written. */
  remaining = 0;
  readonly #parts: SetParts;
  readonly #order: WriteOrder | undefined;
  readonly #blobs = new BlobTable();
  readonly #open = new Set<Digest>();
  /** Sinks that are being opened and read the files meanwhile. */
  readonly #opening = new Set<Promise<unknown>>();
  #ended = false;
  /** Ends of the contiguous parts from each volume's start: finished blobs only, and finished or abandoned blobs. */
  readonly #final = new Map<number, number>();
  readonly #passed = new Map<number, number>();

  constructor(parts: SetParts) {
    this.#parts = parts;
    this.marks = new SyncMarks(parts.journal, parts.files);
    if (!parts.holes)
      this.#order = new WriteOrder(ORDER_WINDOW, (volume) => this.#advance(this.#passed, volume, isPassed));
  }

  get(digest: Digest): PlacedBlob | undefined {
    return this.#blobs.get(digest);
  }

  all(): Iterable<[Digest, PlacedBlob]> {
    return this.#blobs.all();
  }

  /** Returns one of the blobs that are being written. */
  get opened(): Digest | undefined {
    return this.#open.values().next().value;
  }

  /**
   * Restores a blob from the journal. Content that was finished after the last sync mark is read back first.
   * @param fileSize bytes of the blob's volume
   * @returns false when none of it is usable
   */
  async restore(digest: Digest, known: Journaled, fileSize: number): Promise<boolean> {
    const { stretch, size, state, bytes, synced } = known;
    if (state === 'reserved') return false;
    const start = stretch.length - padded(size);
    const written = state === 'done' ? stretch.length : start + bytes;
    if (fileSize < stretch.offset + written) return false;
    if (state === 'done' && !synced && finish(await this.#rehash(digest, stretch, size, size)) !== digest)
      return false;
    const ahead = known.ahead.filter(([, to]) => fileSize >= stretch.offset + start + to);
    const blob = this.#blobs.add(digest, size, stretch);
    blob.state = state;
    blob.bytes = bytes;
    if (ahead.length > 0) blob.change({ ahead });
    // The process that wrote it may have died before it synced the file.
    this.#parts.files.touch(stretch.volume);
    return true;
  }

  /** Lets the hasher begin with the existing content. */
  followFinal(): void {
    for (const volume of this.#parts.plan.ends.keys()) this.#follow(volume);
  }

  /** See `SetWriter.reserve`. */
  reserve(digest: Digest, size: number): void {
    if (this.#ended) throw closedSet(digest);
    const known = this.#blobs.get(digest);
    if (known && known.size !== size)
      throw new AirlockError('size-mismatch', t('sizesConflict', { digest }), {
        expected: `${known.size} bytes`,
        found: `${size} bytes`,
      });
    const blob = known ?? this.#place(digest, size);
    if (blob.wanted) return;
    blob.wanted = true;
    if (blob.state !== 'done') this.remaining += blob.stretch.length - blob.bytes;
  }

  /** See `SetWriter.begin`. */
  async begin(digest: Digest): Promise<BlobSink> {
    const blob = this.#blobs.get(digest);
    if (!blob || blob.state === 'done' || blob.attempts.open) {
      const state = blob?.attempts.open ? 'open' : (blob?.state ?? 'absent');
      throw new AirlockError('internal', t('notWritable', { digest, state }));
    }
    if (this.#ended) throw closedSet(digest);
    blob.change({ open: true });
    this.#open.add(digest);
    const opening = this.#sinkOf(digest, blob);
    const settled = opening.catch(() => {}).finally(() => this.#opening.delete(settled));
    this.#opening.add(settled);
    return opening;
  }

  async #sinkOf(digest: Digest, blob: PlacedBlob): Promise<BlobSink> {
    try {
      await blob.attempts.sink?.settled();
      const { size, stretch, bytes } = blob;
      const { ahead } = blob.attempts;
      const hash = blob.attempts.hash ?? (await this.#rehash(digest, stretch, size, bytes));
      if (this.#ended) throw closedSet(digest);
      const header = encodeHeader({ name: blobName(digest), size, mtime: this.#parts.mtime });
      const sink = new VolumeSink({ digest, size, stretch, header }, this.#ownerOf(digest, blob), {
        ...{ bytes, ahead, hash },
      });
      blob.change({ sink });
      return sink;
    } catch (error) {
      this.#close(digest, blob);
      throw error;
    }
  }

  fail(digest: Digest): void {
    const blob = this.#blobs.get(digest);
    if (!blob || blob.state === 'done') return;
    blob.state = 'failed';
    this.#order?.changed();
  }

  /** Reads the verified bytes of a finished blob. */
  async *read(digest: Digest, options: ReadOptions): AsyncGenerator<Buffer> {
    const blob = this.#blobs.get(digest);
    if (blob?.state !== 'done') throw contentMissing(digest, this.#parts.location);
    yield* readVerified(await this.#extent(blob.stretch, blob.size), digest, options);
  }

  /**
   * Ends every sink, saves what it received, and resolves when no reads or writes are in progress. Later calls get
   * `interrupted`. Never throws.
   */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#opening);
    await Promise.all(
      this.#blobs.sinks().map(async (sink) => {
        await sink.end();
        await sink.settled();
      }),
    );
  }

  #place(digest: Digest, size: number): PlacedBlob {
    const stretch = this.#parts.plan.place(blobName(digest), size);
    this.#parts.journal.reserve(digest, stretch, size);
    return this.#blobs.add(digest, size, stretch);
  }

  #close(digest: Digest, blob: PlacedBlob): void {
    blob.change({ open: false });
    this.#open.delete(digest);
  }

  #ownerOf(digest: Digest, blob: PlacedBlob): SinkOwner {
    const { files, journal, hasher } = this.#parts;
    // The header of an interrupted blob is written again at its end, because a power failure may have destroyed it.
    const isNew = blob.bytes === 0;
    return {
      files,
      order: this.#order,
      wrote: (bytes) => this.marks.wrote(bytes),
      done: () => {
        this.#close(digest, blob);
        journal.markDone(digest);
        this.remaining -= blob.stretch.length - blob.bytes;
        blob.done();
        this.#follow(blob.stretch.volume);
        this.#order?.changed();
      },
      read: async (from, to) => {
        if (this.#ended) throw closedSet(digest);
        return await readExtent(await this.#extent(blob.stretch, blob.size), from, to - from);
      },
      progressed: (bytes, ahead) => {
        ignoringDiskFull(() => journal.markPartial(digest, bytes, ahead));
        if (isNew && bytes > 0) this.#followPart(blob.stretch, blob.size, bytes);
      },
      paused: (bytes, ahead, hash) => {
        this.#close(digest, blob);
        this.#saved(blob, bytes, ahead, hash);
        // On a full disk the journal can't grow either. These bytes are then fetched again.
        if (bytes > 0 || ahead.length > 0) ignoringDiskFull(() => journal.markPartial(digest, bytes, ahead));
      },
      forgotten: (ended) => {
        if (ended) this.#close(digest, blob);
        this.#saved(blob, 0, [], undefined);
        if (this.#isNext(blob.stretch)) hasher.discard(files.path(blob.stretch.volume));
        ignoringDiskFull(() => journal.forget(digest));
      },
    };
  }

  #saved(blob: PlacedBlob, bytes: number, ahead: readonly ByteRange[], hash: Hash | undefined): void {
    this.remaining -= bytes - blob.bytes;
    blob.bytes = bytes;
    blob.change({ ahead, hash: bytes > 0 ? hash : undefined });
    if (blob.state !== 'failed') blob.state = bytes > 0 || ahead.length > 0 ? 'partial' : 'reserved';
  }

  async #extent(stretch: Stretch, size: number): Promise<Extent> {
    const { files } = this.#parts;
    const offset = stretch.offset + stretch.length - padded(size);
    return { handle: await files.handle(stretch.volume), name: files.path(stretch.volume), offset, size };
  }

  /** Returns the running hash of the first bytes of a blob, read from its volume. */
  async #rehash(digest: Digest, stretch: Stretch, size: number, bytes: number): Promise<Hash> {
    const hash = newHash();
    const extent = await this.#extent(stretch, size);
    for (let at = 0; at < bytes; at += REHASH_CHUNK) {
      if (this.#ended) throw closedSet(digest);
      hash.update(await readExtent(extent, at, Math.min(REHASH_CHUNK, bytes - at)));
    }
    return hash;
  }

  #follow(volume: number): void {
    const { hasher, files } = this.#parts;
    hasher.advance(files.path(volume), this.#advance(this.#final, volume, isDone));
  }

  /** Lets the hasher read a blob that follows finished ones, before its digest is verified. */
  #followPart(stretch: Stretch, size: number, bytes: number): void {
    if (!this.#isNext(stretch)) return;
    const { hasher, files } = this.#parts;
    hasher.written(files.path(stretch.volume), stretch.offset + stretch.length - padded(size) + bytes);
  }

  /** Returns whether a place follows the finished blobs of its volume. */
  #isNext({ volume, offset }: Stretch): boolean {
    return offset === (this.#final.get(volume) ?? 0);
  }

  /** Advances the end of a contiguous part and returns it. Gaps are skipped, but they aren't final. */
  #advance(ends: Map<number, number>, volume: number, test: (blob: PlacedBlob) => boolean): number {
    let end = ends.get(volume) ?? 0;
    for (;;) {
      const blob = this.#blobs.at(volume, end);
      const gap = test === isPassed && !blob ? this.#gapAt(volume, end) : undefined;
      const next = gap ?? (blob && test(blob) ? blob.stretch : undefined);
      if (!next) break;
      end += next.length;
      // Without an order of writes, this is the only part, and its blobs aren't looked up again.
      if (!this.#order) this.#blobs.passed(next);
    }
    ends.set(volume, end);
    return end;
  }

  #gapAt(volume: number, offset: number): Stretch | undefined {
    return this.#parts.plan.gaps.find((gap) => gap.volume === volume && gap.offset === offset);
  }
}

function ignoringDiskFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (asAirlockError(error).code !== 'disk-full') throw error;
  }
}
