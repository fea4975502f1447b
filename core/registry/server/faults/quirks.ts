import type { Product } from './product-guise.ts';

/**
 * The deviations of registries in the field from the specification. Absent switches change nothing. Missing referrers
 * API, rejected deletions and accepted sparse indexes are options of the protocol itself.
 */
export interface Quirks {
  /** Maximum elements of a repository name. Longer ones get 400 NAME_INVALID, as from Quay without nested names. */
  maxPathDepth?: number;
  /**
   * The existing projects (first element of a name). Others get 404 for administrators of Harbor, 401 or 403 for
   * others.
   */
  projects?: { existing: string[]; status?: 401 | 403 | 404 };
  /** The existing organizations. A push to others creates none and gets 401, as from Quay. */
  organizations?: string[];
  /** Mounts get 202, so that the client uploads the blob. */
  mount?: 'never';
  /** PATCH is rejected (405). Only complete blobs are accepted. */
  chunkedUploads?: 'rejected';
  /** Maximum request body in bytes of a proxy in front, which answers with 413 and a page without an error code. */
  bodyLimit?: { blobs?: number; manifests?: number };
  /** Maximum blob size in bytes, in one request or in chunks. Larger ones get 413 and an error code. */
  maxBlobBytes?: number;
  /** Error code for an index with missing instances. */
  sparseIndexes?: 'MANIFEST_BLOB_UNKNOWN' | 'MANIFEST_INVALID';
  /** An OCI index of Docker images, or a Docker manifest list of OCI images, is rejected. */
  mixedIndexes?: 'rejected';
  /** Manifests with `subject` are rejected, or accepted as if it were absent. */
  subjects?: 'rejected' | 'ignored';
  /** Existing tags can't be moved. The product determines the error. */
  immutableTags?: 'harbor' | 'quay' | 'ecr' | 'nexus';
  /** DELETE of a tag is rejected (405), as by distribution 2. */
  tagDeletions?: 'rejected';
  /** Total bytes of blobs that may be pushed. Then 403 DENIED (default) or 413. */
  quota?: { bytes: number; status?: 403 | 413 };
  /** Maximum concurrent pushes. Others get 429. */
  concurrentPushes?: number;
  /** The product whose headers and addresses are imitated, because clients identify it by them. */
  product?: Product;
}
