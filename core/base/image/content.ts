import type { Digest } from './digest.ts';
import type { ReadOptions } from './verified-read.ts';

/**
 * The read interface of everything that stores content on a disk: loose files, archives, sets and workspaces.
 */
export interface ContentSource {
  /** Returns the size of stored content in bytes, or undefined. Never does I/O. */
  size(digest: Digest): number | undefined;
  /**
   * Yields the bytes of stored content. Verifies size and digest with the last byte (`digest-mismatch`, naming the file). If a
   * copy turns out to be damaged before its first byte was yielded, uses the next copy.
   * @throws AirlockError `content-missing`
   */
  read(digest: Digest, options?: ReadOptions): AsyncIterable<Buffer>;
  /** Returns small content (a manifest, a config) as one buffer. @throws `size-mismatch` above `limit` bytes (default 16 MiB) */
  bytes(digest: Digest, limit?: number): Promise<Buffer>;
}

/** An archive set, or all sets of a workspace. Tags and files of later sets take precedence. */
export interface ImageSource extends ContentSource {
  /** Path for messages. */
  readonly location: string;
  /** Returns the digest of a tag. Names are as in the archive: destination names with an empty namespace. */
  tag(repository: string, tag: string): Digest | undefined;
  /** Returns the digests of all tags, by repository and tag. */
  tags(): ReadonlyMap<string, ReadonlyMap<string, Digest>>;
  /** Returns names below `working-dir/` that start with `prefix`, such as `signatures/4.18.1-x86_64-sha256-…`. */
  files(prefix: string): string[];
  /** Returns the content of such a file, or undefined. */
  file(name: string): Promise<Buffer | undefined>;
  /** Returns the image set configurations in the sets (`isc_…` at the archive's root), oldest first. */
  configurations(): Promise<{ name: string; text: string }[]>;
  close(): Promise<void>;
}
