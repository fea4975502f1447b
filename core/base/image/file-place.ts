import type { Hash } from 'node:crypto';
import type { ByteRanges } from './byte-ranges.ts';
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
  /** What was written of the blob. */
  readonly written: Pick<ByteRanges, 'bytes' | 'head' | 'gaps'>;
  /** Records that bytes from this position of the blob were written. */
  wrote(from: number, bytes: number): void;
  /** Ends the writing of the other thread. @param digest of the blob, if all of it was written */
  leave(digest: Digest | undefined): void;
  /**
   * Returns the running hash of the first bytes that were written without a gap, to continue in this thread. Reads only those
   * after the last call, for which it waits.
   * @throws the reason of the signal
   */
  rehash(signal?: AbortSignal): Promise<Hash>;
}
