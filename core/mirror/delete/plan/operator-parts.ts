import type { CollectedImage } from '../../../base/collected/collected.ts';
import { sourceOf } from '../../../base/collected/image-source.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../../base/image/reference.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import { relatedImages } from '../../../content/catalog/related-images.ts';
import { withDependencies } from '../../../content/catalog/select/dependencies.ts';
import { selectOperators } from '../../../content/catalog/select/select.ts';
import type { OperatorSelectionResult } from '../../../content/catalog/select/selection-result.ts';
import { catalogNames } from '../../../content/catalog-image/catalog-names.ts';
import { filterHashes } from '../../../content/catalog-image/filter-hash.ts';
import { openCatalogImage } from '../../../content/catalog-image/open-catalog.ts';
import {
  findCarriedCatalog,
  findExtractedCatalog,
  findFilteredCatalogs,
  workingCatalogDigests,
} from '../../../content/operator/carried-catalog.ts';
import { catalogIndexIn } from '../../../content/operator/catalog-indexes.ts';
import { titleOf } from '../../../content/operator/collect-catalog.ts';
import type { CarriedCatalog } from '../../../content/operator/operator-context.ts';
import { operatorImages } from '../../../content/operator/operator-images.ts';
import type { OperatorSelection } from '../../../image-set/config/image-set.ts';
import { t } from './messages.ts';
import type { Part } from './plan.ts';
import type { Era, WorkspaceView } from './workspace-view.ts';

/** An image with the parts that need it. */
export interface ImageOfParts {
  image: Pick<CollectedImage, 'kind' | 'origin' | 'source' | 'destination' | 'deliverable'>;
  parts: Part[];
}

/** Options for the selection of a catalog. */
export interface CatalogChoices {
  unknownNames: 'error' | 'warning';
  addDependencies: boolean;
  /** A deletion may exclude default channels, because the remaining content contains them. */
  anyChannel: boolean;
  signal: AbortSignal;
}

/**
 * Returns the images that an entry of `operators` selected in an era. Unlike a mirror run, this builds no catalog.
 * @throws AirlockError of the selection; `content-missing` if the workspace doesn't contain the catalog
 */
export async function operatorParts(
  operator: OperatorSelection,
  era: Era,
  view: Pick<WorkspaceView, 'content' | 'cacheDirectory'>,
  choices: CatalogChoices,
): Promise<ImageOfParts[]> {
  const reference = parseReference(operator.catalog);
  const { original } = catalogNames(operator);
  const found: ImageOfParts[] = [];
  for (const digest of await digestsOf(operator, reference, era, original))
    found.push(...(await partsAt(digest, operator, era, view, choices)));
  return found;
}

async function partsAt(
  digest: Digest,
  operator: OperatorSelection,
  era: Era,
  view: Pick<WorkspaceView, 'content' | 'cacheDirectory'>,
  choices: CatalogChoices,
): Promise<ImageOfParts[]> {
  const { signal } = choices;
  const reference = parseReference(operator.catalog);
  const names = catalogNames(operator);
  const title = titleOf(reference);
  const hashes = operator.full && !operator.packages?.length ? undefined : filterHashes(operator, digest);
  const carried =
    hashes &&
    ((await findCarriedCatalog(era.files, era.tag, names, hashes)) ??
      (await findFilteredCatalogs(era.files, digest, hashes))[0]);
  const shown = hashes ? carried && { rebuilt: carried.digest } : { original: digest };
  const place = shown ? names.destination(shown) : names.original;
  const catalog = `${place.repository}:${place.tag}`;
  const found: ImageOfParts[] = [];
  const all: Part[] = [];
  const indexes = `${view.cacheDirectory}/catalogs`;
  const selections = carried
    ? [await completeSelection(carried, operator, indexes, signal)]
    : await originalSelections(digest, { operator, reference, indexes, era, view, choices });
  for (const { index, result } of selections) {
    const { images } = await relatedImages(index, result, { signal });
    const parts = partsOf(result, catalog, title);
    all.push(...[...parts.values()].flat());
    for (const image of operatorImages(images, result, { operator, title, why: '' }))
      found.push({ image, parts: (image.neededBy ?? []).flatMap(({ bundle }) => parts.get(bundle) ?? []) });
  }
  if (shown || !reference.digest || reference.tag || operator.targetTag) {
    const source = { ...sourceOf(reference) };
    delete source.digest;
    const image = {
      kind: 'operatorCatalog' as const,
      origin: reference.transport === 'oci' ? `oci://${reference.text}` : reference.text,
      source,
      destination: place,
      deliverable: `catalog ${title}`,
    };
    found.push({ image, parts: all });
  }
  return found;
}

async function digestsOf(
  operator: OperatorSelection,
  reference: ImageReference,
  era: Era,
  name: { repository: string; tag: string },
): Promise<Digest[]> {
  const known = reference.digest ?? era.catalog(name, sourceOf(reference));
  const digests = known ? [known] : await workingCatalogDigests(era.files, operator);
  if (digests.length > 0) return digests;
  throw new AirlockError('content-missing', t('catalogDigestMissing', { catalog: operator.catalog }), {
    side: 'source',
    remedy: t('catalogDigestMissingRemedy'),
  });
}

