import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import type { CatalogFile } from '../catalog/model/catalog-files.ts';
import { catalogNames } from '../catalog-image/catalog-names.ts';
import { filterHashes } from '../catalog-image/filter-hash.ts';
import { findCarriedCatalog, findExtractedCatalog } from './carried-catalog.ts';

/** A catalog in sets, as a push brings it to a registry. */
export interface StoredCatalog {
  /** `REPOSITORY:TAG` below the destination's namespace. */
  name: string;
  repository: string;
  /** Of the image that is pushed: the filtered catalog where there is one. */
  digest: Digest;
  /** Its files as they were carried beside the image, of which an increment has only what is new. */
  files?(): AsyncIterable<CatalogFile>;
}

/**
 * The catalogs of everything that a workspace or archive folder holds, by the configurations that its sets carry; of
 * several with one name the newest. A configuration that cannot be read is passed over.
 */
async function storedCatalogs(source: ImageSource): Promise<StoredCatalog[]> {
  const found = new Map<string, StoredCatalog>();
  const configurations = await source.configurations();
  for (const { name, text } of configurations.toReversed()) {
    const { configuration } = parseImageSet(text, name, 'ImageSetConfiguration');
    for (const operator of configuration?.operators ?? []) {
      const catalog = await storedCatalog(source, operator);
      if (catalog && !found.has(catalog.name)) found.set(catalog.name, catalog);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function storedCatalog(
  source: ImageSource,
  operator: OperatorSelection,
): Promise<StoredCatalog | undefined> {
  const names = catalogNames(operator);
  const { repository, tag } = names.original;
  const original = parseReference(operator.catalog).digest ?? source.tag(repository, tag);
  if (!original) return undefined;
  const working: WorkingFiles = {
    read: (name) => source.file(name),
    list: async (prefix) => source.files(prefix),
  };
  const storedTag = (of: string, name: string) => source.tag(of, name);
  const hashes = filterHashes(operator, original);
  const filtered = await findCarriedCatalog(working, storedTag, names, hashes);
  const destination = names.destination(filtered ? { rebuilt: filtered.digest } : { original });
  const { files } = filtered ?? (await findExtractedCatalog(working, original)) ?? {};
  return {
    name: `${repository}:${destination.tag}`,
    repository,
    digest: filtered?.digest ?? original,
    files,
  };
}

/**
 * One catalog of a source.
 * @param within `REPOSITORY:TAG` as {@link heldCatalogs} names it, or any other tag or `REPOSITORY@DIGEST` of the
 * source; without it there must be one catalog only
 * @throws AirlockError `usage` that names what there is, `content-missing`
 */
export async function chosenCatalog(source: ImageSource, within: string | undefined): Promise<StoredCatalog> {
  const catalogs = await storedCatalogs(source);
  const known = catalogs.map(({ name }) => name);
  if (within === undefined) {
    const [only, ...others] = catalogs;
    if (only && others.length === 0) return only;
    throw only
      ? new AirlockError('usage', `${source.location} has ${known.length} catalogs: ${known.join(', ')}`, {
          side: 'local',
          remedy: `Name one of them: '${source.location}#${only.name}'.`,
        })
      : new AirlockError('content-missing', `no set of ${source.location} has an operator catalog`, {
          side: 'local',
          remedy: 'Name a catalog image, or a folder of the files of a catalog.',
        });
  }
  const catalog = catalogs.find(({ name }) => name === within) ?? namedImage(source, within);
  if (catalog) return catalog;
  throw new AirlockError('content-missing', `${source.location} has no ${within}`, {
    side: 'local',
    remedy: known.length > 0 ? `Its catalogs: ${known.join(', ')}.` : 'Its sets have no operator catalog.',
  });
}

function namedImage(source: ImageSource, name: string): StoredCatalog | undefined {
  const [, repository, separator, rest] = /^(.+?)([@:])([^/]+)$/.exec(name) ?? [];
  if (repository === undefined || rest === undefined) return undefined;
  const digest = separator === '@' ? rest : source.tag(repository, rest);
  if (digest === undefined || !isDigest(digest) || source.size(digest) === undefined) return undefined;
  return { name, repository, digest };
}
