import { parse } from 'semver';
import { collectAdditional } from '../additional/collect.ts';
import { filterHashes } from '../catalog-image/filter-hash.ts';
import type { CollectedImage } from '../collect/collected.ts';
import type { ImageSetConfiguration } from '../config/image-set.ts';
import { asAirlockError, type Problem } from '../errors/airlock-error.ts';
import { findCollisions } from '../image/destination.ts';
import type { Digest } from '../image/digest.ts';
import { memoryKey } from '../plan/closure-memory.ts';
import type { ChartPlanner, PlannedCharts } from './charts.ts';
import type { Estimates } from './estimates.ts';
import { pathOf } from './field-path.ts';
import type { KeptPlace } from './kept-place.ts';
import type { Contents } from './known-contents.ts';
import { knownReleases } from './known-releases.ts';
import type { MadeImages } from './made-images.ts';
import type { CatalogSelection, OperatorPlanner, PlannedCatalog } from './operators.ts';
import type { KnownTag, PartContents } from './part-sums.ts';
import type { PlannedDraft } from './planner-answers.ts';
import { guessedReleases, type KnownRelease } from './release-guesses.ts';
import type { PlannedReleases, ReleasePlanner } from './releases.ts';

/** What a draft asks for, as far as it is known here. */
export interface DraftParts {
  parts: PartContents[];
  releases: PlannedReleases;
  catalogs: PlannedCatalog[];
  charts: PlannedCharts;
  /** Images that were not looked at, each once. */
  unknown: CollectedImage[];
  /** Images by tag, with when that was last asked for: the oldest. */
  tags: { images: CollectedImage[]; oldest: string } | undefined;
  /** Catalogs that are known and were not rebuilt around this selection yet. */
  unbuilt: PlannedCatalog[];
  /** Images that would share a name at the destination. */
  collisions: Problem[];
  /** The graph-data image: when it was built. */
  graphData?: { at?: string };
  problems: Problem[];
}

export interface PartsPlanner {
  place: KeptPlace;
  made: MadeImages;
  estimates: Estimates;
  releases: ReleasePlanner;
  operators: OperatorPlanner;
  charts: ChartPlanner;
}

/** What an operator comes to of whose catalog nothing is known. */
const TYPICAL_OPERATOR = { images: 12, bytes: 1e9 };
const TYPICAL_CHART = { images: 3, bytes: 200e6 };
/** Of the JSON of a catalog, after gzip. */
const COMPRESSED = 0.12;

export const GRAPH_PART = 'update graph';

/** @throws AirlockError `disk`, `interrupted` */
export async function draftParts(
  configuration: ImageSetConfiguration,
  draft: PlannedDraft,
  planner: PartsPlanner,
  stamp: string,
  signal?: AbortSignal,
): Promise<DraftParts> {
  const { place } = planner;
  const choices = {
    skipUnknown: draft.options.skipUnknown ?? false,
    addDependencies: draft.options.addDependencies ?? false,
  };
  const releases = await planner.releases.select(configuration, stamp, signal);
  const catalogs = await planner.operators.select(configuration, draft.file, choices, signal);
  const charts = await planner.charts.select(configuration, draft.file, stamp, signal);
  const gathered = gatherer(planner, stamp);
  const parts: PartContents[] = [];
  const problems: Problem[] = [];

  parts.push(...(await releaseParts(releases, configuration, planner, gathered)));
  if (configuration.platform?.graph) parts.push(graphPart(configuration, planner));
  const taken = new Set<string>();
  const unbuilt: PlannedCatalog[] = [];
  for (const catalog of catalogs) {
    parts.push(...operatorParts(catalog, gathered, taken, place));
    const own = catalogPart(catalog, draft.goal !== 'registry', planner, gathered);
    if (own.unbuilt) unbuilt.push(catalog);
    parts.push(own.part);
  }
  for (const collected of collectAdditional(configuration.additionalImages, configuration.blockedImages)) {
    if (collected.type === 'problem') problems.push(collected.problem);
    else if (collected.type === 'image' && !collected.image.origin.startsWith('oci://'))
      parts.push(additionalPart(collected.image, gathered));
    else if (collected.type === 'image') {
      const found = await folderPart(collected.image, draft.file, place);
      if ('code' in found) problems.push(found);
      else parts.push(found);
    }
  }
  for (const { deliverable, images } of charts.charts) {
    const name = deliverable.replace(/^helm chart /, '');
    const part = { id: `chart ${name}`, kind: 'helm' as const, name, why: 'named by the chart' };
    parts.push({ ...part, ...gathered.of(images) });
  }
  for (const name of charts.unknown)
    parts.push({
      ...{ id: name.replace(/^helm /, ''), kind: 'helm', name, why: 'written in the configuration' },
      ...{ images: [], moreImages: TYPICAL_CHART.images, estimated: true },
      contents: Uint32Array.of(place.table.guess(name, TYPICAL_CHART.bytes)),
    });
  const graphData = configuration.platform?.graph
    ? planner.made.get(graphKey(configuration.platform.platforms))
    : undefined;
  return {
    parts,
    releases,
    catalogs,
    charts,
    unbuilt,
    problems: [...problems, ...charts.problems],
    ...gathered.found(),
    ...(configuration.platform?.graph && { graphData: graphData ? { at: graphData.at } : {} }),
  };
}

