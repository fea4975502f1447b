import { readYaml } from '../../../base/document/yaml-text.ts';
import { imageSetView } from '../../../image-set/form/view.ts';

/**
 * Packages that a text names of a catalog; `all` for a catalog that is named without any. A text that does not load is read
 * as far as it goes.
 */
export function selectedPackages(text: string, catalog: string): ReadonlySet<string> | 'all' {
  const { catalogs } = imageSetView(readYaml(text));
  const entries = catalogs.filter((each) => each.catalog === catalog);
  if (entries.some(({ packages }) => packages.length === 0)) return 'all';
  return new Set(entries.flatMap(({ packages }) => packages.map(({ name }) => name)));
}
