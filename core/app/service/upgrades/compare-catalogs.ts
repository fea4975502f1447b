import { changesOf } from '../../../content/catalog/catalog-changes.ts';
import { compareCatalogs as compare } from '../../../content/operator/compare-catalogs.ts';
import type { ViewedCatalog } from '../../../content/operator/look-at-catalog.ts';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { CatalogComparison } from '../../../contract/topics/content/catalog-comparison.ts';
import { openCatalogs } from '../../sources/open-catalogs.ts';
import { shellCommand } from '../runs/run-request.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { ServiceState } from '../state/state.ts';

/** Most bundle names of a change. */
const MOST_NAMED = 100;

/**
 * Handles `upgrades.compareCatalogs`.
 * @throws AirlockError as `openCatalogs`; `operator-unknown` if neither catalog has the package
 */
export async function compareCatalogs(
  { workspace, from, to, package: only, ticket }: RequestParsed<'upgrades.compareCatalogs'>,
  state: Pick<ServiceState, 'jobs' | 'hostFor'>,
  signal: AbortSignal,
): Promise<CatalogComparison> {
  using report = state.jobs.request(ticket, { phase: 'catalog', unit: 'bytes' });
  const [before, after] = await Array.fromAsync(
    openCatalogs([from, to], {
      host: state.hostFor(workspace),
      pathOf: (path) => absolutePath(path, 'catalogs'),
      onProgress: ({ done, total }) => report(done, total),
      signal,
    }),
  );
  const options = only === undefined ? { signal } : { signal, package: only };
  const packages = await compare(before!.index, after!.index, options);
  return {
    from: named(before!),
    to: named(after!),
    packages: packages.length,
    changes: packages.flatMap(changesOf).map((change) => ({
      ...change,
      versions: change.versions.slice(0, MOST_NAMED),
      versionsTotal: change.versions.length,
    })),
    command: shellCommand(['catalog', 'diff', from, to, ...(only === undefined ? [] : ['--package', only])]),
  };
}

function named({ name, digest }: ViewedCatalog): CatalogComparison['from'] {
  return { name, digest };
}
