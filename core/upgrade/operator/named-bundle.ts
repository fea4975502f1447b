import { compareBuild, parse, type SemVer } from 'semver';
import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import type { Installed } from './edges.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';

/** A bundle found by a name or version. */
export interface NamedBundle extends Installed {
  /** Position of the oldest catalog that contains it. Absent if none does. */
  catalog?: number;
}

const NAMED_VERSION = /\.v?(\d+\.\d+\.\d+.*)$/s;

/**
 * Returns the installed bundle by its name or version. If no catalog contains it, its name comes from `replaces` or
 * `skips`, and its version from the end of its name.
 * @returns undefined for a text that is neither a known name nor a version
 */
export function namedInstalled(
  text: string,
  catalogs: readonly OperatorCatalog[],
  channels: readonly (string | undefined)[],
): NamedBundle | undefined {
  for (const [catalog, { package: found }] of catalogs.entries()) {
    const name = found && bundleNamed(found, text, channels);
    if (name === undefined) continue;
    const version = parse(found!.bundles.find((bundle) => bundle.name === name)?.version);
    return { name, version: version ?? undefined, catalog };
  }
  const mentioned = new Set(catalogs.flatMap(({ package: found }) => (found ? mentionedNames(found) : [])));
  const version = parse(text) ?? parse(NAMED_VERSION.exec(text)?.[1]);
  if (mentioned.has(text)) return { name: text, version: version ?? undefined };
  if (!version) return undefined;
  if (!parse(text)) return { name: text, version };
  const plain = text.replace(/^v/, '');
  const name = [...mentioned].sort().find((each) => NAMED_VERSION.exec(each)?.[1] === plain);
  return { name, version };
}

/**
 * Returns a bundle of a package by its name or version.
 * @param channels channels to prefer if several bundles have that version
 */
export function bundleNamed(
  found: CatalogPackage,
  text: string,
  channels: readonly (string | undefined)[] = [],
): string | undefined {
  if (found.bundles.some(({ name }) => name === text)) return text;
  const wanted = parse(text);
  if (!wanted) return undefined;
  const equal = found.bundles.flatMap(({ name, version }) => {
    const own = parse(version);
    return own && own.compare(wanted) === 0 ? [{ name, version: own }] : [];
  });
  const isSame = ({ version }: { version: SemVer }) => compareBuild(version, wanted) === 0;
  const candidates = equal.some(isSame) ? equal.filter(isSame) : equal;
  const latest = candidates.sort((a, b) => compareBuild(b.version, a.version) || (a.name < b.name ? -1 : 1));
  for (const channel of channels) {
    const entries = found.channels.find(({ name }) => name === channel)?.entries ?? [];
    const within = latest.find(({ name }) => entries.some((entry) => entry.name === name));
    if (within) return within.name;
  }
  return latest[0]?.name;
}

function mentionedNames({ channels }: CatalogPackage): string[] {
  return channels.flatMap(({ entries }) =>
    entries.flatMap(({ replaces, skips = [] }) => (replaces === undefined ? skips : [replaces, ...skips])),
  );
}
