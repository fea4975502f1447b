import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Digest } from '../image/digest.ts';
import type { BlobSink } from './storage.ts';

/** Sockets deliver 64 KiB at most; gathered, one system call writes many of them. */
const GATHER_BYTES = 1024 * 1024;

/**
 * An upload in a file. `place` moves the synced file to where the blob belongs.
 * @param temporary path of a file that does not exist yet
 */
export async function fileBlobSink(
  temporary: string,
  place: (temporary: string, repository: string, digest: Digest) => Promise<void>,
): Promise<BlobSink> {
  await mkdir(dirname(temporary), { recursive: true });
  const handle = await open(temporary, 'wx');
  let gathered: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const chunks = gathered;
    gathered = [];
    bytes = 0;
    // A short write is possible (a disk that fills up); the rest is written until the disk says what is wrong.
    let rest = chunks;
    while (rest.length > 0) {
      const { bytesWritten } = await handle.writev(rest);
      rest = without(rest, bytesWritten);
    }
  };
  return {
    write(chunk) {
      gathered.push(chunk);
      bytes += chunk.length;
      return bytes >= GATHER_BYTES ? flush() : undefined;
    },
    async keep(repository, digest) {
      try {
        await flush();
        await handle.sync();
      } finally {
        await handle.close();
      }
      await place(temporary, repository, digest);
    },
    async discard() {
      await handle.close();
      await rm(temporary, { force: true });
    },
  };
}

/** What is left of these chunks after their first `count` bytes. */
function without(chunks: Buffer[], count: number): Buffer[] {
  let skip = count;
  const rest: Buffer[] = [];
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(skip === 0 ? chunk : chunk.subarray(skip));
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}
