import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { pieceName } from './entry-names.ts';

/** The open files of a set under construction. */
export class PieceFiles {
  /** Bytes given to write calls. */
  written = 0;
  readonly #directory: string;
  readonly #handles = new Map<number, Promise<FileHandle>>();
  readonly #dirty = new Set<number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  path(piece: number): string {
    return join(this.#directory, pieceName(piece));
  }

  /** The file of a piece, made when it is not there. */
  handle(piece: number): Promise<FileHandle> {
    let handle = this.#handles.get(piece);
    if (!handle) {
      // Neither truncating nor appending: an earlier run's content stays, and writes go to any place.
      handle = open(this.path(piece), 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw asAirlockError(error);
        return open(this.path(piece), 'wx+', 0o644);
      });
      this.#handles.set(piece, handle);
    }
    return handle;
  }

  /** Writes buffers one behind the other. @throws AirlockError `disk-full`, `disk` */
  async write(piece: number, buffers: Buffer[], position: number): Promise<void> {
    const handle = await this.handle(piece);
    this.#dirty.add(piece);
    let rest = buffers;
    let at = position;
    try {
      while (rest.length > 0) {
        const { bytesWritten } = await handle.writev(rest.slice(0, 512), at);
        this.written += bytesWritten;
        at += bytesWritten;
        rest = without(rest, bytesWritten);
      }
    } catch (error) {
      throw writeError(error, this.path(piece));
    }
  }

  /** Marks what an earlier run wrote as not yet on the disk. */
  touch(piece: number): void {
    this.#dirty.add(piece);
  }

  /** Puts what was written so far on the disk. */
  async sync(): Promise<void> {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    try {
      await Promise.all(dirty.map(async (piece) => (await this.handle(piece)).datasync()));
    } catch (error) {
      for (const piece of dirty) this.#dirty.add(piece);
      throw writeError(error, this.#directory);
    }
  }

  async truncate(piece: number, size: number): Promise<void> {
    this.#dirty.add(piece);
    await (await this.handle(piece)).truncate(size);
  }

  async close(): Promise<void> {
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.allSettled(handles.map(async (handle) => (await handle).close()));
  }
}

function without(buffers: Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  const index = buffers.findIndex((buffer) => {
    if (left < buffer.length) return true;
    left -= buffer.length;
    return false;
  });
  if (index < 0) return [];
  return left === 0 ? buffers.slice(index) : [buffers[index]!.subarray(left), ...buffers.slice(index + 1)];
}

function writeError(error: unknown, path: string): AirlockError {
  const known = asAirlockError(error);
  return known.code === 'disk-full'
    ? new AirlockError('disk-full', `no space left on the disk while writing ${path}`, {
        side: 'local',
        cause: error,
      })
    : known;
}
