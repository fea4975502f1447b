import type { BundleName } from '../../base/collected/collected.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';

/** A bundle that cannot be installed from the mirror, because images that it needs are not there. */
export interface IncompleteBundle extends BundleName {
  /** As the catalog names them. */
  missing: string[];
}

/** The bundles that failed images belong to, in the order of their first failure. */
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
  const more = missing.length - 1;
  return {
    code: 'bundle-incomplete',
    level: 'error',
    message:
      `${bundle} of operator ${of} is incomplete: ` +
      `${missing[0]}${more > 0 ? ` and ${more} more image${more > 1 ? 's' : ''}` : ''} could not be copied`,
    remedy: ERROR_CODES['bundle-incomplete'][1],
  };
}
