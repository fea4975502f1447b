import { randomFillSync } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { temporaryName } from '../../../base/files/atomic-file.ts';
import { t } from '../messages.ts';
import { existingDirectory } from './directory.ts';
import { type Finding, fault, fine } from './finding.ts';
import { interrupted } from './step.ts';

const WRITE_BYTES = 2 ** 20;
/** ms for each direction. */
const TIME = 4_000;
/** Bytes. With less, the speed can't be measured. */
const TELLING = 16 * 2 ** 20;
/** Bytes a second. */
const SLOW = 5 * 2 ** 20;
/** Where memory for direct reads must begin, in bytes. */
const ALIGNED = 4096;

/**
 * Writes a temporary file to the disk and reads it back without the page cache, for some seconds each, then removes the
 * file.
 * @param size bytes
 * @throws AirlockError `interrupted`
 */
export async function checkDiskSpeed(directory: string, size: number, signal: AbortSignal): Promise<Finding> {
  let path: string | undefined;
  try {
    path = temporaryName(await existingDirectory(directory));
    const written = await write(path, size, signal);
    const read = await readDirect(path, written.bytes, signal);
    const statement = read
      ? t('diskWrittenAndRead', { written: rateInWords(written), read: rateInWords(read) })
      : t('diskWritten', { written: rateInWords(written) });
    const evidence = read ? [] : [t('diskReadUnmeasured')];
    const slow = [written, ...(read ? [read] : [])].some(
      (one) => (one.bytes >= TELLING || one.ms >= TIME) && rateOf(one) < SLOW,
    );
    if (!slow) return fine('disk-speed', directory, statement, evidence);
    const error = new AirlockError('slow', t('diskSlow', { folder: directory, speed: statement }), {
      remedy: t('diskSlowRemedy'),
    });
    return fault('disk-speed', directory, 'warning', error, evidence);
  } catch (thrown) {
    if (signal.aborted) throw interrupted();
    return fault('disk-speed', directory, 'error', asAirlockError(thrown));
  } finally {
    if (path !== undefined) await rm(path, { force: true });
  }
}

interface Moved {
  bytes: number;
  ms: number;
}

async function write(path: string, size: number, signal: AbortSignal): Promise<Moved> {
  const block = randomFillSync(Buffer.allocUnsafe(Math.min(WRITE_BYTES, size)));
  const handle = await open(path, 'wx', 0o600);
  try {
    const started = performance.now();
    let bytes = 0;
    while (bytes < size && performance.now() - started < TIME) {
      signal.throwIfAborted();
      const { bytesWritten } = await handle.write(block);
      bytes += bytesWritten;
    }
    await handle.datasync();
    return { bytes, ms: performance.now() - started };
  } finally {
    await handle.close();
  }
}

/** Returns undefined if the system or the file system doesn't support direct reads. */
async function readDirect(path: string, size: number, signal: AbortSignal): Promise<Moved | undefined> {
  if (constants.O_DIRECT === undefined) return undefined;
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_DIRECT);
  } catch {
    return undefined;
  }
  try {
    const block = await alignedBlock(handle);
    if (!block) return undefined;
    const started = performance.now();
    let bytes = 0;
    while (bytes < size && performance.now() - started < TIME) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(block, 0, block.length, bytes);
      if (bytesRead === 0) break;
      bytes += bytesRead;
    }
    return { bytes, ms: performance.now() - started };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return undefined;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Direct reads need an aligned buffer. The alignment of a new buffer is found by trying. */
async function alignedBlock(handle: FileHandle): Promise<Buffer | undefined> {
  const room = Buffer.allocUnsafeSlow(WRITE_BYTES + ALIGNED);
  for (let start = 0; start < ALIGNED; start += 16) {
    const block = room.subarray(start, start + WRITE_BYTES);
    const reads = await handle.read(block, 0, ALIGNED, 0).then(
      () => true,
      () => false,
    );
    if (reads) return block;
  }
  return undefined;
}

function rateOf({ bytes, ms }: Moved): number {
  return (bytes * 1000) / Math.max(1, ms);
}

function rateInWords(moved: Moved): string {
  return t('diskRate', {
    size: String(Math.round(moved.bytes / 2 ** 20)),
    rate: (rateOf(moved) / 2 ** 20).toFixed(1),
  });
}