/** By what the graph-data image is known once it was built. */
export function graphKey(platforms: readonly { os: string; architecture: string }[]): string {
  return `graph-data ${platforms.map(({ os, architecture }) => `${os}/${architecture}`).join(',')}`;
}

/** By what a catalog is known that was rebuilt around a selection. */
export function rebuiltKey({ operator, digest, selection, faults }: PlannedCatalog): string | undefined {
  if (!digest || !selection || selection.result.untouched) return undefined;
  const added = selection.operators.filter((each) => each.added).map((each) => each.package);
  const { pinned } = filterHashes(operator, digest);
  return `catalog ${digest} ${pinned} ${JSON.stringify([added, faults.length])}`;
}

/** Bytes of the JSON that goes into a rebuilt catalog. */
export function selectedJson({ packages }: CatalogSelection['result']): number {
  let bytes = 0;
  for (const { bundles, channels, document } of packages) {
    bytes += document?.length ?? 0;
    for (const each of bundles) bytes += each.document.length;
    for (const each of channels) bytes += each.document.length;
  }
  return bytes;
}

/** Joins the content of images; what is the same array is joined once. Notes those that were not looked at. */
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
    found: (): Pick<DraftParts, 'unknown' | 'tags' | 'collisions'> => ({
      collisions: collisionsOf(all),
      unknown: [...unknown.values()],
      tags: oldest === undefined ? undefined : { images: [...tagged.values()], oldest },
    }),
  };
}
type Gatherer = ReturnType<typeof gatherer>;

/** Most images have a name of their own at the destination: only the others are looked at closer. */
function collisionsOf(all: ReadonlySet<Joined>): Problem[] {
  const taken = new Map<string, { name: string; image: CollectedImage }>();
  const doubtful = new Set<CollectedImage>();
  for (const { images, names } of all)
    for (const [position, image] of images.entries()) {
      const { repository, tag } = image.destination;
      const name = names[position]!;
      const before = taken.get(`${repository}:${tag}`);
      if (!before) taken.set(`${repository}:${tag}`, { name, image });
      else if (before.name !== name) doubtful.add(before.image).add(image);
    }
  return doubtful.size > 0 ? findCollisions(doubtful) : [];
}

interface Joined {
  images: readonly CollectedImage[];
  stamp: string;
  place: KeptPlace;
  names: string[];
  contents: Contents;
  unknown: Map<string, CollectedImage>;
  tagged: Map<string, { image: CollectedImage; at: string }>;
  known: KnownTag[];
}
const JOINED = new WeakMap<readonly CollectedImage[], Joined>();

