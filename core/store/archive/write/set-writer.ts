import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import {
  makeDirectory,
  sweepTemporary,
  syncDirectory,
  writeFileAtomic,
} from '../../../base/files/atomic-file.ts';
import type { ContentSource } from '../../../base/image/content.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { collectBytes, type ReadOptions } from '../../../base/image/verified-read.ts';
import { bytesText } from '../../../base/messages/bytes-text.ts';
import type { AttachedFile } from '../../set-format/attachments.ts';
import { blobName, classify, SET_FILE_NAME } from '../../set-format/entry-names.ts';
import { JOURNAL_NAME, Journal, type Journaled } from '../../set-format/journal.ts';
import { type ImageLinks, INDEX_NAME, type IndexVolume, type SetIndex } from '../../set-format/set-index.ts';
import { VolumeFiles } from '../../set-format/volume-files.ts';
import { nameOfVolume, type Stretch, VolumePlan } from '../../set-format/volume-plan.ts';
import { type FileSystem, probeFileSystem } from '../../workspace/file-system.ts';
import type { BlobSink } from './blob-sink.ts';
import type { BlobState } from './blob-table.ts';
import { damagedHeaders } from './header-check.ts';
import { t } from './messages.ts';
import { PlacedEntries, type PlacedEntry } from './placed-entries.ts';
import { SetBlobs } from './set-blobs.ts';
import { closeVolumes, indexText, writeFillers } from './set-closing.ts';
import { linksOf, type SetFile, writeTail } from './set-content.ts';
import { VolumeHasher } from './volume-hash.ts';

export type { ImageLinks, SetIndex } from '../../set-format/set-index.ts';
export type { BlobSink } from './blob-sink.ts';
export type { BlobState } from './blob-table.ts';
export type { SetFile } from './set-content.ts';

const DEFAULT_ARCHIVE_SIZE = 500 * 2 ** 30;

export interface SetOptions {
  /** `…/<name>.partial`; created when missing, resumed when it exists. */
  directory: string;
  /** `<enclave>-<NNNN>`, the folder's name when the set is complete. */
  name: string;
  /** Maximum size of an archive file in bytes; default 500 GiB. */
  archiveSizeBytes?: number;
  /** Makes a larger blob an error instead of an archive file of its own. */
  strict?: boolean;
  /** Default: detected by a test. */
  fileSystem?: FileSystem;
  onWarning?: (problem: Problem) => void;
}

/** Content of a set in addition to its blobs. */
export interface SetContent {
  enclave: string;
  number: number;
  /** Name and version of the program that wrote it. */
  tool: string;
  links: ImageLinks[];
  files: SetFile[];
  /** Files in addition to images, whose content is among the blobs. */
  attachments?: readonly AttachedFile[];
  /** The image set configuration, stored as `isc_<RFC 3339>`. */
  configuration?: Uint8Array | string;
  /** Images are missing for which `reserve` was never called. */
  partial?: boolean;
}

/**
 * Writes a set: each blob once, directly to its final place, and many at a time. A journal lets another run resume
 * after a kill (docs/architecture.md#crash-safety). Finished blobs can be read back at once.
 */
export class SetWriter implements ContentSource {
  /** RFC 3339, UTC, in seconds: when the set was created, possibly by an earlier run. */
  readonly created: string;
  readonly #options: SetOptions;
  readonly #fileSystem: FileSystem;
  readonly #files: VolumeFiles;
  readonly #journal: Journal;
  readonly #plan: VolumePlan;
  readonly #hasher = new VolumeHasher();
  readonly #blobs: SetBlobs;
  #shutting: Promise<void> | undefined;

