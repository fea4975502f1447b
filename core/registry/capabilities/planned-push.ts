import type { Digest } from '../../base/image/digest.ts';
import { type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST } from '../../base/image/media-types.ts';

/** What the manifests of an image ask of a registry. */
export interface ManifestShape {
  /** An index names images that are not among them. */
  sparse: boolean;
  /** An index names images of the other format. */
  mixed: boolean;
  /** One is attached to another by `subject`. */
  subject: boolean;
}

/** An image as a push would bring it. */
export interface PlannedPushImage {
  /** As messages name it. */
  origin: string;
  /** At the destination, with the namespace and nested paths applied. */
  repository: string;
  tag: string;
  shape: ManifestShape;
  /** True when the tag is at the destination with another digest. */
  moves: boolean;
  /** Of the image and everything attached to it; sizes in bytes. */
  manifests: readonly { digest: Digest; size: number; mediaType: string }[];
  blobs: readonly { digest: Digest; size: number }[];
}

export interface PlannedPush {
  images: readonly PlannedPushImage[];
  /** Manifests are to be deleted at the destination. */
  deletes: boolean;
}

/**
 * The shape of an image from all manifests that a push would bring of it, attachments included.
 * @param held digests of all manifests that come with the image, where only some of them are looked at
 * @throws AirlockError `manifest-invalid`
 */
export function shapeOf(
  manifests: readonly Manifest[],
  stored: ReadonlySet<Digest> = new Set(manifests.map(({ digest }) => digest)),
): ManifestShape {
  const shape = { sparse: false, mixed: false, subject: false };
  for (const { bytes, mediaType } of manifests) {
    const content = parseManifest(bytes, mediaType);
    if (content.subject) shape.subject = true;
    if (content.kind === 'image') continue;
    for (const child of content.manifests) {
      if (!stored.has(child.digest)) shape.sparse = true;
      if (isDockerType(child.mediaType) !== isDockerType(content.mediaType)) shape.mixed = true;
    }
  }
  return shape;
}

export function isDockerType(mediaType: string): boolean {
  return mediaType === DOCKER_MANIFEST || mediaType === DOCKER_LIST;
}
