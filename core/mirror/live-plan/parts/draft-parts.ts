import type { CollectedImage } from '../../../base/collected/collected.ts';
import { pathOf } from '../../../base/document/field-path.ts';
import { asAirlockError, type Location, type Problem } from '../../../base/errors/airlock-error.ts';
import { collectAdditional } from '../../../content/additional/collect.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import type { PartContents } from '../known/part-sums.ts';
import type { PlannedDraft } from '../known/planner-answers.ts';
import type { StatePlace } from '../known/state-place.ts';
import { t } from '../messages.ts';
import type { PlannedCharts } from './charts.ts';
import { type GatheredImages, gatherer } from './gathered-images.ts';
import { catalogPart, operatorParts } from './operator-parts.ts';
import type { PlannedCatalog } from './operators.ts';
import type { PartsPlanner } from './parts-planner.ts';
import { graphKey, graphPart, releaseParts } from './release-parts.ts';
import type { PlannedReleases } from './releases.ts';

/** The content that a draft selects, as far as it is known locally. */
export interface DraftParts extends GatheredImages {
  parts: PartContents[];
  releases: PlannedReleases;
  catalogs: PlannedCatalog[];
  charts: PlannedCharts;
  /** Known catalogs that weren't rebuilt for this selection yet. */
  unbuilt: PlannedCatalog[];
  /** The graph-data image, with the time when it was built. */
  graphData?: { at?: string };
  problems: Problem[];
}

/** Typical number of images of a chart. */
const CHART_IMAGES = 3;
/** Returns the content that a draft selects. @throws AirlockError `disk`, `interrupted` */
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

  parts.push(...(await releaseParts(releases, configuration, planner, { gathered, to: draft.to })));
  if (configuration.platform?.graph) parts.push(graphPart(configuration, planner));
  const accepted = new Set<string>();
  const unbuilt: PlannedCatalog[] = [];
  for (const catalog of catalogs) {
    parts.push(...operatorParts(catalog, gathered, accepted, planner));
    const own = catalogPart(catalog, draft.goal !== 'registry', planner, gathered);
    if (own.unbuilt) unbuilt.push(catalog);
    parts.push(own.part);
  }
  for (const collected of collectAdditional(configuration.additionalImages, configuration.blockedImages)) {
    if (collected.type === 'problem') problems.push(collected.problem);
    else if (collected.type === 'image' && !collected.image.origin.startsWith('oci://'))
      parts.push({ ...namedImage(collected), ...gathered.of([collected.image]) });
    else if (collected.type === 'image') {
      const found = await folderPart(collected, draft.file, place);
      if ('code' in found) problems.push(found);
      else parts.push(found);
    }
  }
  for (const { deliverable, images } of charts.charts) {
    const name = deliverable.replace(/^helm chart /, '');
    const part = { id: `chart ${name}`, kind: 'helm' as const, name, why: t('chosenReason') };
    parts.push({ ...part, ...gathered.of(images) });
  }
  for (const name of charts.unknown)
    parts.push({
      ...{ id: name.replace(/^helm /, ''), kind: 'helm', name, why: t('chosenReason') },
      ...{ images: [], moreImages: CHART_IMAGES, estimated: true },
      contents: Uint32Array.of(place.table.guess(name, 0, 'unknown')),
    });
  const graphData = configuration.platform?.graph
    ? planner.imageCache.get(graphKey(configuration.platform.platforms))
    : undefined;
  return {
    parts,
    releases,
    catalogs,
    charts,
    unbuilt,
    problems: [...problems, ...charts.problems],
    ...gathered.found(),
    graphData: configuration.platform?.graph ? (graphData ? { at: graphData.at } : {}) : undefined,
  };
}

/** An additional image and the place of its entry. */
interface NamedImage {
  image: CollectedImage;
  at?: Location;
}

function namedImage({ image: { origin }, at }: NamedImage) {
  return {
    ...{ id: `image ${origin}`, kind: 'additional' as const, name: origin, path: pathOf(at?.path ?? '') },
    why: t('chosenReason'),
  };
}

/** Returns the part of an image in a folder of this host, or the problem if it isn't one. */
async function folderPart(
  named: NamedImage,
  file: string,
  { layouts }: StatePlace,
): Promise<PartContents | Problem> {
  const { image, at } = named;
  try {
    const contents = await layouts.contents(image, await layouts.open(image.source.repository, file));
    return { ...namedImage(named), images: [image.origin], moreImages: 0, contents, estimated: false };
  } catch (thrown) {
    const { code, level, message, remedy } = asAirlockError(thrown).toJSON();
    return { code, level, message, remedy, path: at?.path };
  }
}
