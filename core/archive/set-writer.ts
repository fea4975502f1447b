import type { Hash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../errors/airlock-error.ts';
import type { Digest } from '../image/digest.ts';
import { finish, newHash } from '../image/sha256.ts';
import { sweepTemporary, syncDirectory, writeFileAtomic } from '../store/atomic-file.ts';
import type { ContentSource } from '../store/content.ts';
import { type FileSystem, probeFileSystem } from '../store/file-system.ts';
import {
  collectBytes,
  contentMissing,
  type Extent,
  type ReadOptions,
  readExtent,
  readVerified,
} from '../store/verified-read.ts';
import { type BlobSink, PieceSink, type SinkOwner } from './blob-sink.ts';
import { blobName, PIECE_NAME } from './entry-names.ts';
import { JOURNAL_NAME, Journal, type Journaled } from './journal.ts';
import { PieceFiles } from './piece-files.ts';
import { PieceHasher } from './piece-hash.ts';
import { nameOfPiece, PiecePlan, type Stretch } from './piece-plan.ts';
import { closePieces, writeFillers } from './set-closing.ts';
import { linksOf, type PlacedEntry, type SetFile, writeTail } from './set-content.ts';
import { type ImageLinks, INDEX_NAME, type SetIndex } from './set-index.ts';
import { SyncMarks } from './sync-marks.ts';
import { encodeHeader, padded } from './tar-header.ts';
import { WriteOrder } from './write-order.ts';

export type { BlobSink } from './blob-sink.ts';
export type { SetFile } from './set-content.ts';
export type { ImageLinks, SetIndex } from './set-index.ts';

export const DEFAULT_ARCHIVE_SIZE = 500 * 2 ** 30;
const ORDER_WINDOW = 64 * 1024 * 1024;
/** Smaller blobs are fetched again after a power failure or kill. */
const WORTH_RESUMING = 1024 * 1024;
const REHASH_CHUNK = 1024 * 1024;

/** `failed`: given up in this run; it may be begun again. */
export type BlobState = 'absent' | 'reserved' | 'partial' | 'done' | 'failed';

export interface SetOptions {
  /** `…/<name>.partial`; made when it is not there, resumed when it is. */
  directory: string;
  /** `<enclave>-<NNNN>`, the folder's name when the set is whole. */
  name: string;
  /** Largest archive file in bytes; default 500 GiB. */
  archiveSizeBytes?: number;
  /** A blob larger than that is an error, not an archive file of its own. */
  strict?: boolean;
  /** Default: found out by trying. */
  fileSystem?: FileSystem;
  onWarning?: (problem: Problem) => void;
}

/** What a set holds beside its blobs. */
export interface SetContent {
  enclave: string;
  number: number;
  /** Name and version of what wrote it. */
  tool: string;
  links: ImageLinks[];
  files: SetFile[];
  /** The image set configuration; travels as `isc_<RFC 3339>`. */
  configuration?: Uint8Array | string;
  /** Images are missing that never got as far as `reserve`. */
  partial?: boolean;
}

interface Blob {
  size: number;
  stretch: Stretch;
  state: Exclude<BlobState, 'absent'>;
  /** Bytes that an attempt before left in the file. */
  bytes: number;
  /** Over these bytes, when this process wrote them. */
  hash: Hash | undefined;
  /** Asked for in this run: what is not becomes filler without being missed. */
  wanted: boolean;
  open: boolean;
  /** The last attempt; while it is open, or its last write is still under way, no other begins. */
  sink: PieceSink | undefined;
}

const isDone = (blob: Blob): boolean => blob.state === 'done';
const isPassed = (blob: Blob): boolean => blob.state === 'done' || blob.state === 'failed';

/**
 * Writes a set: each blob once, to the place where it stays, many at a time, with a journal that lets a killed run go
 * on (design section 3). Done blobs can be read back at once.
 */
export class SetWriter implements ContentSource {
  /** RFC 3339, UTC, whole seconds: when the set was begun, also by an earlier run. */
  readonly created: string;
  readonly #options: SetOptions;
  readonly #fileSystem: FileSystem;
  readonly #files: PieceFiles;
  readonly #journal: Journal;
  readonly #plan: PiecePlan;
  readonly #marks: SyncMarks;
  readonly #order: WriteOrder | undefined;
  readonly #hasher = new PieceHasher();
  readonly #blobs = new Map<Digest, Blob>();
  readonly #starts = new Map<string, Blob>();
  readonly #open = new Set<Digest>();
  /** Ends of the unbroken parts from each piece's start: finished, and finished or given up. */
  readonly #final = new Map<number, number>();
  readonly #passed = new Map<number, number>();
  #remaining = 0;
  #closed = false;

  private constructor(options: SetOptions, fileSystem: FileSystem, journal: Journal, created: string) {
    this.#options = options;
    this.#fileSystem = fileSystem;
    this.#journal = journal;
    this.created = created;
    this.#files = new PieceFiles(options.directory);
    const { strict = false, onWarning } = options;
    this.#plan = new PiecePlan({
      archiveSizeBytes: options.archiveSizeBytes ?? DEFAULT_ARCHIVE_SIZE,
      strict,
      ...(fileSystem.maxFileBytes !== undefined && { maxFileBytes: fileSystem.maxFileBytes }),
      ...(onWarning && { onWarning }),
    });
    this.#marks = new SyncMarks(journal, this.#files, () => this.#underway());
    if (!fileSystem.holes)
      this.#order = new WriteOrder(ORDER_WINDOW, (piece) => this.#advance(this.#passed, piece, isPassed));
  }

  /**
   * Creates a set or goes on with one. Blobs that were finished after the last sync mark are read back before they are
   * trusted.
   * @throws AirlockError `disk`, `disk-full`, `archive-size` for an archive size that holds nothing
   */
  static async open(options: SetOptions): Promise<SetWriter> {
    try {
      await mkdir(options.directory, { recursive: true });
      const fileSystem = options.fileSystem ?? (await probeFileSystem(options.directory));
      const { journal, blobs, created } = await Journal.open(join(options.directory, JOURNAL_NAME));
      try {
        const now = `${new Date().toISOString().slice(0, 19)}Z`;
        const writer = new SetWriter(options, fileSystem, journal, created ?? now);
        journal.opened(writer.created);
        await writer.#resume(blobs);
        await syncDirectory(options.directory);
        await syncDirectory(dirname(options.directory));
        return writer;
      } catch (error) {
        journal.close();
        throw error;
      }
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  /** Bytes given to write calls, in this run. */
  get bytesWritten(): number {
    return this.#files.written;
  }

  /** True while no content at all is in the set. */
  get empty(): boolean {
    for (const { state, bytes } of this.#blobs.values()) if (state === 'done' || bytes > 0) return false;
    return true;
  }

  /**
   * Gives a blob its place; does no I/O. Again with the same digest: nothing.
   * @throws AirlockError `archive-size` (strict, or a file system with a limit), `size-mismatch` when another size was stated before
   */
  reserve({ digest, size }: { digest: Digest; size: number }): void {
    const known = this.#blobs.get(digest);
    if (known && known.size !== size)
      throw new AirlockError('size-mismatch', `${digest} is said to have two sizes`, {
        expected: `${known.size} bytes`,
        found: `${size} bytes`,
      });
    const blob = known ?? this.#place(digest, size);
    if (blob.wanted) return;
    blob.wanted = true;
    if (blob.state !== 'done') this.#remaining += blob.stretch.length - blob.bytes;
  }

  /** What the set knows of a blob. */
  state(digest: Digest): BlobState {
    return this.#blobs.get(digest)?.state ?? 'absent';
  }

  /** Bytes of unfinished content that an earlier attempt left: they need not be fetched again. */
  partialBytes(digest: Digest): number {
    return this.#blobs.get(digest)?.bytes ?? 0;
  }

  /**
   * Opens the place of a reserved blob for writing, at the byte where the last attempt stopped.
   * @throws AirlockError `internal` when it is not reserved, done already, or being written; `disk`
   */
  async begin(digest: Digest): Promise<BlobSink> {
    const blob = this.#blobs.get(digest);
    if (!blob || blob.state === 'done' || blob.open) {
      const why = blob?.open ? 'being written' : (blob?.state ?? 'absent');
      throw new AirlockError('internal', `${digest} cannot be written: it is ${why}`);
    }
    blob.open = true;
    this.#open.add(digest);
    try {
      await blob.sink?.settled();
      const hash = blob.hash ?? (await this.#rehash(blob));
      const { size, stretch, bytes } = blob;
      const header = encodeHeader({ name: blobName(digest), size, mtime: this.#mtime });
      blob.sink = new PieceSink({ digest, size, stretch, header }, this.#ownerOf(digest, blob), bytes, hash);
      return blob.sink;
    } catch (error) {
      blob.open = false;
      this.#open.delete(digest);
      throw error;
    }
  }

  /** Writes small content whole: a manifest, a config. Reserves it; nothing to do when it is done. @throws as `reserve` and `finish` of a sink */
  async putBytes(digest: Digest, bytes: Buffer): Promise<void> {
    this.reserve({ digest, size: bytes.length });
    if (this.state(digest) === 'done') return;
    const sink = await this.begin(digest);
    try {
      sink.restart();
      await sink.write(bytes);
      await sink.finish();
    } catch (error) {
      await sink.pause();
      throw error;
    }
  }

  /** Gives a blob up for this run: its place becomes filler, the set is partial. */
  fail(digest: Digest): void {
    const blob = this.#blobs.get(digest);
    if (!blob || blob.state === 'done') return;
    blob.state = 'failed';
    this.#order?.changed();
  }

  /** Compares what is still to be written with the free space. @throws AirlockError `disk-full` naming both */
  async checkSpace(): Promise<void> {
    const free = await this.#fileSystem.free();
    if (this.#remaining <= free) return;
    throw new AirlockError(
      'disk-full',
      `${this.#options.directory} needs ${this.#remaining} more bytes; ${free} are free`,
      {
        side: 'local',
        expected: `${this.#remaining} bytes`,
        found: `${free} bytes`,
      },
    );
  }

  size(digest: Digest): number | undefined {
    const blob = this.#blobs.get(digest);
    return blob?.state === 'done' ? blob.size : undefined;
  }

  async *read(digest: Digest, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    const blob = this.#blobs.get(digest);
    if (blob?.state !== 'done') throw contentMissing(digest, this.#options.directory);
    yield* readVerified(await this.#extent(blob), digest, options);
  }

  bytes(digest: Digest, limit = 16 * 1024 * 1024): Promise<Buffer> {
    return collectBytes(this.read(digest), this.size(digest) ?? 0, limit, digest);
  }

  /**
   * Completes the set: links, files and configuration behind the blobs, fillers for what did not come, everything on
   * the disk, `index.json`, and the folder under its final name. The writer is closed then.
   * @throws AirlockError `disk-full`, `disk`; the set stays resumable
   */
  async finish(content: SetContent): Promise<SetIndex> {
    if (this.#open.size > 0)
      throw new AirlockError('internal', `${[...this.#open][0]} is still being written`);
    const { directory, name } = this.#options;
    try {
      await Promise.all([...this.#blobs.values()].map((blob) => blob.sink?.settled()));
      const entries = await this.#writeRest(content);
      const pieces = await closePieces(this.#plan, this.#files, this.#hasher, entries);
      const index = this.#index(content, pieces);
      await writeFileAtomic(join(directory, INDEX_NAME), `${JSON.stringify(index)}\n`);
      await this.#shut();
      await rm(join(directory, JOURNAL_NAME), { force: true });
      await syncDirectory(directory);
      await rename(directory, join(dirname(directory), name));
      await syncDirectory(dirname(directory));
      return index;
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  /** Ends this run's work on the set; the next `open` goes on. Sinks are paused before. */
  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await Promise.all([...this.#blobs.values()].map((blob) => blob.sink?.settled()));
      await this.#marks.flush();
    } finally {
      await this.#shut();
    }
  }

  /** Closes, and removes the folder when the set holds nothing. */
  async discard(): Promise<void> {
    const { empty } = this;
    await this.close();
    if (empty) await rm(this.#options.directory, { recursive: true, force: true });
  }

  async #shut(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#marks.stop();
    await this.#hasher.close();
    await this.#files.close();
    this.#journal.close();
  }

  get #mtime(): number {
    return Date.parse(this.created) / 1000;
  }

  #place(digest: Digest, size: number): Blob {
    const stretch = this.#plan.place(blobName(digest), size);
    this.#journal.reserve(digest, stretch, size);
    return this.#add(digest, { size, stretch, state: 'reserved', bytes: 0 });
  }

  #add(digest: Digest, known: Pick<Blob, 'size' | 'stretch' | 'state' | 'bytes'>): Blob {
    const blob: Blob = { ...known, hash: undefined, wanted: false, open: false, sink: undefined };
    this.#blobs.set(digest, blob);
    this.#starts.set(`${known.stretch.piece}:${known.stretch.offset}`, blob);
    return blob;
  }

  #ownerOf(digest: Digest, blob: Blob): SinkOwner {
    const close = (): void => {
      blob.open = false;
      this.#open.delete(digest);
    };
    return {
      files: this.#files,
      order: this.#order,
      wrote: (bytes) => this.#marks.wrote(bytes),
      done: () => {
        close();
        this.#journal.markDone(digest);
        this.#remaining -= blob.stretch.length - blob.bytes;
        blob.state = 'done';
        blob.bytes = 0;
        blob.hash = undefined;
        const { piece } = blob.stretch;
        this.#hasher.advance(this.#files.path(piece), this.#advance(this.#final, piece, isDone));
        this.#order?.changed();
      },
      paused: (bytes, hash) => {
        close();
        this.#remaining -= bytes - blob.bytes;
        blob.bytes = bytes;
        blob.hash = bytes > 0 ? hash : undefined;
        if (blob.state !== 'failed') blob.state = bytes > 0 ? 'partial' : 'reserved';
        // On a full disk the journal cannot grow either: then these bytes are fetched again.
        if (bytes > 0) ignoringDiskFull(() => this.#journal.markPartial(digest, bytes));
      },
      forgotten: (ended) => {
        if (ended) close();
        this.#remaining += blob.bytes;
        blob.bytes = 0;
        blob.hash = undefined;
        if (blob.state !== 'failed') blob.state = 'reserved';
        ignoringDiskFull(() => this.#journal.forget(digest));
      },
    };
  }

  #underway(): { digest: Digest; bytes: number; current(): boolean }[] {
    return [...this.#open].flatMap((digest) => {
      const blob = this.#blobs.get(digest);
      const sink = blob?.sink;
      const bytes = sink?.flushed ?? 0;
      if (!blob?.open || !sink || bytes === 0 || blob.size < WORTH_RESUMING) return [];
      return [{ digest, bytes, current: () => blob.open && blob.sink === sink && sink.flushed >= bytes }];
    });
  }

  async #extent({ stretch, size }: Blob): Promise<Extent> {
    const offset = stretch.offset + stretch.length - padded(size);
    const name = this.#files.path(stretch.piece);
    return { handle: await this.#files.handle(stretch.piece), name, offset, size };
  }

  /** The running hash over what an earlier process left of a blob. */
  async #rehash(blob: Blob): Promise<Hash> {
    const hash = newHash();
    const extent = await this.#extent(blob);
    for (let at = 0; at < blob.bytes; at += REHASH_CHUNK)
      hash.update(await readExtent(extent, at, Math.min(REHASH_CHUNK, blob.bytes - at)));
    return hash;
  }

  async #resume(blobs: Map<Digest, Journaled>): Promise<void> {
    const { directory } = this.#options;
    await rm(join(directory, INDEX_NAME), { force: true });
    await sweepTemporary(directory);
    for (const [digest, { stretch, size, state, bytes, synced }] of blobs) {
      const blob = { size, stretch, state, bytes };
      const there = (await sizeOf(this.#files.path(stretch.piece))) ?? 0;
      const written = state === 'done' ? stretch.length : stretch.length - padded(size) + bytes;
      const held = state !== 'reserved' && there >= stretch.offset + written;
      if (!held || (state === 'done' && !synced && !(await this.#isWhole(digest, blob)))) {
        this.#journal.forget(digest);
        continue;
      }
      this.#add(digest, blob);
      this.#files.touch(stretch.piece);
    }
    this.#plan.restore([...this.#blobs.values()].map((blob) => blob.stretch));
    for (const name of await readdir(directory)) {
      // A run that died while it closed the set has begun pieces that hold no blob.
      const planned = [...this.#plan.ends.keys()].some((piece) => nameOfPiece({ piece }) === name);
      if (PIECE_NAME.test(name) && !planned) await rm(join(directory, name));
    }
    for (const piece of this.#plan.ends.keys())
      this.#hasher.advance(this.#files.path(piece), this.#advance(this.#final, piece, isDone));
  }

  async #isWhole(digest: Digest, blob: Pick<Blob, 'stretch' | 'size' | 'bytes'>): Promise<boolean> {
    const whole = { ...blob, bytes: blob.size } as Blob;
    return finish(await this.#rehash(whole)) === digest;
  }

  /** Moves the end of an unbroken part on and returns it. */
  #advance(ends: Map<number, number>, piece: number, test: (blob: Blob) => boolean): number {
    let end = ends.get(piece) ?? 0;
    for (;;) {
      const blob = this.#starts.get(`${piece}:${end}`);
      const gap = test === isPassed && !blob ? this.#gapAt(piece, end) : undefined;
      if (!gap && !(blob && test(blob))) break;
      end += gap?.length ?? blob!.stretch.length;
    }
    ends.set(piece, end);
    return end;
  }

  #gapAt(piece: number, offset: number): Stretch | undefined {
    return this.#plan.gaps.find((gap) => gap.piece === piece && gap.offset === offset);
  }

  async #writeRest({ links, files, configuration }: SetContent): Promise<PlacedEntry[]> {
    const isc =
      configuration === undefined ? undefined : { name: `isc_${this.created}`, content: configuration };
    const tail = await writeTail(this.#plan, this.#files, this.#mtime, {
      links: linksOf(links),
      files,
      ...(isc && { configuration: isc }),
    });
    const blobs: PlacedEntry[] = [];
    const empty: Stretch[] = [...this.#plan.gaps];
    for (const [digest, { state, stretch, size }] of this.#blobs) {
      if (state === 'done') blobs.push({ ...stretch, name: blobName(digest), size });
      else empty.push(stretch);
    }
    return [...blobs, ...tail, ...(await writeFillers(this.#files, this.#mtime, empty))];
  }

  #index({ enclave, number, tool, links, partial }: SetContent, pieces: SetIndex['pieces']): SetIndex {
    const failed = [...this.#blobs]
      .filter(([, b]) => b.wanted && b.state !== 'done')
      .map(([digest]) => digest);
    const named = new Set(
      links.flatMap(({ digest, instances = [], blobs }) => [digest, ...instances, ...blobs]),
    );
    return {
      format: 1,
      transfer: this.#options.name,
      enclave,
      number,
      created: this.created,
      tool,
      status: partial || failed.length > 0 ? 'partial' : 'complete',
      pieces,
      images: links.map(({ repository, tag, digest }) => ({
        repository,
        ...(tag !== undefined && { tag }),
        digest,
      })),
      failed,
      earlier: [...named].filter((digest) => !this.#blobs.has(digest)),
    };
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function ignoringDiskFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (asAirlockError(error).code !== 'disk-full') throw error;
  }
}
