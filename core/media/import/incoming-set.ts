import { type FileHandle, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import {
  makeDirectory,
  sweepTemporary,
  syncDirectory,
  writeFileAtomic,
} from '../../base/files/atomic-file.ts';
import { open } from '../../base/files/created-files.ts';
import type { ByteRange } from '../../base/image/byte-ranges.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { type Check, checkMaker, checksOf, EntryCheck, walkFile } from '../../store/archive/check-entries.ts';
import {
  entryRange,
  fileArrived,
  INCOMING,
  RECEIVED_NAME,
  type Received,
  type ReceivedLine,
  readReceived,
} from '../../store/archive/received-spans.ts';
import { VolumeHasher } from '../../store/archive/write/volume-hash.ts';
import {
  INDEX_NAME,
  type IndexEntry,
  type SetIndex,
  sha256OfFile,
} from '../../store/set-format/set-index.ts';
import { usedAfterClose } from '../../store/set-format/volume-files.ts';
import { probeFileSystem } from '../../store/workspace/file-system.ts';
import { takeLock } from '../../store/workspace/lock.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { type ExportDocument, parseExportDocument, type Span } from '../volumes/export-document.ts';
import type { FoundIndex } from '../volumes/found-index.ts';
import { t } from './messages.ts';

const CHUNK = 1024 * 1024;
const EXPORT_FILE = /^export-[0-9a-f]{16}\.json$/;

/**
 * A set that is assembled from what arrives. Its files have their full size from the start, and a journal records which
 * of their bytes are in place. Written bytes count once they have been verified and synced to disk.
 */
export class IncomingSet {
  readonly found: FoundIndex;
  readonly directory: string;
  /** Its folder once it's complete. */
  readonly destination: string;
  readonly received: Received;
  /** Bytes given to write calls by this process. */
  written = 0;
  readonly #handles: FileHandle[];
  readonly #journal: FileHandle;
  readonly #release: () => Promise<void>;
  readonly #hasher = new VolumeHasher();
  readonly #checkOf: (entry: IndexEntry) => Check;
  readonly #dirty = new Set<number>();
  #pending: ReceivedLine[] = [];

  private constructor(parts: {
    found: FoundIndex;
    directory: string;
    destination: string;
    received: Received;
    handles: FileHandle[];
    journal: FileHandle;
    release: () => Promise<void>;
  }) {
    this.found = parts.found;
    this.directory = parts.directory;
    this.destination = parts.destination;
    this.received = parts.received;
    this.#handles = parts.handles;
    this.#journal = parts.journal;
    this.#release = parts.release;
    this.#checkOf = checkMaker(parts.found.index);
  }

  /**
   * Creates a set below `transfers/` of a folder, or resumes one.
   * @throws AirlockError `workspace-locked` while another process receives it, `workspace-invalid` when a different set
   *   of this name exists, `disk-full` when it can't fit, `file-system`, `disk`
   */
  static async open(
    root: string,
    found: FoundIndex,
    onTakeover?: (problem: Problem) => void,
  ): Promise<IncomingSet> {
    const { index } = found;
    const destination = join(root, 'transfers', index.transfer);
    const directory = `${destination}${INCOMING}`;
    const handles: FileHandle[] = [];
    const removed: ReceivedLine[] = [];
    let release: (() => Promise<void>) | undefined;
    let journal: FileHandle | undefined;
    try {
      await makeDirectory(directory);
      release = await takeLock(join(directory, 'lock'), onTakeover ? { onTakeover } : {});
      await sweepTemporary(directory);
      await keepIndex(directory, found);
      const { received, length, index: about } = await readReceived(directory, index);
      if (about === undefined) await makeRoom(directory, index);
      journal = await open(join(directory, RECEIVED_NAME), 'a', 0o644);
      await journal.truncate(length);
      for (const [i, { name, size }] of index.volumes.entries()) {
        const handle = await openVolume(join(directory, name));
        handles.push(handle);
        const { size: there } = await handle.stat();
        if (there === size) continue;
        await handle.truncate(size);
        // A file that was removed or truncated doesn't contain what the journal says.
        if (about === undefined || there > size) continue;
        received[i]!.remove(there, size);
        removed.push({ t: 'lost', f: i + 1, o: there, l: size - there });
      }
      const set = new IncomingSet({ found, directory, destination, received, handles, journal, release });
      if (about === undefined) await set.#append([{ t: 'open', format: 2, index: found.sha256 }]);
      if (removed.length > 0) await set.#append(removed);
      await syncDirectory(directory);
      await syncDirectory(join(root, 'transfers'));
      return set;
    } catch (error) {
      for (const handle of handles) await handle.close();
      await journal?.close();
      await release?.();
      throw asAirlockError(error, directory);
    }
  }

  /** Bytes of entries that have arrived, and bytes of all entries. */
  get progress(): { bytesReceived: number; total: number } {
    let [here, total] = [0, 0];
    for (const [i, { entries }] of this.found.index.volumes.entries()) {
      const last = entries.at(-1);
      const end = last ? entryRange(last)[1] : 0;
      total += end;
      here += this.received[i]!.within(0, end);
    }
    return { bytesReceived: here, total };
  }

  get complete(): boolean {
    return this.found.index.volumes.every((volume, i) => fileArrived(this.received[i]!, volume));
  }

  /** Returns the ranges of a stretch of a file that haven't arrived. */
  gaps(file: number, from: number, to: number): ByteRange[] {
    return this.received[file]!.gaps(from, to);
  }

  /** Checks whether all bytes of a span have arrived. */
  has({ file, offset, length }: Span): boolean {
    const number = this.found.index.volumes.findIndex(({ name }) => name === file);
    return this.received[number]?.covers(offset, offset + length) ?? false;
  }

  /** Writes bytes to their place. They count after {@link take}. @throws AirlockError `disk`, `disk-full` */
  async write(file: number, position: number, bytes: Buffer): Promise<void> {
    this.#dirty.add(file);
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#handleOf(file).write(
          bytes,
          done,
          bytes.length - done,
          position + done,
        );
        done += bytesWritten;
        this.written += bytesWritten;
      }
    } catch (error) {
      throw asAirlockError(error, this.directory);
    }
  }

  /** Records entire entries that were verified as they were written. */
  take(file: number, from: number, to: number): void {
    this.received[file]!.add(from, to);
    const last = this.#pending.at(-1);
    // A volume may have a million entries, so neighbors are merged into one line.
    if (last?.t === 'received' && last.f === file + 1 && last.o + last.l === from) last.l += to - from;
    else this.#pending.push({ t: 'received', f: file + 1, o: from, l: to - from });
    this.#hasher.advance(
      join(this.directory, this.found.index.volumes[file]!.name),
      this.received[file]!.head,
    );
  }

  /**
   * Records a verified part of an entry. After the last part, reads the entry back. If it doesn't match the index,
   * discards all of it, because nothing shows which part was wrong.
   * @returns whether the entry still counts as valid
   */
  async takePart(file: number, entry: IndexEntry, from: number, to: number): Promise<boolean> {
    const [low, high] = entryRange(entry);
    const ranges = this.received[file]!;
    const completes = ranges.within(low, high) + (to - from) - ranges.within(from, to) === high - low;
    if (!completes || (await this.#entryMatches(file, entry))) {
      this.take(file, from, to);
      return true;
    }
    ranges.remove(low, high);
    this.#pending.push({ t: 'lost', f: file + 1, o: low, l: high - low });
    return false;
  }

  /** Syncs recorded bytes to disk: first the data, then the journal. @throws AirlockError `disk`, `disk-full` */
  async sync(): Promise<void> {
    try {
      for (const file of [...this.#dirty]) {
        this.#dirty.delete(file);
        // The next call must not add bytes to the journal either if they may not be on disk.
        await this.#handleOf(file)
          .datasync()
          .catch((error: unknown) => {
            this.#dirty.add(file);
            throw error;
          });
      }
      const lines = this.#pending;
      this.#pending = [];
      if (lines.length > 0) await this.#append(lines);
    } catch (error) {
      throw asAirlockError(error, this.directory);
    }
  }

  /** Stores a document that describes how the set was cut. The latest revision determines what is missing. */
  async keepExport(document: ExportDocument): Promise<void> {
    const name = `export-${document.id}.json`;
    if ((await namesIn(this.directory)).includes(name)) return;
    await writeFileAtomic(join(this.directory, name), `${JSON.stringify(document)}\n`);
  }

  exports(): Promise<ExportDocument[]> {
    return savedExports(this.directory, this.found.sha256);
  }

  /**
   * Gives the set its final name when every file has the digest in the index. Moves documents of exports to `keep`.
   * @throws AirlockError `archive-malformed` when the files on disk don't match what was received, or the index
   *   contradicts itself; the damaged content is then discarded and can be received again
   */
  async finish(keep: string, signal?: AbortSignal): Promise<void> {
    await this.sync();
    const { index } = this.found;
    try {
      for (const [i, volume] of index.volumes.entries()) {
        signal?.throwIfAborted();
        const path = join(this.directory, volume.name);
        const fault =
          (await this.#hasher.digest(path, volume.size)) === volume.sha256
            ? undefined
            : await this.#contradiction(i);
        if (fault) throw fault;
      }
      for (const name of await namesIn(this.directory))
        if (EXPORT_FILE.test(name))
          await writeFileAtomic(join(keep, name), await readFile(join(this.directory, name)));
      await this.#shut();
      await sweepTemporary(this.directory, { alone: true });
      await syncDirectory(this.directory);
      await rename(this.directory, this.destination);
      await syncDirectory(join(this.destination, '..'));
      await tidyComplete(this.destination);
    } catch (error) {
      throw asAirlockError(error, this.directory);
    }
  }

  async close(): Promise<void> {
    await this.#shut();
    await this.#release();
  }

  async #shut(): Promise<void> {
    await this.#hasher.close();
    for (const handle of this.#handles.splice(0)) await handle.close();
    await this.#journal.close();
  }

  /**
   * Returns why a file doesn't match the index, or undefined when it does. Wrong parts may have been hashed before they
   * were replaced.
   */
  async #contradiction(file: number): Promise<AirlockError | undefined> {
    const volume = this.found.index.volumes[file]!;
    const path = join(this.directory, volume.name);
    const damaged: Check[] = [];
    const checks = checksOf(volume, this.found.index);
    const found = await walkFile(path, checks, { onFault: (check) => damaged.push(check) });
    if (found.sha256 === volume.sha256) return undefined;
    for (const { offset, header, size } of damaged) {
      const [low, high] = [offset, offset + (header?.length ?? 0) + Math.ceil(size / 512) * 512];
      this.received[file]!.remove(low, high);
      this.#pending.push({ t: 'lost', f: file + 1, o: low, l: high - low });
    }
    await this.sync();
    return damaged.length > 0
      ? new AirlockError('archive-malformed', t('receivedDamaged', { path }), {
          side: 'local',
          at: { file: path },
          remedy: t('receivedDamagedRemedy'),
        })
      : new AirlockError(
          'archive-malformed',
          t('indexInconsistent', {
            index: INDEX_NAME,
            transfer: this.found.index.transfer,
            file: volume.name,
          }),
          {
            side: 'local',
            remedy: t('indexInconsistentRemedy'),
          },
        );
  }

  /** Reads an entry back and compares it with the index. */
  async #entryMatches(file: number, entry: IndexEntry): Promise<boolean> {
    const check = new EntryCheck(this.#checkOf(entry));
    const [low, high] = entryRange(entry);
    const handle = this.#handleOf(file);
    for (let at = low; at < high; at += CHUNK) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, high - at));
      await readFully(handle, buffer, at, this.directory);
      check.feed(buffer, at);
    }
    return check.fault() === undefined;
  }

  #handleOf(file: number): FileHandle {
    const handle = this.#handles[file];
    if (!handle) throw usedAfterClose(this.directory);
    return handle;
  }

  async #append(lines: ReceivedLine[]): Promise<void> {
    await this.#journal.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await this.#journal.datasync();
  }
}

