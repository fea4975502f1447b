import { AirlockError, type Location } from '../../base/errors/airlock-error.ts';
import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import type { ViewedCatalog } from '../../content/operator/look-at-catalog.ts';
import { compareMinors, minorOf, openShiftLimits } from '../../content/operator/openshift-limit.ts';
import type { OperatorCatalog } from '../operator/prepared-catalog.ts';

/**
 * The OpenShift that a catalog is for, by its tag (`…/redhat-operator-index:v4.18`); undefined where that says nothing.
 */
export function openShiftOf(catalog: string): string | undefined {
  return /:v(\d+\.\d+)$/.exec(catalog)?.[1];
}

/** Catalogs in the order of their OpenShift; those whose tag says nothing stay where they are, before the others. */
export function oldestFirst<T extends { name: string }>(catalogs: readonly T[]): T[] {
  const known = (each: T) => minorOf(openShiftOf(each.name) ?? '');
  return [...catalogs].sort((a, b) => {
    const [left, right] = [known(a), known(b)];
    if (!left || !right) return Number(Boolean(left)) - Number(Boolean(right));
    return compareMinors(left, right);
  });
}

/**
 * Returns a package as each of the catalogs has it.
 * @param unknown what an error says when no catalog has it and no name is near
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
  throw new AirlockError('operator-unknown', `no catalog has package "${name}"`, {
    ...unknown,
    remedy: near.length > 0 ? `Nearest: ${near.join(', ')}.` : unknown.remedy,
  });
}

/** A package as a catalog has it, with the limits that its bundles set. @throws AirlockError `disk`, `interrupted` */
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

/** What must be known of a catalog on a disk, in words: a configuration names images. */
export function referenceNote(catalog: string): string | undefined {
  return catalog.startsWith('/')
    ? `put the reference of the catalog's image in place of ${catalog}`
    : undefined;
}

/** Names of packages that may be meant by one that no catalog has. */
function similarPackages(catalogs: readonly Pick<ViewedCatalog, 'index'>[], name: string): string[] {
  const all = new Set(catalogs.flatMap(({ index }) => index.packages.map((each) => each.name)));
  return nearestNames(name, [...all]);
}

/**
 * For a package the catalogs that it comes from, in the order given: those of other indexes, e.g. the community's when it
 * is in Red Hat's, are left out. All of them when no catalog has it.
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
