import { parse, type SemVer } from 'semver';
import type { ContentTable } from './content-table.ts';
import type { Contents } from './known-contents.ts';

/** A release with known images and all its content. */
export interface KnownRelease {
  tag: string;
  version: string;
  contents: Contents;
  images: number;
}

/**
 * Default share of the bytes of a release that the next patch release changes: about a third of its images, without their
 * shared layers.
 */
const CHANGED = 0.3;
const CHANGED_BY_MINOR = 0.95;
/** The typical number of images and bytes of a release for one architecture. */
const TYPICAL = { images: 190, bytes: 17e9 };

/**
 * Estimates the content of unknown releases: the content that each probably shares with the nearest earlier one, known or
 * estimated, and one estimate for the rest.
 * @param known of any architecture
 * @param versions all existing versions, in any order, to get the distance between two
 */
export function guessedReleases(
  wanted: readonly { tag: string; version: string }[],
  known: readonly KnownRelease[],
  versions: readonly string[],
  table: ContentTable,
): KnownRelease[] {
  const change = learnedChange(known, table) ?? CHANGED;
  const bases = [...known];
  const uses = new Map<string, Map<number, number>>();
  for (const release of new Set(known)) countContent(release, uses);
  return wanted.map((release) => {
    const { tag, version } = release;
    const sameArchitecture = bases.filter((each) => machineOf(each.tag) === machineOf(tag));
    const base = nearest(parse(version), sameArchitecture);
    const content = base ? after(base, release) : withoutAny(tag, version, table);
    const guessed = { tag, version, ...content };
    bases.push(guessed);
    countContent(guessed, uses);
    return guessed;
  });

  function after(base: KnownRelease, { tag, version }: { tag: string; version: string }) {
    const [a, b] = [parse(version), parse(base.version)];
    const steps = a && b ? stepsBetween(a, b, versions) : undefined;
    const changed = steps === undefined ? CHANGED_BY_MINOR : 1 - (1 - change) ** steps;
    const total = bytesOf(base.contents, table);
    // Content of other releases is the most likely to remain.
    const counts = uses.get(machineOf(tag))!;
    const isShared = (number: number) => counts.get(number)! > 1;
    const lasting = [...base.contents].sort((x, y) => Number(isShared(y)) - Number(isShared(x)));
    const saved: number[] = [];
    let left = total * (1 - changed);
    for (const number of lasting) {
      if (left <= 0) break;
      // One large layer must not make two different releases look similar.
      if (table.sizes[number]! > left * 2) continue;
      saved.push(number);
      left -= table.sizes[number]!;
    }
    const rest = Math.max(0, total - saved.reduce((sum, number) => sum + table.sizes[number]!, 0));
    return {
      contents: Uint32Array.from([...saved, table.guess(`release ${tag}`, rest, 'learned')]),
      images: base.images,
    };
  }
}

/** Adds a release to the numbers of releases that have each content, by architecture. */
function countContent({ tag, contents }: KnownRelease, uses: Map<string, Map<number, number>>): void {
  const machine = machineOf(tag);
  const counts = uses.get(machine) ?? new Map<number, number>();
  uses.set(machine, counts);
  for (const number of new Set(contents)) counts.set(number, (counts.get(number) ?? 0) + 1);
}

function withoutAny(
  tag: string,
  text: string,
  table: ContentTable,
): Pick<KnownRelease, 'contents' | 'images'> {
  const machine = machineOf(tag);
  const bytes = TYPICAL.bytes * (machine === 'multi' ? 3 : 1);
  const version = parse(text);
  const minor = version ? `${version.major}.${version.minor}` : tag;
  const contents = [
    table.guess(`releases ${minor} ${machine}`, bytes * (1 - CHANGED), 'typical'),
    table.guess(`release ${tag}`, bytes * CHANGED, 'typical'),
  ];
  return { contents: Uint32Array.from(contents), images: TYPICAL.images };
}

/** Returns `x86_64` for `4.18.9-x86_64`. */
function machineOf(tag: string): string {
  return tag.slice(tag.lastIndexOf('-') + 1);
}

function nearest(wanted: SemVer | null, known: readonly KnownRelease[]): KnownRelease | undefined {
  const distance = ({ version }: KnownRelease) => {
    const other = parse(version);
    if (!wanted || !other) return Number.POSITIVE_INFINITY;
    const minors = Math.abs(wanted.major * 1000 + wanted.minor - other.major * 1000 - other.minor);
    return minors * 10_000 + Math.abs(wanted.patch - other.patch);
  };
  return known.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Returns the number of releases between two, or undefined for different minor versions. */
function stepsBetween(a: SemVer, b: SemVer, versions: readonly string[]): number | undefined {
  if (a.major !== b.major || a.minor !== b.minor) return undefined;
  const [low, high] = a.compare(b) < 0 ? [a, b] : [b, a];
  const between = versions.filter((text) => {
    const version = parse(text);
    return version && version.compare(low) > 0 && version.compare(high) <= 0;
  });
  return Math.max(1, between.length || Math.abs(a.patch - b.patch));
}

/** Returns the average share of bytes of a release that aren't in the known one before it of the same minor version. */
function learnedChange(known: readonly KnownRelease[], table: ContentTable): number | undefined {
  const sorted = known
    .flatMap((release) => {
      const version = parse(release.version);
      return version ? [{ ...release, parsed: version }] : [];
    })
    .sort((a, b) => a.parsed.compare(b.parsed));
  const shares: number[] = [];
  for (const [position, next] of sorted.entries()) {
    const before = sorted[position - 1];
    if (!before || before.parsed.minor !== next.parsed.minor || before.parsed.major !== next.parsed.major)
      continue;
    const had = new Set(before.contents);
    const total = bytesOf(next.contents, table);
    const fresh = next.contents.reduce((sum, n) => (had.has(n) ? sum : sum + table.sizes[n]!), 0);
    if (total > 0) shares.push(fresh / total);
  }
  return shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : undefined;
}

function bytesOf(contents: Contents, { sizes }: ContentTable): number {
  return contents.reduce((sum, number) => sum + sizes[number]!, 0);
}
