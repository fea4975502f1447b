import { rm } from 'node:fs/promises';
import type { CollectedImage, ImageContentReader } from '../../base/collected/collected.ts';
import { sourceOf } from '../../base/collected/image-source.ts';
import { aboutSubject, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { temporaryName } from '../../base/files/atomic-file.ts';
import type { DestinationName } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type ImageReference, parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import { relatedImages } from '../catalog/related-images.ts';
import { missingDependencies, withDependencies } from '../catalog/select/dependencies.ts';
import { type SelectOptions, selectOperators } from '../catalog/select/select.ts';
import type { OperatorSelectionResult } from '../catalog/select/selection-result.ts';
import { filteredFiles } from '../catalog/write-fbc.ts';
import type { CatalogSource } from '../catalog-image/catalog-instances.ts';
import { catalogNames } from '../catalog-image/catalog-names.ts';
import { type FilterHashes, filterHashes } from '../catalog-image/filter-hash.ts';
import { storeFilteredFiles } from '../catalog-image/filtered-files.ts';
import { openCatalogImage } from '../catalog-image/open-catalog.ts';
import { plannedCatalog, rebuildCatalog } from '../catalog-image/rebuild-catalog.ts';
import type { PlannedImage } from '../plan/planned-image.ts';
import { plannedFromLayout } from '../plan/planned-layout.ts';
import { catalogIndexIn } from './catalog-indexes.ts';
import { dependencyProblems, imageProblems } from './catalog-problems.ts';
import type { OperatorContext } from './operator-context.ts';
import { operatorImages } from './operator-images.ts';
import type { SourceTemplate } from './source-template.ts';

/** A catalog of the configuration with its selection. */
export interface CollectedCatalog {
  operator: OperatorSelection;
  /** For display: `redhat-operator-index:v4.18`. */
  title: string;
  deliverable: string;
  reference: ImageReference;
  /** Of the catalog's original image, to which the reference resolves in this run. */
  digest: Digest;
  /** Bundles and operands. */
  images: CollectedImage[];
  /** The catalog's original image, with its name in archives. */
  original: CollectedImage | PlannedImage;
  /** The filtered catalog's image, with the name that clusters pull; absent if that is the original. */
  rebuilt?: CollectedImage | PlannedImage;
  /** Names of the filtered catalog in archives; absent with `rebuilt`. */
  hashes?: FilterHashes;
  destination: DestinationName;
  index: CatalogIndex;
  result: OperatorSelectionResult;
  template?: SourceTemplate;
}

/**
 * Reads one catalog of the configuration, selects from it, and rebuilds it with the selection. Only the catalog is
 * downloaded, not the images of operators. The disconnected side uses the transferred filtered catalog if its filter is
 * the same, and otherwise filters the transferred catalog again.
 * @throws AirlockError of the selection (`operator-unknown`, `operator-selection`, `catalog-invalid`) and of the content
 */
export async function collectCatalog(
  operator: OperatorSelection,
  why: string,
  context: OperatorContext,
): Promise<{ catalog: CollectedCatalog; problems: Problem[] }> {
  const { signal } = context;
  const stop = signal ? { signal } : {};
  const reference = parseReference(operator.catalog);
  const title = titleOf(reference);
  const names = catalogNames(operator);
  const layout = reference.transport === 'oci' ? await context.layout?.(reference) : undefined;
  const digest = layout?.digest ?? (await context.catalogDigest(operator, reference, names));
  const reader = layout?.reader ?? context.content;
  const source: CatalogSource = layout?.source ?? { ...placeOf(reference), digest };
  const base = {
    kind: 'operatorCatalog' as const,
    origin: reference.transport === 'oci' ? `oci://${reference.text}` : reference.text,
    source,
    deliverable: `catalog ${title}`,
    why,
    verdict: { result: 'not-checked' as const },
    platforms: operator.platforms.length > 0 ? operator.platforms : undefined,
  };
  const complete = operator.full && !operator.packages?.length;
  const hashes = complete ? undefined : filterHashes(operator, digest);
  const carried = hashes && (await context.carried?.(names, hashes));
  const index = carried
    ? await catalogIndexIn(context.indexes, carried.digest, () => carried.files(), stop)
    : await originalIndex(digest, context, async () =>
        (layout ?? (await openCatalogImage(reader, source, stop))).files(),
      );
  const { result, problems } = await selected(
    index,
    carried ? { ...operator, full: true, packages: [] } : operator,
    context,
  );
  const { images, problems: unusable } = await relatedImages(index, result, stop);
  const stored = { ...base, destination: names.original };
  const original = layout ? await plannedFromLayout(stored, layout, signal) : stored;
  const path = operator.targetCatalogSourceTemplate;
  const template = path ? await context.template(path) : undefined;
  const catalog = {
    operator,
    title,
    deliverable: base.deliverable,
    reference,
    digest,
    images: operatorImages(images, result, { operator, title, why }).filter(
      (each) => !context.blocked?.(each),
    ),
    original,
    index,
    result,
    template,
  };
  const found = [...problems, ...imageProblems(unusable)].map((each) => aboutSubject(each, title));
  if (!hashes)
    return {
      catalog: { ...catalog, destination: names.destination({ original: digest }) },
      problems: found,
    };
  const rebuilt = carried
    ? { ...base, source: { ...source, digest: carried.digest } }
    : await rebuild(
        { ...base, destination: names.original },
        { reader, source, index, result, operator, context },
      );
  const destination = names.destination({ rebuilt: rebuilt.source.digest! });
  return {
    catalog: { ...catalog, rebuilt: { ...rebuilt, destination }, hashes, destination },
    problems: found,
  };
}

/** Returns the index of the original catalog. An increment doesn't contain earlier layers of its image, so its files are read. */
async function originalIndex(
  digest: Digest,
  { indexes, extracted, signal }: OperatorContext,
  files: () => Promise<AsyncIterable<CatalogFile>>,
): Promise<CatalogIndex> {
  const stop = signal ? { signal } : {};
  try {
    return await catalogIndexIn(indexes, digest, files, stop);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const found = error.code === 'content-missing' ? await extracted?.(digest) : undefined;
    if (!found) throw error;
    return catalogIndexIn(indexes, digest, () => found.files(), stop);
  }
}

async function selected(
  index: CatalogIndex,
  operator: OperatorSelection,
  {
    skipUnknown,
    addDependencies,
    signal,
  }: Pick<OperatorContext, 'skipUnknown' | 'addDependencies' | 'signal'>,
): Promise<{ result: OperatorSelectionResult; problems: Problem[] }> {
  const options: SelectOptions = {
    unknownNames: skipUnknown ? 'warning' : 'error',
    signal,
  };
  if (!addDependencies) {
    const result = await selectOperators(index, operator, options);
    const missing = await missingDependencies(index, result, options);
    return { result, problems: [...result.problems, ...dependencyProblems(missing, [], operator.at)] };
  }
  const { result, added } = await withDependencies(index, operator, options);
  const missing = await missingDependencies(index, result, options);
  return { result, problems: [...result.problems, ...dependencyProblems(missing, added, operator.at)] };
}

/** Builds a catalog's image with a selection. Only reads manifests and configurations of the original. */
export async function rebuild(
  image: CollectedImage,
  of: {
    reader: ImageContentReader;
    source: CatalogSource;
    index: CatalogIndex;
    result: OperatorSelectionResult;
    operator: OperatorSelection;
    context: Pick<OperatorContext, 'store' | 'indexes' | 'signal'>;
  },
): Promise<PlannedImage> {
  const { reader, source, index, result, operator, context } = of;
  const { store, indexes: directory, signal } = context;
  const stop = signal ? { signal } : {};
  const folder = temporaryName(directory);
  try {
    const files = await storeFilteredFiles(streamed(filteredFiles(index, result)), folder, stop);
    const built = await rebuildCatalog({
      reader,
      source,
      files,
      store,
      directory,
      platforms: operator.platforms,
      ...stop,
    });
    return plannedCatalog(image, built);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* streamed(
  files: AsyncIterable<{ path: string; content: Buffer }>,
): AsyncGenerator<CatalogFile> {
  for await (const { path, content } of files)
    yield {
      path,
      content: (async function* () {
        yield content;
      })(),
    };
}

/** Returns the place without the tag, which can move away from the digest at any time. */
function placeOf(reference: ImageReference) {
  const { registry, repository } = sourceOf(reference);
  return { registry, repository };
}

/** Returns the name of a catalog for display: `redhat-operator-index:v4.18`. */
export function titleOf({ path, tag, digest, transport }: ImageReference): string {
  const name =
    path
      .replace(/(?<!\/)\/+$/, '')
      .split('/')
      .at(-1) ?? path;
  if (transport === 'oci') return name;
  return tag ? `${name}:${tag}` : `${name}@${(digest ?? '').slice(0, 19)}`;
}
