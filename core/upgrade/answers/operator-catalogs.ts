import { AirlockError, type Location } from '../../base/errors/airlock-error.ts';
import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import type { ViewedCatalog } from '../../content/operator/look-at-catalog.ts';
import { compareMinors, minorOf, openShiftLimits } from '../../content/operator/openshift-limit.ts';
import type { OperatorCatalog } from '../operator/prepared-catalog.ts';
import { t } from './messages.ts';

/**
 * Returns the OpenShift version of a catalog by its tag (`…/redhat-operator-index:v4.18`), or undefined for other tags.
 */
export function openShiftOf(catalog: string): string | undefined {
  return /:v(\d+\.\d+)$/.exec(catalog)?.[1];
}

/** Returns catalogs in the order of their OpenShift versions. Those without a version come first, in their order. */
export function oldestFirst<T extends { name: string }>(catalogs: readonly T[]): T[] {
  const known = (each: T) => minorOf(openShiftOf(each.name) ?? '');
  return [...catalogs].sort((a, b) => {
    const [left, right] = [known(a), known(b)];
    if (!left || !right) return Number(Boolean(left)) - Number(Boolean(right));
    return compareMinors(left, right);
  });
}

/**
 * Returns a package from each of the catalogs.
 * @param unknown remedy and place of the error if no catalog contains it and no name is similar
 * @throws AirlockError `operator-unknown`, `disk`, `interrupted`
 */
export async function packageInCatalogs(
  viewed: readonly Pick<ViewedCatalog, 'name' | 'index'>[],
  name: string,
  signal: AbortSignal,
  unknown: { remedy: string; at?: Location },
): Promise<OperatorCatalog[]> {
  const catalogs: OperatorCatalog[] = [];
  for (const each of viewed) catalogs.push(await operatorCatalog(each, name, { signal }));
  if (catalogs.some((each) => each.package)) return catalogs;
  const near = similarPackages(viewed, name);
  throw new AirlockError('operator-unknown', t('packageUnknown', { package: name }), {
    ...unknown,
    remedy: near.length > 0 ? t('nearestRemedy', { names: near.join(', ') }) : unknown.remedy,
  });
}

/** Returns a package of a catalog, with the OpenShift limits of its bundles. @throws AirlockError `disk`, `interrupted` */
export async function operatorCatalog(
  { name, index }: Pick<ViewedCatalog, 'name' | 'index'>,
  packageName: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<OperatorCatalog> {
  const found = await packageOf(index, packageName);
  return {
    name,
    openShift: openShiftOf(name),
    package: found,
    limits: found && (await openShiftLimits(index, found.bundles, { signal })),
  };
}

/** Returns a note for a catalog on a disk, because a configuration needs its image reference. */
export function referenceNote(catalog: string): string | undefined {
  return catalog.startsWith('/') ? t('referenceNote', { catalog }) : undefined;
}

/** Returns the names of packages that are similar to a name that no catalog contains. */
function similarPackages(catalogs: readonly Pick<ViewedCatalog, 'index'>[], name: string): string[] {
  const all = new Set(catalogs.flatMap(({ index }) => index.packages.map((each) => each.name)));
  return nearestNames(name, [...all]);
}

/**
 * Returns the catalogs that a package comes from, in their order, without those of other indexes, such as the
 * community's for a package in Red Hat's. Returns all of them if no catalog contains it.
 */
export function catalogsWith(catalogs: readonly OperatorCatalog[]): OperatorCatalog[] {
  const having = new Set(catalogs.flatMap((each) => (each.package ? [indexName(each.name)] : [])));
  const chosen = catalogs.filter(({ name }) => having.has(indexName(name)));
  return chosen.length > 0 ? chosen : [...catalogs];
}

function indexName(catalog: string): string {
  return catalog.replace(/[:@][^/]*$/, '');
}

async function packageOf(index: ViewedCatalog['index'], name: string): Promise<CatalogPackage | undefined> {
  return index.packages.some((each) => each.name === name) ? index.package(name) : undefined;
}
