import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { selectReleases } from '../../content/release/select.ts';
import type { ReleaseNode, UpdateGraph } from '../../content/release/update-graph.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { indexOf, type OcpGraph } from './graph.ts';
import type { PathFound } from './hops.ts';
import { t } from './messages.ts';
import { byChannel } from './version-order.ts';

/** A release that a configuration selects. */
export interface CarriedRelease {
  version: string;
  /** Size that it adds to the mirrored content, if known. */
  bytes?: number;
}

/** The content of `mirror.platform.channels`, and the releases that it selects by the rules of oc-mirror v2. */
export interface PathConfiguration {
  channels: ReleaseChannel[];
  /** All selected releases, ascending. */
  releases: CarriedRelease[];
  /** Selected releases outside the path. */
  extra: CarriedRelease[];
  /** Warnings of oc-mirror, for example of a conditional update, which it ignores. */
  problems: Problem[];
  /** The channels that are completely in the graph and contain releases of the path. No other channel was considered. */
  loaded: string[];
}

export interface ConfigurationOptions {
  /** Returns the bytes that a release adds, or undefined if unknown. */
  bytesOf?: (version: string) => number | undefined;
  type?: ReleaseChannel['type'];
}

/** More entries would be hard to read. A channel may have only one entry. */
const MAX_ENTRIES = 4;
/** Each costs a few ms. */
const MAX_TRIES = 300;

/**
 * Returns the configuration that selects a path: exactly its versions if possible, otherwise with the fewest others (in
 * bytes, if all are known), if possible without warnings and with few entries. Tries entries for successive parts of the
 * path, with a range or `shortestPath`, each with the selection of a mirror run. Uses only channels that are completely in
 * the graph.
 * @returns undefined if no such channels contain all versions of the path
 */
export async function configurationFor(
  graph: OcpGraph,
  { path, hops }: PathFound,
  options: ConfigurationOptions = {},
): Promise<PathConfiguration | undefined> {
  const select = selection(graph, options);
  const loaded = loadedChannels(graph, path);
  const used = new Set(hops.flatMap(({ channel }) => channel ?? []));
  let best: PathConfiguration | undefined;
  let tries = 0;
  for (let entries = 1; entries <= Math.min(MAX_ENTRIES, path.length); entries++) {
    for (const channels of arrangements(graph, path, used, entries, options.type ?? 'ocp')) {
      if (++tries > MAX_TRIES) return best;
      const tried = await select(channels, path);
      if (tried && (!best || better(tried, best))) best = { ...tried, loaded };
    }
    if (best?.extra.length === 0 && best.problems.length === 0) return best;
  }
  return best;
}

/**
 * Returns one configuration for each update of a path, to be mirrored and applied in sequence. Each selects both ends of
 * its update. If that would select other versions too, it selects only the target, because the other end was mirrored
 * before.
 * @returns undefined if a version is in no channel that is completely in the graph
 */
export async function configurationsPerHop(
  graph: OcpGraph,
  { hops }: PathFound,
  options: ConfigurationOptions = {},
): Promise<PathConfiguration[] | undefined> {
  const configurations: PathConfiguration[] = [];
  for (const hop of hops) {
    const both = await configurationFor(graph, { path: [hop.from, hop.to], hops: [hop] }, options);
    const chosen =
      both?.extra.length === 0
        ? both
        : await configurationFor(graph, { path: [hop.to], hops: [hop] }, options);
    if (!chosen) return undefined;
    configurations.push(chosen);
  }
  return configurations;
}

/** Returns the channels that are completely in the graph and contain a release of a path. */
function loadedChannels(graph: OcpGraph, path: readonly string[]): string[] {
  const members = new Set(
    graph.nodes.flatMap(({ version, channels }) => (path.includes(version) ? channels : [])),
  );
  return graph.channels.filter((name) => members.has(name)).toSorted(byChannel);
}

