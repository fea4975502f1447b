import { compareBuild, type SemVer } from 'semver';
import { looseVersion, type VersionRange } from '../../../image-set/config/version-range.ts';
import type { CatalogChannel } from '../model/catalog-model.ts';
import { type ChannelGraph, channelGraph } from '../model/channel-graph.ts';

/** The part of a channel that is selected. */
export type ChannelRule = { type: 'heads' } | { type: 'full' } | { type: 'range'; range: VersionRange };

/** Names of the retained entries, or why the channel can't be filtered (texts of oc-mirror). */
export type RetainedEntries = { retained: Set<string> } | { faults: string[] };

/**
 * Returns the entries of a channel that a rule retains (catalog-filter:
 * pkg/filter/mirror-config/v1alpha1/mirror-filter.go). Other names in `replaces` or `skips` are neither counted nor
 * retained, even if another channel has them.
 * @param versions of the package's bundles, by name
 */
export function retainedEntries(
  channel: CatalogChannel,
  rule: ChannelRule,
  versions: ReadonlyMap<string, SemVer>,
): RetainedEntries {
  if (rule.type === 'full') return { retained: new Set(channel.entries.map(({ name }) => name)) };
  if (rule.type === 'range' && rule.range.only !== undefined)
    return { retained: exactEntry(channel, rule.range.only, versions) };
  const graph = channelGraph(channel.entries);
  if ('faults' in graph) return graph;
  return { retained: rule.type === 'heads' ? new Set([graph.head]) : inRange(graph, rule.range, versions) };
}

/** If several bundles only differ in build metadata, returns the one with the same text, else the latest build. */
function exactEntry(
  { entries }: CatalogChannel,
  only: string,
  versions: ReadonlyMap<string, SemVer>,
): Set<string> {
  const wanted = looseVersion(only);
  const equal = entries.flatMap(({ name }) => {
    const version = versions.get(name);
    return version && wanted?.compare(version) === 0 ? [{ name, version }] : [];
  });
  const found =
    equal.find(({ version }) => version.raw === only) ??
    equal.sort((a, b) => compareBuild(b.version, a.version) || (a.name < b.name ? -1 : 1))[0];
  return new Set(found ? [found.name] : []);
}

function inRange(
  { chain, entries }: ChannelGraph,
  range: VersionRange,
  versions: ReadonlyMap<string, SemVer>,
): Set<string> {
  const isRequested = (name: string) => {
    const version = entries.has(name) ? versions.get(name) : undefined;
    return version !== undefined && range.contains(version);
  };
  // Counts the wanted bundles at or below each position of the chain, each once, at its lowest position.
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (const name of chain.toReversed()) {
    for (const each of [name, ...(entries.get(name)?.skips ?? [])]) if (isRequested(each)) seen.add(each);
    counts.set(name, seen.size);
  }
  const most = counts.get(chain[0]!)!;
  const top = chain.findLastIndex((name) => counts.get(name) === most);
  const tail = chain.findIndex((name) => counts.get(name) === 0);
  const saved = new Set<string>();
  for (const name of most === 0 ? [] : chain.slice(top, tail < 0 ? undefined : tail)) {
    if (!entries.has(name)) continue;
    saved.add(name);
    for (const skipped of entries.get(name)!.skips ?? []) if (isRequested(skipped)) saved.add(skipped);
  }
  return saved;
}
