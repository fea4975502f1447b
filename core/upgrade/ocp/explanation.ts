import type { BlockedEdge, OcpEdge, OcpGraph } from './graph.ts';
import type { EdgeFilter } from './paths.ts';
import { byChannel, compareMinors, minorOf, minorText, parseChannelName } from './version-order.ts';
import { nearestVersions } from './versions.ts';

/** Why a question has no path for an answer, and what is nearest to one. */
export interface Explanation {
  kind:
    | 'empty-graph'
    | 'unknown-channel'
    | 'unknown-version'
    | 'ambiguous-version'
    | 'not-in-channel'
    | 'backwards'
    | 'other-channel'
    | 'risks'
    | 'blocked'
    | 'missing-minor'
    | 'no-path';
  /** The version that the graph does not have, or has for several architectures. */
  version?: string;
  /** Sentences for people: what is wrong, then what is nearest. */
  message: string;
  /** What to take in place of an unknown version or channel; ascending. */
  alternatives: string[];
  /** Channels that have what the channels asked for lack. */
  channels: string[];
  /** The newest versions up to the target that can be reached from the start; ascending. */
  nearestReachable: string[];
  /** The versions nearest to the start that the target can be reached from; ascending. */
  nearestSources: string[];
  /** Withdrawn updates that stand in the way. */
  blocked: BlockedEdge[];
  /** Conditional updates that `avoidRisks` left out and that the way needs. */
  conditional: OcpEdge[];
}

export interface NoPath {
  path: null;
  /** One sentence: why, and what is nearest. */
  reason: string;
  why: Explanation;
}

/** A version that the graph does not have, or the channels asked for do not. */
export function explainVersion(
  graph: OcpGraph,
  query: EdgeFilter,
  version: string,
  candidates: readonly string[] = [],
): Explanation {
  const general = explainGraph(graph, query.channels);
  if (general) return general;
  if (candidates.length > 0) {
    return because(
      'ambiguous-version',
      `version ${version} is in the graph for several architectures: ${candidates.join(', ')}. Name one`,
      { version, alternatives: [...candidates] },
    );
  }
  const alternatives = nearestVersions(graph, version);
  const where = graph.channels.length > 0 ? ` (${graph.channels.join(', ')})` : '';
  return because(
    'unknown-version',
    `version ${version} is not in the update graph${where}. Nearest: ${alternatives.join(', ')}`,
    { version, alternatives },
  );
}

/** A minor of which nothing is known. */
export function noSuchMinor(graph: OcpGraph, minor: string, channels?: readonly string[]): Explanation {
  const general = explainGraph(graph, channels);
  if (general) return general;
  const known = [...new Set(graph.nodes.map(({ version }) => minorText(minorOf(version)!)))];
  const within = channels ? ` in ${channels.join(', ')}` : '';
  return because(
    'missing-minor',
    `there is no version of ${minor}${within}. The graph has versions of ${known.join(', ')}`,
    { alternatives: known },
  );
}

/** What is wrong with any question about this graph. */
export function explainGraph(graph: OcpGraph, channels: readonly string[] = []): Explanation | undefined {
  if (graph.nodes.length === 0) {
    const requested = channels.length > 0 ? channels : graph.channels;
    const which = requested.length > 0 ? ` of ${requested.join(', ')}` : '';
    return because(
      'empty-graph',
      `the update graph${which} has no versions. Channels are called stable-, fast-, candidate- or eus- and a minor, e.g. stable-4.18`,
      {},
    );
  }
  const known = new Set([...graph.channels, ...graph.nodes.flatMap((node) => node.channels)]);
  if (channels.length === 0 || channels.some((name) => known.has(name))) return undefined;
  const all = [...known].sort(byChannel);
  const wanted = parseChannelName(channels[0]!);
  const alike = all.filter((name) => {
    const parsed = parseChannelName(name);
    if (!parsed || !wanted) return false;
    return parsed.prefix === wanted.prefix || compareMinors(parsed.minor, wanted.minor) === 0;
  });
  const alternatives = alike.length > 0 ? alike : all;
  const hint = alternatives.length > 0 ? `. Known are ${alternatives.join(', ')}` : '';
  return because('unknown-channel', `the update graph has no channel ${channels.join(', ')}${hint}`, {
    alternatives,
  });
}

/** An explanation with what is not given empty; the message without its full stop. */
export function because(kind: Explanation['kind'], message: string, more: Partial<Explanation>): Explanation {
  const { alternatives = [], channels = [], nearestReachable = [], nearestSources = [] } = more;
  const { blocked = [], conditional = [], version } = more;
  return {
    kind,
    version,
    message: `${message}.`,
    alternatives,
    channels,
    nearestReachable,
    nearestSources,
    blocked,
    conditional,
  };
}

/** An explanation as an answer. */
export function rejection(why: Explanation): NoPath {
  return { path: null, reason: why.message, why };
}
