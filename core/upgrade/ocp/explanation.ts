import { parse } from 'semver';
import { alternativeList, wordList } from '../../base/document/words.ts';
import type { BlockedEdge, OcpEdge, OcpGraph } from './graph.ts';
import { t } from './messages.ts';
import type { EdgeFilter } from './paths.ts';
import {
  byChannel,
  compareMinors,
  compareVersions,
  minorOf,
  minorText,
  parseChannelName,
} from './version-order.ts';
import { nearestVersions } from './versions.ts';

/** The reason why no path exists, and the nearest alternatives. */
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
  /** The version that isn't in the graph, or is in it for several architectures. */
  version?: string;
  /** Sentences for people: the reason, then the nearest alternatives. */
  message: string;
  /** Alternatives to an unknown version or channel, ascending. */
  alternatives: string[];
  /** Channels that contain the content that is missing in the requested ones. */
  channels: string[];
  /** The newest versions up to the target that can be reached from the start, ascending. */
  nearestReachable: string[];
  /** The versions nearest to the start from which the target can be reached, ascending. */
  nearestSources: string[];
  /** Withdrawn updates that block the path. */
  blocked: BlockedEdge[];
  /** Conditional updates that the path needs and `avoidRisks` excluded. */
  conditional: OcpEdge[];
}

export interface NoPath {
  path: null;
  /** Sentences with the reason and the nearest alternatives. */
  reason: string;
  why: Explanation;
}

/** Explains that one of these versions is older than the one before it. Returns undefined if none is. */
export function explainDowngrade(versions: readonly string[]): Explanation | undefined {
  for (const [at, to] of versions.slice(1).entries()) {
    const from = versions[at]!;
    if (parse(from) && parse(to) && compareVersions(from, to) > 0)
      return because('backwards', t('backwards', { from, to }), {});
  }
  return undefined;
}

/** Explains that a version isn't in the graph, or isn't in the requested channels. */
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
      t('versionAmbiguous', { version, candidates: candidates.join(', ') }),
      { version, alternatives: [...candidates] },
    );
  }
  const alternatives = nearestVersions(graph, version);
  const message = t('versionUnknown', {
    version,
    channels: alternativeList(graph.channels) || 'any',
    nearest: alternatives.join(', '),
  });
  return because('unknown-version', message, { version, alternatives });
}

/** Explains that the graph contains no version of a minor. */
export function noSuchMinor(graph: OcpGraph, minor: string, channels?: readonly string[]): Explanation {
  const general = explainGraph(graph, channels);
  if (general) return general;
  const known = [...new Set(graph.nodes.map(({ version }) => minorText(minorOf(version)!)))];
  const message = t('minorUnknown', {
    minor,
    channels: channels ? alternativeList(channels) : 'any',
    known: wordList(known),
  });
  return because('missing-minor', message, { alternatives: known });
}

/** Explains why the graph can't answer any question about these channels. Returns undefined if it can. */
export function explainGraph(graph: OcpGraph, channels: readonly string[] = []): Explanation | undefined {
  if (graph.nodes.length === 0) {
    const requested = channels.length > 0 ? channels : graph.channels;
    return because('empty-graph', t('graphEmpty', { channels: wordList(requested) || 'any' }), {});
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
  const missing = alternativeList(channels);
  const message =
    alternatives.length > 0
      ? t('channelUnknownAmong', { channels: missing, known: alternatives.join(', ') })
      : t('channelUnknown', { channels: missing });
  return because('unknown-channel', message, { alternatives });
}

/** Returns an explanation whose other fields are empty. */
export function because(kind: Explanation['kind'], message: string, more: Partial<Explanation>): Explanation {
  const { alternatives = [], channels = [], nearestReachable = [], nearestSources = [] } = more;
  const { blocked = [], conditional = [], version } = more;
  return {
    kind,
    version,
    message,
    alternatives,
    channels,
    nearestReachable,
    nearestSources,
    blocked,
    conditional,
  };
}

/** Returns an explanation as an answer. */
export function rejection(why: Explanation): NoPath {
  return { path: null, reason: why.message, why };
}
