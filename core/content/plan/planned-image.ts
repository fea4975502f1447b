import type { CollectedImage } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';

/** A manifest of an image by what the plan needs of it; its bytes live in the store. */
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

/** A tag with everything below it: the image itself, or something attached to it (a cosign signature, a referrer). */
export interface Closure {
  digest: Digest;
  /** Children before parents: the order in which a registry accepts them. */
  manifests: PlannedManifest[];
  /** Unique, configs before layers. */
  blobs: PlannedBlob[];
}

/** Attached content: copied into the image's repository under its own tag. */
export interface Attachment extends Closure {
  /**
   * Cosign's `sha256-<hex>.sig` and its like, or `sha256-<hex>` for the index of referrers; `sha256-<hex>.referrers` where
   * an image is called so.
   */
  tag: string;
}

/** An image with its content known, ready to be copied. */
export interface PlannedImage extends CollectedImage, Closure {
  attachments: Attachment[];
  /** Bytes of all unique blobs and manifests, attachments included. */
  bytes: number;
}

/**
 * An image that is known by its digest alone, because its content came with an earlier set.
 * @param error why its content could not be read; undefined is returned when that is another reason
 */
export function unheldImage(image: CollectedImage, error: unknown): PlannedImage | undefined {
  const { digest } = image.source;
  if (!digest || asAirlockError(error).code !== 'content-missing') return undefined;
  return { ...image, digest, manifests: [], blobs: [], attachments: [], bytes: 0 };
}

/** Every blob and manifest of an image and its attachments, each once. */
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

/** Bytes of {@link contentOf}. */
export function bytesOf(image: Pick<PlannedImage, 'manifests' | 'blobs' | 'attachments'>): number {
  const { manifests, blobs } = contentOf(image);
  return [...manifests, ...blobs].reduce((sum, part) => sum + part.size, 0);
}

/** `registry/repository:tag` or `@digest`, as a person would write it. */
export function sourceText(image: Pick<CollectedImage, 'source'>): string {
  const { registry, repository, tag, digest } = image.source;
  return `${registry}/${repository}${digest ? `@${digest}` : `:${tag}`}`;
}
