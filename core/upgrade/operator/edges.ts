import { parse, type SemVer } from 'semver';
import type {
  CatalogChannel,
  CatalogPackage,
  ChannelEntry,
} from '../../content/catalog/model/catalog-model.ts';
import { channelGraph } from '../../content/catalog/model/channel-graph.ts';
import { parseSkipRange, type SkipRange } from './skip-range.ts';

/** What a cluster runs. Without a name only ranges can match, without a version only names. */
export interface Installed {
  /** Of the bundle (the ClusterServiceVersion). */
  name?: string;
  version?: SemVer;
}

/** Why OLM may put an entry in place of what is installed. */
export type EdgeKind = 'replaces' | 'skips' | 'skipRange';

export interface ViewEntry extends ChannelEntry {
  /** Absent when the catalog has no bundle of that name, or one whose version cannot be read. */
  version?: SemVer;
  /** Absent without a `skipRange`, and where OLM cannot read it. */
  takes?: SkipRange;
}

/** A channel as OLM's resolver sees it. */
export interface ChannelView {
  channel: string;
  head: string;
  /** From the head along `replaces`, without entries that another one skips: only these are ever offered. */
  offered: readonly ViewEntry[];
  entries: ReadonlyMap<string, ViewEntry>;
  /** Names of entries for which the catalog has no bundle. */
  withoutBundle: ReadonlySet<string>;
}

export interface Update {
  entry: ViewEntry;
  by: EdgeKind;
}

/** Versions of the bundles of a package, by name; a bundle whose version cannot be read has null. */
export function bundleVersions({ bundles }: CatalogPackage): Map<string, SemVer | null> {
  return new Map(bundles.map(({ name, version }) => [name, parse(version)]));
}

/**
 * Channel of a catalog as OLM (v0) walks it.
 * @param versions of the package's bundles ({@link bundleVersions})
 * @param endsAt an entry that is to be the head: the channel as it is when nothing above that is carried
 * @returns `faults` for a channel that OLM could not use
 */
export function channelView(
  channel: CatalogChannel,
  versions: ReadonlyMap<string, SemVer | null>,
  endsAt?: string,
): ChannelView | { faults: string[] } {
  const list = endsAt === undefined ? channel.entries : below(channel.entries, endsAt);
  const graph = channelGraph(list);
  if ('faults' in graph) return graph;
  const entries = new Map<string, ViewEntry>();
  for (const entry of list) {
    const version = versions.get(entry.name);
    const skips = entry.skipRange === undefined ? undefined : parseSkipRange(entry.skipRange);
    entries.set(entry.name, { ...entry, version: version ?? undefined, takes: skips });
  }
  const skipped = new Set(list.flatMap(({ skips = [] }) => skips));
  const offered = graph.chain.flatMap((name) => {
    const entry = entries.get(name);
    return entry && versions.has(name) && !skipped.has(name) ? [entry] : [];
  });
  const withoutBundle = new Set([...entries.keys()].filter((name) => !versions.has(name)));
  return { channel: channel.name, head: graph.head, offered, entries, withoutBundle };
}

/** An entry with everything that it leads to by `replaces` and `skips`. */
function below(entries: readonly ChannelEntry[], top: string): ChannelEntry[] {
  const saved = new Set<string>();
  const open = [top];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (saved.has(name)) continue;
    saved.add(name);
    const entry = entries.find((each) => each.name === name);
    if (entry?.replaces !== undefined) open.push(entry.replaces);
    open.push(...(entry?.skips ?? []));
  }
  return entries.filter(({ name }) => saved.has(name));
}

/** Why an entry may take the place of what is installed, or undefined when it may not. */
export function edgeKind(entry: ViewEntry, { name, version }: Installed): EdgeKind | undefined {
  if (name !== undefined) {
    if (entry.name === name) return undefined;
    if (entry.replaces === name) return 'replaces';
    if (entry.skips?.includes(name)) return 'skips';
  }
  return version && entry.takes?.(version) ? 'skipRange' : undefined;
}

/** Everything that may directly take the place of what is installed, in OLM's order: nearest to the head first. */
export function updatesFrom(view: ChannelView, installed: Installed): Update[] {
  return view.offered.flatMap((entry) => {
    const by = edgeKind(entry, installed);
    return by ? [{ entry, by }] : [];
  });
}

/**
 * Everything that may directly take the place of what is installed when the channel ends at it, also what another entry
 * skips: OLM offers it as long as the catalog has nothing above it.
 */
export function directUpdates(view: ChannelView, installed: Installed): Update[] {
  return [...view.entries.values()].flatMap((entry) => {
    const by = view.withoutBundle.has(entry.name) ? undefined : edgeKind(entry, installed);
    return by ? [{ entry, by }] : [];
  });
}

/**
 * The update that OLM makes next in this channel: of all that may take the place of what is installed, the nearest to the
 * head. Undefined when there is none, and then OLM stays where it is.
 */
export function nextUpdate(view: ChannelView, installed: Installed): Update | undefined {
  for (const entry of view.offered) {
    const by = edgeKind(entry, installed);
    if (by) return { entry, by };
  }
  return undefined;
}
