import { compareBuild, parse, type SemVer } from 'semver';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import type { OperatorPossibility } from '../../contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';

/** Something similar to a request that can't be fulfilled. */
export type Possibility = OperatorPossibility;

const MOST = 3;

interface Candidate {
  name: string;
  version?: SemVer | null | undefined;
}

/** Returns the bundles nearest to a version: the next lower one and the next higher ones. */
export function nearestVersions<T extends Candidate>(
  around: SemVer | undefined,
  candidates: readonly T[],
): T[] {
  const sorted = candidates
    .filter((each): each is T & { version: SemVer } => Boolean(each.version))
    .sort((a, b) => compareBuild(a.version, b.version) || (a.name < b.name ? -1 : 1));
  const position = around ? sorted.findIndex(({ version }) => compareBuild(version, around) >= 0) : -1;
  if (position < 0) return sorted.slice(-MOST).reverse();
  return sorted.slice(Math.max(0, position - 1), Math.max(0, position - 1) + MOST);
}

/** Returns bundles that are similar to an unknown name or version. */
export function similarBundles(catalogs: readonly OperatorCatalog[], text: string): Possibility[] {
  const all = new Map<string, Possibility & { parsed: SemVer | null }>();
  for (const { name: catalog, package: found } of catalogs)
    for (const { name, version } of found?.bundles ?? [])
      if (!all.has(name))
        all.set(name, {
          kind: 'similar',
          name,
          version,
          catalog,
          parsed: parse(version),
        });
  const wanted = parse(text) ?? parse(/\.v?(\d+\.\d+\.\d+.*)$/s.exec(text)?.[1]);
  const loose = /^v?(\d+)(?:\.(\d+))?$/.exec(text);
  const around = wanted ?? (loose ? parse(`${loose[1]}.${loose[2] ?? 0}.0`) : null);
  const near = around
    ? nearestVersions(
        around,
        [...all.values()].map((each) => ({ name: each.name, version: each.parsed })),
      ).map(({ name }) => name)
    : nearestNames(text, [...all.keys()]);
  return near.map((name) => {
    const { parsed: _parsed, ...possibility } = all.get(name)!;
    return possibility;
  });
}

/** Returns a reason with the possibilities, if there are any: `REASON. Closest matches: a, b`. */
export function withNearest(
  reason: string,
  possibilities: readonly Possibility[],
  text: 'nearest' | 'pathsFrom' = 'nearest',
): string {
  const names = [
    ...new Set(possibilities.map(({ name, version }) => (version ? `${version} (${name})` : name))),
  ];
  return names.length > 0 ? t(text, { reason, bundles: names.join(', ') }) : reason;
}
