import { parse } from 'semver';
import type { ContractLookUp } from '../../contract/topics/drafts.ts';
import type { StatePlace } from './known/state-place.ts';
import type { DraftParts } from './parts/draft-parts.ts';

/** About what each costs in the field, where nothing better is known. Bytes. */
const TYPICAL = {
  graph: 500e3,
  graphData: 1.5e6,
  catalog: 180e6,
  payload: 12e6,
  chart: 300e3,
  /** With its signature and the answers without body. */
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
 * What is not known of a draft, and what may have changed since it was read, each with what asking costs. What is named by
 * a digest never changes and is not listed once it is known.
 * @param scale what usual sizes are multiplied by
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
      name: `update graph of ${query.channel} (${query.architecture})`,
      bytes: TYPICAL.graph,
      asOf: at === undefined ? undefined : isoOf(at),
    });
  for (const { tag, version, images, wanted } of parts.releases.releases)
    if (!images && (wanted || parse(version)))
      list.push({ id: payloadId(tag), kind: 'payload', name: `release ${tag}`, bytes: TYPICAL.payload });
  for (const catalog of parts.catalogs) {
    const { operator, index, asOf } = catalog;
    // One that is named by its digest is what it was.
    if (index && asOf === undefined) continue;
    list.push({
      id: catalogId(operator.catalog),
      kind: 'catalog',
      name: `catalog ${operator.catalog}`,
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
      name: 'graph data for the cluster',
      bytes: TYPICAL.graphData,
      asOf: parts.graphData.at,
    });
  const guessed = parts.parts.reduce((sum, { moreImages }) => sum + moreImages, 0);
  const length = parts.unknown.length + guessed;
  if (length > 0)
    list.push({
      id: MANIFESTS,
      kind: 'manifests',
      name: `manifests of ${guessed > 0 ? 'about ' : ''}${length} image${length === 1 ? '' : 's'}`,
      bytes: Math.round(length * (place.contents.manifestBytes() ?? TYPICAL.image)),
    });
  if (parts.tags)
    list.push({
      id: TAGS,
      kind: 'manifests',
      name: `what ${parts.tags.images.length} ${parts.tags.images.length === 1 ? 'tag stands' : 'tags stand'} for now`,
      bytes: parts.tags.images.length * TYPICAL.tag,
      asOf: parts.tags.oldest,
    });
  return list;
}

/** As much as the version of this catalog that was looked at last; else what is typical. */
function catalogBytes(catalog: string, { contents, table }: StatePlace, scale: number): number {
  const name = catalog.replace(/^docker:\/\//, '').replace(/@.*$|:[^:/]*$/gs, '');
  const alike = contents.alike(`operatorCatalog ${name}`);
  const last = alike.at(-1);
  if (!last) return Math.round(TYPICAL.catalog * scale);
  return last.reduce((sum, number) => sum + table.sizes[number]!, 0);
}
