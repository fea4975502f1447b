import { compareBuild, type SemVer } from 'semver';
import type { CatalogPackage } from '../../content/catalog/model/catalog-model.ts';
import type { OperatorRail } from '../../contract/topics/operator-upgrades.ts';
import { bundleVersions, type ChannelView, channelView } from './edges.ts';
import { t } from './messages.ts';
import type { OperatorHop } from './path.ts';

export type Rail = Omit<OperatorRail, 'catalog'>;
export type RailNode = Rail['nodes'][number];
export type RailLine = Rail['lines'][number];
export type RailBracket = Rail['brackets'][number];

export interface RailOptions {
  /** The installed bundle, drawn at the bottom if the channel doesn't contain it. */
  installed?: { name: string; version?: string };
  /** Updates to show. Those of other channels are ignored. */
  hops?: readonly OperatorHop[];
  /** Ranges of all entries, or of the head and the path only (default). */
  brackets?: 'all' | 'some';
}

/**
 * Returns a channel as a rail with the head on top, in rows and columns.
 * @returns `faults` for a channel that OLM can't use
 */
export function railOf(
  found: CatalogPackage,
  channelName: string,
  { installed, hops = [], brackets = 'some' }: RailOptions = {},
): Rail | { faults: string[] } {
  const channel = found.channels.find(({ name }) => name === channelName);
  if (!channel) return { faults: [t('channelMissing', { channel: channelName })] };
  const versions = bundleVersions(found);
  const view = channelView(channel, versions);
  if ('faults' in view) return view;
  const own = hops.filter((hop) => hop.channel === channelName);
  const nodes = orderedNodes(view, installed, own);
  const all = rangesOf(view, nodes, versions, own);
  const shown = all.filter(({ entry, isOnPath }) => brackets === 'all' || isOnPath || entry === view.head);
  const lanes = intoLanes(shown);
  return {
    channel: channelName,
    nodes,
    lines: linesOf(view, nodes, own),
    brackets: shown,
    rows: nodes.length,
    lanes,
  };
}

function orderedNodes(
  view: ChannelView,
  installed: RailOptions['installed'],
  hops: readonly OperatorHop[],
): RailNode[] {
  const nodes = new Map<string, RailNode>();
  const skipped = new Set([...view.entries.values()].flatMap(({ skips = [] }) => skips));
  const add = (name: string, kind: RailNode['kind'], column: 0 | 1, version?: SemVer | string) => {
    if (nodes.has(name)) return;
    const text = typeof version === 'string' ? version : version?.raw;
    nodes.set(name, {
      name,
      version: text,
      kind,
      isHead: name === view.head,
      isInstalled: name === installed?.name,
      isOnPath: hops.some(({ to }) => to === name),
      row: nodes.size,
      column,
    });
  };
  const chain = chainOf(view);
  for (const name of chain) {
    const entry = view.entries.get(name)!;
    add(name, skipped.has(name) ? 'skipped' : 'chain', 0, entry.version);
    const adjacent = (entry.skips ?? [])
      .flatMap((each) => view.entries.get(each) ?? [])
      .filter((each) => !chain.includes(each.name));
    for (const each of newestFirst(adjacent)) add(each.name, 'skipped', 1, each.version);
  }
  for (const each of newestFirst([...view.entries.values()]))
    add(each.name, skipped.has(each.name) ? 'skipped' : 'loose', 1, each.version);
  for (const { replaces } of view.entries.values()) if (replaces !== undefined) add(replaces, 'absent', 0);
  for (const { from, fromVersion } of hops) add(from, 'absent', 1, fromVersion);
  if (installed) add(installed.name, 'absent', 1, installed.version);
  return [...nodes.values()];
}

/** From the head along `replaces`, skipped entries included. */
function chainOf({ head, entries }: ChannelView): string[] {
  const chain: string[] = [];
  for (
    let name: string | undefined = head;
    name !== undefined && entries.has(name);
    name = entries.get(name)?.replaces
  )
    chain.push(name);
  return chain;
}

function newestFirst<T extends { name: string; version?: SemVer }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) =>
    a.version && b.version ? compareBuild(b.version, a.version) : a.name < b.name ? 1 : -1,
  );
}

function linesOf(view: ChannelView, nodes: readonly RailNode[], hops: readonly OperatorHop[]): RailLine[] {
  const names = new Set(nodes.map(({ name }) => name));
  const line = (kind: RailLine['kind'], from: string, to: string): RailLine[] =>
    names.has(to)
      ? [
          {
            kind,
            from,
            to,
            isOnPath: hops.some((hop) => hop.by === kind && hop.to === from && hop.from === to),
          },
        ]
      : [];
  return [...view.entries.values()].flatMap(({ name, replaces, skips = [] }) => [
    ...(replaces === undefined ? [] : line('replaces', name, replaces)),
    ...skips.filter((each) => each !== replaces).flatMap((each) => line('skips', name, each)),
  ]);
}

function rangesOf(
  view: ChannelView,
  nodes: readonly RailNode[],
  versions: ReadonlyMap<string, SemVer | null>,
  hops: readonly OperatorHop[],
): RailBracket[] {
  return [...view.entries.values()].flatMap(({ name, skipRange, covers }) => {
    const own = nodes.find((node) => node.name === name)!;
    const isOnPath = hops.some((hop) => hop.by === 'skipRange' && hop.to === name);
    const covered = nodes.filter((node) => {
      const version = versions.get(node.name);
      const isPathStart = hops.some(
        (hop) => hop.by === 'skipRange' && hop.to === name && hop.from === node.name,
      );
      return node !== own && (isPathStart || (version && covers?.(version)));
    });
    if (skipRange === undefined || covered.length === 0) return [];
    const rows = [own, ...covered].map(({ row }) => row);
    return [
      {
        entry: name,
        skipRange,
        takes: covered.map((node) => node.name),
        top: Math.min(...rows),
        bottom: Math.max(...rows),
        lane: 0,
        isOnPath,
      },
    ];
  });
}

/** Assigns each bracket the nearest lane that is free in its rows, short ones first. */
function intoLanes(brackets: RailBracket[]): number {
  const lanes: RailBracket[][] = [];
  const shortest = brackets.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top);
  for (const bracket of shortest) {
    const free = lanes.findIndex((lane) =>
      lane.every(({ top, bottom }) => bracket.bottom < top || bracket.top > bottom),
    );
    bracket.lane = free < 0 ? lanes.length : free;
    if (free < 0) lanes.push([bracket]);
    else lanes[free]!.push(bracket);
  }
  return lanes.length;
}
