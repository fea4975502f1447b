import { satisfies } from 'semver';
import type { CatalogPackage, ChannelEntry } from '../../content/catalog/model/catalog-model.ts';

/**
 * OLM's resolver for one subscription, implemented independently from its rules as simply as possible, for
 * comparison. Ranges are parsed by node's semver, which agrees with Go's for all ranges in catalogs. The suite of peers
 * compares it with OLM itself.
 * @returns name of the bundle that is installed next
 */
export function olmChoice(
  entries: readonly ChannelEntry[],
  installed: string,
  version: string,
): string | undefined {
  const named = (name: string) => entries.find((entry) => entry.name === name);
  const pointedAt = entries.flatMap(({ replaces, skips = [] }) => [replaces, ...skips]);
  const heads = entries.filter(({ name }) => !pointedAt.includes(name));
  if (heads.length !== 1) throw new Error('a test channel has one head');
  const sorted: ChannelEntry[] = [];
  for (let at: ChannelEntry | undefined = heads[0]; at; at = at.replaces ? named(at.replaces) : undefined)
    if (!entries.some(({ skips = [] }) => skips.includes(at!.name))) sorted.push(at);
  const next = sorted.find(
    ({ name, replaces, skips = [], skipRange }) =>
      (name !== installed && (replaces === installed || skips.includes(installed))) ||
      // Also of the installed bundle, which OLM then leaves installed.
      (skipRange && isWithin(skipRange, version)),
  )?.name;
  return next === installed ? undefined : next;
}

function isWithin(range: string, version: string): boolean {
  return satisfies(version, range, { includePrerelease: true });
}

/** Entries that remain in a channel if nothing above one of them is mirrored. */
export function entriesBelow(entries: readonly ChannelEntry[], top: string): ChannelEntry[] {
  const saved = new Set([top]);
  for (const name of saved) {
    const { replaces, skips = [] } = entries.find((entry) => entry.name === name) ?? { name };
    for (const each of [...skips, ...(replaces === undefined ? [] : [replaces])]) saved.add(each);
  }
  return entries.filter(({ name }) => saved.has(name));
}

/** Whether an entry may replace a bundle if nothing above it is in the channel. */
function isDirect(
  entries: readonly ChannelEntry[],
  into: string,
  installed: string,
  version: string,
): boolean {
  return olmChoice(entriesBelow(entries, into), installed, version) === into;
}

/** A search space: a sequence of catalogs, each with its required OpenShift version and limits of bundles. */
export interface BruteWorld {
  catalogs: { package: CatalogPackage; openShift: number; limits: Record<string, number> }[];
}

/**
 * The least cost of a path by exhaustive search: `[switches, bundles]`, or undefined if there is none with at most as many
 * bundles as exist.
 * @param version of an installed bundle
 */
export function bruteForce(
  { catalogs }: BruteWorld,
  from: string,
  goal: string,
  endsAt: string | undefined,
): [switches: number, bundles: number] | undefined {
  const versionOf = (name: string) =>
    catalogs.flatMap(({ package: { bundles } }) => bundles).find((bundle) => bundle.name === name)!.version!;
  const limitOf = (name: string, upTo: number) =>
    catalogs
      .slice(0, upTo + 1)
      .find(({ package: { bundles } }) => bundles.some((bundle) => bundle.name === name))?.limits[name] ??
    Number.POSITIVE_INFINITY;
  const most =
    new Set(catalogs.flatMap(({ package: { bundles } }) => bundles.map(({ name }) => name))).size + 1;
  // For each number of bundles: the possible installed bundles with phase and channel, and the fewest switches for each.
  let layer = new Map<string, number>([[JSON.stringify([0, from, null]), 0]]);
  let best: [number, number] | undefined;
  for (let bundles = 0; bundles <= most; bundles++) {
    for (const [key, switches] of layer) {
      const [phase, name, channel] = JSON.parse(key) as [number, string, string | null];
      const next = catalogs[phase + 1];
      if (!next || limitOf(name, phase) < next.openShift) continue;
      const later = JSON.stringify([phase + 1, name, channel]);
      layer.set(later, Math.min(switches, layer.get(later) ?? switches));
    }
    const following = new Map<string, number>();
    for (const [key, switches] of layer) {
      const [phase, name, channel] = JSON.parse(key) as [number, string, string | null];
      if (phase === catalogs.length - 1 && name === goal && (!best || switches < best[0]))
        best = [switches, bundles];
      for (const { name: into, entries } of catalogs[phase]!.package.channels) {
        const ends = endsAt !== undefined && entries.some((entry) => entry.name === endsAt);
        const choice = olmChoice(ends ? entriesBelow(entries, endsAt) : entries, name, versionOf(name));
        if (choice === undefined) continue;
        const state = JSON.stringify([phase, choice, into]);
        const cost = switches + Number(channel !== null && channel !== into);
        following.set(state, Math.min(cost, following.get(state) ?? cost));
      }
    }
    layer = following;
  }
  return best;
}

/** Whether there is a path of updates with a separate catalog each. */
export function bruteStages({ catalogs }: BruteWorld, from: string, goal: string): boolean {
  const all = catalogs.flatMap(({ package: { bundles } }) => bundles);
  const versionOf = (name: string) => all.find((bundle) => bundle.name === name)!.version!;
  const limitOf = (name: string, upTo: number) =>
    catalogs
      .slice(0, upTo + 1)
      .find(({ package: { bundles } }) => bundles.some((bundle) => bundle.name === name))?.limits[name] ??
    Number.POSITIVE_INFINITY;
  let reached = new Set([from]);
  for (const [phase, { package: found, openShift }] of catalogs.entries()) {
    if (phase > 0) reached = new Set([...reached].filter((name) => limitOf(name, phase - 1) >= openShift));
    for (const name of reached)
      for (const { entries } of found.channels)
        for (const entry of entries)
          if (isDirect(entries, entry.name, name, versionOf(name))) reached.add(entry.name);
  }
  return reached.has(goal);
}
