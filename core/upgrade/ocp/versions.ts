import { parse } from 'semver';
import { indexOf, type OcpGraph } from './graph.ts';
import { byChannel, compareMinors, compareVersions, minorOf, parseChannelName } from './version-order.ts';

/** The position of a version in a graph, or the candidates if it is ambiguous. */
export interface FoundVersion {
  position?: number;
  candidates: string[];
}

/**
 * Finds a version, also one without the architecture that the graph appends.
 * @param architecture selects one of several architectures, amd64 by default
 */
export function findVersion(graph: OcpGraph, version: string, architecture?: string): FoundVersion {
  const { positions } = indexOf(graph);
  const exact = positions.get(version);
  if (exact !== undefined) return { position: exact, candidates: [] };
  const built = graph.nodes.flatMap((node, at) =>
    node.version.startsWith(`${version}+`) ? [{ version: node.version, at }] : [],
  );
  const chosen =
    built.length === 1
      ? built[0]
      : built.find((each) => each.version === `${version}+${architecture ?? 'amd64'}`);
  if (chosen) return { position: chosen.at, candidates: [] };
  return { candidates: built.map((each) => each.version) };
}

/** Returns the versions next to an unknown one: at most `count` neighbors in semver order. */
export function nearestVersions(graph: OcpGraph, version: string, count = 4): string[] {
  const { nodes } = graph;
  if (!parse(version)) {
    const alike = nodes.filter((node) => node.version.startsWith(version.trim()));
    return (alike.length > 0 ? alike : nodes).slice(-count).map((node) => node.version);
  }
  const above = nodes.findIndex((node) => compareVersions(node.version, version) > 0);
  const middle = above < 0 ? nodes.length : above;
  const start = Math.max(0, Math.min(middle - Math.ceil(count / 2), nodes.length - count));
  return nodes.slice(start, start + count).map((node) => node.version);
}

/**
 * Returns the channels that a cluster uses in sequence from a version to a channel: those of the same kind in the graph,
 * from the version's own minor version up to the channel (stable-4.16, stable-4.17, stable-4.18).
 */
export function channelsUpTo(graph: OcpGraph, channel: string, from: string): string[] {
  const [last, first] = [parseChannelName(channel), minorOf(from)];
  if (!last || !first) return [channel];
  const known = new Set([...graph.channels, ...graph.nodes.flatMap((node) => node.channels)]);
  const between = [...known].filter((name) => {
    const parsed = parseChannelName(name);
    if (parsed?.prefix !== last.prefix) return false;
    return compareMinors(parsed.minor, first) >= 0 && compareMinors(parsed.minor, last.minor) <= 0;
  });
  return [...new Set([...between, channel])].sort(byChannel);
}
