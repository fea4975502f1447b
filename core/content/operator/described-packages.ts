import { packageText } from '../catalog/bundle-text.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import type { PackageSummary } from '../catalog/model/catalog-model.ts';
import { shortened } from './package-card.ts';

const KNOWN = new WeakMap<CatalogIndex, Promise<readonly PackageSummary[]>>();

/**
 * Returns the packages of a catalog with the descriptions of their cards. Most catalogs have a short description of each
 * package in the index. For the others, the long one is read once. @throws AirlockError `disk`
 */
export function describedPackages(index: CatalogIndex): Promise<readonly PackageSummary[]> {
  const known = KNOWN.get(index);
  if (known) return known;
  const described = Promise.all(index.packages.map((each) => withDescription(index, each)));
  described.catch(() => KNOWN.delete(index));
  KNOWN.set(index, described);
  return described;
}

async function withDescription(index: CatalogIndex, summary: PackageSummary): Promise<PackageSummary> {
  if (summary.summary) return summary;
  const found = await index.package(summary.name);
  const description = found && shortened((await packageText(index, found)).description);
  return description ? { ...summary, summary: description } : summary;
}
