import type { ImageContentReader } from '../../base/collected/collected.ts';
import { firstWords } from '../../base/document/words.ts';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../base/errors/codes.ts';
import { ruleField } from '../../base/errors/rules.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { diffCatalogs, type PackageDifference } from '../catalog/catalog-diff.ts';
import { openCatalogImage } from '../catalog-image/open-catalog.ts';
import { catalogIndexIn } from './catalog-indexes.ts';
import type { CollectedCatalog } from './collect-catalog.ts';
import { t } from './messages.ts';

/** The content that clusters would no longer find after a catalog's tag is moved. */
export interface CatalogRemoval {
  /** `REPOSITORY:TAG` at the destination. */
  destination: string;
  /** Packages with the channels and bundles that would be removed. */
  packages: { name: string; complete: boolean; channels: string[]; bundles: string[] }[];
}

/** Faults of the existing catalog. The run continues, because the push replaces it. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'catalog-invalid',
  'manifest-invalid',
  'archive-hostile',
  'not-found',
  'digest-mismatch',
  'size-mismatch',
]);
const AT_ONCE = 4;
const SHOWN = 5;

/**
 * Compares the catalogs of a push with the existing ones at the destination.
 * @param nameOf returns the name of the catalog's image at the destination, with namespace
 * @param indexes folder with the indexes of catalogs
 * @returns catalogs that would lose content, and a warning for each one that can't be compared
 * @throws AirlockError if the destination doesn't respond
 */
export async function catalogRemovals(
  catalogs: readonly CollectedCatalog[],
  at: {
    registry: Registry;
    nameOf(catalog: CollectedCatalog): { repository: string; tag: string };
    indexes: string;
    signal?: AbortSignal;
  },
): Promise<{ removals: CatalogRemoval[]; problems: Problem[] }> {
  const removals: CatalogRemoval[] = [];
  const problems: Problem[] = [];
  const comparing = inOrder([...catalogs], AT_ONCE, async (catalog) => {
    const { repository, tag } = at.nameOf(catalog);
    const stop = at.signal ? { signal: at.signal } : {};
    const now = await at.registry.resolve(repository, tag, { ...stop, direct: true });
    if (!now || now.digest === (catalog.rebuilt?.source.digest ?? catalog.digest)) return;
    try {
      const packages = vanishing(await differences(catalog, repository, now.digest, at));
      if (packages.length > 0) removals.push({ destination: `${repository}:${tag}`, packages });
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (!UNREADABLE.has(error.code)) throw error;
      problems.push({
        ...error.toJSON(),
        level: 'warning',
        message: t('removalUnknown', { destination: `${repository}:${tag}`, error: error.message }),
      });
    }
  });
  for await (const _ of comparing);
  return { removals, problems };
}

async function differences(
  catalog: CollectedCatalog,
  repository: string,
  digest: Digest,
  { registry, indexes, signal }: { registry: Registry; indexes: string; signal?: AbortSignal },
): Promise<PackageDifference[]> {
  const stop = signal ? { signal } : {};
  const reader: ImageContentReader = {
    manifest: (source) => registry.manifest(source.repository, source.digest!, stop),
    blob: (source, blob) => registry.blob(source.repository, blob, stop),
  };
  const source = { registry: registry.host, repository, digest };
  const before = await catalogIndexIn(
    indexes,
    digest,
    async () => (await openCatalogImage(reader, source, stop)).files(),
    stop,
  );
  return diffCatalogs(before, catalog.result.untouched ? catalog.index : catalog.result, stop);
}

function vanishing(differences: PackageDifference[]): CatalogRemoval['packages'] {
  return differences
    .map(({ name, change, channels, removed }) => ({
      name,
      complete: change === 'removed',
      channels: channels.filter((channel) => channel.change === 'removed').map((channel) => channel.name),
      bundles: removed,
    }))
    .filter(({ complete, channels, bundles }) => complete || channels.length + bundles.length > 0);
}

/** Returns the problem of a catalog; `info` if the removal is allowed. */
export function removalProblem({ destination, packages }: CatalogRemoval, level: Problem['level']): Problem {
  const parts = packages.map(({ name, complete, channels, bundles }) => {
    if (complete) return t('removedOperator', { name });
    const values = {
      name,
      count: channels.length,
      channels: channels.join(', '),
      bundles: firstWords(bundles, SHOWN),
    };
    if (bundles.length === 0) return t('removedChannels', values);
    return channels.length === 0 ? t('removedBundles', values) : t('removedChannelsAndBundles', values);
  });
  return {
    code: 'catalog-removal',
    level,
    message: t('removal', { destination, parts: firstWords(parts, SHOWN) }),
    remedy: level === 'info' ? t('removalAllowedRemedy') : ERROR_CODES['catalog-removal'][1],
    ...ruleField(level === 'info' ? undefined : { id: 'catalog-removal' }),
  };
}

/** @throws AirlockError `catalog-removal` with a problem for each catalog */
export function rejectRemovals(removals: CatalogRemoval[]): void {
  const problems = removals.map((removal) => removalProblem(removal, 'error'));
  if (problems.length === 0) return;
  throw new AirlockError(
    'catalog-removal',
    problems.length === 1 ? problems[0]!.message : t('removals', { count: problems.length }),
    { side: 'destination', problems },
  );
}
