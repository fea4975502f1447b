import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { blobsOf, parseManifest } from '../../base/image/manifest.ts';
import { attachedIn } from '../../store/archive/attached-images.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';

/** The files that one image of a set needs in the directory of its repository. */
export interface OcImage {
  repository: string;
  tag?: string;
  digest: Digest;
  /** Whether it belongs to another image, for example as its signature, and isn't counted as an image. */
  attached: boolean;
  /** Manifests, children of a manifest list first. */
  manifests: Digest[];
  /** Configurations and layers. */
  blobs: Digest[];
  /** Content that no local set contains. The image is then omitted. */
  missing: Digest[];
}

/**
 * Returns the content of the images of a set from all locally available sets, because an incremental set contains only a
 * part. Omits instances of a manifest list that weren't mirrored, as a registry does.
 */
export async function planOcImages(
  index: SetIndex,
  source: ImageSource,
  signal?: AbortSignal,
): Promise<OcImage[]> {
  const parts = new Map<Digest, { manifests: Digest[]; blobs: Digest[]; missing: Digest[] }>();
  const partsOf = async (
    digest: Digest,
  ): Promise<{ manifests: Digest[]; blobs: Digest[]; missing: Digest[] }> => {
    const known = parts.get(digest);
    if (known) return known;
    const found = { manifests: [] as Digest[], blobs: [] as Digest[], missing: [] as Digest[] };
    parts.set(digest, found);
    if (source.size(digest) === undefined) {
      found.missing.push(digest);
      return found;
    }
    const manifest = parseManifest(await source.bytes(digest));
    if (manifest.kind === 'index') {
      const stored = manifest.manifests.filter((instance) => source.size(instance.digest) !== undefined);
      for (const instance of stored) {
        const below = await partsOf(instance.digest);
        found.manifests.push(...below.manifests);
        found.blobs.push(...below.blobs);
        found.missing.push(...below.missing);
      }
      if (stored.length === 0) found.missing.push(...manifest.manifests.map((instance) => instance.digest));
    } else
      for (const blob of blobsOf(manifest))
        (source.size(blob.digest) === undefined ? found.missing : found.blobs).push(blob.digest);
    found.manifests.push(digest);
    return found;
  };
  const images: OcImage[] = [];
  const attached = attachedIn(index);
  for (const image of index.images) {
    const { repository, tag, digest } = image;
    signal?.throwIfAborted();
    const { manifests, blobs, missing } = await partsOf(digest);
    images.push({
      repository,
      tag,
      digest,
      attached: attached(image),
      manifests: [...new Set(manifests)],
      blobs: [...new Set(blobs)],
      missing: [...new Set(missing)],
    });
  }
  return images;
}

/** Free space on a drive, in bytes. */
export interface OcRoom {
  free: number;
  /** Block size in bytes. Files use entire blocks. */
  block: number;
  /** Whether content in several repositories is stored once. */
  links: boolean;
  /** Content that is already present, as `repository digest`. */
  has: ReadonlySet<string>;
}

/**
 * Assigns each image, in the order of the set, to the first drive with enough free space for all of it.
 * @returns the number of its drive for each image, or undefined for an image that fits on none
 */
export function placeOcImages(
  images: readonly OcImage[],
  rooms: readonly OcRoom[],
  sizeOf: (digest: Digest) => number,
): (number | undefined)[] {
  const media = rooms.map((room) => ({ ...room, placed: new Set(room.has), stored: new Set<Digest>() }));
  return images.map((image) => {
    const content = [...image.blobs, ...image.manifests];
    for (const [i, drive] of media.entries()) {
      const { block, links, placed, stored } = drive;
      const news = content.filter((digest) => !placed.has(`${image.repository} ${digest}`));
      const written = links ? news.filter((digest) => !stored.has(digest)) : news;
      // Directory entries use some space, too.
      const needed = written.reduce(
        (sum, digest) => sum + Math.ceil(sizeOf(digest) / block) * block,
        news.length * 256,
      );
      if (needed > drive.free) continue;
      drive.free -= needed;
      for (const digest of news) placed.add(`${image.repository} ${digest}`);
      for (const digest of content) stored.add(digest);
      return i;
    }
    return undefined;
  });
}
