import type { CollectedImage } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';

/** The data of a manifest for the plan. Its bytes are in the store. */
export interface PlannedManifest {
  digest: Digest;
  size: number;
  mediaType: string;
}

export interface PlannedBlob {
  digest: Digest;
  /** Bytes. */
  size: number;
}

/** A tag with everything below it: the image, or an attachment (a cosign signature, a referrer). */
export interface Closure {
  digest: Digest;
  /** Children before parents, which is the order that registries accept. */
  manifests: PlannedManifest[];
  /** Unique, configs before layers. */
  blobs: PlannedBlob[];
}

/** An attachment, which is copied to the image's repository with its own tag. */
export interface Attachment extends Closure {
  /**
   * Cosign's `sha256-<hex>.sig` and the like, or `sha256-<hex>` for the index of referrers; `sha256-<hex>.referrers` if
   * an image has that name.
   */
  tag: string;
}

/** An image with known content that can be copied. */
export interface PlannedImage extends CollectedImage, Closure {
  attachments: Attachment[];
  /** Bytes of all unique blobs and manifests, attachments included. */
  bytes: number;
}

/**
 * Returns an image with only a digest, because its content was in an earlier set.
 * @param error why its content couldn't be read. Returns undefined for another reason
 */
export function unheldImage(image: CollectedImage, error: unknown): PlannedImage | undefined {
  const { digest } = image.source;
  if (!digest || asAirlockError(error).code !== 'content-missing') return undefined;
  return { ...image, digest, manifests: [], blobs: [], attachments: [], bytes: 0 };
}

/** Returns every blob and manifest of an image and its attachments, each once. */
export function contentOf(image: Pick<PlannedImage, 'manifests' | 'blobs' | 'attachments'>): {
  manifests: PlannedManifest[];
  blobs: PlannedBlob[];
} {
  const manifests = new Map<Digest, PlannedManifest>();
  const blobs = new Map<Digest, PlannedBlob>();
  for (const closure of [image, ...image.attachments]) {
    for (const manifest of closure.manifests) manifests.set(manifest.digest, manifest);
    for (const blob of closure.blobs) blobs.set(blob.digest, blob);
  }
  return { manifests: [...manifests.values()], blobs: [...blobs.values()] };
}

/** Returns the size of {@link contentOf} in bytes. */
export function bytesOf(image: Pick<PlannedImage, 'manifests' | 'blobs' | 'attachments'>): number {
  const { manifests, blobs } = contentOf(image);
  return [...manifests, ...blobs].reduce((sum, part) => sum + part.size, 0);
}

/** Returns `registry/repository:tag` or `registry/repository@digest`. */
export function sourceText(image: Pick<CollectedImage, 'source'>): string {
  const { registry, repository, tag, digest } = image.source;
  return `${registry}/${repository}${digest ? `@${digest}` : `:${tag}`}`;
}