/** Returns the export documents in a folder that belong to the set with this index, by revision. */
export async function savedExports(directory: string, indexSha256: string): Promise<ExportDocument[]> {
  const found: ExportDocument[] = [];
  for (const name of await namesIn(directory)) {
    if (!EXPORT_FILE.test(name)) continue;
    const path = join(directory, name);
    const document = parseExportDocument(await readFile(path, 'utf8'), path);
    if (document.indexSha256 === indexSha256) found.push(document);
  }
  return found.toSorted((a, b) => a.revision - b.revision);
}

/**
 * Removes temporary files and files that only an incomplete set needs. The process that completed the set may have been
 * killed before it did so. No process writes to a complete set.
 */
export async function tidyComplete(directory: string): Promise<void> {
  await sweepTemporary(directory, { alone: true });
  const left = (await namesIn(directory)).filter(
    (name) => name === RECEIVED_NAME || name === 'lock' || EXPORT_FILE.test(name),
  );
  for (const name of left) await rm(join(directory, name), { force: true });
  // They could reappear after a power failure, and `verify` would report files that don't belong to the set.
  if (left.length > 0) await syncDirectory(directory);
}

async function keepIndex(directory: string, { content, index, sha256 }: FoundIndex): Promise<void> {
  const path = join(directory, INDEX_NAME);
  const there = await sha256OfFile(path);
  if (there === sha256) return;
  if (there !== undefined)
    throw new AirlockError(
      'workspace-invalid',
      t('otherSetArriving', { transfer: index.transfer, directory }),
      {
        side: 'local',
        remedy: t('otherSetArrivingRemedy'),
      },
    );
  await writeFileAtomic(path, content());
}

/** Rejects a set that can't fit before a byte is written. */
async function makeRoom(directory: string, { volumes, transfer }: SetIndex): Promise<void> {
  const { maxFileBytes, free } = await probeFileSystem(directory);
  const large = volumes.find(({ size }) => maxFileBytes !== undefined && size > maxFileBytes);
  if (large)
    throw new AirlockError(
      'file-system',
      t('fileTooLarge', { name: large.name, transfer, size: String(large.size), directory }),
      {
        side: 'local',
        exitCode: 4,
      },
    );
  const freeBytes = await free();
  const needed = volumes.reduce((sum, { size }) => sum + size, 0);
  if (needed > freeBytes)
    throw new AirlockError(
      'disk-full',
      t('spaceMissing', { transfer, needed: String(needed), directory, free: String(freeBytes) }),
      { side: 'local', expected: `${needed} bytes`, found: `${freeBytes} bytes` },
    );
  for (const { name } of volumes) await truncate(join(directory, name), 0).catch(() => undefined);
}

async function openVolume(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'wx+', 0o644);
  }
}
