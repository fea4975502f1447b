import { ownEntry } from '../../base/document/own-entry.ts';
import { type Inventory, wellKnownCatalog } from '../../content/inventory/inventory.ts';
import { minorOf, minorText } from '../ocp/version-order.ts';

const RED_HAT = 'registry.redhat.io/redhat';
/** Red Hat's references of the catalogs that every cluster knows, by preference. */
export const WELL_KNOWN: Readonly<Record<string, string>> = {
  'redhat-operators': `${RED_HAT}/redhat-operator-index`,
  'certified-operators': `${RED_HAT}/certified-operator-index`,
  'redhat-marketplace': `${RED_HAT}/redhat-marketplace-index`,
  'community-operators': `${RED_HAT}/community-operator-index`,
};

/** Returns a reference without tag and digest. */
export function catalogBase(reference: string): string {
  return reference.replace(/@sha\d+:[0-9a-f]+$/, '').replace(/:[^/:]+$/, '');
}

/** Returns the same catalog for another OpenShift version, or itself if its tag contains no version. */
export function catalogFor(reference: string, minor: string): string {
  return /:v\d+\.\d+$/.test(reference) ? `${catalogBase(reference)}:v${minor}` : reference;
}

/**
 * Returns the catalogs that may contain the installed operators, regardless of their version: those of the inventory, of an
 * existing configuration, and Red Hat's own if an operator has no catalog.
 */
export function catalogSources(
  { operators }: Inventory,
  existing: readonly string[],
  minor: string,
): string[] {
  const sources = new Map<string, string>();
  const add = (reference: string) => sources.set(catalogBase(reference), catalogFor(reference, minor));
  for (const reference of existing) add(reference);
  for (const { catalog } of operators) {
    const known = ownEntry(WELL_KNOWN, catalog);
    if (known) add(`${known}:v${minor}`);
    else if (catalog?.includes('/')) add(catalog);
  }
  const covered = new Set([...sources.values()].map(wellKnownCatalog));
  if (operators.some(({ catalog }) => catalog === undefined) && !covered.has('redhat-operators'))
    add(`${WELL_KNOWN['redhat-operators']}:v${minor}`);
  return [...sources.values()];
}

/** Returns the minor versions of a path, ascending, each once. */
export function minorsOf(versions: readonly string[]): string[] {
  const minors = versions.flatMap((version) => {
    const minor = minorOf(/^\d+\.\d+$/.test(version) ? `${version}.0` : version);
    return minor ? [minorText(minor)] : [];
  });
  return [...new Set(minors)];
}
