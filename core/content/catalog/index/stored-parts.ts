import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import type { DocumentPlace } from '../model/catalog-model.ts';
import { LIST_FILE } from './index-layout.ts';

/** The maximum gap in bytes between two places that are read together. */
const GAP_BYTES = 64 * 1024;

/** The bytes at places of a file of a catalog index. */
export interface StoredVolumes {
  /** Returns the bytes in the order of the places. Adjacent places are read together. */
  all(places: readonly DocumentPlace[]): Promise<Buffer[]>;
  /** Returns the bytes one by one, for more than fits in memory. */
  each(places: Iterable<DocumentPlace>): AsyncGenerator<Buffer>;
}

/**
 * Opens a file of an index. All bytes are checked against their CRC. On a mismatch, the list of the index is removed, so
 * that the index is rebuilt, and the calls throw.
 * @throws AirlockError `disk`
 */
export function storedVolumes(folder: string, file: string): StoredVolumes {
  const path = join(folder, file);
  const using = async <T>(work: (handle: FileHandle) => Promise<T>): Promise<T> => {
    const handle = await opened(path);
    try {
      return await work(handle);
    } finally {
      await handle.close();
    }
  };
  const checked = async (bytes: Buffer, { length, crc }: DocumentPlace): Promise<Buffer> => {
    if (bytes.length === length && crc32(bytes) === crc) return bytes;
    // In a folder that this user may only read, it remains.
    await rm(join(folder, LIST_FILE), { force: true }).catch(() => {});
    throw new AirlockError('disk', t('indexDamaged', { folder, file }), { remedy: t('indexDamagedRemedy') });
  };
  return {
    all: (places) =>
      using(async (handle) => {
        const found = new Map<DocumentPlace, Buffer>();
        const sorted = [...places].sort((a, b) => a.offset - b.offset);
        for (let next = 0; next < sorted.length; ) {
          const first = next;
          const { offset } = sorted[first]!;
          let end = offset;
          while (next < sorted.length && sorted[next]!.offset <= end + GAP_BYTES) {
            end = Math.max(end, sorted[next]!.offset + sorted[next]!.length);
            next++;
          }
          const bytes = await readAt(handle, offset, end - offset);
          for (const place of sorted.slice(first, next)) {
            const start = place.offset - offset;
            found.set(place, await checked(bytes.subarray(start, start + place.length), place));
          }
        }
        return places.map((place) => found.get(place)!);
      }),
    async *each(places) {
      const handle = await opened(path);
      try {
        for (const place of places)
          yield await checked(await readAt(handle, place.offset, place.length), place);
      } finally {
        await handle.close();
      }
    },
  };
}

async function opened(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((error: unknown) => {
    throw asAirlockError(error);
  });
}

/** Returns fewer bytes if the file ends before. */
async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let have = 0;
  while (have < length) {
    const { bytesRead } = await handle.read(bytes, have, length - have, offset + have);
    if (bytesRead === 0) break;
    have += bytesRead;
  }
  return bytes.subarray(0, have);
}
