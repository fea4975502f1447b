import TinyQueue from 'tinyqueue';
import { type GraphIndex, type IndexedEdge, indexOf, type OcpEdge, type OcpGraph } from './graph.ts';

/** Selects updates. */
export interface EdgeFilter {
  /** Only updates with both versions in one of these channels. */
  channels?: readonly string[];
  /** Excludes conditional updates. */
  avoidRisks?: boolean;
  /** Names of risks that don't affect the clusters. They count as absent. */
  dismissed?: ReadonlySet<string>;
  /** Names of risks that affect the clusters. Updates with them are excluded. */
  confirmed?: ReadonlySet<string>;
}

/** A question about a graph. Versions may omit the architecture in a graph of several (`+amd64`). */
export interface PathQuery extends EdgeFilter {
  from: string;
  to: string;
  /** Versions that the path must contain, in this order. */
  via?: readonly string[];
  /** Selects between `4.2.0+amd64` and `4.2.0+s390x`. */
  architecture?: string;
}

/** The criterion for the best path. */
export type Preference = 'fewest-hops' | 'fewest-risks';

/** Positions that a path must contain, one of each set in this order. It ends in the last set. */
export type Stages = readonly ReadonlySet<number>[];

/** Minimal paths by positions in the graph's nodes. */
export interface MinimalPaths {
  paths: number[][];
  /** Number of all paths, of which `paths` may contain fewer. Exact up to 2^53. */
  total: number;
}

/** Returns the risks of an update that aren't dismissed. */
function openRisks({ risks }: OcpEdge, { dismissed }: EdgeFilter): OcpEdge['risks'] {
  return dismissed ? risks.filter(({ name }) => !dismissed.has(name)) : risks;
}

/** Returns a filter of edges. Without `channels` it selects every edge, also those without a channel. */
function countsOf(graph: OcpGraph, filter: EdgeFilter): (edge: IndexedEdge) => boolean {
  const { channels, avoidRisks, confirmed } = filter;
  const allowed = channels && new Set(channels);
  const within =
    allowed && graph.nodes.map((node) => new Set(node.channels.filter((name) => allowed.has(name))));
  return ({ edge, from, to }) => {
    if (avoidRisks && openRisks(edge, filter).length > 0) return false;
    if (confirmed && edge.risks.some(({ name }) => confirmed.has(name))) return false;
    if (!within) return true;
    for (const name of within[from]!) if (within[to]!.has(name)) return true;
    return false;
  };
}

/**
 * Returns every best path, at most `limit` of them. `fewest-hops` counts updates. `fewest-risks` counts the risks of all
 * updates of the path (repeated ones twice), then updates. Among equal paths, the one with the newer version at the first
 * different step comes first. A path contains a version twice only if stages out of order require it.
 */
export function minimalPaths(
  graph: OcpGraph,
  from: number,
  stages: Stages,
  options: { filter: EdgeFilter; preference: Preference; limit: number },
): MinimalPaths {
  const index = indexOf(graph);
  const counts = countsOf(graph, options.filter);
  // Higher than the number of updates in any path, so that risks always come first.
  const riskWeight = graph.nodes.length * stages.length + 1;
  const cost = (edge: OcpEdge) =>
    1 + (options.preference === 'fewest-risks' ? openRisks(edge, options.filter).length * riskWeight : 0);
  const space = { index, stages, counts, cost };
  const rest = costsToEnd(space);
  const start = { node: from, stage: advanced(stages, from, 0) };
  const best = (at: State) => tight(space, rest, at);
  if (rest[keyOf(space, start)] === Number.POSITIVE_INFINITY) return { paths: [], total: 0 };

  const known = new Map<number, number>();
  const totalFrom = (at: State): number => {
    if (at.stage === stages.length) return 1;
    const key = keyOf(space, at);
    const before = known.get(key);
    if (before !== undefined) return before;
    const total = best(at).reduce((sum, next) => sum + totalFrom(next), 0);
    known.set(key, total);
    return total;
  };
  const paths: number[][] = [];
  const walk = (at: State, path: number[]) => {
    if (paths.length >= options.limit) return;
    if (at.stage === stages.length) paths.push(path);
    else for (const next of best(at)) walk(next, [...path, next.node]);
  };
  walk(start, [start.node]);
  return { paths, total: totalFrom(start) };
}

/** Returns the lowest number of updates from a position to every other, or Infinity. `backwards`: from every other to it. */
export function distances(graph: OcpGraph, start: number, filter: EdgeFilter, backwards = false): number[] {
  const { out, into } = indexOf(graph);
  const counts = countsOf(graph, filter);
  const result = graph.nodes.map(() => Number.POSITIVE_INFINITY);
  result[start] = 0;
  const queue = [start];
  for (const at of queue) {
    for (const edge of backwards ? into[at]! : out[at]!) {
      const next = backwards ? edge.from : edge.to;
      if (result[next] !== Number.POSITIVE_INFINITY || !counts(edge)) continue;
      result[next] = result[at]! + 1;
      queue.push(next);
    }
  }
  return result;
}

interface State {
  node: number;
  /** Number of stages that the path has passed. */
  stage: number;
}

interface Space {
  index: GraphIndex;
  stages: Stages;
  counts: (edge: IndexedEdge) => boolean;
  cost: (edge: OcpEdge) => number;
}

function keyOf({ stages }: Space, { node, stage }: State): number {
  return node * (stages.length + 1) + stage;
}

/** Returns the stage after a node, since one version may belong to several consecutive sets. */
function advanced(stages: Stages, node: number, stage: number): number {
  let at = stage;
  while (at < stages.length && stages[at]!.has(node)) at++;
  return at;
}

/** Returns the steps from a state that begin a best path, newest first. */
function tight(space: Space, rest: Float64Array, at: State): State[] {
  const left = rest[keyOf(space, at)]!;
  return space.index.out[at.node]!.flatMap((indexed) => {
    if (!space.counts(indexed)) return [];
    const next = { node: indexed.to, stage: advanced(space.stages, indexed.to, at.stage) };
    return space.cost(indexed.edge) + rest[keyOf(space, next)]! === left ? [next] : [];
  });
}

/** Returns the costs to the end, with Dijkstra's algorithm over nodes times stages. */
function costsToEnd(space: Space): Float64Array {
  const { index, stages, counts, cost } = space;
  const last = stages.length;
  const rest = new Float64Array(index.out.length * (last + 1)).fill(Number.POSITIVE_INFINITY);
  const queue = new TinyQueue<{ cost: number; key: number }>([], (a, b) => a.cost - b.cost);
  for (const node of stages[last - 1]!) {
    rest[keyOf(space, { node, stage: last })] = 0;
    queue.push({ cost: 0, key: keyOf(space, { node, stage: last }) });
  }
  for (let top = queue.pop(); top; top = queue.pop()) {
    if (top.cost > rest[top.key]!) continue;
    const node = Math.floor(top.key / (last + 1));
    const stage = top.key % (last + 1);
    for (const indexed of index.into[node]!) {
      if (!counts(indexed)) continue;
      const total = top.cost + cost(indexed.edge);
      for (let before = Math.min(stage, last - 1); before >= 0; before--) {
        if (advanced(stages, node, before) !== stage) break;
        const key = keyOf(space, { node: indexed.from, stage: before });
        if (total >= rest[key]!) continue;
        rest[key] = total;
        queue.push({ cost: total, key });
      }
    }
  }
  return rest;
}
