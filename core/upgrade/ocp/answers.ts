import { explainNoPath } from './explain-no-path.ts';
import { explainDowngrade, explainVersion, type NoPath, noSuchMinor, rejection } from './explanation.ts';
import { type OcpGraph, positionsOf } from './graph.ts';
import { described, type PathFound } from './hops.ts';
import { distances, type EdgeFilter, minimalPaths, type PathQuery, type Preference } from './paths.ts';
import type { Minor } from './version-order.ts';
import { findVersion } from './versions.ts';

export interface AllPaths {
  /** Best first, which has the newer version at the first step that differs. */
  paths: PathFound[];
  /** Number of all paths. */
  total: number;
  /** `paths` doesn't contain all of them. */
  truncated: boolean;
}

export interface Newest {
  /** Newest version of the minor version, with releases before pre-releases. */
  newest: string;
  /** The path to it, if `from` was given. */
  answer?: PathFound | NoPath;
  /** Newest version of the minor version that can be reached from `from`. */
  newestReachable?: string;
}

export interface Reachable {
  version: string;
  /** Lowest number of updates. */
  hops: number;
  /** Every path to it contains a conditional update. */
  onlyWithRisks: boolean;
}

/**
 * Returns the best path. `fewest-hops` (the default): fewest updates. `fewest-risks`: fewest risks, each counted for every
 * update that has it, then fewest updates. Among equal paths, the one with the newer version at the first different step.
 */
export function findPath(
  graph: OcpGraph,
  query: PathQuery,
  preference: Preference = 'fewest-hops',
): PathFound | NoPath {
  const all = allPaths(graph, query, { preference, limit: 1 });
  return 'paths' in all ? all.paths[0]! : all;
}

/** Returns all best paths, at most `limit` (100), in the order of `findPath`. */
export function allPaths(
  graph: OcpGraph,
  query: PathQuery,
  { preference = 'fewest-hops' as Preference, limit = 100 } = {},
): AllPaths | NoPath {
  const stops = [];
  const versions = [query.from, ...(query.via ?? []), query.to];
  for (const version of versions) {
    const found = findVersion(graph, version, query.architecture);
    if (found.position === undefined)
      return rejection(explainDowngrade(versions) ?? explainVersion(graph, query, version, found.candidates));
    stops.push(found.position);
  }
  const [start, ...rest] = stops;
  const stages = rest.map((position) => new Set([position]));
  const found = minimalPaths(graph, start!, stages, { filter: query, preference, limit });
  if (found.total === 0) return rejection(explainNoPath(graph, query, stops));
  return {
    paths: found.paths.map((path) => described(graph, path, query.channels)),
    total: found.total,
    truncated: found.total > found.paths.length,
  };
}

/**
 * Returns the newest version of a minor version (`4.18`) and the path to it, or the reason if the graph contains no
 * version of it, or not `from`.
 */
export function newestOf(
  graph: OcpGraph,
  minor: string,
  query: EdgeFilter & { from?: string; architecture?: string } = {},
): Newest | NoPath {
  const [, major, number] = /^(\d+)\.(\d+)$/.exec(minor) ?? [];
  const wanted = major === undefined ? undefined : { major: Number(major), minor: Number(number) };
  const known = wanted ? inMinor(graph, wanted, query) : [];
  if (known.length === 0) return rejection(noSuchMinor(graph, minor, query.channels));
  const newest = graph.nodes[newestAmong(graph, known)]!.version;
  if (query.from === undefined) return { newest };
  const from = findVersion(graph, query.from, query.architecture);
  if (from.position === undefined)
    return rejection(explainVersion(graph, query, query.from, from.candidates));
  const hops = distances(graph, from.position, query);
  const reachable = known.filter((at) => hops[at] !== Number.POSITIVE_INFINITY);
  return {
    newest,
    answer: findPath(graph, { ...query, from: query.from, to: newest }),
    newestReachable: reachable.length > 0 ? graph.nodes[newestAmong(graph, reachable)]!.version : undefined,
  };
}

/** Returns every version that can be reached from `from`, ascending, without `from` itself. */
export function reachableFrom(
  graph: OcpGraph,
  from: string,
  filter: EdgeFilter & { architecture?: string } = {},
): Reachable[] | NoPath {
  const found = findVersion(graph, from, filter.architecture);
  if (found.position === undefined) return rejection(explainVersion(graph, filter, from, found.candidates));
  const hops = distances(graph, found.position, filter);
  const free = distances(graph, found.position, { ...filter, avoidRisks: true });
  return graph.nodes.flatMap(({ version }, at) =>
    at === found.position || hops[at] === Number.POSITIVE_INFINITY
      ? []
      : [{ version, hops: hops[at]!, onlyWithRisks: free[at] === Number.POSITIVE_INFINITY }],
  );
}

/** Returns the versions of a minor version in the requested channels, of one architecture in a graph of several. */
function inMinor(graph: OcpGraph, minor: Minor, query: EdgeFilter & { architecture?: string }): number[] {
  const allowed = query.channels && new Set(query.channels);
  const known = [...positionsOf(graph, minor)].filter(
    (at) => !allowed || graph.nodes[at]!.channels.some((channel) => allowed.has(channel)),
  );
  const suffix = `+${query.architecture ?? 'amd64'}`;
  const built = known.filter((at) => graph.nodes[at]!.version.endsWith(suffix));
  return built.length > 0 ? built : known;
}

/** Returns the newest of some positions, with releases before pre-releases. */
function newestAmong(graph: OcpGraph, positions: readonly number[]): number {
  const rank = (at: number) => (graph.nodes[at]!.version.split('+')[0]!.includes('-') ? 0 : 1);
  return positions.reduce((best, at) => ((rank(at) - rank(best) || at - best) > 0 ? at : best));
}
