import type { Journal } from './journal.ts';
import type { VolumeFiles } from './volume-files.ts';

const BYTES_BETWEEN = 64 * 1024 * 1024;
const MS_BETWEEN = 1000;

/**
 * Syncs the volumes to disk every 64 MiB or every second while the next bytes arrive, and then writes a mark to the journal.
 * Bytes that a mark covers survive a power failure. Little remains to be synced at the end of a run.
 */
export class SyncMarks {
  readonly #journal: Journal;
  readonly #files: VolumeFiles;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #fault: unknown;
  #stopped = false;

  constructor(journal: Journal, files: VolumeFiles) {
    this.#journal = journal;
    this.#files = files;
  }

  wrote(bytes: number): void {
    if (this.#stopped) return;
    this.#since += bytes;
    if (this.#since >= BYTES_BETWEEN) this.#begin();
    else this.#timer ??= setTimeout(() => this.#begin(), MS_BETWEEN).unref();
  }

  /** Writes a mark for everything that is finished. @throws AirlockError of this and earlier marks: `disk`, `disk-full` */
  async flush(): Promise<void> {
    await this.#running;
    this.#begin();
    await this.#running;
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Waits for the mark in progress and prevents further ones. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #begin(): void {
    if (this.#running || this.#stopped || this.#fault !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#since = 0;
    this.#running = this.#mark()
      .catch((error: unknown) => {
        this.#fault = error;
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #mark(): Promise<void> {
    const covered = this.#journal.done;
    await this.#files.sync();
    await this.#journal.markSynced(covered);
  }
}
