import { collectAdditional } from '../additional/collect.ts';
import type { Collected, CollectedImage } from '../collect/collected.ts';
import type { ImageSetConfiguration } from '../config/image-set.ts';
import { AirlockError, type Problem } from '../errors/airlock-error.ts';
import { type DestinationLayout, findCollisions } from '../image/destination.ts';

/** A deliverable that is left out whole, e.g. a release without a valid signature. */
export interface Rejection {
  deliverable: string;
  problem: Problem;
  exitCode: number;
}

/** Everything that the collectors asked for, in the order in which it is to be completed. */
export interface Collection {
  images: CollectedImage[];
  rejected: Rejection[];
  problems: Problem[];
}

/**
 * Runs the collectors over one configuration.
 * @param releases the release collector, bound to its sources
 * @throws AirlockError of the collectors: unknown channels and the like, before anything is copied
 */
export async function collectImages(
  configuration: ImageSetConfiguration,
  releases: (configuration: ImageSetConfiguration) => AsyncIterable<Collected>,
): Promise<Collection> {
  const collection: Collection = { images: [], rejected: [], problems: [] };
  const take = (collected: Collected) => {
    if (collected.type === 'image') collection.images.push(collected.image);
    else if (collected.type === 'rejected') {
      const { deliverable, problem, exitCode } = collected;
      collection.rejected.push({
        deliverable,
        exitCode,
        problem: { ...problem, message: `${deliverable} is left out: ${problem.message}` },
      });
    } else collection.problems.push(collected.problem);
  };
  if (configuration.platform) for await (const collected of releases(configuration)) take(collected);
  for (const collected of collectAdditional(configuration.additionalImages, configuration.blockedImages))
    take(collected);
  const errors = collection.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    throw new AirlockError(
      'config-invalid',
      errors.length === 1
        ? errors[0]!.message
        : `${errors.length} entries of the configuration cannot be mirrored`,
      { problems: errors },
    );
  }
  return collection;
}

/**
 * Joins what several configurations of one workspace asked for: an image named twice is one, and where two sets give
 * one tag different content, the later set wins.
 */
export function joinCollections(collections: Collection[]): Collection {
  const images = new Map<string, CollectedImage>();
  for (const collection of collections) {
    for (const image of collection.images) {
      const name = `${image.destination.repository}:${image.destination.tag}`;
      const known = images.get(name);
      // Another origin under the same name is a collision, which must be seen, not hidden.
      images.set(known && known.origin !== image.origin ? `${name} ${image.origin}` : name, image);
    }
  }
  const rejected = new Map(collections.flatMap((c) => c.rejected).map((r) => [r.deliverable, r]));
  return {
    images: [...images.values()],
    rejected: [...rejected.values()],
    problems: collections.flatMap((c) => c.problems),
  };
}

/** @throws AirlockError `destination-collision` with one problem for each destination that two sources share */
export function refuseCollisions(images: CollectedImage[], layout: DestinationLayout): void {
  const problems = findCollisions(images, layout);
  if (problems.length === 0) return;
  throw new AirlockError(
    'destination-collision',
    problems.length === 1 ? problems[0]!.message : `${problems.length} destination names are claimed twice`,
    { problems },
  );
}

/** Puts the deliverables whose name contains `first` before all others, each in its own order. */
export function withFirst(images: CollectedImage[], first: string | undefined): CollectedImage[] {
  if (!first) return images;
  const chosen = images.filter(({ deliverable }) => deliverable.includes(first));
  if (chosen.length === 0) {
    const names = [...new Set(images.map(({ deliverable }) => deliverable))];
    throw new AirlockError(
      'usage',
      `--first ${first} names nothing of this configuration; there is ${names.join(', ')}`,
    );
  }
  return [...chosen, ...images.filter((image) => !chosen.includes(image))];
}
