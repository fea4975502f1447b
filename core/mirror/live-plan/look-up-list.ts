import { parse } from 'semver';
import type { ContractLookUp } from '../../contract/topics/drafts.ts';
import type { StatePlace } from './known/state-place.ts';
import { t } from './messages.ts';
import type { DraftParts } from './parts/draft-parts.ts';

/** Typical sizes in bytes, used if nothing better is known. */
const TYPICAL = {
  graph: 500e3,
  graphData: 1.5e6,
  catalog: 180e6,
  payload: 12e6,
  chart: 300e3,
  /** With its signature and the responses without body. */
  image: 9e3,
  tag: 500,
};

export const MANIFESTS = 'manifests';
export const TAGS = 'tags';
export const GRAPH_DATA = 'graph-data';
export const CHARTS = 'charts';
export const graphId = (query: { architecture: string; channel: string }): string =>
  `graph ${query.architecture} ${query.channel}`;
export const catalogId = (catalog: string): string => `catalog ${catalog}`;
export const payloadId = (tag: string): string => `payload ${tag}`;

/**
 * Returns the unknown or possibly outdated data of a draft, each with the size of its download. Content with a digest
 * never changes, and isn't listed once it is known.
 * @param scale factor for typical sizes
 */
export async function lookUpList(
  parts: DraftParts,
  place: StatePlace,
  scale: number,
): Promise<ContractLookUp[]> {
  const list: ContractLookUp[] = [];
  const isoOf = (ms: number) => new Date(ms).toISOString();
  for (const { query, at } of parts.releases.graphs)
    list.push({
      id: graphId(query),
      kind: 'graph',
      name: t('graphItem', { channel: query.channel, architecture: query.architecture }),
      bytes: TYPICAL.graph,
      asOf: at === undefined ? undefined : isoOf(at),
    });
  for (const { tag, version, images, wanted } of parts.releases.releases)
    if (!images && (wanted || parse(version)))
      list.push({
        id: payloadId(tag),
        kind: 'payload',
        name: t('releaseItem', { tag }),
        bytes: TYPICAL.payload,
      });
  for (const catalog of parts.catalogs) {
    const { operator, index, asOf } = catalog;
    // A catalog with a digest can't have changed.
    if (index && asOf === undefined) continue;
    list.push({
      id: catalogId(operator.catalog),
      kind: 'catalog',
      name: t('catalogItem', { catalog: operator.catalog }),
      catalog: operator.catalog,
      bytes: catalog.layout ? 0 : catalogBytes(operator.catalog, place, scale),
      asOf: index ? asOf : undefined,
    });
  }
  const charts = parts.charts.unknown;
  if (charts.length > 0)
    list.push({ id: CHARTS, kind: 'chart', name: charts.join(', '), bytes: TYPICAL.chart * charts.length });
  if (parts.graphData)
    list.push({
      id: GRAPH_DATA,
      kind: 'graph',
      name: t('graphDataItem'),
      bytes: TYPICAL.graphData,
      asOf: parts.graphData.at,
    });
  const guessed = parts.parts.reduce((sum, { moreImages }) => sum + moreImages, 0);
  const length = parts.unknown.length + guessed;
  if (length > 0)
    list.push({
      id: MANIFESTS,
      kind: 'manifests',
      name: t(guessed > 0 ? 'manifestsAboutItem' : 'manifestsItem', { count: length }),
      bytes: Math.round(length * (place.contents.manifestBytes() ?? TYPICAL.image)),
    });
  if (parts.tags)
    list.push({
      id: TAGS,
      kind: 'manifests',
      name: t('tagsItem', { count: parts.tags.images.length }),
      bytes: parts.tags.images.length * TYPICAL.tag,
      asOf: parts.tags.oldest,
    });
  return list;
}

/** Returns the size of the last version of this catalog that was read, or else a typical one. */
function catalogBytes(catalog: string, { contents, table }: StatePlace, scale: number): number {
  const name = catalog.replace(/^docker:\/\//, '').replace(/@.*$|:[^:/]*$/gs, '');
  const alike = contents.alike(`operatorCatalog ${name}`);
  const last = alike.at(-1);
  if (!last) return Math.round(TYPICAL.catalog * scale);
  return last.reduce((sum, number) => sum + table.sizes[number]!, 0);
}
