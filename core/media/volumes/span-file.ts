import { type FileHandle, stat } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { readFully } from '../../base/image/verified-read.ts';
import { t } from './messages.ts';

const CHUNK = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** The file that spans are read from. */
export interface SpanFile {
  handle: FileHandle;
  path: string;
  /** Bytes. */
  size: number;
}

/**
 * Reads a file, one chunk ahead. A chunk that is unreadable or beyond the end comes without bytes.
 * @throws AirlockError `disk` when the file is no longer accessible, `interrupted`
 */
export async function* chunksOf(
  { handle, path, size }: SpanFile,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ at: number; length: number; chunk?: Buffer }> {
  const buffers = [Buffer.allocUnsafeSlow(CHUNK), Buffer.allocUnsafeSlow(CHUNK)];
  let turn = 0;
  const readAt = (
    at: number,
  ): { at: number; length: number; bytes: Promise<Buffer | undefined> } | undefined => {
    if (at >= length) return undefined;
    const left = size - offset - at;
    if (left <= 0) return { at, length: length - at, bytes: Promise.resolve(undefined) };
    const count = Math.min(CHUNK, length - at, left);
    const buffer = buffers[turn]!.subarray(0, count);
    turn = 1 - turn;
    const bytes = readFully(handle, buffer, offset + at, path).then(
      () => buffer,
      () => undefined,
    );
    return { at, length: count, bytes };
  };
  for (let next = readAt(0); next; ) {
    signal?.throwIfAborted();
    const { at, length: count, bytes } = next;
    const chunk = await bytes;
    if (!chunk && offset + at + count <= size) await stillThere(path);
    next = readAt(at + count);
    yield { at, length: count, chunk };
  }
}

async function stillThere(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (cause) {
    throw new AirlockError('disk', t('driveMissing', { path }), {
      side: 'source',
      remedy: t('driveMissingRemedy'),
      cause,
    });
  }
}

/** Returns bytes of a file, or none when they are unreadable. */
export async function bytesAt(
  { handle, path, size }: SpanFile,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (offset < 0 || offset + length > size) return NOTHING;
  const buffer = Buffer.alloc(length);
  try {
    await readFully(handle, buffer, offset, path);
    return buffer;
  } catch (error) {
    if (asAirlockError(error).code !== 'disk') throw error;
    return NOTHING;
  }
}
