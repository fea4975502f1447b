import type { CollectedImage } from '../../../base/collected/collected.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { findCollisions } from '../../../base/image/destination.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { memoryKey } from '../../../content/plan/closure-memory.ts';
import type { Estimates } from '../known/estimates.ts';
import type { Contents } from '../known/known-contents.ts';
import type { KnownTag, PartContents } from '../known/part-sums.ts';
import type { StatePlace } from '../known/state-place.ts';
import type { PartsPlanner } from './parts-planner.ts';

/** Images that were found while content was merged. */
export interface GatheredImages {
  /** Unknown images, each once. */
  unknown: CollectedImage[];
  /** Images by tag, with the time of the oldest resolved tag. */
  tags: { images: CollectedImage[]; oldest: string } | undefined;
  /** Images with the same name at the destination. */
  collisions: Problem[];
}

/** Merges the content of images, the same array only once, and collects unknown images. */
export function gatherer({ place, estimates }: PartsPlanner, stamp: string) {
  const all = new Set<Joined>();
  const unknown = new Map<string, CollectedImage>();
  const tagged = new Map<string, CollectedImage>();
  let oldest: string | undefined;
  const of = (
    images: readonly CollectedImage[],
  ): Pick<PartContents, 'images' | 'moreImages' | 'contents' | 'estimated' | 'tags'> => {
    const before = JOINED.get(images);
    const joined =
      before?.stamp === stamp && before.place === place ? before : join(images, place, estimates, stamp);
    if (joined !== before) JOINED.set(images, joined);
    all.add(joined);
    for (const [name, image] of joined.unknown) unknown.set(name, image);
    for (const [name, { image, at }] of joined.tagged) {
      tagged.set(name, image);
      if (oldest === undefined || at < oldest) oldest = at;
    }
    const { names, contents, known } = joined;
    return { images: names, moreImages: 0, contents, estimated: joined.unknown.size > 0, tags: known };
  };
  return {
    of,
    found: (): GatheredImages => ({
      collisions: collisionsOf(all),
      unknown: [...unknown.values()],
      tags: oldest === undefined ? undefined : { images: [...tagged.values()], oldest },
    }),
  };
}
export type Gatherer = ReturnType<typeof gatherer>;

/** Finds images with the same name. Most have their own, so only the others are compared in detail. */
function collisionsOf(all: ReadonlySet<Joined>): Problem[] {
  const accepted = new Map<string, { name: string; image: CollectedImage }>();
  const suspicious = new Set<CollectedImage>();
  for (const { images, names, destinations } of all)
    for (let position = 0; position < names.length; position++) {
      const [name, image] = [names[position]!, images[position]!];
      const before = accepted.get(destinations[position]!);
      if (!before) accepted.set(destinations[position]!, { name, image });
      else if (before.name !== name) suspicious.add(before.image).add(image);
    }
  return suspicious.size > 0 ? findCollisions(suspicious) : [];
}

interface Joined {
  images: readonly CollectedImage[];
  stamp: string;
  place: StatePlace;
  names: string[];
  destinations: string[];
  contents: Contents;
  unknown: Map<string, CollectedImage>;
  tagged: Map<string, { image: CollectedImage; at: string }>;
  known: KnownTag[];
}
const JOINED = new WeakMap<readonly CollectedImage[], Joined>();

function join(
  images: readonly CollectedImage[],
  place: StatePlace,
  estimates: Estimates,
  stamp: string,
): Joined {
  const numbers = new Set<number>();
  const joined: Omit<Joined, 'contents'> = {
    ...{ images, stamp, place, names: [], destinations: [], known: [] },
    ...{ unknown: new Map(), tagged: new Map() },
  };
  for (const image of images) {
    const { source, destination, platforms } = image;
    const goal = `${destination.repository}:${destination.tag}`;
    const name = `${source.registry}/${source.repository}:${source.tag ?? ''}@${source.digest ?? ''} ${goal}`;
    joined.destinations.push(goal);
    joined.names.push(platforms ? `${name} ${JSON.stringify(platforms)}` : name);
    const tag = source.digest ? undefined : place.tags.get(source);
    if (tag) joined.tagged.set(name, { image, at: tag.at });
    const digest: Digest | undefined = source.digest ?? tag?.digest;
    const known = digest && place.contents.get(memoryKey(digest, platforms, true));
    if (known) joined.known.push({ ...destination, digest, contents: known });
    else joined.unknown.set(name, image);
    for (const number of known ?? estimates.of(image)) numbers.add(number);
  }
  return { ...joined, contents: Uint32Array.from(numbers) };
}
