import { createCipheriv, createHash } from 'node:crypto';

/** Returns `size` incompressible bytes that depend only on `key`: AES-CTR over zeros. */
export function noise(key: string, size: number): Buffer {
  const seed = createHash('sha256').update(key).digest();
  return createCipheriv('aes-128-ctr', seed.subarray(0, 16), seed.subarray(16)).update(Buffer.alloc(size));
}

/**
 * Returns a size in bytes between half of `mean` and one and a half times `mean`, which depends only on `key` and
 * `mean`.
 */
export function sizeAround(mean: number, key: string): number {
  const fraction = createHash('sha256').update(`size:${key}`).digest().readUInt32LE(0) / 2 ** 32;
  return Math.max(1, Math.round(mean * (0.5 + fraction)));
}
