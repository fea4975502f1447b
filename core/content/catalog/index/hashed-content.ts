import type { Digest } from '../../../base/image/digest.ts';
import { finish, newHash } from '../../../base/image/sha256.ts';
import type { ByteBuffer } from '../model/byte-buffer.ts';

/** The content of a file, which is hashed while it is read. */
export interface HashedContent {
  /**
   * Reads the content into memory.
   * @returns the digest of the complete content; undefined if it has more than `most` bytes, so that only its beginning
   * was read
   */
  readAhead(most: number): Promise<Digest | undefined>;
  /** Returns the content from its beginning. A chunk is valid until the next one is requested. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Returns the digest and the size of the complete content. Only call it after the last chunk was read. */
  summary(): { digest: Digest; bytes: number };
}

/** As large as chunks of files, because users of the content may need memory in proportion to a chunk. */
const CHUNK_BYTES = 512 * 1024;

/** @param memory for the bytes that are read ahead, empty */
export function hashedContent(source: AsyncIterable<Uint8Array>, memory: ByteBuffer): HashedContent {
  const hash = newHash();
  const iterator = source[Symbol.asyncIterator]();
  let bytes = 0;
  let digest: Digest | undefined;
  const nextChunk = async (): Promise<Uint8Array | undefined> => {
    if (digest) return undefined;
    const { done, value } = await iterator.next();
    if (done) {
      digest = finish(hash);
      return undefined;
    }
    hash.update(value);
    bytes += value.length;
    return value;
  };
  return {
    async readAhead(most) {
      while (bytes <= most) {
        const chunk = await nextChunk();
        if (!chunk) break;
        memory.bytes(chunk);
      }
      return digest;
    },
    async *chunks() {
      try {
        const ahead = memory.take();
        for (let at = 0; at < ahead.length; at += CHUNK_BYTES) yield ahead.subarray(at, at + CHUNK_BYTES);
        for (let chunk = await nextChunk(); chunk; chunk = await nextChunk()) yield chunk;
      } finally {
        await iterator.return?.();
      }
    },
    summary: () => ({ digest: digest!, bytes }),
  };
}