function join(
  images: readonly CollectedImage[],
  place: KeptPlace,
  estimates: Estimates,
  stamp: string,
): Joined {
  const numbers = new Set<number>();
  const joined: Omit<Joined, 'contents'> = {
    ...{ images, stamp, place, names: [], known: [] },
    ...{ unknown: new Map(), tagged: new Map() },
  };
  for (const image of images) {
    const { source, destination, platforms } = image;
    const name = `${source.registry}/${source.repository}:${source.tag ?? ''}@${source.digest ?? ''} ${destination.repository}:${destination.tag}`;
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

async function releaseParts(
  { releases }: PlannedReleases,
  { platform }: ImageSetConfiguration,
  { place, releases: graphs }: PartsPlanner,
  gathered: Gatherer,
): Promise<PartContents[]> {
  const known = releases.flatMap((release) =>
    release.images ? [{ release, ...gathered.of(release.images) }] : [],
  );
  const unknown = releases.filter(({ images }) => !images);
  let guesses: KnownRelease[] = [];
  if (unknown.length > 0) {
    const others = await knownReleases(place);
    const here = known.map(({ release: { tag, version }, contents, images }) => ({
      ...{ tag, version, contents },
      images: images.length,
    }));
    const all = [...new Map([...others, ...here].map((each) => [each.tag, each])).values()];
    const versions = await versionsOf(platform, graphs);
    guesses = guessedReleases(unknown, all, versions, place.table);
  }
  const guessOf = new Map(guesses.map((each, position) => [unknown[position], each]));
  const several = new Set(releases.map(({ tag, version }) => tag.slice(version.length))).size > 1;
  return releases.flatMap((release): PartContents[] => {
    const { tag, version, why } = release;
    const channel = platform?.channels.find(({ name }) => why.includes(`channel ${name}`));
    const base = {
      id: `release ${tag}`,
      kind: 'release' as const,
      name: several ? tag : version,
      path: pathOf((channel?.at ?? platform?.at)?.path ?? 'mirror.platform'),
      why,
    };
    if (release.images) return [{ ...base, ...gathered.of(release.images) }];
    const guess = guessOf.get(release);
    return guess
      ? [{ ...base, images: [], moreImages: guess.images, contents: guess.contents, estimated: true }]
      : [];
  });
}

/** Versions of the channels that are kept. */
async function versionsOf(
  platform: ImageSetConfiguration['platform'],
  graphs: Pick<ReleasePlanner, 'graph'>,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, type } of platform?.channels ?? [])
    for (const architecture of platform?.architectures ?? []) {
      const graph = await graphs.graph({ channel: name, type, architecture }).catch(() => undefined);
      for (const { version } of graph?.nodes ?? []) if (parse(version)) found.add(version);
    }
  return [...found];
}

function graphPart({ platform }: ImageSetConfiguration, { made, estimates }: PartsPlanner): PartContents {
  const key = graphKey(platform!.platforms);
  const built = made.get(key);
  const image: CollectedImage = {
    kind: 'cincinnatiGraph',
    origin: '',
    source: { registry: '', repository: 'graph-data', tag: 'latest' },
    destination: { repository: 'openshift/graph-image', tag: 'latest' },
    deliverable: GRAPH_PART,
    why: 'platform.graph',
    verdict: { result: 'not-checked' },
  };
  return {
    ...{ id: GRAPH_PART, kind: 'graph', name: GRAPH_PART, path: ['mirror', 'platform', 'graph'] },
    why: 'so that clusters find their updates without the internet',
    images: [key],
    moreImages: 0,
    contents: built?.contents ?? estimates.of(image),
    estimated: !built,
  };
}

