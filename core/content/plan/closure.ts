import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import {
  blobsOf,
  type Descriptor,
  type Manifest,
  type Platform,
  parseManifest,
} from '../../base/image/manifest.ts';
import { t } from './messages.ts';
import type { Closure, PlannedBlob, PlannedManifest } from './planned-image.ts';
import { SharedBlobs } from './shared-blobs.ts';

const MAX_DEPTH = 5;

/**
 * Returns everything below a manifest: its children (all of them, or only those for `platforms`: a sparse index), their
 * configs and layers.
 * @param manifestOf returns a child's manifest. The caller stores the bytes.
 * @param shared blobs of other images
 * @throws AirlockError `manifest-invalid`, also if no child matches `platforms`
 */
export async function closureOf(
  top: Manifest,
  manifestOf: (child: Descriptor) => Promise<Manifest>,
  platforms?: Platform[],
  shared = new SharedBlobs(),
): Promise<Closure> {
  const manifests = new Map<Digest, PlannedManifest>();
  const blobs = new Map<Digest, PlannedBlob>();
  const walk = async (manifest: Manifest, depth: number): Promise<void> => {
    if (manifests.has(manifest.digest)) return;
    if (depth > MAX_DEPTH)
      throw new AirlockError('manifest-invalid', t('nestedTooDeeply', { limit: MAX_DEPTH }));
    const content = parseManifest(manifest.bytes, manifest.mediaType);
    if (content.kind === 'index') {
      const wanted = platforms?.length
        ? content.manifests.filter((child) => fits(child, platforms))
        : content.manifests;
      if (platforms?.length && wanted.length === 0) {
        throw new AirlockError(
          'manifest-invalid',
          `no instances found for platform ${platforms.map((p) => `${p.os}/${p.architecture}`).join(', ')}`,
        );
      }
      const children = await Promise.all(wanted.map(manifestOf));
      for (const child of children) await walk(child, depth + 1);
    } else {
      for (const { digest, size } of blobsOf(content)) {
        const known = blobs.get(digest);
        if (known && known.size !== size)
          throw new AirlockError(
            'manifest-invalid',
            t('sizesDiffer', { digest, first: known.size, second: size }),
          );
        const blob = shared.of({ digest, size });
        blobs.set(blob.digest, blob);
      }
    }
    manifests.set(manifest.digest, {
      digest: manifest.digest,
      size: manifest.bytes.length,
      mediaType: content.mediaType,
    });
  };
  await walk(top, 0);
  return { digest: top.digest, manifests: [...manifests.values()], blobs: [...blobs.values()] };
}

function fits(child: Descriptor, platforms: Platform[]): boolean {
  return platforms.some(
    (p) =>
      child.platform?.os === p.os &&
      child.platform.architecture === p.architecture &&
      (!p.variant || p.variant === child.platform.variant),
  );
}
