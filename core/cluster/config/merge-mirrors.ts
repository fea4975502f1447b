import {
  CATEGORIES,
  type CategoryEntries,
  type MirrorEntry,
} from '../../content/resources/mirror-entries.ts';

type Lists = Pick<CategoryEntries, 'byDigest' | 'byTag'>;
const LISTS = ['byDigest', 'byTag'] as const satisfies (keyof Lists)[];

/**
 * Merges the mirror entries of earlier pushes with those of a new push. No entry is lost, mirrors stay in their order (a
 * new one comes last), and the same push twice changes nothing.
 *
 * A container runtime uses only the mirrors of the longest source that matches. If one push redirected a namespace and
 * another a repository below it, the repository also gets the mirrors of the namespace, so that the images of the first
 * push are still found.
 */
export function mergeMirrors(
  known: readonly CategoryEntries[],
  added: readonly CategoryEntries[],
): CategoryEntries[] {
  const merged = CATEGORIES.map((category) => {
    const own = (groups: readonly CategoryEntries[]): Lists =>
      groups.find((group) => group.category === category) ?? { byDigest: [], byTag: [] };
    const list = (name: keyof Lists) => union(own(known)[name], own(added)[name]);
    return { category, byDigest: list('byDigest'), byTag: list('byTag') };
  }).filter(({ byDigest, byTag }) => byDigest.length > 0 || byTag.length > 0);
  for (const name of LISTS) {
    const [before, now] = [known, added].map((groups) => groups.flatMap((group) => group[name]));
    for (const entry of merged.flatMap((group) => group[name])) {
      addBroader(entry, before!, now!);
      addBroader(entry, now!, before!);
    }
  }
  return merged;
}

/** Adds to an entry of one push the mirrors that only the other push has for sources above it, with the rest of the path. */
function addBroader(entry: MirrorEntry, own: readonly MirrorEntry[], other: readonly MirrorEntry[]): void {
  const mirrorsIn = (entries: readonly MirrorEntry[], wanted: string) =>
    entries.filter(({ source }) => source === wanted).flatMap(({ mirrors }) => mirrors);
  if (mirrorsIn(own, entry.source).length === 0 || mirrorsIn(other, entry.source).length > 0) return;
  for (const { source, mirrors } of other) {
    if (!entry.source.startsWith(`${source}/`)) continue;
    const rest = entry.source.slice(source.length);
    const known = mirrorsIn(own, source);
    const news = mirrors.filter((mirror) => !known.includes(mirror));
    entry.mirrors = unique([...entry.mirrors, ...news.map((mirror) => mirror + rest)]);
  }
}

function union(known: readonly MirrorEntry[], added: readonly MirrorEntry[]): MirrorEntry[] {
  const bySource = Map.groupBy([...known, ...added], ({ source }) => source);
  return [...bySource]
    .map(([source, entries]) => ({ source, mirrors: unique(entries.flatMap(({ mirrors }) => mirrors)) }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
