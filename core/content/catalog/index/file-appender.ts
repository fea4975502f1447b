import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { open } from '../../../base/files/created-files.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import type { DocumentPlace } from '../model/catalog-model.ts';

/** Appends to a new file in large writes. */
export interface FileAppender {
  /** Copies bytes. @returns their place. @throws AirlockError `internal` after {@link finish} or {@link abandon} */
  append(bytes: Buffer): Promise<DocumentPlace>;
  /** Bytes appended so far. */
  size(): number;
  /** Flushes everything to disk. @throws AirlockError `internal` after {@link abandon} */
  finish(): Promise<void>;
  /** Closes the file. Has no effect after {@link finish}. */
  abandon(): Promise<void>;
}

const FLUSH_BYTES = 1024 * 1024;

export async function fileAppender(path: string): Promise<FileAppender> {
  let handle: FileHandle | undefined = await open(path, 'wx', 0o644);
  const waiting = byteBuffer(FLUSH_BYTES);
  let offset = 0;
  const opened = (): FileHandle => {
    if (!handle) throw new AirlockError('internal', `${path} was used after it was closed`);
    return handle;
  };
  const flush = async () => opened().writeFile(waiting.take());
  const close = async () => {
    const closing = handle;
    handle = undefined;
    await closing?.close();
  };
  return {
    async append(bytes) {
      opened();
      const place = { offset, length: bytes.length, crc: crc32(bytes) };
      waiting.bytes(bytes);
      offset += bytes.length;
      if (waiting.length() >= FLUSH_BYTES) await flush();
      return place;
    },
    size: () => offset,
    async finish() {
      await flush();
      await opened().sync();
      await close();
    },
    abandon: close,
  };
}
