import { type FileHandle, open } from 'node:fs/promises';
import type { DocumentPlace } from './catalog-model.ts';

/** Appends to a new file in large writes. */
export interface FileAppender {
  /** @returns where it will stand */
  append(bytes: Buffer): Promise<DocumentPlace>;
  /** Bytes appended so far. */
  size(): number;
  /** Everything is on the disk after this. */
  finish(): Promise<void>;
  /** Without effect after {@link finish}. */
  abandon(): Promise<void>;
}

const FLUSH_BYTES = 4 * 1024 * 1024;

export async function fileAppender(path: string): Promise<FileAppender> {
  let handle: FileHandle | undefined = await open(path, 'wx', 0o644);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let offset = 0;
  const flush = async () => {
    const whole = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await handle?.writeFile(whole);
  };
  const close = async () => {
    const closing = handle;
    handle = undefined;
    await closing?.close();
  };
  return {
    async append(bytes) {
      const place = { offset, length: bytes.length };
      waiting.push(bytes);
      waitingBytes += bytes.length;
      offset += bytes.length;
      if (waitingBytes >= FLUSH_BYTES) await flush();
      return place;
    },
    size: () => offset,
    async finish() {
      await flush();
      await handle?.sync();
      await close();
    },
    abandon: close,
  };
}
