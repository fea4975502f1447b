import type { FileHandle } from 'node:fs/promises';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import type { Digest } from './digest.ts';
import { t } from './messages.ts';
import { finish, newHash } from './sha256.ts';

const CHUNK = 512 * 1024;
/** Buffers for content in turn. */
const REUSED = 4;

/** A part of an open file: `size` bytes at `offset`. `name` is for messages. */
export interface Extent {
  handle: FileHandle;
  name: string;
  offset: number;
  size: number;
}

export interface ReadOptions {
  offset?: number;
  length?: number;
  signal?: AbortSignal;
  /**
   * Reads long content into a few buffers in turn: a chunk is overwritten when the third chunk after it is requested. For uploads,
   * because a socket queues less than one chunk.
   */
  reuseBuffers?: boolean;
}

/**
 * Yields the bytes of an extent. A complete read is verified before its last chunk is yielded, so that a consumer never
 * sees a complete copy of damaged content. Reads one chunk ahead. Partial reads can't be verified.
 * @throws AirlockError `digest-mismatch` or `size-mismatch`, naming the file
 */
export async function* readVerified(
  extent: Extent,
  digest: Digest,
  options: ReadOptions = {},
): AsyncGenerator<Buffer> {
  const from = Math.min(options.offset ?? 0, extent.size);
  const to = Math.min(extent.size, from + (options.length ?? extent.size));
  const hash = from === 0 && to === extent.size ? newHash() : undefined;
  let position = from;
  const bufferOf =
    options.reuseBuffers && to - from > REUSED * CHUNK ? reusedBuffers() : Buffer.allocUnsafeSlow;
  const ahead = (): Promise<Buffer> | undefined => {
    if (position >= to) return undefined;
    const chunk = readInto(bufferOf(Math.min(CHUNK, to - position)), extent, position);
    // A consumer that stops early must not cause an unhandled rejection.
    chunk.catch(() => {});
    position += CHUNK;
    return chunk;
  };
  for (let next = ahead(); next; ) {
    options.signal?.throwIfAborted();
    const chunk = await next;
    next = ahead();
    hash?.update(chunk);
    if (!next && hash) checkDigest(finish(hash), digest, extent.name);
    yield chunk;
  }
  if (to === 0 && hash) checkDigest(finish(newHash()), digest, extent.name);
}

/** Returns a function that returns a few buffers of up to `CHUNK` bytes in turn. */
function reusedBuffers(): (length: number) => Buffer {
  const buffers: Buffer[] = [];
  let next = 0;
  return (length) => {
    const buffer = buffers[next] ?? Buffer.allocUnsafeSlow(CHUNK);
    buffers[next] = buffer;
    next = (next + 1) % REUSED;
    return buffer.subarray(0, length);
  };
}

/** Returns `length` bytes of an extent, from `position` in it. @throws AirlockError `size-mismatch` if the file ends earlier */
export function readExtent(extent: Extent, position: number, length: number): Promise<Buffer> {
  return readInto(Buffer.allocUnsafeSlow(length), extent, position);
}

async function readInto(buffer: Buffer, extent: Extent, position: number): Promise<Buffer> {
  await readFully(extent.handle, buffer, extent.offset + position, extent.name);
  return buffer;
}

/** Fills a buffer from a file. @throws AirlockError `size-mismatch` if the file ends earlier, `disk` if it can't be read */
export async function readFully(
  handle: FileHandle,
  buffer: Buffer,
  position: number,
  name: string,
): Promise<void> {
  let filled = 0;
  while (filled < buffer.length) {
    let bytesRead: number;
    try {
      ({ bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled));
    } catch (error) {
      throw asAirlockError(error);
    }
    if (bytesRead === 0)
      throw new AirlockError(
        'size-mismatch',
        t('endsEarly', { content: name, position: position + filled }),
        {
          side: 'local',
          expected: t('byteCount', { bytes: position + buffer.length }),
          found: t('byteCount', { bytes: position + filled }),
        },
      );
    filled += bytesRead;
  }
}

function checkDigest(found: Digest, expected: Digest, name: string): void {
  if (found === expected) return;
  throw new AirlockError('digest-mismatch', t('damaged', { content: name, digest: expected }), {
    side: 'local',
    expected,
    found,
    remedy: t('damagedRemedy'),
  });
}

/** Returns an iterable as one buffer. @throws AirlockError `size-mismatch` above `limit` bytes */
export async function collectBytes(
  chunks: AsyncIterable<Buffer>,
  size: number,
  limit: number,
  name: string,
): Promise<Buffer> {
  if (size > limit)
    throw new AirlockError('size-mismatch', t('tooLarge', { content: name, bytes: size }), {
      expected: t('byteLimit', { bytes: limit }),
      found: t('byteCount', { bytes: size }),
    });
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Returns the error for missing content. */
export function contentMissing(digest: Digest, where: string): AirlockError {
  return new AirlockError('content-missing', t('contentMissing', { digest, place: where }), {
    side: 'local',
  });
}