/** Tries a configuration. Returns undefined if it doesn't select the complete path, or if its selection is unknown. */
function selection(graph: OcpGraph, { bytesOf }: ConfigurationOptions) {
  const graphs = new Map<string, UpdateGraph>();
  const graphOf = async (channel: string) => {
    const known = graphs.get(channel) ?? channelGraph(graph, channel);
    graphs.set(channel, known);
    return known;
  };
  return async (
    channels: ReleaseChannel[],
    path: readonly string[],
  ): Promise<Omit<PathConfiguration, 'loaded'> | undefined> => {
    try {
      const { releases, problems } = await selectReleases(channels, ({ name }) => graphOf(name));
      const selected = new Set(releases.map(({ version }) => version));
      if (!path.every((version) => selected.has(version))) return undefined;
      const carried = releases.map(({ version }): CarriedRelease => {
        const bytes = bytesOf?.(version);
        return { version, bytes };
      });
      const extra = carried.filter(({ version }) => !path.includes(version));
      return { channels, releases: carried, extra, problems };
    } catch (error) {
      if (error instanceof AirlockError && error.code === 'release-unknown') return undefined;
      throw error;
    }
  };
}

/** Returns a channel as oc-mirror reads it, without conditional updates. @throws AirlockError `release-unknown` */
function channelGraph(graph: OcpGraph, channel: string): UpdateGraph {
  if (!graph.channels.includes(channel))
    throw new AirlockError('release-unknown', t('channelIncomplete', { channel }), { found: channel });
  const { out } = indexOf(graph);
  const named = graph.nodes.every(({ payload }) => payload === undefined);
  const members = new Set<string>();
  const nodes: ReleaseNode[] = [];
  for (const { version, payload, channels, metadata } of graph.nodes) {
    // Without payloads, as in graph-data, the version identifies the release.
    const identity = payload ?? (named ? version : undefined);
    if (identity === undefined || !channels.includes(channel)) continue;
    members.add(version);
    nodes.push({ version, payload: identity, metadata });
  }
  const successors = new Map<string, string[]>();
  for (const [at, { version }] of graph.nodes.entries()) {
    if (!members.has(version)) continue;
    const plain = out[at]!.filter(({ edge }) => edge.risks.length === 0 || edge.alsoPlain);
    successors.set(
      version,
      plain.flatMap(({ edge }) => (members.has(edge.to) ? [edge.to] : [])),
    );
  }
  return { nodes, successors, conditionalEdges: [] };
}

/** Yields configurations with `count` entries that cover the path in sequence, each in its own channel, used ones first. */
function* arrangements(
  graph: OcpGraph,
  path: readonly string[],
  used: ReadonlySet<string>,
  count: number,
  type: ReleaseChannel['type'],
): Generator<ReleaseChannel[]> {
  const { positions } = indexOf(graph);
  const complete = new Set(graph.channels);
  const channelsOf = path.map((version) => {
    const at = positions.get(version);
    return new Set(at === undefined ? [] : graph.nodes[at]!.channels.filter((name) => complete.has(name)));
  });
  const common = (start: number, end: number) =>
    [...channelsOf[start]!]
      .filter((name) => channelsOf.slice(start, end + 1).every((names) => names.has(name)))
      .sort((a, b) => Number(used.has(b)) - Number(used.has(a)) || byChannel(a, b));
  const from = function* (start: number, chosen: ReleaseChannel[]): Generator<ReleaseChannel[]> {
    if (chosen.length === count) {
      if (start === path.length) yield chosen;
      return;
    }
    for (let end = path.length - 1; end >= start; end--) {
      for (const name of common(start, end)) {
        if (chosen.some((entry) => entry.name === name)) continue;
        for (const shortestPath of end > start ? [true, false] : [false]) {
          const range = { minVersion: path[start]!, maxVersion: path[end]! };
          yield* from(end + 1, [...chosen, { name, type, ...range, shortestPath, full: false }]);
        }
      }
    }
  };
  yield* from(0, []);
}

function better(a: Omit<PathConfiguration, 'loaded'>, b: PathConfiguration): boolean {
  const bytes = ({ extra }: Pick<PathConfiguration, 'extra'>) =>
    extra.every((release) => release.bytes !== undefined)
      ? extra.reduce((sum, release) => sum + release.bytes!, 0)
      : undefined;
  const [left, right] = [bytes(a), bytes(b)];
  const more = left === undefined || right === undefined ? a.extra.length - b.extra.length : left - right;
  return (more || a.extra.length - b.extra.length || a.problems.length - b.problems.length) < 0;
}
