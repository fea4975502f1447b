import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { open } from '../../base/files/created-files.ts';
import { unwritten } from '../../base/files/unwritten.ts';
import { volumeName } from './entry-names.ts';
import { t } from './messages.ts';

/** The open files of a set under construction. */
export class VolumeFiles {
  /** Bytes given to write calls. */
  written = 0;
  readonly #directory: string;
  readonly #handles = new Map<number, Promise<FileHandle>>();
  readonly #dirty = new Set<number>();
  #closed = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  path(volume: number): string {
    return join(this.#directory, volumeName(volume));
  }

  /**
   * Returns the open file of a volume, and creates the file if it doesn't exist.
   * @throws AirlockError `internal` after `close`, `disk`
   */
  handle(volume: number): Promise<FileHandle> {
    // A file that is reopened after its set was closed could get a descriptor number that is still being written to.
    if (this.#closed) return Promise.reject(usedAfterClose(this.path(volume)));
    let handle = this.#handles.get(volume);
    if (!handle) {
      handle = this.#open(volume);
      this.#handles.set(volume, handle);
      // The next caller tries again, for example when descriptors have become free.
      handle.catch(() => this.#handles.delete(volume));
    }
    return handle;
  }

  /** Writes consecutive buffers. @throws AirlockError `disk-full`, `disk` */
  async write(volume: number, buffers: Buffer[], position: number): Promise<void> {
    const handle = await this.handle(volume);
    this.#dirty.add(volume);
    let rest = buffers;
    let at = position;
    try {
      while (rest.length > 0) {
        const { bytesWritten } = await handle.writev(rest.slice(0, 512), at);
        this.written += bytesWritten;
        at += bytesWritten;
        rest = unwritten(rest, bytesWritten);
      }
    } catch (error) {
      throw asAirlockError(error, this.path(volume));
    }
  }

  /** Returns up to `length` bytes of a volume; fewer at the end of the file. @throws AirlockError `disk` */
  async read(volume: number, position: number, length: number): Promise<Buffer> {
    const handle = await this.handle(volume);
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    try {
      for (;;) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
        filled += bytesRead;
        if (bytesRead === 0 || filled === length) return buffer.subarray(0, filled);
      }
    } catch (error) {
      throw asAirlockError(error);
    }
  }

  /** Marks content as not yet synced: of an earlier run, or these bytes that another thread wrote. */
  touch(volume: number, written = 0): void {
    this.written += written;
    this.#dirty.add(volume);
  }

  /** Syncs all written content to disk. */
  async sync(): Promise<void> {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    try {
      await Promise.all(dirty.map(async (volume) => (await this.handle(volume)).datasync()));
    } catch (error) {
      for (const volume of dirty) this.#dirty.add(volume);
      throw asAirlockError(error, this.#directory);
    }
  }

  async truncate(volume: number, size: number): Promise<void> {
    this.#dirty.add(volume);
    try {
      await (await this.handle(volume)).truncate(size);
    } catch (error) {
      throw asAirlockError(error, this.path(volume));
    }
  }

  /** Closes all open files. They are opened again when they are used. @throws AirlockError `disk` */
  async release(): Promise<void> {
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    try {
      await Promise.all(handles.map(async (handle) => (await handle).close()));
    } catch (error) {
      throw asAirlockError(error, this.#directory);
    }
  }

  /** Closes every file after its pending operations. No file can be opened afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.allSettled(handles.map(async (handle) => (await handle).close()));
  }

  async #open(volume: number): Promise<FileHandle> {
    const path = this.path(volume);
    try {
      // Neither truncates nor appends, because an earlier run's content is retained, and writes go to any position.
      return await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return open(path, 'wx+', 0o644);
      });
    } catch (error) {
      throw asAirlockError(error);
    }
  }
}

/** Returns the error for an object of a set that is used after the set was closed: a fault in Airlock. */
export function usedAfterClose(name: string): AirlockError {
  return new AirlockError('internal', t('usedAfterClose', { name }));
}
