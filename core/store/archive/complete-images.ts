import type { ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { classify } from '../set-format/entry-names.ts';
import { readParts } from '../set-format/named-images.ts';
import type { SetIndex } from '../set-format/set-index.ts';
import { attachedIn, nameInSet } from './attached-images.ts';

/** An image that a set links, and whether it's complete. */
export interface ImageOfSet {
  repository: string;
  tag?: string;
  digest: Digest;
  /** `repository:tag`, or `repository@digest`. */
  name: string;
  /** It's attached to another image of the set, such as its signature, and counts as part of that image. */
  attached: boolean;
  /**
   * Manifests, configs and layers that belong to it. When one of its manifests is missing, includes everything that its
   * repository links, even if some of that belongs to other images. Such images of a repository share one set.
   */
  content: ReadonlySet<Digest>;
  /** Content of this set that the image needs and that isn't available locally. */
  missing: readonly Digest[];
}

/**
 * Returns the images of a set with their content, as far as their manifests are available. Missing content is exact: an
 * image without its manifest is missing that.
 * @param source the available content of this set and of other local sets
 */
export async function imagesOfSet(
  index: SetIndex,
  source: Pick<ImageSource, 'size' | 'bytes'>,
): Promise<ImageOfSet[]> {
  const carried = carriedBlobs(index);
  const linked = linkedIn(index);
  const attached = attachedIn(index);
  const partsOf = (content: ReadonlySet<Digest>): Pick<ImageOfSet, 'content' | 'missing'> => ({
    content,
    missing: [...content].filter((digest) => carried.has(digest) && source.size(digest) === undefined),
  });
  const shared = new Map<string, Pick<ImageOfSet, 'content' | 'missing'>>();
  // Many images of a repository with much content may be missing their manifests.
  const everythingIn = (repository: string): Pick<ImageOfSet, 'content' | 'missing'> => {
    const everything = shared.get(repository) ?? partsOf(new Set(linked.get(repository)));
    shared.set(repository, everything);
    return everything;
  };
  const known = new Map<Digest, Digest[]>();
  const below = async (digest: Digest): Promise<Digest[]> => {
    const found = known.get(digest);
    if (found) return found;
    const parts = await readParts(source, digest);
    if (!parts) return [];
    const all = [...parts.instances, ...parts.blobs];
    known.set(digest, all);
    // Configs and layers have no parts, so they aren't read.
    for (const blob of parts.blobs) if (!known.has(blob)) known.set(blob, []);
    return all;
  };
  const images: ImageOfSet[] = [];
  for (const image of index.images) {
    const { repository, digest: root } = image;
    const content = new Set<Digest>();
    const open = [root];
    let unread = false;
    for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
      if (content.has(digest)) continue;
      content.add(digest);
      open.push(...(await below(digest)));
      // A config or layer is known from its manifest.
      unread ||= !known.has(digest) && carried.has(digest) && source.size(digest) === undefined;
    }
    const everything = unread ? everythingIn(repository) : undefined;
    const isLinked = everything && content.values().every((digest) => everything.content.has(digest));
    if (everything && !isLinked) for (const digest of everything.content) content.add(digest);
    const parts = everything && isLinked ? everything : partsOf(content);
    images.push({ ...image, name: nameInSet(image), attached: attached(image), ...parts });
  }
  return images;
}

/** Maps each repository of a set to the digests that it links. */
function linkedIn(index: SetIndex): Map<string, Digest[]> {
  const linked = new Map<string, Digest[]>();
  for (const { entries } of index.volumes)
    for (const [name] of entries) {
      const entry = classify(name);
      if (entry.kind !== 'layer' && entry.kind !== 'revision') continue;
      const known = linked.get(entry.repository);
      if (known) known.push(entry.digest);
      else linked.set(entry.repository, [entry.digest]);
    }
  return linked;
}

/** Returns the digests of the blobs in a set itself. */
export function carriedBlobs(index: SetIndex): Set<Digest> {
  const digests = new Set<Digest>();
  for (const { entries } of index.volumes)
    for (const [name] of entries) {
      const entry = classify(name);
      if (entry.kind === 'blob') digests.add(entry.digest);
    }
  return digests;
}
