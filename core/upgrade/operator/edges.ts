import { parse, type SemVer } from 'semver';
import type {
  CatalogChannel,
  CatalogPackage,
  ChannelEntry,
} from '../../content/catalog/model/catalog-model.ts';
import { channelGraph } from '../../content/catalog/model/channel-graph.ts';
import { type OlmRange, parseOlmRange } from '../../content/catalog/model/olm-range.ts';

/** The installed bundle. Without a name only ranges can match, without a version only names. */
export interface Installed {
  /** Name of the bundle (the ClusterServiceVersion). */
  name?: string;
  version?: SemVer;
}

/** Why OLM may replace the installed bundle with an entry. */
export type EdgeKind = 'replaces' | 'skips' | 'skipRange';

export interface ViewEntry extends ChannelEntry {
  /** Absent if the catalog contains no bundle with that name, or one with an invalid version. */
  version?: SemVer;
  /** Absent without a `skipRange`, or if OLM can't parse it. */
  covers?: OlmRange;
}

/** A channel in the view of OLM's resolver. */
export interface ChannelView {
  channel: string;
  head: string;
  /** From the head along `replaces`, without entries that another one skips. OLM offers only these. */
  offered: readonly ViewEntry[];
  entries: ReadonlyMap<string, ViewEntry>;
  /** Names of entries without a bundle in the catalog. */
  withoutBundle: ReadonlySet<string>;
}

export interface Update {
  entry: ViewEntry;
  by: EdgeKind;
}

/** Returns the versions of the bundles of a package, by name, with null for invalid versions. */
export function bundleVersions({ bundles }: CatalogPackage): Map<string, SemVer | null> {
  return new Map(bundles.map(({ name, version }) => [name, parse(version)]));
}

/**
 * Returns a channel of a catalog in the view of OLM (v0).
 * @param versions of the package's bundles ({@link bundleVersions})
 * @param endsAt an entry that becomes the head, as in a mirror without newer entries
 * @returns `faults` for a channel that OLM can't use
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
    const covers = entry.skipRange === undefined ? undefined : parseOlmRange(entry.skipRange);
    entries.set(entry.name, { ...entry, version: version ?? undefined, covers });
  }
  const skipped = new Set(list.flatMap(({ skips = [] }) => skips));
  const offered = graph.chain.flatMap((name) => {
    const entry = entries.get(name);
    return entry && versions.has(name) && !skipped.has(name) ? [entry] : [];
  });
  const withoutBundle = new Set([...entries.keys()].filter((name) => !versions.has(name)));
  return { channel: channel.name, head: graph.head, offered, entries, withoutBundle };
}

/** Returns an entry with all entries below it along `replaces` and `skips`. */
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

/** Returns why an entry may replace the installed bundle, or undefined if it may not. */
export function edgeKind(entry: ViewEntry, { name, version }: Installed): EdgeKind | undefined {
  if (name !== undefined) {
    if (entry.name === name) return undefined;
    if (entry.replaces === name) return 'replaces';
    if (entry.skips?.includes(name)) return 'skips';
  }
  return version && entry.covers?.(version) ? 'skipRange' : undefined;
}

/** Returns all entries that may directly replace the installed bundle, in OLM's order: nearest to the head first. */
export function updatesFrom(view: ChannelView, installed: Installed): Update[] {
  return view.offered.flatMap((entry) => {
    const by = edgeKind(entry, installed);
    return by ? [{ entry, by }] : [];
  });
}

/**
 * Returns all entries that may directly replace the installed bundle if the channel ends at them. This includes entries
 * that others skip, because OLM offers them in a catalog without newer entries.
 */
export function directUpdates(view: ChannelView, installed: Installed): Update[] {
  return [...view.entries.values()].flatMap((entry) => {
    const by = view.withoutBundle.has(entry.name) ? undefined : edgeKind(entry, installed);
    return by ? [{ entry, by }] : [];
  });
}

/**
 * Returns the next update of OLM in this channel: the entry nearest to the head that may replace the installed bundle.
 * Undefined if OLM makes no update, also if that entry is the installed bundle because its own range includes it.
 */
export function nextUpdate(view: ChannelView, installed: Installed): Update | undefined {
  const { name, version } = installed;
  for (const entry of view.offered) {
    const by = edgeKind(entry, installed);
    if (by) return { entry, by };
    if (entry.name === name && version && entry.covers?.(version)) return undefined;
  }
  return undefined;
}
