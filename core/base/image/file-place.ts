import type { Hash } from 'node:crypto';
import type { Digest } from './digest.ts';

/** The place of a blob in a file that this process has open. Bytes and positions. */
export interface FilePlace {
  fd: number;
  /** Position of the first byte of the blob. */
  position: number;
  /** Written directly before the first byte, together with it. */
  header: Buffer;
  /** Zero bytes after the last byte. */
  padding: number;
  /** Aborted when nothing may be written any more. */
  signal: AbortSignal;
  /** Records that the next bytes were written. */
  wrote(bytes: number): void;
  /** Ends the writing of the other thread. @param digest of the blob, if all of it was written */
  leave(digest: Digest | undefined): void;
  /** Returns the running hash of the bytes that were written, to continue in this thread. */
  rehash(): Promise<Hash>;
}
