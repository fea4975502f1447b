import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { blobsOf, parseManifest } from '../../base/image/manifest.ts';
import { attachmentsIn } from './attachments.ts';
import { t } from './messages.ts';

/** The references in a manifest: configs and layers, or instances of a manifest list. */
export interface ManifestParts {
  blobs: Digest[];
  instances: Digest[];
}

/** Returns the parts of a stored manifest; undefined if it is missing, damaged or not a manifest. */
export async function readParts(
  source: Pick<ImageSource, 'size' | 'bytes'>,
  digest: Digest,
): Promise<ManifestParts | undefined> {
  if (source.size(digest) === undefined) return undefined;
  try {
    const manifest = parseManifest(await source.bytes(digest));
    return manifest.kind === 'index'
      ? { blobs: [], instances: manifest.manifests.map((instance) => instance.digest) }
      : { blobs: blobsOf(manifest).map((blob) => blob.digest), instances: [] };
  } catch {
    return undefined;
  }
}

/**
 * Returns the images (`repository:tag`) and attached files that need each digest. Reads every readable manifest, so use it only to describe
 * damage.
 */
export async function imagesByDigest(source: ImageSource): Promise<Map<Digest, Set<string>>> {
  const images = new Map<Digest, Set<string>>();
  const known = new Map<Digest, ManifestParts>();
  for (const [repository, tags] of source.tags()) {
    for (const [tag, root] of tags) {
      const open = [root];
      for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
        const names = images.get(digest) ?? new Set();
        if (names.has(`${repository}:${tag}`)) continue;
        images.set(digest, names.add(`${repository}:${tag}`));
        const parts = known.get(digest) ?? (await readParts(source, digest)) ?? { blobs: [], instances: [] };
        known.set(digest, parts);
        for (const blob of parts.blobs) known.set(blob, { blobs: [], instances: [] });
        open.push(...parts.instances, ...parts.blobs);
      }
    }
  }
  const lists = await attachmentsIn(source).catch(() => []);
  for (const { digest, name } of lists.flatMap(({ files }) => files)) {
    const names = images.get(digest) ?? new Set();
    images.set(digest, names.add(t('attachedFile', { name })));
  }
  return images;
}
