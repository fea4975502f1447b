import type { BundleName } from '../../base/collected/collected.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { t } from '../messages.ts';

/** A bundle that can't be installed from the mirror, because some of its images are missing. */
export interface IncompleteBundle extends BundleName {
  /** Their names in the catalog. */
  missing: string[];
}

/** Returns the bundles of failed images, in the order of their first failure. */
export function incompleteBundles(
  failures: Iterable<{ origin: string; neededBy?: readonly BundleName[] }>,
): IncompleteBundle[] {
  const found = new Map<string, IncompleteBundle>();
  for (const { origin, neededBy = [] } of failures)
    for (const { package: of, bundle } of neededBy) {
      const known = found.get(`${of} ${bundle}`) ?? { package: of, bundle, missing: [] };
      if (!known.missing.includes(origin)) known.missing.push(origin);
      found.set(`${of} ${bundle}`, known);
    }
  return [...found.values()];
}

export function incompleteProblem({ package: of, bundle, missing }: IncompleteBundle): Problem {
  return {
    code: 'bundle-incomplete',
    level: 'error',
    message: t('bundleIncomplete', { bundle, operator: of, image: missing[0]!, more: missing.length - 1 }),
    remedy: ERROR_CODES['bundle-incomplete'][1],
  };
}
