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
import { t } from './messages.ts';

/** A catalog in sets that a push copies to a registry. */
export interface StoredCatalog {
  /** `REPOSITORY:TAG` below the destination's namespace. */
  name: string;
  repository: string;
  /** Of the pushed image: the filtered catalog if there is one. */
  digest: Digest;
  /** Its files, which are transferred in addition to the image, because an increment only contains new layers. */
  files?(): AsyncIterable<CatalogFile>;
}

/**
 * Returns the catalogs of a workspace or archive folder by the configurations in its sets. Of several with one name,
 * returns the newest. Unreadable configurations are skipped.
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
 * Returns one catalog of a source.
 * @param within `REPOSITORY:TAG` of {@link storedCatalogs}, or any other tag or `REPOSITORY@DIGEST` of the source. Without
 * it, there must be only one catalog
 * @throws AirlockError `usage` with the existing catalogs, `content-missing`
 */
export async function chosenCatalog(source: ImageSource, within: string | undefined): Promise<StoredCatalog> {
  const catalogs = await storedCatalogs(source);
  const known = catalogs.map(({ name }) => name);
  if (within === undefined) {
    const [only, ...others] = catalogs;
    if (only && others.length === 0) return only;
    throw only
      ? new AirlockError(
          'usage',
          t('severalCatalogs', { place: source.location, count: known.length, names: known.join(', ') }),
          {
            side: 'local',
            remedy: t('severalCatalogsRemedy', { place: source.location, name: only.name }),
          },
        )
      : new AirlockError('content-missing', t('noCatalogs', { place: source.location }), {
          side: 'local',
          remedy: t('noCatalogsRemedy'),
        });
  }
  const catalog = catalogs.find(({ name }) => name === within) ?? namedImage(source, within);
  if (catalog) return catalog;
  throw new AirlockError(
    'content-missing',
    t('catalogNotInSets', { place: source.location, catalog: within }),
    {
      side: 'local',
      remedy:
        known.length > 0
          ? t('catalogNotInSetsRemedy', { names: known.join(', ') })
          : t('catalogNotInSetsWithoutCatalogsRemedy'),
    },
  );
}

function namedImage(source: ImageSource, name: string): StoredCatalog | undefined {
  const [, repository, separator, rest] = /^(.+?)([@:])([^/]+)$/.exec(name) ?? [];
  if (repository === undefined || rest === undefined) return undefined;
  const digest = separator === '@' ? rest : source.tag(repository, rest);
  if (digest === undefined || !isDigest(digest) || source.size(digest) === undefined) return undefined;
  return { name, repository, digest };
}
