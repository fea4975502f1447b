import { byName } from './index/collected-packages.ts';
import type { CatalogIndex } from './index/open-index.ts';
import type { CatalogBundle, CatalogChannel } from './model/catalog-model.ts';
import { channelGraph } from './model/channel-graph.ts';
import type { OperatorSelectionResult } from './select/selection-result.ts';

/** A stored catalog, or the result of a selection. */
export type ComparedCatalog = CatalogIndex | OperatorSelectionResult;

export type Change = 'added' | 'removed' | 'changed';

/** The differences of a package. An added or removed package differs entirely. */
export interface PackageDifference {
  name: string;
  change: Change;
  defaultChannel?: { from: string; to: string };
  channels: ChannelDifference[];
  /** Names of bundles. */
  added: string[];
  removed: string[];
}

export interface ChannelDifference {
  name: string;
  change: Change;
  /** Bundle names; empty for a channel that doesn't exist, or that OLM can't use. Absent: it is the same. */
  head?: { from: string; to: string };
  /** Names of entries. */
  added: string[];
  removed: string[];
}

interface ComparedPackage {
  defaultChannel: string;
  channels: readonly CatalogChannel[];
  bundles: readonly CatalogBundle[];
}

/**
 * Returns the content that was added, removed or moved between two catalogs, without unchanged packages.
 * @throws AirlockError `disk`, `interrupted`
 */
export async function diffCatalogs(
  from: ComparedCatalog,
  to: ComparedCatalog,
  { signal }: { signal?: AbortSignal } = {},
): Promise<PackageDifference[]> {
  const names = new Set([...from.packages, ...to.packages].map(({ name }) => name));
  const differences: PackageDifference[] = [];
  for (const name of [...names].sort()) {
    signal?.throwIfAborted();
    const difference = packageDifference(name, await packageOf(from, name), await packageOf(to, name));
    if (difference) differences.push(difference);
  }
  return differences;
}

async function packageOf(catalog: ComparedCatalog, name: string): Promise<ComparedPackage | undefined> {
  if ('package' in catalog) return catalog.package(name);
  return catalog.packages.find((each) => each.name === name);
}

const NOTHING: ComparedPackage = { defaultChannel: '', channels: [], bundles: [] };

function packageDifference(
  name: string,
  before: ComparedPackage | undefined,
  after: ComparedPackage | undefined,
): PackageDifference | undefined {
  const [from, to] = [before ?? NOTHING, after ?? NOTHING];
  const channelNames = new Set([...from.channels, ...to.channels].map((channel) => channel.name));
  const channels = [...channelNames].sort().flatMap((channel) => {
    const isIt = (each: CatalogChannel) => each.name === channel;
    return channelDifference(channel, from.channels.find(isIt), to.channels.find(isIt)) ?? [];
  });
  const bundles = namesOnOneSide(from.bundles, to.bundles);
  const moved = from.defaultChannel !== to.defaultChannel;
  const change = changeOf(before, after);
  if (change === 'changed' && !moved && channels.length + bundles.added.length + bundles.removed.length === 0)
    return undefined;
  return {
    name,
    change,
    defaultChannel: moved ? { from: from.defaultChannel, to: to.defaultChannel } : undefined,
    channels,
    ...bundles,
  };
}

function channelDifference(
  name: string,
  before: CatalogChannel | undefined,
  after: CatalogChannel | undefined,
): ChannelDifference | undefined {
  const [from, to] = [headOf(before), headOf(after)];
  const entries = namesOnOneSide(before?.entries ?? [], after?.entries ?? []);
  const change = changeOf(before, after);
  if (change === 'changed' && from === to && entries.added.length + entries.removed.length === 0)
    return undefined;
  return { name, change, head: from !== to ? { from, to } : undefined, ...entries };
}

function headOf(channel: CatalogChannel | undefined): string {
  const graph = channel && channelGraph(channel.entries);
  return graph && 'head' in graph ? graph.head : '';
}

function namesOnOneSide(from: readonly { name: string }[], to: readonly { name: string }[]) {
  const without = (all: readonly { name: string }[], others: readonly { name: string }[]) => {
    const known = new Set(others.map(({ name }) => name));
    return all
      .filter(({ name }) => !known.has(name))
      .sort(byName)
      .map(({ name }) => name);
  };
  return { added: without(to, from), removed: without(from, to) };
}

function changeOf(before: unknown, after: unknown): Change {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
