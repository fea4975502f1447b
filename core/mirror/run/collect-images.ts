import type { Collected, CollectedImage } from '../../base/collected/collected.ts';
import { wordList } from '../../base/document/words.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { type DestinationLayout, findCollisions } from '../../base/image/destination.ts';
import { collectAdditional } from '../../content/additional/collect.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import type { CollectedOperators } from '../../content/operator/collect-operators.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { HelmSelection, ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { t } from '../messages.ts';
import type { MirrorResult } from './request.ts';

/** A deliverable that isn't mirrored, such as a release without a valid signature. */
export interface Rejection {
  deliverable: string;
  problem: Problem;
  exitCode: number;
}

/** The content that the collectors found, in the order of its completion. */
export interface Collection {
  images: CollectedImage[];
  /** Images with known content: rebuilt catalogs, `oci://` folders, the graph-data image. */
  planned: PlannedImage[];
  catalogs: CollectedCatalog[];
  rejected: Rejection[];
  problems: Problem[];
}

/** The collectors, each bound to its sources. */
export interface Collectors {
  releases(configuration: ImageSetConfiguration, signal: AbortSignal): AsyncIterable<Collected>;
  operators(configuration: ImageSetConfiguration, signal: AbortSignal): AsyncIterable<CollectedOperators>;
  charts(
    helm: HelmSelection,
    configuration: ImageSetConfiguration,
    signal: AbortSignal,
  ): AsyncIterable<Collected>;
  /** Called with the additional images before everything else, so that they are requested while the collectors work. */
  additional?: ((images: readonly CollectedImage[]) => void) | undefined;
  /** Plans an `oci://` image from its folder. Absent if images come from sets. */
  folder?(image: CollectedImage): Promise<PlannedImage>;
  /** Returns the images of a catalog itself, with their names in sets or the name that clusters pull. */
  catalogImages(catalog: CollectedCatalog): (CollectedImage | PlannedImage)[];
  signal: AbortSignal;
}

/**
 * Runs the collectors over one configuration, all at the same time. The result is in the order of the collectors.
 * @throws AirlockError of the first collector that failed: unknown channels and the like, before anything is copied
 */
export async function collectImages(
  configuration: ImageSetConfiguration,
  collectors: Collectors,
): Promise<Collection> {
  const { platform, operators, additionalImages, blockedImages, helm } = configuration;
  const additional = [...collectAdditional(additionalImages, blockedImages)];
  const images = additional.flatMap((each) => (each.type === 'image' ? each.image : []));
  collectors.additional?.(images.filter((image) => !isFolder(image)));
  const parts = await atOnce(collectors.signal, [
    async (found, signal) => {
      if (!platform) return;
      for await (const collected of collectors.releases(configuration, signal)) take(found, collected);
    },
    async (found, signal) => {
      if (operators.length === 0) return;
      for await (const collected of collectors.operators(configuration, signal)) {
        if (collected.type !== 'catalog') take(found, collected);
        else takeCatalog(found, collected, collectors.catalogImages(collected.catalog));
      }
    },
    async (found, signal) => {
      for (const collected of additional) {
        signal.throwIfAborted();
        if (collectors.folder && collected.type === 'image' && isFolder(collected.image))
          found.planned.push(await collectors.folder(collected.image));
        else take(found, collected);
      }
    },
    async (found, signal) => {
      if (!helm) return;
      for await (const collected of collectors.charts(helm, configuration, signal)) take(found, collected);
    },
  ]);
  const collection: Collection = {
    images: parts.flatMap(({ images }) => images),
    planned: parts.flatMap(({ planned }) => planned),
    catalogs: parts.flatMap(({ catalogs }) => catalogs),
    rejected: parts.flatMap(({ rejected }) => rejected),
    problems: parts.flatMap(({ problems }) => problems),
  };
  const errors = collection.problems.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    throw new AirlockError(
      'config-invalid',
      errors.length === 1 ? errors[0]!.message : t('entriesInvalid', { count: errors.length }),
      { problems: errors },
    );
  }
  collection.images = eachOnce(collection.images);
  return collection;
}

/**
 * Runs the parts of a collection at the same time. A part that fails stops those after it, and the error of the first one is
 * thrown, so that it doesn't depend on which one is faster.
 */
async function atOnce(
  signal: AbortSignal,
  parts: readonly ((found: Collection, signal: AbortSignal) => Promise<void>)[],
): Promise<Collection[]> {
  const stops = parts.map(() => new AbortController());
  const working = parts.map(async (part, index) => {
    const found: Collection = { images: [], planned: [], catalogs: [], rejected: [], problems: [] };
    try {
      await part(found, AbortSignal.any([signal, stops[index]!.signal]));
      return found;
    } catch (error) {
      for (const later of stops.slice(index + 1)) later.abort();
      throw error;
    }
  });
  const settled = await Promise.allSettled(working);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return Promise.all(working);
}

