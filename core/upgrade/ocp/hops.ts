import { indexOf, type OcpGraph, type OcpRisk } from './graph.ts';
import { byChannel, compareMinors, type Minor, minorOf, parseChannelName } from './version-order.ts';

/** One update of a path. */
export interface Hop {
  from: string;
  to: string;
  /** The channel of the cluster for this update, changed as rarely as possible. Absent if no channel is known. */
  channel?: string;
  risks: readonly OcpRisk[];
  /** Derived from build-suggestions, not from release metadata. */
  suggested?: true;
}

export interface PathFound {
  /** Both ends included, as in the graph. */
  path: string[];
  hops: Hop[];
}

/**
 * Returns a path with the channel and the risks of each update. A channel is used as long as it contains the next updates.
 * Of several channels, prefers complete ones, then requested ones in order, then stable over eus, fast and candidate.
 */
export function described(
  graph: OcpGraph,
  positions: readonly number[],
  wanted?: readonly string[],
): PathFound {
  const { out } = indexOf(graph);
  const edges = positions.slice(1).map((to, step) => out[positions[step]!]!.find((each) => each.to === to)!);
  const offers = edges.map(({ from, to }) => {
    const shared = graph.nodes[from]!.channels.filter((name) => graph.nodes[to]!.channels.includes(name));
    const requested = wanted ? shared.filter((name) => wanted.includes(name)) : shared;
    const complete = requested.filter((name) => graph.channels.includes(name));
    return complete.length > 0 ? complete : requested;
  });
  const channels: (string | undefined)[] = [];
  while (channels.length < edges.length) {
    const start = channels.length;
    const runs = (offers[start] ?? []).map((name) => {
      const end = offers.findIndex((offer, at) => at > start && !offer.includes(name));
      return { name, length: (end < 0 ? offers.length : end) - start };
    });
    const target = minorAt(graph, edges[start]!.to);
    runs.sort((a, b) => b.length - a.length || preferred(a.name, b.name, target, wanted));
    const run = runs[0] ?? { name: undefined, length: 1 };
    for (let step = 0; step < run.length; step++) channels.push(run.name);
  }
  return {
    path: positions.map((at) => graph.nodes[at]!.version),
    hops: edges.map(({ edge: { from, to, risks, suggested } }, step) => ({
      from,
      to,
      channel: channels[step] || undefined,
      risks,
      suggested,
    })),
  };
}

function preferred(a: string, b: string, target: Minor, wanted: readonly string[] = []): number {
  const rank = (name: string) => {
    const requested = wanted.indexOf(name);
    return requested < 0 ? wanted.length : requested;
  };
  const far = (name: string) => {
    const parsed = parseChannelName(name);
    return parsed && compareMinors(parsed.minor, target) === 0 ? 0 : 1;
  };
  return rank(a) - rank(b) || far(a) - far(b) || byChannel(a, b);
}

function minorAt(graph: OcpGraph, position: number): Minor {
  return minorOf(graph.nodes[position]!.version)!;
}
