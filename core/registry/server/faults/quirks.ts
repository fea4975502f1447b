import type { Product } from './product-guise.ts';

/**
 * What registries in the field take otherwise than the specification says; nothing is changed where a switch is
 * absent. No referrers API, rejected deletions and accepted sparse indexes are options of the protocol itself.
 */
export interface Quirks {
  /** Elements that a repository name may have; 400 NAME_INVALID above, as Quay without nested names answers. */
  maxPathDepth?: number;
  /** The projects there are (first element of a name). Others: 404 to administrators of Harbor, 401 or 403 to others. */
  projects?: { existing: string[]; status?: 401 | 403 | 404 };
  /** The organizations there are: a push to others makes none and is answered 401, as by Quay. */
  organizations?: string[];
  /** Mounts are answered 202: upload it. */
  mount?: 'never';
  /** PATCH is rejected (405): only complete blobs are accepted. */
  chunkedUploads?: 'rejected';
  /** A proxy in front answers 413, a page without any error code, to request bodies of more bytes. */
  bodyLimit?: { blobs?: number; manifests?: number };
  /** Rejects larger blobs, whole or in chunks, with 413 and an error code. */
  maxBlobBytes?: number;
  /** An index with missing instances is rejected with this code. */
  sparseIndexes?: 'MANIFEST_BLOB_UNKNOWN' | 'MANIFEST_INVALID';
  /** An OCI index of Docker images, or a Docker manifest list of OCI images, is rejected. */
  mixedIndexes?: 'rejected';
  /** Manifests with `subject` are rejected, or accepted as if they had none. */
  subjects?: 'rejected' | 'ignored';
  /** Existing tags can't be moved. The rejection is that of this product. */
  immutableTags?: 'harbor' | 'quay' | 'ecr' | 'nexus';
  /** Bytes of blobs that may be pushed in all; 403 DENIED (default) or 413 above. */
  quota?: { bytes: number; status?: 403 | 413 };
  /** Requests at once that push; 429 above. */
  concurrentPushes?: number;
  /** Headers and addresses that clients know this product by. */
  product?: Product;
}
