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

/** What clusters would no longer find when a catalog's tag moves. */
export interface CatalogRemoval {
  /** `REPOSITORY:TAG` at the destination. */
  destination: string;
  /** Packages with what vanishes of them. */
  packages: { name: string; complete: boolean; channels: string[]; bundles: string[] }[];
}

/** What is wrong with the catalog that is there now. Pushing replaces it, so the run goes on. */
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
 * Compares the catalogs that are to be pushed with those that their tags name at the destination now.
 * @param nameOf where the catalog's image goes, with namespace
 * @param indexes folder of the indexes of catalogs
 * @returns catalogs of which something vanishes; and a warning for each that cannot be compared
 * @throws AirlockError when the destination does not answer
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
        message: `what ${repository}:${tag} would lose cannot be told: ${error.message}`,
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
    .map(({ name, change, channels, vanished }) => ({
      name,
      complete: change === 'vanished',
      channels: channels.filter((channel) => channel.change === 'vanished').map((channel) => channel.name),
      bundles: vanished,
    }))
    .filter(({ complete, channels, bundles }) => complete || channels.length + bundles.length > 0);
}

/** One problem for each catalog, in words; `info` when it is allowed. */
export function removalProblem({ destination, packages }: CatalogRemoval, level: Problem['level']): Problem {
  const parts = packages.map(({ name, complete, channels, bundles }) => {
    if (complete) return `the operator ${name}`;
    const of = [
      ...(channels.length > 0 ? [`channel ${channels.join(', ')}`] : []),
      ...(bundles.length > 0 ? [firstWords(bundles, SHOWN)] : []),
    ];
    return `${of.join(' and ')} of ${name}`;
  });
  return {
    code: 'catalog-removal',
    level,
    message: `${destination} would lose ${firstWords(parts, SHOWN)}, which clusters can install from it now`,
    remedy: level === 'info' ? 'This was allowed.' : ERROR_CODES['catalog-removal'][1],
    ...ruleField(level === 'info' ? undefined : { id: 'catalog-removal' }),
  };
}

/** @throws AirlockError `catalog-removal` with a problem for each catalog */
export function rejectRemovals(removals: CatalogRemoval[]): void {
  const problems = removals.map((removal) => removalProblem(removal, 'error'));
  if (problems.length === 0) return;
  throw new AirlockError(
    'catalog-removal',
    problems.length === 1
      ? problems[0]!.message
      : `${problems.length} catalogs would lose operators or versions`,
    { side: 'destination', problems },
  );
}