function take(collection: Collection, collected: Collected): void {
  if (collected.type === 'image') collection.images.push(collected.image);
  else if (collected.type === 'rejected') {
    const { deliverable, problem, exitCode } = collected;
    collection.rejected.push({
      deliverable,
      exitCode,
      problem: { ...problem, message: t('deliverableRejected', { deliverable, problem: problem.message }) },
    });
  } else collection.problems.push(collected.problem);
}

function isFolder({ origin }: CollectedImage): boolean {
  return origin.startsWith('oci://');
}

/** Adds a catalog after its images, so that a catalog at the destination finds its images there. */
function takeCatalog(
  collection: Collection,
  { catalog, problems }: { catalog: CollectedCatalog; problems: Problem[] },
  own: (CollectedImage | PlannedImage)[],
): void {
  collection.catalogs.push(catalog);
  collection.problems.push(...problems);
  collection.images.push(...catalog.images);
  for (const image of own) {
    if ('manifests' in image) collection.planned.push(image);
    else collection.images.push(image);
  }
}

/** Joins operands that several catalogs share. They are copied once, and needed by all of their bundles. */
function eachOnce(images: CollectedImage[]): CollectedImage[] {
  const found = new Map<string, CollectedImage>();
  for (const image of images) {
    const { source, destination, platforms } = image;
    const key = JSON.stringify([source, destination, platforms]);
    const known = found.get(key);
    found.set(key, known ? neededByBoth(known, image) : image);
  }
  return [...found.values()];
}

/** Returns the first image, needed by the bundles of both. */
function neededByBoth(image: CollectedImage, other: CollectedImage): CollectedImage {
  const neededBy = [...(image.neededBy ?? []), ...(other.neededBy ?? [])];
  return neededBy.length > 0 ? { ...image, neededBy } : image;
}

/**
 * Joins the collections of several configurations of one workspace. Repeated images are one. If two sets have different
 * content for a tag, the later set wins.
 */
export function joinCollections(collections: Collection[]): Collection {
  const images = new Map<string, CollectedImage>();
  for (const collection of collections) {
    for (const image of collection.images) {
      const name = `${image.destination.repository}:${image.destination.tag}`;
      const known = images.get(name);
      // Another origin with the same name is a collision, which must be reported.
      const key = known && known.origin !== image.origin ? `${name} ${image.origin}` : name;
      const same = images.get(key);
      images.set(key, same ? neededByBoth(image, same) : image);
    }
  }
  const rejected = new Map(collections.flatMap((c) => c.rejected).map((r) => [r.deliverable, r]));
  const byName = <T extends Pick<CollectedImage, 'destination'>>(all: T[]) => [
    ...new Map(all.map((one) => [`${one.destination.repository}:${one.destination.tag}`, one])).values(),
  ];
  return {
    images: [...images.values()],
    planned: byName(collections.flatMap((c) => c.planned)),
    catalogs: byName(collections.flatMap((c) => c.catalogs)),
    rejected: [...rejected.values()],
    problems: collections.flatMap((c) => c.problems),
  };
}

/** Returns a rejected deliverable for the result and for followers of the run. */
export function leftOut({ deliverable, problem }: Rejection): MirrorResult['rejected'][number] {
  return { deliverable, code: problem.code, message: problem.message };
}

/**
 * Returns all images in the order of the run: the deliverables whose name contains `first` before all others.
 * @throws AirlockError `usage` if none matches; `destination-collision` with one problem for each destination that two
 * sources share
 */
export function inRunOrder(
  { images: collected, planned }: Collection,
  first: string | undefined,
  layout: DestinationLayout,
): { images: CollectedImage[]; everything: (CollectedImage | PlannedImage)[] } {
  const images = withFirst(collected, first);
  const everything = [...images, ...planned];
  rejectCollisions(everything, layout);
  return { images, everything };
}

/** @throws AirlockError `destination-collision` with one problem for each destination that two sources share */
function rejectCollisions(images: CollectedImage[], layout: DestinationLayout): void {
  const problems = findCollisions(images, layout);
  if (problems.length === 0) return;
  throw new AirlockError(
    'destination-collision',
    problems.length === 1 ? problems[0]!.message : t('destinationCollisions', { count: problems.length }),
    { problems },
  );
}

/** Puts the deliverables whose name contains `first` before all others, each in its own order. */
function withFirst(images: CollectedImage[], first: string | undefined): CollectedImage[] {
  if (!first) return images;
  const isChosen = ({ deliverable }: CollectedImage) => deliverable.includes(first);
  const chosen = images.filter(isChosen);
  if (chosen.length === 0) {
    const names = [...new Set(images.map(({ deliverable }) => deliverable))];
    throw new AirlockError('usage', t('firstUnknown', { name: first, names: wordList(names) }));
  }
  return [...chosen, ...images.filter((image) => !isChosen(image))];
}
