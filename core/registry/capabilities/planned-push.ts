import type { Digest } from '../../base/image/digest.ts';
import { type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { isDockerType } from '../../base/image/media-types.ts';

/** The capabilities that the manifests of an image require of a registry. */
export interface ManifestShape {
  /** An index references images that aren't among them. */
  sparse: boolean;
  /** An index references images of the other format. */
  mixed: boolean;
  /** One is attached to another by `subject`. */
  subject: boolean;
}

/** An image of a planned push. */
export interface PlannedPushImage {
  /** Its name in messages. */
  origin: string;
  /** At the destination, with the namespace and nested paths applied. */
  repository: string;
  tag: string;
  shape: ManifestShape;
  /** Whether the tag exists at the destination with another digest. */
  moves: boolean;
  /** Of the image and everything attached to it; sizes in bytes. */
  manifests: readonly { digest: Digest; size: number; mediaType: string }[];
  blobs: readonly { digest: Digest; size: number }[];
}

export interface PlannedPush {
  images: readonly PlannedPushImage[];
  /** Whether manifests will be deleted at the destination. */
  deletes: boolean;
}

/**
 * Returns the shape of an image from all of its manifests that would be pushed, including attachments.
 * @param available digests of all manifests of the image, if `manifests` contains only some of them
 * @throws AirlockError `manifest-invalid`
 */
export function shapeOf(
  manifests: readonly Manifest[],
  available: ReadonlySet<Digest> = new Set(manifests.map(({ digest }) => digest)),
): ManifestShape {
  const shape = { sparse: false, mixed: false, subject: false };
  for (const { bytes, mediaType } of manifests) {
    const content = parseManifest(bytes, mediaType);
    if (content.subject) shape.subject = true;
    if (content.kind === 'image') continue;
    for (const child of content.manifests) {
      if (!available.has(child.digest)) shape.sparse = true;
      if (isDockerType(child.mediaType) !== isDockerType(content.mediaType)) shape.mixed = true;
    }
  }
  return shape;
}
