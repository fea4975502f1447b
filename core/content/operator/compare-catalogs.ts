import { AirlockError } from '../../base/errors/airlock-error.ts';
import { diffCatalogs, type PackageDifference } from '../catalog/catalog-diff.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import { nearestNames } from '../catalog/model/nearest-names.ts';
import { t } from './messages.ts';

/**
 * Returns the content that was added, removed or moved between two catalogs, for all packages or one.
 * @throws AirlockError `operator-unknown` with the nearest names if neither has the package; `disk`, `interrupted`
 */
export async function compareCatalogs(
  from: CatalogIndex,
  to: CatalogIndex,
  { package: only, signal }: { package?: string; signal?: AbortSignal } = {},
): Promise<PackageDifference[]> {
  const stop = signal ? { signal } : {};
  if (only === undefined) return diffCatalogs(from, to, stop);
  const all = [...new Set([...from.packages, ...to.packages].map(({ name }) => name))];
  if (!all.includes(only)) {
    const near = nearestNames(only, all);
    throw new AirlockError('operator-unknown', t('packageInNeither', { name: only }), {
      remedy: near.length > 0 ? t('nearestRemedy', { names: near.join(', ') }) : undefined,
    });
  }
  const alone = (index: CatalogIndex): CatalogIndex => ({
    ...index,
    packages: index.packages.filter(({ name }) => name === only),
  });
  return diffCatalogs(alone(from), alone(to), stop);
}
