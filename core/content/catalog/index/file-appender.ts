import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { open } from '../../../base/files/created-files.ts';
import { byteBuffer } from '../model/byte-buffer.ts';
import type { DocumentPlace } from '../model/catalog-model.ts';

/** Appends to a new file in large writes. */
export interface FileAppender {
  /**
   * Copies bytes.
   * @param crc CRC-32 of the bytes, if it was just checked
   * @returns their place
   * @throws AirlockError `internal` after {@link finish} or {@link abandon}
   */
  append(bytes: Buffer, crc?: number): Promise<DocumentPlace>;
  /** Bytes appended so far. */
  size(): number;
  /** Flushes everything to disk. @throws AirlockError `internal` after {@link abandon} */
  finish(): Promise<void>;
  /** Closes the file. Has no effect after {@link finish}. */
  abandon(): Promise<void>;
}

const FLUSH_BYTES = 1024 * 1024;
/** Written bytes are flushed to disk in the background, so that the end needn't wait for all of them. */
const SYNC_BYTES = 32 * FLUSH_BYTES;

export async function fileAppender(path: string): Promise<FileAppender> {
  let handle: FileHandle | undefined = await open(path, 'wx', 0o644);
  // One is filled while the other one is written.
  let [filling, written] = [byteBuffer(FLUSH_BYTES), byteBuffer(FLUSH_BYTES)];
  let writing = Promise.resolve();
  let syncing = Promise.resolve();
  let offset = 0;
  /** Bytes appended before the last background flush. */
  let synced = 0;
  let isSyncing = false;
  const opened = (): FileHandle => {
    if (!handle) throw new AirlockError('internal', `${path} was used after it was closed`);
    return handle;
  };
  const syncInBackground = () => {
    if (isSyncing || offset - synced < SYNC_BYTES) return;
    isSyncing = true;
    synced = offset;
    // The system may report a failure only once, so all later ones fail too.
    const next = syncing.then(() => opened().datasync());
    syncing = handled(next.finally(() => (isSyncing = false)));
  };
  const flush = async () => {
    await writing;
    syncInBackground();
    [filling, written] = [written, filling];
    writing = handled(opened().writeFile(written.take()));
  };
  const close = async () => {
    const closing = handle;
    handle = undefined;
    await Promise.allSettled([writing, syncing]);
    await closing?.close();
  };
  return {
    async append(bytes, crc = crc32(bytes)) {
      opened();
      const place = { offset, length: bytes.length, crc };
      filling.bytes(bytes);
      offset += bytes.length;
      if (filling.length() >= FLUSH_BYTES) await flush();
      return place;
    },
    size: () => offset,
    async finish() {
      await flush();
      await Promise.all([writing, syncing]);
      await opened().sync();
      await close();
    },
    abandon: close,
  };
}

/** Marks rejections as handled, for a promise that is awaited later. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
