import { pathOf } from '../../../base/document/field-path.ts';
import { wordList } from '../../../base/document/words.ts';
import { catalogNames } from '../../../content/catalog-image/catalog-names.ts';
import { filterHashes } from '../../../content/catalog-image/filter-hash.ts';
import type { CatalogSelection } from '../known/catalog-selection.ts';
import type { PartContents } from '../known/part-sums.ts';
import { t } from '../messages.ts';
import type { Gatherer } from './gathered-images.ts';
import type { PlannedCatalog } from './operators.ts';
import type { PartsPlanner } from './parts-planner.ts';

/** Typical number of images of an operator of an unknown catalog. */
const TYPICAL_IMAGES = 12;
/** Share of the JSON of a catalog that remains after gzip. */
const COMPRESSED = 0.12;

/** Returns the key of a catalog that was rebuilt for a selection. */
export function rebuiltKey({ operator, digest, selection, faults }: PlannedCatalog): string | undefined {
  if (!digest || !selection || selection.result.untouched) return undefined;
  const added = selection.operators.filter((each) => each.added).map((each) => each.package);
  const { pinned } = filterHashes(operator, digest);
  return `catalog ${digest} ${pinned} ${JSON.stringify([added, faults.length])}`;
}

/** Returns the bytes of the JSON in a rebuilt catalog. */
export function selectedJson({ packages }: CatalogSelection['result']): number {
  let bytes = 0;
  for (const { bundles, channels, document } of packages) {
    bytes += document?.length ?? 0;
    for (const each of bundles) bytes += each.document.length;
    for (const each of channels) bytes += each.document.length;
  }
  return bytes;
}

/** Returns the operators of a catalog, or those in the draft if it hasn't been read. @param accepted used ids */
export function operatorParts(
  { operator, title, selection, index }: PlannedCatalog,
  gathered: Gatherer,
  accepted: Set<string>,
  { place: { table } }: Pick<PartsPlanner, 'place'>,
): PartContents[] {
  const idOf = (name: string) => {
    const id = accepted.has(`operator ${name}`) ? `operator ${name} of ${title}` : `operator ${name}`;
    accepted.add(id);
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
      why: t('chosenUnreadReason', { catalog: title }),
      images: [],
      moreImages: TYPICAL_IMAGES,
      contents: Uint32Array.of(table.guess(`operator ${name} ${operator.catalog}`, 0, 'unknown')),
      estimated: true,
    }));
  const displayNames = new Map(index.packages.map(({ name, displayName }) => [name, displayName]));
  const packages = new Map(selection?.result.packages.map((each) => [each.name, each]));
  return (selection?.operators ?? []).map((each) => {
    const { channels = [], bundles = [] } = packages.get(each.package) ?? {};
    const names = channels.map(({ name }) => name).join(', ');
    const chosen = operator.packages?.length ? 'chosenOperatorReason' : 'completeCatalogReason';
    return {
      ...common(each.package),
      displayName: displayNames.get(each.package),
      why: each.added
        ? t('requiredReason', {
            operators: wordList(each.requiredBy.map((name) => displayNames.get(name) ?? name)),
          })
        : t(chosen, { count: bundles.length, channels: names }),
      ...gathered.of(each.images),
    };
  });
}

/** Returns the image of a catalog, both the original and the one that is rebuilt for the selection. */
export function catalogPart(
  catalog: PlannedCatalog,
  toDisk: boolean,
  { estimates, imageCache, place: { table } }: PartsPlanner,
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
    why: t('catalogReason'),
  };
  const guessed = () => table.guess(`catalog ${operator.catalog}`, 180e6 * estimates.scale(), 'typical');
  if (!original || !digest)
    return {
      part: { ...base, images: [], moreImages: 2, contents: Uint32Array.of(guessed()), estimated: true },
      unbuilt: false,
    };
  const key = rebuiltKey(catalog);
  const built = key === undefined ? undefined : imageCache.get(key);
  if (built && !toDisk) {
    // Only the content that the rebuilt image shares with the original is pushed.
    const { repository, tag } = catalogNames(operator).destination({ rebuilt: built.digest });
    const tags = [{ repository, tag, digest: built.digest, contents: built.contents }];
    const complete = { images: [key!], moreImages: 0, contents: built.contents, estimated: false, tags };
    return { part: { ...base, ...complete }, unbuilt: false };
  }
  const own = catalog.layout
    ? { images: [base.id], moreImages: 0, contents: catalog.layout.contents, estimated: false }
    : gathered.of([original]);
  if (!key || !selection) return { part: { ...base, ...own }, unbuilt: false };
  const { pinned, legacy } = filterHashes(operator, digest);
  const names = toDisk ? [...new Set([pinned, legacy])].map((hash) => `${key} ${hash}`) : [key];
  const guess = () => table.guess(key, selectedJson(selection.result) * COMPRESSED + 20e3, 'learned');
  return {
    part: {
      ...base,
      images: [...(toDisk ? own.images : []), ...names],
      moreImages: 0,
      contents: Uint32Array.from(new Set([...own.contents, ...(built?.contents ?? [guess()])])),
      estimated: own.estimated || !built,
    },
    // If the original is copied too, it has to be read first.
    unbuilt: !built && !(toDisk && own.estimated),
  };
}
