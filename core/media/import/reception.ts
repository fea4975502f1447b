import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { ByteRanges } from '../../base/image/byte-ranges.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { RateMeter } from '../../runs/progress/rate-meter.ts';
import { entryRange } from '../../store/archive/received-spans.ts';
import { INDEX_NAME, sha256OfFile } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { checkChecksums, type FileFault } from '../export/drive-checksums.ts';
import type { VolumeState } from '../export/events.ts';
import {
  type CandidateFile,
  candidate,
  type FoundFolder,
  type FoundOnDrive,
  findOnDrive,
  readExport,
  withWriter,
} from '../export/find-on-drive.ts';
import { type DeliverableNames, deliverableNames } from '../record/deliverable-names.ts';
import { readJournal, writeJournal } from '../transfer/journal.ts';
import {
  extraOf,
  type OpenedVolume,
  openCarryVolume,
  receiveCarryVolume,
  volumeOfCut,
} from '../volumes/carry-volume.ts';
import { EXPORT_NAME, type ExportDocument } from '../volumes/export-document.ts';
import { type FoundIndex, readFoundIndex, readFoundIndexFile } from '../volumes/found-index.ts';
import { type PlaceOfDamage, receiveSpans } from '../volumes/receive-volume.ts';
import type { SpanFile } from '../volumes/span-file.ts';
import { imagesNeeding } from './images-needing.ts';
import { IncomingSet, savedExports, tidyComplete } from './incoming-set.ts';
import { t } from './messages.ts';
import type { FileOutcome, ReceptionControl, ReceptionState } from './reception-outcome.ts';
import {
  arrivalOf,
  byDeliverable,
  completeArrival,
  type DamagedPlace,
  filesAmong,
  imagesOfIncoming,
  type TransferArrival,
} from './report.ts';

export type { FileOutcome, ReceptionControl, ReceptionState } from './reception-outcome.ts';

interface Receiving {
  found: FoundIndex;
  /** Open while it is received. */
  set: IncomingSet | undefined;
  /** Its folder when it's complete, or was complete before. */
  complete: string | undefined;
  documents: Map<string, ExportDocument>;
  damaged: Set<number>;
  named: DeliverableNames;
  damage: { file: string; volume: number; places: PlaceOfDamage[] }[];
}

/**
 * Receives sets from media, folders and single files in any order. Only reads from media. Creates
 * `transfers/<transfer>.incoming/` in `directory`, and removes the suffix when the set is complete.
 */
export class Reception {
  readonly #directory: string;
  readonly #control: ReceptionControl;
  readonly #known = new Map<string, Receiving>();
  readonly #documents = new Map<string, ExportDocument>();
  #rejected: AirlockError[] = [];
  /** Errors of indexes inside volumes, by the digest of the index. A signature may arrive after the volumes. */
  readonly #unsigned = new Map<string, AirlockError>();
  #files: FileFault[] = [];
  #waiting: ReceptionState['waiting'] = [];
  readonly #meter = new RateMeter();
  #progress = { done: 0, total: 0, reported: 0 };
  #written = 0;

  constructor(directory: string, control: ReceptionControl) {
    this.#directory = directory;
    this.#control = control;
  }

  /**
   * Receives everything that a folder has of Airlock's own sets. Skips invalid content, which {@link state} reports.
   * @returns folders in it with sets of other tools, and those that can't be read
   * @throws AirlockError `disk` when the drive is disconnected, `disk-full`, `interrupted`; all of them can be resumed
   */
  async takeFolder(path: string): Promise<Pick<FoundOnDrive, 'foreign' | 'unreadable'>> {
    const drive = basename(path);
    this.#control.emit({ type: 'phase', phase: 'planning', drive, detail: path });
    const found = await findOnDrive(path).catch((error: unknown) => {
      throw onSide(error, 'source');
    });
    this.#rejected.push(...found.rejected);
    const { signal } = this.#control;
    for (const fault of await checkChecksums(path, found, { app: false, signal }))
      if (!found.rejected.some(({ at }) => at?.file === fault.file)) this.#files.push(fault);
    for (const folder of found.folders) await this.#learn(folder);
    const files = found.folders.flatMap(({ volumes, setFiles }) => [...volumes, ...setFiles]);
    this.#progress.total += files.reduce((sum, { size }) => sum + size, 0);
    this.#control.emit({ type: 'phase', phase: 'receiving', drive, detail: path });
    for (const { index, volumes, setFiles } of found.folders) {
      for (const file of volumes) await this.takeFile(file, drive);
      for (const file of setFiles) await this.#guarded(file, () => this.#takeSetFile(index!, file));
    }
    return found;
  }

