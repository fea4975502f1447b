import type { Digest } from '../../base/image/digest.ts';
import type { ImageOfSet } from '../../store/archive/complete-images.ts';
import { classify } from '../../store/set-format/entry-names.ts';

/** Images that share their content, by their places in the list of images. */
interface SameContent {
  repository: string;
  places: number[];
}

interface ImagePlaces {
  /** By the names and by the digests of images. */
  named: Map<string, number[]>;
  containing: Map<Digest, SameContent[]>;
}

/**
 * Returns the images that need any of these entries of the set.
 * @param of `links`: also images that only need a link. Other tools read the links, but an image with all of its
 *   content can be used here without them, as the index names it
 */
export function imagesNeeding(
  images: readonly ImageOfSet[],
  of: 'content' | 'links',
): (entries: readonly string[]) => ImageOfSet[] {
  let places: ImagePlaces | undefined;
  return (entries) => {
    const blobs = new Set<Digest>();
    const links = new Map<Digest, Set<string>>();
    const named = new Set<string>();
    for (const name of entries) {
      const entry = classify(name);
      if (entry.kind === 'blob') blobs.add(entry.digest);
      const signed = entry.kind === 'file' && /^signatures\/.*-sha256-([0-9a-f]{64})$/.exec(entry.name)?.[1];
      if (signed) named.add(`sha256:${signed}`);
      if (of === 'content') continue;
      if (entry.kind === 'tag' || entry.kind === 'tag-history') named.add(`${entry.repository}:${entry.tag}`);
      else if (entry.kind === 'layer' || entry.kind === 'revision')
        links.set(entry.digest, (links.get(entry.digest) ?? new Set()).add(entry.repository));
    }
    if (blobs.size + links.size + named.size === 0) return [];
    places ??= placesOf(images);
    const found = new Set([...named].flatMap((name) => places!.named.get(name) ?? []));
    const groups = new Set<SameContent>();
    for (const digest of new Set([...blobs, ...links.keys()]))
      for (const group of places.containing.get(digest) ?? [])
        if (blobs.has(digest) || links.get(digest)?.has(group.repository)) groups.add(group);
    for (const group of groups) for (const place of group.places) found.add(place);
    return [...found].toSorted((a, b) => a - b).map((place) => images[place]!);
  };
}

/** A set may have thousands of images and volumes, so the content of an image isn't searched for each volume. */
function placesOf(images: readonly ImageOfSet[]): ImagePlaces {
  const named = new Map<string, number[]>();
  const containing = new Map<Digest, SameContent[]>();
  const groups = new Map<ReadonlySet<Digest>, SameContent>();
  for (const [place, { repository, name, digest: root, content }] of images.entries()) {
    for (const key of [name, root]) listIn(named, key).push(place);
    const same = groups.get(content);
    if (same?.repository === repository) {
      same.places.push(place);
      continue;
    }
    const group: SameContent = { repository, places: [place] };
    groups.set(content, group);
    for (const digest of content) listIn(containing, digest).push(group);
  }
  return { named, containing };
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