  private constructor(options: SetOptions, fileSystem: FileSystem, journal: Journal, created: string) {
    this.#options = options;
    this.#fileSystem = fileSystem;
    this.#journal = journal;
    this.created = created;
    this.#files = new VolumeFiles(options.directory);
    const { archiveSizeBytes = DEFAULT_ARCHIVE_SIZE, strict = false, onWarning } = options;
    const { maxFileBytes, holes } = fileSystem;
    this.#plan = new VolumePlan({
      archiveSizeBytes,
      strict,
      maxFileBytes,
      onWarning,
    });
    this.#blobs = new SetBlobs({
      location: options.directory,
      mtime: this.#mtime,
      files: this.#files,
      journal,
      plan: this.#plan,
      hasher: this.#hasher,
      holes,
    });
  }

  /**
   * Creates a set or resumes one. Blobs that were finished after the last sync mark are read back before they are
   * trusted.
   * @throws AirlockError `disk`, `disk-full`, `archive-size` for an archive size that is too small for any content
   */
  static async open(options: SetOptions): Promise<SetWriter> {
    try {
      await makeDirectory(options.directory);
      const fileSystem = options.fileSystem ?? (await probeFileSystem(options.directory));
      const { journal, blobs, created } = await Journal.open(join(options.directory, JOURNAL_NAME));
      const now = `${new Date().toISOString().slice(0, 19)}Z`;
      let writer: SetWriter | undefined;
      try {
        writer = new SetWriter(options, fileSystem, journal, created ?? now);
        journal.opened(writer.created);
        await writer.#resume(blobs);
        await syncDirectory(options.directory);
        await syncDirectory(dirname(options.directory));
        return writer;
      } catch (error) {
        await (writer ? writer.#shut() : journal.close());
        throw error;
      }
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  /** Bytes given to write calls in this run. */
  get bytesWritten(): number {
    return this.#files.written;
  }

  /** True while the set has no content. */
  get empty(): boolean {
    for (const [, { state, bytes }] of this.#blobs.all()) if (state === 'done' || bytes > 0) return false;
    return true;
  }

  /**
   * Assigns a place to a blob without I/O. Does nothing when called again with the same digest.
   * @throws AirlockError `archive-size` (strict, or a file system with a limit), `size-mismatch` for another size than
   *   before
   */
  reserve({ digest, size }: { digest: Digest; size: number }): void {
    this.#blobs.reserve(digest, size);
  }

  /** Returns the state of a blob. */
  state(digest: Digest): BlobState {
    return this.#blobs.get(digest)?.state ?? 'absent';
  }

  /** Returns the bytes of unfinished content from an earlier attempt, which don't need to be fetched again. */
  partialBytes(digest: Digest): number {
    return this.#blobs.get(digest)?.bytes ?? 0;
  }

  /**
   * Opens the place of a reserved blob for writing, at the byte where the last attempt stopped.
   * @throws AirlockError `internal` when it isn't reserved, is already finished or is being written; `disk`
   */
  begin(digest: Digest): Promise<BlobSink> {
    return this.#blobs.begin(digest);
  }

  /**
   * Reserves and writes small content such as a manifest or a config. Does nothing when it's finished. @throws as
   * `reserve` and `finish` of a sink
   */
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

  /** Abandons a blob for this run: its place becomes filler, and the set is partial. It can be started again. */
  fail(digest: Digest): void {
    this.#blobs.fail(digest);
  }

  /**
   * Compares the bytes that remain to be written with the free space.
   * @returns bytes that are free beyond that
   * @throws AirlockError `disk-full` naming both
   */
  async checkSpace(): Promise<number> {
    const free = await this.#fileSystem.free();
    const { remaining } = this.#blobs;
    if (remaining <= free) return free - remaining;
    const sizes = { needed: bytesText(remaining), free: bytesText(free) };
    throw new AirlockError('disk-full', t('spaceMissing', { directory: this.#options.directory, ...sizes }), {
      side: 'local',
      expected: `${remaining} bytes`,
      found: `${free} bytes`,
    });
  }

  size(digest: Digest): number | undefined {
    const blob = this.#blobs.get(digest);
    return blob?.state === 'done' ? blob.size : undefined;
  }

  read(digest: Digest, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    return this.#blobs.read(digest, options);
  }

  bytes(digest: Digest, limit = 16 * 1024 * 1024): Promise<Buffer> {
    return collectBytes(this.read(digest), this.size(digest) ?? 0, limit, digest);
  }

  /**
   * Completes the set: writes links, files and configuration after the blobs and fillers for missing content, syncs
   * everything, writes `index.json`, and gives the folder its final name. Closes the writer.
   * @throws AirlockError `disk-full`, `disk`; the set can still be resumed
   */
  async finish(content: SetContent): Promise<SetIndex> {
    const { opened } = this.#blobs;
    if (opened) throw new AirlockError('internal', t('stillOpen', { digest: opened }));
    const { directory, name } = this.#options;
    try {
      await this.#blobs.end();
      const entries = await this.#writeRest(content);
      const volumes = await closeVolumes(this.#plan, this.#files, this.#hasher, entries);
      await this.#checkHeaders(entries);
      const index = this.#index(content, volumes);
      await writeFileAtomic(join(directory, INDEX_NAME), indexText(index));
      await this.#shut();
      await rm(join(directory, JOURNAL_NAME), { force: true });
      await sweepTemporary(directory, { alone: true });
      await syncDirectory(directory);
      await rename(directory, join(dirname(directory), name));
      await syncDirectory(dirname(directory));
      return index;
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  /**
   * Ends this run's work on the set, which the next `open` resumes. Pauses open sinks, whose writers get `interrupted`.
   * Does nothing the second time.
   * @throws AirlockError `disk-full`, `disk` when some content didn't reach the disk; the set is closed nevertheless
   */
  async close(): Promise<void> {
    if (this.#shutting) return this.#shutting;
    try {
      await this.#blobs.end();
      await this.#blobs.marks.flush();
    } finally {
      await this.#shut();
    }
  }

  /** Closes, and removes the folder when the set has no content. */
  async discard(): Promise<void> {
    const { empty } = this;
    await this.close();
    if (empty) await rm(this.#options.directory, { recursive: true, force: true });
  }

  get #mtime(): number {
    return Date.parse(this.created) / 1000;
  }

  /**
   * Closes in order of dependency: sinks write to files and journal, the hasher reads files, a sync mark writes to the
   * journal.
   */
  #shut(): Promise<void> {
    this.#shutting ??= (async () => {
      await this.#blobs.end();
      await this.#blobs.marks.stop();
      await this.#hasher.close();
      await this.#journal.close();
      await this.#files.close();
    })();
    return this.#shutting;
  }

  async #resume(blobs: Map<Digest, Journaled>): Promise<void> {
    const { directory } = this.#options;
    await rm(join(directory, INDEX_NAME), { force: true });
    await sweepTemporary(directory, { alone: true });
    await this.#restore(blobs);
    this.#plan.restore([...this.#blobs.all()].map(([, { stretch }]) => stretch));
    const planned = new Set([...this.#plan.ends.keys()].map((volume) => nameOfVolume({ volume })));
    // Writes to a file that was removed while open would be lost.
    await this.#files.release();
    // A run that died while closing the set may have created volumes without blobs.
    for (const name of await readdir(directory))
      if (SET_FILE_NAME.test(name) && !planned.has(name)) await rm(join(directory, name));
    this.#blobs.followFinal();
  }

  /** Restores the finished content. Other content is removed from the journal and fetched again. */
  async #restore(blobs: Map<Digest, Journaled>): Promise<void> {
    const sizes = new Map<number, number>();
    for (const volume of new Set([...blobs.values()].map(({ stretch }) => stretch.volume)))
      sizes.set(volume, await sizeOf(this.#files.path(volume)));
    const done = [...blobs]
      .filter(([, { state, stretch }]) => state === 'done' && sizes.get(stretch.volume)! > stretch.offset)
      .sort(([, a], [, b]) => a.stretch.volume - b.stretch.volume || a.stretch.offset - b.stretch.offset);
    const headless = new Set(
      (await damagedHeaders(this.#files, this.#mtime, entriesOf(done))).map(({ digest }) => digest),
    );
    let lost = 0;
    for (const [digest, known] of blobs) {
      const fileSize = sizes.get(known.stretch.volume)!;
      if (!headless.has(digest) && (await this.#blobs.restore(digest, known, fileSize))) continue;
      if (known.state === 'done') lost++;
      this.#journal.forget(digest);
    }
    if (lost > 0) this.#options.onWarning?.(damagedContent(this.#options.directory, lost));
  }

  /**
   * Checks every tar header once more before the set counts as complete.
   * @throws AirlockError `disk`; the next run fetches the damaged content again
   */
  async #checkHeaders(entries: PlacedEntries): Promise<void> {
    const damaged = await damagedHeaders(this.#files, this.#mtime, entries.all());
    const [first] = damaged;
    if (!first) return;
    for (const { name } of damaged) {
      const entry = classify(name);
      if (entry.kind === 'blob') this.#journal.forget(entry.digest);
    }
    const path = this.#files.path(first.volume);
    const message = t('headerDamaged', { path, name: first.name, offset: first.offset });
    throw new AirlockError('disk', message, { side: 'local', remedy: t('headerDamagedRemedy') });
  }

  async #writeRest({ links, files, configuration }: SetContent): Promise<PlacedEntries> {
    const isc =
      configuration === undefined ? undefined : { name: `isc_${this.created}`, content: configuration };
    const placed = new PlacedEntries();
    const content = { links: linksOf(links), files, configuration: isc };
    await writeTail(this.#plan, this.#files, this.#mtime, content, placed);
    const empty: Stretch[] = [...this.#plan.gaps];
    for (const [digest, { state, stretch, size }] of this.#blobs.all()) {
      if (state !== 'done') empty.push(stretch);
      else placed.addBlob({ volume: stretch.volume, offset: stretch.offset, size }, digest);
    }
    await writeFillers(this.#files, this.#mtime, empty, placed);
    return placed;
  }

  #index(
    { enclave, number, tool, links, attachments = [], partial }: SetContent,
    volumes: IndexVolume[],
  ): SetIndex {
    const failed = [...this.#blobs.all()]
      .filter(([, { wanted, state }]) => wanted && state !== 'done')
      .map(([digest]) => digest);
    const earlier = new Set<Digest>();
    for (const { digest, instances = [], blobs } of links)
      for (const each of [digest, ...instances, ...blobs]) if (!this.#blobs.get(each)) earlier.add(each);
    return {
      format: 2,
      transfer: this.#options.name,
      enclave,
      number,
      created: this.created,
      tool,
      status: partial || failed.length > 0 ? 'partial' : 'complete',
      volumes,
      images: links.map(({ repository, tag, digest }) => ({
        repository,
        tag,
        digest,
      })),
      failed,
      earlier: [...earlier],
      attachments: attachments.length > 0 ? [...attachments] : undefined,
    };
  }
}

function* entriesOf(blobs: Iterable<[Digest, Journaled]>): Generator<PlacedEntry & { digest: Digest }> {
  for (const [digest, { stretch, size }] of blobs)
    yield { digest, name: blobName(digest), volume: stretch.volume, offset: stretch.offset, size };
}

function damagedContent(directory: string, blobs: number): Problem {
  return {
    code: 'archive-malformed',
    level: 'warning',
    message: t('contentDamaged', { count: blobs, directory }),
    remedy: t('contentDamagedRemedy'),
  };
}

/** Returns the bytes of a file, or 0 when it doesn't exist. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
