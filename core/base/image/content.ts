import type { Digest } from './digest.ts';

/**
 * One reading interface for everything that stores content on a disk: loose files, archives, sets, workspaces. Nothing
 * here ever writes.
 */
export interface ContentSource {
  /** Returns the size of stored content in bytes, or undefined. Never does I/O. */
  size(digest: Digest): number | undefined;
  /**
   * Yields the bytes of stored content, verified by size and digest as the last byte is yielded (`digest-mismatch`, naming the
   * file). If there are several copies and the first is damaged before any byte was yielded, the next is used.
   * @throws AirlockError `content-missing`
   */
  read(
    digest: Digest,
    options?: { offset?: number; length?: number; signal?: AbortSignal },
  ): AsyncIterable<Buffer>;
  /** Small content (a manifest, a config) as one buffer. @throws `size-mismatch` above `limit` bytes (default 16 MiB). */
  bytes(digest: Digest, limit?: number): Promise<Buffer>;
}

/** An archive set, or several sets of one workspace read together: later sets win for tags and files. */
export interface ImageSource extends ContentSource {
  /** Path for messages. */
  readonly location: string;
  /** Digest that a tag of a repository points to (names as in the archive: destination names with an empty namespace). */
  tag(repository: string, tag: string): Digest | undefined;
  /** Every `repository` -> tag -> digest. */
  tags(): ReadonlyMap<string, ReadonlyMap<string, Digest>>;
  /** Names below `working-dir/`, e.g. `signatures/4.18.1-x86_64-sha256-…`, that start with `prefix`. */
  files(prefix: string): string[];
  /** Content of such a file, or undefined. */
  file(name: string): Promise<Buffer | undefined>;
  /** Image set configurations that travel with the sets (`isc_…` at the archive's root), oldest first. */
  configurations(): Promise<{ name: string; text: string }[]>;
  close(): Promise<void>;
}
