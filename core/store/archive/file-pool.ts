import { type FileHandle, open } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { usedAfterClose } from '../set-format/volume-files.ts';

interface Pooled {
  handle: Promise<FileHandle>;
  users: number;
}

/** Maximum number of files that stay open between reads, so that an archive isn't opened for each read. */
const IDLE_LIMIT = 32;

/** Read-only files by path, opened on demand. A few of them stay open while they aren't read. */
export class FilePool {
  readonly #files = new Map<string, Pooled>();
  #closed = false;

  /** Opens a file, or returns the open one. The caller calls `release` once. @throws AirlockError `disk`, `internal` after `close` */
  async acquire(path: string): Promise<{ handle: FileHandle; release: () => Promise<void> }> {
    if (this.#closed) throw usedAfterClose(path);
    const file = this.#files.get(path) ?? { handle: open(path, 'r'), users: 0 };
    file.users++;
    // Moves it to the end, because the map's order is the order of last use.
    this.#files.delete(path);
    this.#files.set(path, file);
    try {
      return { handle: await file.handle, release: () => this.#release(file) };
    } catch (error) {
      if (this.#files.get(path) === file) this.#files.delete(path);
      throw asAirlockError(error);
    }
  }

  /** Closes the files that aren't read, so that their folder can be renamed on all systems. */
  async closeIdle(): Promise<void> {
    await this.#closeAllBut(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const files = [...this.#files.values()];
    this.#files.clear();
    await Promise.allSettled(files.map(async ({ handle }) => (await handle).close()));
  }

  async #release(file: Pooled): Promise<void> {
    file.users--;
    await this.#closeAllBut(IDLE_LIMIT);
  }

  /** Closes the idle files that weren't used for the longest time. */
  async #closeAllBut(limit: number): Promise<void> {
    const idle = [...this.#files].filter(([, { users }]) => users === 0);
    for (const [path, { handle }] of idle.slice(0, Math.max(0, idle.length - limit))) {
      this.#files.delete(path);
      await (await handle).close();
    }
  }
}
