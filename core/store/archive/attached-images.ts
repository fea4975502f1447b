import type { Digest } from '../../base/image/digest.ts';
import { classify } from '../set-format/entry-names.ts';
import type { SetIndex } from '../set-format/set-index.ts';

/** An image that a set links, from its index or a record of it. */
export interface LinkedImage {
  repository: string;
  tag?: string;
  digest: string;
}

/** `repository:tag`, or `repository@digest`. */
export function nameInSet({ repository, tag, digest }: LinkedImage): string {
  return tag === undefined ? `${repository}@${digest}` : `${repository}:${tag}`;
}

/**
 * Returns the name of an image that the index of a set lists and no archive of the set links. Undefined when there is
 * none. A set is written with a link for each of its images, so the index or an archive was altered.
 */
export function unlinkedImage({ images, volumes }: SetIndex): string | undefined {
  const linked = new Set<string>();
  for (const { entries } of volumes)
    for (const [name] of entries) {
      const entry = classify(name);
      if (entry.kind === 'tag') linked.add(`${entry.repository}:${entry.tag}`);
      else if (entry.kind === 'revision') linked.add(`${entry.repository}@${entry.digest}`);
    }
  return images.map(nameInSet).find((name) => !linked.has(name));
}

/**
 * Returns the digest in a tag: cosign's `sha256-<hex>.sig` and similar tags, or `sha256-<hex>` of a referrers list. An
 * image that was requested by its own digest has such a tag, too, but no subject.
 */
export function subjectOf({ tag, digest }: Pick<LinkedImage, 'tag' | 'digest'>): Digest | undefined {
  const hex = /^sha256-([0-9a-f]{64})(?:\.\w+)?$/.exec(tag ?? '')?.[1];
  return hex === undefined || digest === `sha256:${hex}` ? undefined : `sha256:${hex}`;
}

/**
 * Returns a function that recognizes content attached to images of the set: signatures, attestations and referrers
 * lists. Their subject is an image of the same repository, or an instance of one. Otherwise the content itself was
 * requested. An image without a tag was never requested: in sets of other tools, its tag has moved to another image.
 * @param images everything that the set links
 * @param instances other manifests of images that it links
 */
export function attachedAmong(
  images: readonly LinkedImage[],
  instances: readonly Pick<LinkedImage, 'repository' | 'digest'>[] = [],
): (image: LinkedImage) => boolean {
  const there = new Set([...images, ...instances].map(({ repository, digest }) => `${repository} ${digest}`));
  return (image) => {
    if (image.tag === undefined) return true;
    const subject = subjectOf(image);
    return subject !== undefined && there.has(`${image.repository} ${subject}`);
  };
}

/** The same for the images of an index. */
export function attachedIn({ images, volumes }: SetIndex): (image: LinkedImage) => boolean {
  if (!images.some(subjectOf)) return attachedAmong(images);
  const instances = volumes.flatMap(({ entries }) =>
    [...entries].flatMap(([name]) => {
      const entry = name.includes('/_manifests/revisions/') ? classify(name) : undefined;
      return entry?.kind === 'revision' ? [entry] : [];
    }),
  );
  return attachedAmong(images, instances);
}

/**
 * Counts the images of a set, excluding what is attached to them. An image that several releases link under the same
 * name counts once.
 */
export function countImages(index: SetIndex): number {
  const attached = attachedIn(index);
  return new Set(index.images.filter((image) => !attached(image)).map(nameInSet)).size;
}
