import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Digest } from '../../../base/image/digest.ts';
import type { BlobSink } from './storage.ts';

/** Sockets deliver at most 64 KiB. Buffered, one system call writes many of them. */
const GATHER_BYTES = 1024 * 1024;

/**
 * Writes an upload to a file. Buffers the next write while one is in progress.
 * @param temporary path of a file that doesn't exist yet, in an existing directory
 * @param place moves the synced file to its final path
 */
export async function fileBlobSink(
  temporary: string,
  place: (temporary: string, repository: string, digest: Digest) => Promise<void>,
): Promise<BlobSink> {
  const handle = await open(temporary, 'wx');
  let gathered: Buffer[] = [];
  let bytes = 0;
  let underWay: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await underWay;
    underWay = writeAll(handle, gathered);
    // The next caller receives its error. Until then, it must not count as unhandled.
    underWay.catch(() => {});
    gathered = [];
    bytes = 0;
  }

  return {
    write(chunk) {
      gathered.push(chunk);
      bytes += chunk.length;
      return bytes >= GATHER_BYTES ? flush() : undefined;
    },
    async keep(repository, digest) {
      try {
        await flush();
        await underWay;
        await handle.sync();
      } finally {
        await handle.close();
      }
      await place(temporary, repository, digest);
    },
    async discard() {
      await underWay.catch(() => {});
      await handle.close();
      await rm(temporary, { force: true });
    },
  };
}

/** Writes all chunks. A nearly full disk writes less than requested, so retries the rest until the disk reports an error. */
async function writeAll(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  let rest = chunks;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest);
    rest = without(rest, bytesWritten);
  }
}

/** Returns the rest of these chunks after their first `count` bytes. */
function without(chunks: Buffer[], count: number): Buffer[] {
  let skip = count;
  const rest: Buffer[] = [];
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(skip === 0 ? chunk : chunk.subarray(skip));
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}
