import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { CatalogIndex } from '../../content/catalog/index/open-index.ts';
import { missingDependencies } from '../../content/catalog/select/dependencies.ts';
import { selectOperators } from '../../content/catalog/select/select.ts';
import { t } from './messages.ts';
import { doubt } from './requested-releases.ts';
import type { RequestedCatalog } from './suggestion.ts';

/**
 * Adds to the packages of a catalog their dependencies that the catalog contains, recursively.
 * @param packages the dependencies are appended to it
 * @throws AirlockError `disk`, `interrupted`
 */
export async function addDependencies(
  { name: catalog, index }: { name: string; index: CatalogIndex },
  packages: RequestedCatalog['packages'],
  problems: Problem[],
  signal?: AbortSignal,
): Promise<void> {
  const stop = signal ? { signal } : {};
  try {
    for (;;) {
      const selection = {
        catalog,
        full: false,
        skipDependencies: false,
        platforms: [],
        packages: packages.map(({ entry }) => entry),
      };
      const missing = await missingDependencies(index, await selectOperators(index, selection, stop), stop);
      const more = missing.filter(({ add }) => add && !packages.some(({ entry }) => entry.name === add.name));
      if (more.length === 0) return;
      for (const { add, what, requiredBy } of more) {
        if (packages.some(({ entry }) => entry.name === add!.name)) continue;
        const by = [...new Set(requiredBy.map((each) => each.package))];
        const why = t('requiredBy', { count: by.length, packages: by.join(', '), dependency: what });
        packages.push({ entry: add!, why });
      }
    }
  } catch (error) {
    if (
      !(error instanceof AirlockError) ||
      !['operator-selection', 'operator-unknown', 'catalog-invalid'].includes(error.code)
    )
      throw error;
    problems.push(doubt(t('catalogProblem', { catalog, problem: error.message }), error.remedy));
  }
}
