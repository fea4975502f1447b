import { createHash, type Hash } from 'node:crypto';
import type { Digest } from './digest.ts';

/** Returns the digest of bytes in memory. */
export function sha256(bytes: Uint8Array | string): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Returns a running SHA-256. `finish` returns its digest. */
export function newHash(): Hash {
  return createHash('sha256');
}

export function finish(hash: Hash): Digest {
  return `sha256:${hash.digest('hex')}`;
}
