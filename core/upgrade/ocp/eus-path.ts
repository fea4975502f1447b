import type { UpgradeSegment } from '../../contract/topics/upgrades.ts';
import { explainNoPath } from './explain-no-path.ts';
import { explainVersion, type NoPath, rejection } from './explanation.ts';
import { type OcpGraph, positionsOf } from './graph.ts';
import { described, type PathFound } from './hops.ts';
import { minimalPaths, type PathQuery, type Stages } from './paths.ts';
import { compareMinors, type Minor, minorOf, minorText, parseChannelName } from './version-order.ts';
import { findVersion } from './versions.ts';

export interface EusPath extends PathFound {
  segments: UpgradeSegment[];
}

/**
 * Returns the path from one extended-update release (EUS) to a later one with worker pools paused between them. It has the
 * fewest updates, and stops in every EUS minor version in between, where the pools are updated. EUS minor versions are the
 * even ones and those with an `eus-` channel.
 */
export function eusPath(graph: OcpGraph, query: Omit<PathQuery, 'via'>): EusPath | NoPath {
  const ends = [];
  for (const version of [query.from, query.to]) {
    const found = findVersion(graph, version, query.architecture);
    if (found.position === undefined)
      return rejection(explainVersion(graph, query, version, found.candidates));
    ends.push(found.position);
  }
  const [from, to] = ends as [number, number];
  const between = eusMinors(graph).filter(
    (minor) => compareMinors(minor, minorAt(graph, from)) > 0 && compareMinors(minor, minorAt(graph, to)) < 0,
  );
  const stages: Stages = [...between.map((minor) => positionsOf(graph, minor)), new Set([to])];
  const options = { filter: query, preference: 'fewest-hops' as const, limit: 1 };
  const [path] = minimalPaths(graph, from, stages, options).paths;
  if (!path) return rejection(explainNoPath(graph, query, [from, to]));
  const found = described(graph, path, query.channels);
  return { ...found, segments: segmentsOf(found.path, between) };
}

function segmentsOf(path: readonly string[], between: readonly Minor[]): UpgradeSegment[] {
  const stops = between.map((minor) =>
    path.findLastIndex((version) => compareMinors(minorOf(version)!, minor) === 0),
  );
  const ends = [...new Set([...stops, path.length - 1])].filter((at) => at > 0);
  return ends.map((end, at) => {
    const start = ends[at - 1] ?? 0;
    const [from, to] = [path[start]!, path[end]!];
    const within = path.slice(start + 1, end);
    const pausePools = within.some((version) => {
      const minor = minorOf(version)!;
      return compareMinors(minor, minorOf(from)!) > 0 && compareMinors(minor, minorOf(to)!) < 0;
    });
    return { from, to, controlPlaneOnly: pausePools ? within : [], pausePools };
  });
}

function eusMinors(graph: OcpGraph): Minor[] {
  const present = new Map(
    graph.nodes.map(({ version }) => [minorText(minorOf(version)!), minorOf(version)!]),
  );
  const named = new Set(
    graph.nodes.flatMap(({ channels }) =>
      channels.flatMap((name) => {
        const parsed = parseChannelName(name);
        return parsed?.prefix === 'eus' ? [minorText(parsed.minor)] : [];
      }),
    ),
  );
  const chosen = [...present].filter(([text, { minor }]) => minor % 2 === 0 || named.has(text));
  return chosen.map(([, minor]) => minor).sort(compareMinors);
}

function minorAt(graph: OcpGraph, position: number): Minor {
  return minorOf(graph.nodes[position]!.version)!;
}
