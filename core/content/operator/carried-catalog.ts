import type { CollectedImage, WorkingFiles } from '../../base/collected/collected.ts';
import { type Digest, hexOf, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { filteredFiles } from '../catalog/write-fbc.ts';
import { CONFIGS_FOLDER } from '../catalog-image/catalog-layers.ts';
import type { CatalogNames } from '../catalog-image/catalog-names.ts';
import { type FilterHashes, filterHashes } from '../catalog-image/filter-hash.ts';
import type { PlannedImage } from '../plan/planned-image.ts';
import type { CollectedCatalog } from './collect-catalog.ts';
import type { CarriedCatalog } from './operator-context.ts';

/** Returns both names of a filtered catalog, each once. The version of the other side determines which one it looks up. */
function namesOf({ pinned, legacy }: FilterHashes): string[] {
  return [...new Set([pinned, legacy])];
}

/**
 * Returns the images of a catalog for a set (oc-mirror v2: internal/pkg/operator/common.go): the original with its tag,
 * which resolves the reference for the other side, and the rebuilt one with its filter hashes.
 */
export function catalogsInSet({
  original,
  rebuilt,
  hashes,
}: CollectedCatalog): (CollectedImage | PlannedImage)[] {
  if (!rebuilt || !hashes) return [original];
  const { repository } = original.destination;
  return [original, ...namesOf(hashes).map((tag) => ({ ...rebuilt, destination: { repository, tag } }))];
}

/** Returns the image of a catalog that clusters pull. */
export function catalogAtRegistry({
  original,
  rebuilt,
  destination,
}: CollectedCatalog): CollectedImage | PlannedImage {
  return rebuilt ?? { ...original, destination };
}

/**
 * Returns the files below `working-dir/` from which the other side reads a catalog without its image: a filtered one
 * (oc-mirror v2: internal/pkg/operator/filtered_collector.go) with the same content for each hash, and another one as
 * extracted.
 * @throws AirlockError `disk`
 */
export async function* carriedCatalogFiles({
  reference,
  digest,
  rebuilt,
  hashes,
  index,
  result,
}: CollectedCatalog): AsyncGenerator<{ name: string; content: Buffer }> {
  const folder = `operator-catalogs/${componentOf(reference.path)}/${hexOf(digest)}`;
  if (!rebuilt || !hashes) {
    for await (const { path, content } of filteredFiles(index, result))
      yield { name: `${folder}/catalog-config/${CONFIGS_FOLDER}/${path}`, content };
    return;
  }
  const folders = namesOf(hashes).map((hash) => `${folder}/filtered-catalogs/${hash}`);
  for await (const { path, content } of filteredFiles(index, result))
    for (const folder of folders) yield { name: `${folder}/catalog-config/${path}`, content };
  const content = Buffer.from(hexOf(rebuilt.source.digest!));
  for (const folder of folders) yield { name: `${folder}/digest`, content };
}

/** Looks up a filtered catalog in transferred content: its image with a filter hash, and its files. */
export async function findCarriedCatalog(
  files: WorkingFiles,
  storedTag: (repository: string, tag: string) => Digest | undefined,
  names: CatalogNames,
  hashes: FilterHashes,
): Promise<CarriedCatalog | undefined> {
  for (const hash of namesOf(hashes)) {
    const { repository, tag } = names.rebuilt(hash);
    const digest = storedTag(repository, tag);
    if (!digest) continue;
    const within = `/filtered-catalogs/${hash}/`;
    const all = (await files.list('operator-catalogs/')).filter((name) => name.includes(within));
    // The same filter may have been used for other versions of the catalog, so the digest of the tag must match.
    for (const file of all.filter((name) => name.endsWith(`${within}digest`))) {
      const content = await files.read(file);
      if (content?.toString('utf8').trim() !== hexOf(digest)) continue;
      const prefix = `${file.slice(0, -'digest'.length)}catalog-config/`;
      const parts = all.filter((name) => name.startsWith(prefix));
      if (parts.length > 0) return { digest, files: () => filesOf(files, prefix, parts) };
    }
  }
  return undefined;
}

/**
 * Returns the filtered catalogs of an original catalog in a working folder, without a tag of their images (oc-mirror v2:
 * internal/pkg/operator/filtered_collector.go writes `operator-catalogs/NAME/ORIGINAL/filtered-catalogs/HASH/digest`).
 * @param hashes only the first one of these filters. Default: every filter
 */
export async function findFilteredCatalogs(
  files: WorkingFiles,
  original: Digest,
  hashes?: FilterHashes,
): Promise<CarriedCatalog[]> {
  const names = await files.list('operator-catalogs/');
  const wanted = hashes && namesOf(hashes);
  const within = new RegExp(
    `^(operator-catalogs/[^/]+/${hexOf(original)}/filtered-catalogs/([^/]+)/)digest$`,
  );
  const found = names.flatMap((name) => {
    const [, folder, hash] = within.exec(name) ?? [];
    return folder !== undefined && hash !== undefined ? [{ name, folder, hash }] : [];
  });
  const chosen = wanted
    ? wanted.flatMap((hash) => found.find((each) => each.hash === hash) ?? []).slice(0, 1)
    : found;
  const catalogs = new Map<Digest, CarriedCatalog>();
  for (const { name, folder } of chosen) {
    const digest = `sha256:${(await files.read(name))?.toString('utf8').trim() ?? ''}`;
    const prefix = `${folder}catalog-config/`;
    const parts = names.filter((each) => each.startsWith(prefix));
    if (isDigest(digest) && parts.length > 0)
      catalogs.set(digest, { digest, files: () => filesOf(files, prefix, parts) });
  }
  return [...catalogs.values()];
}

/**
 * Returns the digests of the original catalogs that a working folder contains for an entry without a known digest: those
 * with its filter, or else, for a folder (`oci://`), those with its name. oc-mirror v2 pins only catalogs of registries, so
 * these folders are the only record of the others (internal/pkg/operator/filtered_collector.go).
 * @throws AirlockError `reference-invalid`
 */
export async function workingCatalogDigests(
  files: WorkingFiles,
  operator: OperatorSelection,
): Promise<Digest[]> {
  const { path, transport } = parseReference(operator.catalog);
  const component = componentOf(path);
  const names = await files.list(`operator-catalogs/${component}/`);
  const digests = new Set<Digest>();
  for (const name of names) {
    const digest = `sha256:${name.split('/')[2] ?? ''}`;
    if (isDigest(digest)) digests.add(digest);
  }
  const filtered = [...digests].filter((digest) =>
    namesOf(filterHashes(operator, digest)).some((hash) =>
      names.includes(`operator-catalogs/${component}/${hexOf(digest)}/filtered-catalogs/${hash}/digest`),
    ),
  );
  if (filtered.length > 0) return filtered;
  return transport === 'oci' ? [...digests] : [];
}

/** Returns the last element of a catalog's path, which names its folder (oc-mirror v2: internal/pkg/operator/common.go). */
function componentOf(path: string): string {
  return path
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .at(-1)!;
}

/** Returns the files of a catalog as extracted on the connected side; undefined if they weren't transferred. */
export async function findExtractedCatalog(
  files: WorkingFiles,
  digest: Digest,
): Promise<Pick<CarriedCatalog, 'files'> | undefined> {
  const names = await files.list('operator-catalogs/');
  const within = new RegExp(`^operator-catalogs/[^/]+/${hexOf(digest)}/catalog-config/`);
  const prefix = names.map((name) => within.exec(name)?.[0]).find((found) => found !== undefined);
  if (prefix === undefined) return undefined;
  const parts = names.filter((name) => name.startsWith(prefix));
  return { files: () => filesOf(files, prefix, parts) };
}

async function* filesOf(files: WorkingFiles, prefix: string, names: string[]) {
  for (const name of names)
    yield {
      path: name.slice(prefix.length),
      content: (async function* () {
        yield (await files.read(name)) ?? Buffer.alloc(0);
      })(),
    };
}