  /** Receives a volume of an export. @throws as {@link takeFolder} */
  async takeFile(file: CandidateFile, drive = basename(join(file.path, '..'))): Promise<FileOutcome> {
    return (await this.#guarded(file, () => this.#addVolume(file, drive))) ?? { state: 'foreign' };
  }

  /** Receives volumes that arrived before the index of their set, if they still exist. @throws as {@link takeFolder} */
  async takeWaiting(): Promise<void> {
    for (const { file } of this.#waiting)
      if ((await namesIn(join(file, '..'))).includes(basename(file)))
        await this.takeFile(await candidate(file));
  }

  /** Reads a separate index file, as in a folder where files arrive one by one. */
  async takeIndex(bytes: Buffer, path: string): Promise<void> {
    if (this.#known.has(sha256(bytes).slice('sha256:'.length))) return;
    await this.#receiving(readFoundIndex(bytes, path));
  }

  /** Reads a separate document that describes how a set was cut. */
  async takeExport(bytes: Buffer, path: string): Promise<void> {
    await this.#learnExport(readExport(bytes, path));
  }

  /**
   * Gives complete sets their final names.
   * @throws AirlockError `archive-malformed` when the files on disk don't match what was received, `disk-full`, `disk`
   */
  async finishComplete(): Promise<void> {
    for (const receiving of this.#known.values()) {
      const { set, found } = receiving;
      if (!set) continue;
      await set.sync();
      if (!set.complete) continue;
      await this.#control.release?.(found, set.directory);
      const { transfer, enclave } = found.index;
      this.#control.emit({ type: 'phase', phase: 'verifying', detail: transfer });
      this.#written += set.written;
      try {
        await set.finish(this.#keep(enclave, transfer), this.#control.signal);
      } catch (error) {
        await set.close();
        throw error;
      } finally {
        receiving.set = undefined;
      }
      receiving.complete = set.destination;
      await this.#noteImported(transfer);
    }
  }

  async #noteImported(transfer: string): Promise<void> {
    const lines = await readJournal(this.#directory, transfer);
    if (!lines.some(({ step }) => step === 'imported'))
      await writeJournal(this.#directory, transfer, { step: 'imported' });
  }

  /**
   * Returns the results so far. Received content is synced to disk before it returns. @throws AirlockError `disk`,
   * `disk-full`
   */
  async state(): Promise<ReceptionState> {
    const transfers: TransferArrival[] = [];
    const damage: DamagedPlace[] = [];
    let written = this.#written;
    for (const { found, set, complete, documents, damaged, named, damage: places } of this.#known.values()) {
      const { index } = found;
      await set?.sync();
      written += set?.written ?? 0;
      const revisions = [...documents.values()].toSorted((a, b) => a.revision - b.revision);
      const directory = complete ?? set?.directory ?? join(this.#directory, 'transfers', index.transfer);
      const images =
        complete && places.length === 0
          ? []
          : await imagesOfIncoming(this.#directory, directory, index).catch(() => []);
      if (complete) transfers.push(completeArrival(index, complete, revisions));
      else {
        const received = set?.received ?? index.volumes.map(() => new ByteRanges());
        transfers.push(
          arrivalOf({ index, directory, received, documents: revisions, damaged, named }, images),
        );
      }
      const concerned = imagesNeeding(images, 'links');
      for (const { file, volume, places: all } of places)
        for (const { entries, ...place } of all)
          damage.push({
            ...place,
            file,
            volume,
            files: filesAmong(entries),
            deliverables: byDeliverable(concerned(entries), named),
          });
    }
    transfers.sort((a, b) => (a.transfer < b.transfer ? -1 : 1));
    const added = new Set(damage.map(({ file }) => file));
    const files = this.#files.filter(({ file }) => !added.has(file));
    const unsigned = [...this.#unsigned].flatMap(([digest, error]) =>
      this.#known.has(digest) ? [] : [error],
    );
    const rejected = [...this.#rejected, ...unsigned];
    return { transfers, damage, files, rejected, waiting: this.#waiting, written };
  }

  /** Saves what was received, and releases all resources. */
  async close(): Promise<void> {
    for (const receiving of this.#known.values()) {
      const { set } = receiving;
      receiving.set = undefined;
      if (!set) continue;
      try {
        await set.sync();
      } finally {
        await set.close();
      }
    }
  }

  #keep(enclave: string, transfer: string): string {
    return airlockDirectory(this.#directory, 'enclaves', enclave, 'imports', transfer);
  }

  async #learn({ index, document }: FoundFolder): Promise<void> {
    if (index) await this.#receiving(index);
    if (document) await this.#learnExport(document);
  }

  async #learnExport(document: ExportDocument): Promise<void> {
    this.#documents.set(document.id, document);
    const receiving = this.#known.get(document.indexSha256);
    if (!receiving) return;
    receiving.documents.set(document.id, document);
    await receiving.set?.keepExport(document);
  }

  /** Starts receiving a set, or resumes one. */
  async #receiving(found: FoundIndex): Promise<Receiving> {
    const known = this.#known.get(found.sha256);
    if (known) return known;
    const { transfer, enclave } = found.index;
    const place = join(this.#directory, 'transfers', transfer);
    const receiving: Receiving = {
      found,
      set: undefined,
      complete: undefined,
      documents: new Map(),
      damaged: new Set(),
      named: await deliverableNames(this.#directory, found, found.path),
      damage: [],
    };
    if ((await namesIn(place)).includes(INDEX_NAME)) {
      const path = join(place, INDEX_NAME);
      if ((await sha256OfFile(path)) !== found.sha256) {
        // A file that isn't an index is reported as such.
        await readFoundIndexFile(path);
        throw new AirlockError('workspace-invalid', t('otherSetPresent', { transfer, directory: place }), {
          side: 'local',
          remedy: t('otherSetPresentRemedy', { from: dirname(found.path), directory: this.#directory }),
        });
      }
      receiving.complete = place;
      await tidyComplete(place);
    }
    for (const document of this.#documents.values())
      if (document.indexSha256 === found.sha256) receiving.documents.set(document.id, document);
    const folder = receiving.complete ? this.#keep(enclave, transfer) : `${place}.incoming`;
    for (const document of await savedExports(folder, found.sha256))
      receiving.documents.set(document.id, document);
    await this.#control.admit?.(found, this.#directory);
    if (!receiving.complete) {
      receiving.set = await IncomingSet.open(this.#directory, found, (problem) =>
        this.#control.emit({ type: 'problem', problem }),
      );
      for (const document of receiving.documents.values()) await receiving.set.keepExport(document);
    }
    this.#known.set(found.sha256, receiving);
    return receiving;
  }

  async #addVolume(candidate: CandidateFile, drive: string): Promise<FileOutcome> {
    const handle = await open(candidate.path, 'r');
    try {
      const opened = await openCarryVolume(handle, candidate.path);
      await this.#learnFromVolume(opened);
      const name = basename(candidate.path);
      const place = volumeOfCut(opened, name, [...this.#documents.values()]);
      const header = opened.volume?.header;
      const number = header?.number ?? place?.cut.number;
      if (number === undefined) return this.#passed(candidate, { state: 'foreign' });
      const transfer = header?.transfer ?? place!.document.transfer;
      const receiving = place
        ? this.#known.get(place.document.indexSha256)
        : [...this.#known.values()].find(({ found }) => found.index.transfer === transfer);
      if (!receiving) {
        if (!this.#waiting.some(({ file }) => file === candidate.path))
          this.#waiting.push({ transfer, volume: number, file: candidate.path });
        return this.#passed(candidate, { state: 'waiting', transfer, volume: number });
      }
      this.#waiting = this.#waiting.filter(({ file }) => file !== candidate.path);
      const { set, found } = receiving;
      const { index } = found;
      const report = (state: VolumeState): void =>
        this.#control.emit({
          type: 'volume',
          number,
          of: header?.of ?? place?.document.volumes.length ?? number,
          name,
          size: candidate.size,
          state,
          drive,
        });
      const spans = header?.spans ?? place?.cut.spans ?? [];
      if (!set || spans.every((span) => set.has(span))) {
        report('present');
        return this.#passed(candidate, { state: 'present', transfer: index.transfer, volume: number });
      }
      const places = await receiveCarryVolume(opened, { index, cut: place?.cut }, set, {
        signal: this.#control.signal,
        onBytes: (count) => this.#tick(count, drive, number),
      });
      await set.sync();
      receiving.damage = receiving.damage.filter(({ file }) => file !== candidate.path);
      if (places.length === 0) {
        receiving.damaged.delete(number);
        report('received');
        return { state: 'received', transfer: index.transfer, volume: number };
      }
      receiving.damaged.add(number);
      receiving.damage.push({ file: candidate.path, volume: number, places });
      report('damaged');
      return { state: 'damaged', transfer: index.transfer, volume: number, places };
    } finally {
      await handle.close();
    }
  }

  /** Volumes for a diode contain the index and the cut. */
  async #learnFromVolume(opened: OpenedVolume): Promise<void> {
    const { path } = opened.file;
    for (const { name } of opened.volume?.extras ?? []) {
      const bytes = await extraOf(opened, name);
      if (!bytes) continue;
      try {
        if (name === `airlock/${INDEX_NAME}`) await this.takeIndex(bytes, `${path}: ${name}`);
        else if (name === `airlock/${EXPORT_NAME}`) await this.takeExport(bytes, `${path}: ${name}`);
      } catch (error) {
        const known = withWriter(asAirlockError(error), bytes);
        // It's altered in this volume, but another volume contains it, too.
        if (!['archive-malformed', 'archive-hostile', 'index-unsigned'].includes(known.code)) throw known;
        if (known.code === 'index-unsigned') {
          this.#unsigned.set(sha256(bytes).slice('sha256:'.length), known);
          continue;
        }
        this.#rejected = this.#rejected.filter(({ message }) => message !== known.message);
        this.#rejected.push(known);
      }
    }
  }

  /** Receives a file of a set that was copied unchanged. */
  async #takeSetFile(found: FoundIndex, candidate: CandidateFile): Promise<FileOutcome> {
    const { index } = found;
    const name = basename(candidate.path);
    const number = index.volumes.findIndex((volume) => volume.name === name);
    const volume = index.volumes[number];
    const last = volume?.entries.at(-1);
    if (!volume || !last) return this.#passed(candidate, { state: 'foreign' });
    const receiving = await this.#receiving(found);
    const { set } = receiving;
    const [, end] = entryRange(last);
    if (!set || set.has({ file: name, offset: 0, length: end }))
      return this.#passed(candidate, { state: 'present', transfer: index.transfer, volume: number + 1 });
    const handle = await open(candidate.path, 'r');
    try {
      const file: SpanFile = { handle, path: candidate.path, size: candidate.size };
      const places: PlaceOfDamage[] = [];
      const span = { file: name, offset: 0, length: end, position: 0, part: false };
      await receiveSpans(file, [span], index, set, (place) => places.push(place), {
        signal: this.#control.signal,
        onBytes: (count) => this.#tick(count, basename(join(candidate.path, '..')), number + 1),
      });
      await set.sync();
      if (places.length === 0) return { state: 'received', transfer: index.transfer, volume: number + 1 };
      if (receiving.documents.size === 0) receiving.damaged.add(number + 1);
      receiving.damage.push({ file: candidate.path, volume: number + 1, places });
      return { state: 'damaged', transfer: index.transfer, volume: number + 1, places };
    } finally {
      await handle.close();
    }
  }

  /** Reports what is wrong with one file, so that the others are still received. */
  async #guarded(file: CandidateFile, take: () => Promise<FileOutcome>): Promise<FileOutcome | undefined> {
    this.#control.signal.throwIfAborted();
    try {
      return await take();
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (!['archive-malformed', 'archive-hostile', 'workspace-format'].includes(error.code)) throw error;
      this.#rejected = this.#rejected.filter(({ message }) => message !== error.message);
      this.#rejected.push(error);
      this.#tick(file.size, basename(join(file.path, '..')));
      return undefined;
    }
  }

  #passed<T>(file: CandidateFile, outcome: T): T {
    this.#tick(file.size, basename(join(file.path, '..')));
    return outcome;
  }

  #tick(count: number, drive: string, volume?: number): void {
    const progress = this.#progress;
    progress.done = Math.min(progress.total, progress.done + count);
    const now = performance.now();
    this.#meter.add(now, progress.done);
    if (now - progress.reported < 250 && progress.done < progress.total) return;
    progress.reported = now;
    const remainingMs = this.#meter.remainingMs(progress.total - progress.done);
    this.#control.emit({
      type: 'progress',
      phase: 'receiving',
      done: progress.done,
      total: progress.total,
      rate: Math.round(this.#meter.rate()),
      drive,
      volume,
      remainingMs,
    });
  }
}