/** A selection and the catalog that it is from. */
interface Selection {
  index: CatalogIndex;
  result: OperatorSelectionResult;
}

/** Returns everything in a filtered catalog. */
async function completeSelection(
  { digest, files }: CarriedCatalog,
  operator: OperatorSelection,
  indexes: string,
  signal: AbortSignal,
): Promise<Selection> {
  const index = await catalogIndexIn(indexes, digest, () => files(), { signal });
  const everything = { ...operator, full: true, packages: [] };
  return { index, result: await selectOperators(index, everything, { signal }) };
}

/** Returns the selection from the original catalog, or from all its filtered ones, which contain everything that was mirrored. */
async function originalSelections(
  digest: Digest,
  of: {
    operator: OperatorSelection;
    reference: ImageReference;
    indexes: string;
    era: Era;
    view: Pick<WorkspaceView, 'content'>;
    choices: CatalogChoices;
  },
): Promise<Selection[]> {
  const { operator, reference, indexes, era, view, choices } = of;
  const { signal } = choices;
  let index: CatalogIndex;
  try {
    index = await originalIndex(digest, reference, indexes, era, view, signal);
  } catch (error) {
    const isMissing = asAirlockError(error).code === 'content-missing';
    const filtered = isMissing ? await findFilteredCatalogs(era.files, digest) : [];
    if (filtered.length === 0) throw error;
    return selectionsFrom(filtered, of);
  }
  return [{ index, result: await selected(index, operator, choices) }];
}

/** @throws AirlockError of the selection if no catalog has it */
async function selectionsFrom(
  catalogs: readonly CarriedCatalog[],
  { operator, indexes, choices }: { operator: OperatorSelection; indexes: string; choices: CatalogChoices },
): Promise<Selection[]> {
  const { signal } = choices;
  const selections: Selection[] = [];
  let failure: AirlockError | undefined;
  for (const { digest, files } of catalogs) {
    const index = await catalogIndexIn(indexes, digest, () => files(), { signal });
    try {
      // Each contains only some of the packages.
      const result = await selected(index, operator, { ...choices, unknownNames: 'warning' });
      selections.push({ index, result });
    } catch (error) {
      failure = asAirlockError(error);
      if (!failure.code.startsWith('operator-')) throw failure;
    }
  }
  if (selections.length === 0 && failure) throw failure;
  return selections;
}

async function originalIndex(
  digest: Digest,
  reference: ImageReference,
  indexes: string,
  { files }: Era,
  { content }: Pick<WorkspaceView, 'content'>,
  signal: AbortSignal,
): Promise<CatalogIndex> {
  const { registry, repository } = sourceOf(reference);
  try {
    return await catalogIndexIn(
      indexes,
      digest,
      async () => (await openCatalogImage(content, { registry, repository, digest }, { signal })).files(),
      { signal },
    );
  } catch (error) {
    const missing = asAirlockError(error).code === 'content-missing';
    const extracted = missing ? await findExtractedCatalog(files, digest) : undefined;
    if (!extracted) throw error;
    return catalogIndexIn(indexes, digest, () => extracted.files(), { signal });
  }
}

async function selected(
  index: CatalogIndex,
  operator: OperatorSelection,
  { unknownNames, addDependencies, anyChannel, signal }: CatalogChoices,
): Promise<OperatorSelectionResult> {
  const options = { unknownNames, signal };
  if (addDependencies) return (await withDependencies(index, operator, options)).result;
  try {
    return await selectOperators(index, operator, options);
  } catch (error) {
    if (!anyChannel || asAirlockError(error).code !== 'operator-selection') throw error;
    // The default channel isn't among those to delete. Any of them can be used to choose bundles.
    const packages = (operator.packages ?? []).map((entry) => {
      const [first] = entry.channels ?? [];
      return first && !entry.defaultChannel ? { ...entry, defaultChannel: first.name } : entry;
    });
    return selectOperators(index, { ...operator, packages }, options);
  }
}

/** Returns one part for each channel of a bundle, by bundle. */
function partsOf({ packages }: OperatorSelectionResult, catalog: string, title: string): Map<string, Part[]> {
  const parts = new Map<string, Part[]>();
  for (const { name, channels, bundles } of packages) {
    for (const { name: bundle } of bundles) {
      const inside = channels.filter(({ entries }) => entries.some((entry) => entry.name === bundle));
      const places = inside.length > 0 ? inside.map((channel) => channel.name) : [''];
      parts.set(
        bundle,
        places.map((channel) => ({
          id: JSON.stringify(['bundle', catalog, name, channel, bundle]),
          bundle: JSON.stringify([catalog, name, bundle]),
          words: channel
            ? t('bundleInChannel', { bundle, channel, catalog: title })
            : t('bundle', { bundle, catalog: title }),
        })),
      );
    }
  }
  return parts;
}
