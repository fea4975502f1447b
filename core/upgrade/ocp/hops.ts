import { indexOf, type OcpGraph, type OcpRisk } from './graph.ts';
import { byChannel, compareMinors, type Minor, minorOf, parseChannelName } from './version-order.ts';

/** One update of a path. */
export interface Hop {
  from: string;
  to: string;
  /** The channel a cluster is set to for it; changed as seldom as possible. Absent when no channel is known. */
  channel?: string;
  risks: readonly OcpRisk[];
  /** No release says so: worked out from build-suggestions. */
  suggested?: true;
}

export interface PathFound {
  /** Both ends included, as the graph writes them. */
  path: string[];
  hops: Hop[];
}

/**
 * A path with what each update needs. Each channel is kept as long as it has the updates that follow; of several the
 * wholly known, then the one asked for first, then stable before eus, fast and candidate.
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
