import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { blobsOf, parseManifest } from '../../base/image/manifest.ts';
import { attachedIn } from '../../store/archive/attached-images.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';

/** What one image of a set needs in the directory of its repository. */
export interface OcImage {
  repository: string;
  tag?: string;
  digest: Digest;
  /** It belongs to another image, such as its signature: it is counted with that. */
  attached: boolean;
  /** Manifests, children of a list first. */
  manifests: Digest[];
  /** Configurations and layers. */
  blobs: Digest[];
  /** Content that no set here holds: the image is left out. */
  missing: Digest[];
}

/**
 * What the images of a set consist of, from everything that is held here: an increment has not all of it. Instances of a
 * manifest list that were not mirrored are left out, as they are at a registry.
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

/** Room on a medium, in bytes. */
export interface OcRoom {
  free: number;
  /** Files take whole blocks of so many bytes. */
  block: number;
  /** Content that several repositories have takes its room once. */
  links: boolean;
  /** What is there already, as `repository digest`. */
  has: ReadonlySet<string>;
}

/**
 * Which medium each image goes to: the first with room for it whole, in the order of the set.
 * @returns for each image the number of its medium; undefined for those that fit on none
 */
export function placeOcImages(
  images: readonly OcImage[],
  rooms: readonly OcRoom[],
  sizeOf: (digest: Digest) => number,
): (number | undefined)[] {
  const media = rooms.map((room) => ({ ...room, placed: new Set(room.has), stored: new Set<Digest>() }));
  return images.map((image) => {
    const content = [...image.blobs, ...image.manifests];
    for (const [i, medium] of media.entries()) {
      const { block, links, placed, stored } = medium;
      const news = content.filter((digest) => !placed.has(`${image.repository} ${digest}`));
      const written = links ? news.filter((digest) => !stored.has(digest)) : news;
      // A name in a folder takes a little, too.
      const needed = written.reduce(
        (sum, digest) => sum + Math.ceil(sizeOf(digest) / block) * block,
        news.length * 256,
      );
      if (needed > medium.free) continue;
      medium.free -= needed;
      for (const digest of news) placed.add(`${image.repository} ${digest}`);
      for (const digest of content) stored.add(digest);
      return i;
    }
    return undefined;
  });
}
