import { parse } from 'semver';
import type { CollectedImage } from '../../../base/collected/collected.ts';
import { pathOf } from '../../../base/document/field-path.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import { knownReleases } from '../known/known-releases.ts';
import type { PartContents } from '../known/part-sums.ts';
import { guessedReleases, type KnownRelease } from '../known/release-guesses.ts';
import { t } from '../messages.ts';
import type { Gatherer } from './gathered-images.ts';
import type { PartsPlanner } from './parts-planner.ts';
import { releaseReason } from './release-reason.ts';
import type { PlannedReleases, ReleasePlanner } from './releases.ts';

const GRAPH_PART = 'update graph';

/** Returns the key of the graph-data image that was built last. */
export function graphKey(platforms: readonly { os: string; architecture: string }[]): string {
  return `graph-data ${platforms.map(({ os, architecture }) => `${os}/${architecture}`).join(',')}`;
}

/**
 * Returns each release. The size of an unknown one is estimated from known ones.
 * @param of.to the target version
 * @throws AirlockError `disk`
 */
export async function releaseParts(
  { releases }: PlannedReleases,
  { platform }: ImageSetConfiguration,
  { place, releases: graphs }: PartsPlanner,
  { gathered, to }: { gathered: Gatherer; to: string | undefined },
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
    const { tag, version, channels } = release;
    const channel = platform?.channels.find(({ name }) => channels.includes(name));
    const base = {
      id: `release ${tag}`,
      kind: 'release' as const,
      name: several ? tag : version,
      path: pathOf((channel?.at ?? platform?.at)?.path ?? 'mirror.platform'),
      why: releaseReason(release, platform, to),
    };
    if (release.images) return [{ ...base, ...gathered.of(release.images) }];
    const guess = guessOf.get(release);
    return guess
      ? [{ ...base, images: [], moreImages: guess.images, contents: guess.contents, estimated: true }]
      : [];
  });
}

/** Returns the versions of the channels in the local graphs. */
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

/** Returns the graph-data image with its size when it was last built. */
export function graphPart(
  { platform }: ImageSetConfiguration,
  { imageCache, estimates }: PartsPlanner,
): PartContents {
  const key = graphKey(platform!.platforms);
  const built = imageCache.get(key);
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
    why: t('graphReason'),
    images: [key],
    moreImages: 0,
    contents: built?.contents ?? estimates.of(image),
    estimated: !built,
  };
}
