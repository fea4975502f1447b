import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import { WRITING } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { readBack } from '../volumes/read-back.ts';
import { t } from './messages.ts';
import type { ReadBack } from './state.ts';

/** A complete file on a drive. */
export interface FileOnDrive {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  readBack: ReadBack;
}

/**
 * Writes a file to a drive under a temporary name, flushes it, reads it back, and gives it its name.
 * @param chunks each is valid until the next one is requested
 * @param unfinished temporary name in the same folder, which no reader accepts as the file
 * @throws AirlockError of side `destination` for faults of the drive, those of `chunks`, `interrupted`
 */
export async function writeFileOnDrive(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  options: { unfinished: string; readBack: boolean; signal?: AbortSignal; onBytes?: (count: number) => void },
): Promise<FileOnDrive> {
  const temporary = join(dirname(path), options.unfinished);
  try {
    const written = await write(temporary, chunks, options);
    let from: ReadBack = 'no';
    if (options.readBack) {
      const complete = [{ position: 0, length: written.size, sha256: written.sha256 }];
      const stop = { signal: options.signal };
      const found = await readBack(temporary, written.size > 0 ? complete : [], stop);
      if (found.sha256 !== written.sha256 || found.size !== written.size)
        throw new AirlockError('disk', t('fileDiffers', { path }), {
          side: 'destination',
          remedy: t('fileDiffersRemedy'),
        });
      from = found.from;
    }
    await withDriveFaults(rename(temporary, path), path);
    await withDriveFaults(syncDirectory(dirname(path)), path);
    return { ...written, readBack: from };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw asAirlockError(error);
  }
}

/** Returns the temporary name of a file, for {@link writeFileOnDrive}. */
export function unfinishedName(stem: string): string {
  return `${stem}${WRITING}`;
}

async function write(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { signal, onBytes }: { signal?: AbortSignal; onBytes?: (count: number) => void },
): Promise<{ size: number; sha256: string }> {
  const handle = await withDriveFaults(open(path, 'w', 0o644), path);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await withDriveFaults(
          handle.write(chunk, done, chunk.length - done, size + done),
          path,
        );
        done += bytesWritten;
      }
      hash.update(chunk);
      size += chunk.length;
      onBytes?.(chunk.length);
    }
    await withDriveFaults(handle.sync(), path);
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close().catch(() => {});
  }
}

function withDriveFaults<T>(work: Promise<T>, path: string): Promise<T> {
  return work.catch((error: unknown) => {
    throw onDrive(error, path);
  });
}
