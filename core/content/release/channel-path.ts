import { parse } from 'semver';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import { t } from './messages.ts';
import { nearestVersions, nodeOf, type ReleaseNode, shortestPath, type UpdateGraph } from './update-graph.ts';

/** Returns the graph of an OCP channel by name, for one architecture. */
export type GraphOf = (channel: string) => Promise<UpdateGraph>;

/** A version in a channel. */
export interface ChannelVersion {
  channel: string;
  version: string;
}

export interface UpdatePath {
  /** Releases on the path, both ends included. Without a complete path, only releases that are known to be needed. */
  upgrades: ReleaseNode[];
  requested: ReleaseNode;
  problems: Problem[];
}

/** A limit above the number of minors in any path, so that a faulty service can't cause an endless loop. */
const MAX_STEPS = 64;

/**
 * Returns the path from one version to another in a channel (oc-mirror v2: internal/pkg/release/core-cincinnati.go). Both
 * ends are always needed, so they are returned with a warning if no path exists.
 * @throws AirlockError `release-unknown` if one of the versions isn't in the channel
 */
export function pathInChannel(graph: UpdateGraph, channel: string, from: string, to: string): UpdatePath {
  const current = knownNode(graph, { channel, version: from });
  const requested = knownNode(graph, { channel, version: to });
  const upgrades = shortestPath(graph, from, to);
  if (upgrades.length > 0) return { upgrades, requested, problems: [] };
  const problem = noPath(channel, t('noPathInChannel', { channel, from, to }));
  return { upgrades: [current], requested, problems: [problem] };
}

/**
 * Returns the path from a version in one channel to a version in another (oc-mirror v2:
 * internal/pkg/release/core-cincinnati.go): to the head of each channel, then to the channel of the next minor, as long
 * as that channel contains the head.
 *
 * Unlike oc-mirror v2, skips a minor without a channel of this kind (there is no eus-4.15). A path to the next major
 * leads from the last minor (4.last to 5.0) instead of never ending.
 * @throws AirlockError `release-unknown` if a version or one of the two channels is unknown
 */
export async function pathAcrossChannels(
  first: ChannelVersion,
  last: ChannelVersion,
  graphOf: GraphOf,
): Promise<UpdatePath> {
  if (first.channel === last.channel) {
    return pathInChannel(await graphOf(first.channel), first.channel, first.version, last.version);
  }
  const start = parseChannel(first.channel);
  const target = parseChannel(last.channel);
  if (order(start, target) >= 0) return pathInOneMinor(first, last, graphOf);

  const firstGraph = await graphOf(first.channel);
  const climb = pathInChannel(firstGraph, first.channel, first.version, headOf(firstGraph, first.channel));
  const requested = knownNode(await graphOf(last.channel), last);
  const upgrades = [...climb.upgrades, climb.requested];
  const problems = [...climb.problems];
  let at = climb.requested;
  let minor: Minor = start;
  for (let step = 0; step < MAX_STEPS && order(minor, target) < 0; step++) {
    const next = await nextMinor(minor, at.version, target, last.channel, start.prefix, graphOf);
    minor = next.minor;
    if (next.graph.nodes.length === 0) continue;
    if (!nodeOf(next.graph, at.version)) {
      problems.push(noPath(next.channel, t('noUpdateFrom', { channel: next.channel, version: at.version })));
      break;
    }
    const isLast = order(minor, target) === 0;
    const to = isLast ? last.version : headOf(next.graph, next.channel);
    const path = pathInChannel(next.graph, next.channel, at.version, to);
    upgrades.push(...path.upgrades);
    if (!isLast) upgrades.push(path.requested);
    problems.push(...path.problems);
    at = path.requested;
  }
  return { upgrades: distinct(upgrades), requested, problems };
}

/** Returns the path in the target channel, if it has the same minor and another prefix, or a lower minor. */
async function pathInOneMinor(
  first: ChannelVersion,
  last: ChannelVersion,
  graphOf: GraphOf,
): Promise<UpdatePath> {
  const graph = await graphOf(last.channel);
  const requested = knownNode(graph, last);
  if (nodeOf(graph, first.version)) return pathInChannel(graph, last.channel, first.version, last.version);
  const problem = noPath(last.channel, t('noUpdateFrom', { channel: last.channel, version: first.version }));
  return { upgrades: [], requested, problems: [problem] };
}

interface Minor {
  major: number;
  minor: number;
}

/** Returns the next minor: in the same major, or in the next one if it contains the version. */
async function nextMinor(
  at: Minor,
  version: string,
  target: Minor,
  targetChannel: string,
  prefix: string,
  graphOf: GraphOf,
): Promise<{ minor: Minor; channel: string; graph: UpdateGraph }> {
  const step = async (minor: Minor) => {
    const channel = order(minor, target) === 0 ? targetChannel : `${prefix}-${minor.major}.${minor.minor}`;
    return { minor, channel, graph: await graphOf(channel) };
  };
  const within = { major: at.major, minor: at.minor + 1 };
  if (at.major >= target.major) return step(within);
  const above = await step({ major: at.major + 1, minor: 0 });
  if (nodeOf(above.graph, version)) return above;
  const adjacent = await step(within);
  return adjacent.graph.nodes.length > 0 ? adjacent : above;
}

/** Parses a name such as `stable-4.18`. @throws AirlockError `release-unknown` */
function parseChannel(name: string): Minor & { prefix: string } {
  const [, prefix, major, minor] = /^(.+)-(\d+)\.(\d+)$/.exec(name) ?? [];
  if (prefix === undefined) {
    throw new AirlockError('release-unknown', t('channelNameInvalid', { channel: name }), {
      rule: { id: 'release-channel-unknown', channel: name },
    });
  }
  return { prefix, major: Number(major), minor: Number(minor) };
}

function order(a: Minor, b: Minor): number {
  return a.major - b.major || a.minor - b.minor;
}

/** Returns the highest version of a channel. @throws AirlockError `release-unknown` for a channel without versions */
export function headOf(graph: UpdateGraph, channel: string): string {
  const head = graph.nodes.at(-1);
  if (!head) throw unknownChannel(channel);
  return head.version;
}

/** @throws AirlockError `release-unknown` with the nearest versions */
function knownNode(graph: UpdateGraph, { channel, version }: ChannelVersion): ReleaseNode {
  if (graph.nodes.length === 0) throw unknownChannel(channel);
  const node = nodeOf(graph, version);
  if (node) return node;
  const parsed = parse(version);
  const nearest = parsed ? nearestVersions(graph, parsed) : [];
  const near = nearest.join(', ');
  throw new AirlockError('release-unknown', t('versionUnknown', { version, channel }), {
    remedy: near ? t('nearestRemedy', { versions: near }) : undefined,
    expected: near || t('versionOf', { channel }),
    found: version,
    rule: { id: 'release-unknown', channel, nearest },
  });
}

function unknownChannel(channel: string): AirlockError {
  return new AirlockError('release-unknown', t('channelUnknown', { channel }), {
    remedy: t('channelUnknownRemedy'),
    found: channel,
    rule: { id: 'release-channel-unknown', channel },
  });
}

export function noPath(channel: string, message: string): Problem {
  return {
    ...{ code: 'upgrade-path', level: 'warning', message, remedy: ERROR_CODES['upgrade-path'][1] },
    [RULE]: { id: 'release-path-missing', channel },
  };
}

function distinct(nodes: ReleaseNode[]): ReleaseNode[] {
  return [...new Map(nodes.map((node) => [node.payload, node])).values()];
}