function operatorParts(
  { operator, title, selection, index }: PlannedCatalog,
  gathered: Gatherer,
  taken: Set<string>,
  { table }: KeptPlace,
): PartContents[] {
  const idOf = (name: string) => {
    const id = taken.has(`operator ${name}`) ? `operator ${name} of ${title}` : `operator ${name}`;
    taken.add(id);
    return id;
  };
  const path = pathOf(operator.at?.path ?? 'mirror.operators');
  const pathTo = (name: string) => {
    const position = operator.packages?.findIndex((entry) => entry.name === name) ?? -1;
    return position < 0 ? path : [...path, 'packages', position];
  };
  const common = (name: string) => ({
    ...{ id: idOf(name), kind: 'operator' as const, name, catalog: operator.catalog, path: pathTo(name) },
  });
  if (!index)
    return (operator.packages ?? []).map(({ name }) => ({
      ...common(name),
      why: `listed for ${title}, which was not read yet`,
      images: [],
      moreImages: TYPICAL_OPERATOR.images,
      contents: Uint32Array.of(table.guess(`operator ${name} ${operator.catalog}`, TYPICAL_OPERATOR.bytes)),
      estimated: true,
    }));
  const packages = new Map(selection?.result.packages.map((each) => [each.name, each]));
  return (selection?.operators ?? []).map((each) => {
    const { channels = [], bundles = [] } = packages.get(each.package) ?? {};
    const versions = `${bundles.length} version${bundles.length === 1 ? '' : 's'}`;
    const why = `${versions} of ${channels.map(({ name }) => name).join(', ')}`;
    return {
      ...common(each.package),
      why: each.added ? `added because another operator needs it: ${why}` : why,
      ...gathered.of(each.images),
    };
  });
}

function catalogPart(
  catalog: PlannedCatalog,
  toDisk: boolean,
  { made, place: { table } }: PartsPlanner,
  gathered: Gatherer,
): { part: PartContents; unbuilt: boolean } {
  const { operator, title, original, selection, digest } = catalog;
  const base = {
    ...{
      id: `catalog ${operator.catalog}`,
      kind: 'catalog' as const,
      name: title,
      catalog: operator.catalog,
    },
    path: pathOf(operator.at?.path ?? 'mirror.operators'),
    why: 'lists the operators for the cluster',
  };
  const guessed = () => table.guess(`catalog ${operator.catalog}`, 180e6);
  if (!original || !digest)
    return {
      part: { ...base, images: [], moreImages: 2, contents: Uint32Array.of(guessed()), estimated: true },
      unbuilt: false,
    };
  const own = catalog.layout
    ? { images: [base.id], moreImages: 0, contents: catalog.layout.contents, estimated: false }
    : gathered.of([original]);
  const key = rebuiltKey(catalog);
  if (!key || !selection) return { part: { ...base, ...own }, unbuilt: false };
  const { pinned, legacy } = filterHashes(operator, digest);
  const names = toDisk ? [...new Set([pinned, legacy])].map((hash) => `${key} ${hash}`) : [key];
  const built = made.get(key);
  const layer = built?.contents ?? [
    ...own.contents,
    table.guess(key, selectedJson(selection.result) * COMPRESSED + 20e3),
  ];
  return {
    part: {
      ...base,
      images: [...(toDisk ? own.images : []), ...names],
      moreImages: 0,
      contents: Uint32Array.from(new Set([...(toDisk ? own.contents : []), ...layer])),
      estimated: (toDisk && own.estimated) || !built,
    },
    unbuilt: !built,
  };
}

function additionalPart(image: CollectedImage, gathered: Gatherer): PartContents {
  return { ...namedImage(image), ...gathered.of([image]) };
}

function namedImage({ origin, why }: CollectedImage) {
  const path = pathOf(why.replace(/ \(.*$/, ''));
  return {
    ...{ id: `image ${origin}`, kind: 'additional' as const, name: origin, path },
    why: 'listed in additionalImages',
  };
}

/** An image that is a folder of this host; where that is none, the problem. */
async function folderPart(
  image: CollectedImage,
  file: string,
  { layouts }: KeptPlace,
): Promise<PartContents | Problem> {
  try {
    const contents = await layouts.contents(image, await layouts.open(image.source.repository, file));
    return { ...namedImage(image), images: [image.origin], moreImages: 0, contents, estimated: false };
  } catch (thrown) {
    const { code, level, message, remedy } = asAirlockError(thrown).toJSON();
    return { code, level, message, remedy, path: image.why.replace(/ \(.*$/, '') };
  }
}
