import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import type {
  BundleDetails,
  CatalogBundle,
  CatalogPackage,
} from '../../../content/catalog/model/catalog-model.ts';

/** Number of packages and bundles in memory. The largest catalogs have about 400 packages and 20,000 bundles. */
const MOST_PACKAGES = 500;
const MOST_BUNDLES = 4_000;

/** Returns an index that reads each package and the details of each bundle once, because choices change often. */
export function rememberedIndex(index: CatalogIndex): CatalogIndex {
  const packages = new Map<string, Promise<CatalogPackage | undefined>>();
  const details = new Map<string, BundleDetails>();
  let providers: ReturnType<CatalogIndex['providers']> | undefined;
  const forgetOldest = (map: Map<string, unknown>, most: number) => {
    for (const key of map.keys()) {
      if (map.size <= most) return;
      map.delete(key);
    }
  };
  const keyOf = ({ package: of, name, details: place }: CatalogBundle) => `${of} ${name} ${place.offset}`;
  return {
    ...index,
    package(name) {
      let found = packages.get(name);
      if (!found) {
        found = index.package(name);
        found.catch(() => packages.delete(name));
        packages.set(name, found);
        forgetOldest(packages, MOST_PACKAGES);
      }
      return found;
    },
    async details(bundles) {
      const missing = bundles.filter((bundle) => !details.has(keyOf(bundle)));
      if (missing.length === 0) return bundles.map((bundle) => details.get(keyOf(bundle))!);
      const found = await index.details(missing);
      const fresh = new Map(missing.map((bundle, position) => [keyOf(bundle), found[position]!]));
      const all = bundles.map((bundle) => {
        const key = keyOf(bundle);
        return fresh.get(key) ?? details.get(key)!;
      });
      for (const [key, each] of fresh) details.set(key, each);
      forgetOldest(details, MOST_BUNDLES);
      return all;
    },
    providers() {
      providers ??= index.providers();
      providers.catch(() => {
        providers = undefined;
      });
      return providers;
    },
  };
}
