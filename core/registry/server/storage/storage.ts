import type { Digest } from '../../../base/image/digest.ts';
import type { Manifest, ManifestContent } from '../../../base/image/manifest.ts';

/**
 * The storage of a registry server. The protocol validates names before it calls the storage. Content is only
 * accessible through a repository that has it.
 */
export interface RegistryStorage {
  manifest(repository: string, digest: Digest): Promise<Manifest | undefined>;
  tag(repository: string, tag: string): Promise<Digest | undefined>;
  /** Sorted by character code; undefined for an unknown repository. */
  tags(repository: string): Promise<string[] | undefined>;
  /** Sorted by character code. */
  repositories(): Promise<string[]>;
  /** Digests of manifests whose `subject` is this one. */
  referrers(repository: string, subject: Digest): Promise<Digest[]>;
  /** Size in bytes; undefined if the repository doesn't have the blob. */
  blobSize(repository: string, digest: Digest): Promise<number | undefined>;
  /** Reads a blob that `blobSize` found. Opens nothing before the first byte is requested. */
  readBlob(
    digest: Digest,
    part: { offset: number; length: number; signal: AbortSignal },
  ): AsyncIterable<Buffer>;
  /** Absent in a read-only storage. */
  readonly writer?: StorageWriter;
}

export interface StorageWriter {
  /** Stores a manifest, and points the tag at it if one is given. */
  putManifest(
    repository: string,
    manifest: Manifest,
    content: ManifestContent,
    tag: string | undefined,
  ): Promise<void>;
  /** Removes a manifest and all of its tags from a repository; false if it doesn't exist. */
  deleteManifest(repository: string, digest: Digest): Promise<boolean>;
  deleteTag(repository: string, tag: string): Promise<boolean>;
  /** Adds a blob of one repository to another; false if the first one doesn't have it. */
  mountBlob(repository: string, digest: Digest, from: string): Promise<boolean>;
  /** Removes a blob from a repository. Its bytes remain stored. */
  deleteBlob(repository: string, digest: Digest): Promise<boolean>;
  /** Opens a sink for the bytes of an upload. */
  newBlob(): Promise<BlobSink>;
}

/** The bytes of an upload. They become a blob only when `keep` is called. Calls don't overlap. */
export interface BlobSink {
  write(chunk: Buffer): Promise<void> | void;
  /** Completes the upload. The caller has verified the digest. */
  keep(repository: string, digest: Digest): Promise<void>;
  discard(): Promise<void>;
}
