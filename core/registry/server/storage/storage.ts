import type { Digest } from '../../../base/image/digest.ts';
import type { Manifest, ManifestContent } from '../../../base/image/manifest.ts';

/**
 * Where a registry server keeps what it serves. Names have been checked by the protocol before they come here.
 * Content is only found through a repository that has it.
 */
export interface RegistryStorage {
  manifest(repository: string, digest: Digest): Promise<Manifest | undefined>;
  tag(repository: string, tag: string): Promise<Digest | undefined>;
  /** In the order of their characters; undefined when the repository is unknown. */
  tags(repository: string): Promise<string[] | undefined>;
  /** In the order of their characters. */
  repositories(): Promise<string[]>;
  /** Digests of manifests whose `subject` is this one. */
  referrers(repository: string, subject: Digest): Promise<Digest[]>;
  /** Size in bytes, or undefined when the repository does not have the blob. */
  blobSize(repository: string, digest: Digest): Promise<number | undefined>;
  /** Reads a blob that `blobSize` found. Opens nothing before the first byte is requested. */
  readBlob(
    digest: Digest,
    part: { offset: number; length: number; signal: AbortSignal },
  ): AsyncIterable<Buffer>;
  /** Absent where nothing can be written. */
  readonly writer?: StorageWriter;
}

export interface StorageWriter {
  /** Keeps a manifest, and points the tag at it when there is one. */
  putManifest(
    repository: string,
    manifest: Manifest,
    content: ManifestContent,
    tag: string | undefined,
  ): Promise<void>;
  /** Removes a manifest and every tag on it from a repository; false when it was not there. */
  deleteManifest(repository: string, digest: Digest): Promise<boolean>;
  deleteTag(repository: string, tag: string): Promise<boolean>;
  /** Makes a blob of one repository part of another; false when the first does not have it. */
  mountBlob(repository: string, digest: Digest, from: string): Promise<boolean>;
  /** Takes a blob out of a repository; its bytes stay where they are. */
  deleteBlob(repository: string, digest: Digest): Promise<boolean>;
  /** A place for the bytes of an upload. */
  newBlob(): Promise<BlobSink>;
}

/** Bytes on their way into the storage; they become a blob only by `keep`. Calls do not overlap. */
export interface BlobSink {
  write(chunk: Buffer): Promise<void> | void;
  /** Everything was written and has this digest (the caller has checked it). */
  keep(repository: string, digest: Digest): Promise<void>;
  discard(): Promise<void>;
}
