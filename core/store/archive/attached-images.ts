import type { Digest } from '../../base/image/digest.ts';
import { classify } from '../set-format/entry-names.ts';
import type { SetIndex } from '../set-format/set-index.ts';

/** Something that a set links, as its index or a record of it says. */
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
 * The name of an image that the index of a set lists and no archive of the set links; undefined when there is none.
 * A set is written with a link for each of its images, so one of both was altered.
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
 * The digest that a tag names: cosign's `sha256-<hex>.sig` and its like, or `sha256-<hex>` of a list of referrers. An image
 * that was asked for by its own digest has such a tag, too, and no subject.
 */
export function subjectOf({ tag, digest }: Pick<LinkedImage, 'tag' | 'digest'>): Digest | undefined {
  const hex = /^sha256-([0-9a-f]{64})(?:\.\w+)?$/.exec(tag ?? '')?.[1];
  return hex === undefined || digest === `sha256:${hex}` ? undefined : `sha256:${hex}`;
}

/**
 * Tells what of a set is none of its images and belongs to one: signatures, attestations and lists of referrers. Their
 * subject is an image of the same repository, or an instance of one; where it is neither, somebody asked for exactly this.
 * Nothing requested an image without a tag: in sets of other tools, its tag points elsewhere by now.
 * @param images everything that the set links
 * @param instances what else of images it links
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

/** How many images a set has, without what is attached to them. Releases may link one under the same name: it is one. */
export function countImages(index: SetIndex): number {
  const attached = attachedIn(index);
  return new Set(index.images.filter((image) => !attached(image)).map(nameInSet)).size;
}
