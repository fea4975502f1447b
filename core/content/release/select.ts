import { compare, parse, type SemVer } from 'semver';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { headOf, noPath, pathAcrossChannels, pathInChannel } from './channel-path.ts';
import { nearestVersions, nodeOf, type ReleaseNode, type UpdateGraph } from './update-graph.ts';

/** A release that the configuration asks for. */
export interface SelectedRelease {
  version: string;
  /** Image reference of the payload, as the graph has it. */
  payload: string;
  /** What asked for it, in words, e.g. `channel stable-4.16, 4.16.1 to 4.16.5`. */
  why: string;
  /** Channels that select it; none for a step on the path between channels. */
  channels: string[];
  type: ReleaseChannel['type'];
}

export interface ReleaseSelection {
  /** Ascending by version, each payload once. */
  releases: SelectedRelease[];
  /** Warnings only. */
  problems: Problem[];
}

/** The graph of a channel for the architecture at hand. `version`: lowest wanted one, when configured. */
export type ChannelGraph = (
  channel: Pick<ReleaseChannel, 'name' | 'type'>,
  version?: string,
) => Promise<UpdateGraph>;

interface ResolvedChannel {
  channel: ReleaseChannel;
  graph: UpdateGraph;
  min: string;
  max: string;
}

/**
 * The releases that channels select for one architecture, as oc-mirror v2 does (internal/pkg/release/cincinnati.go):
 * each channel's range or shortest path, and with several OCP channels the way from the lowest to the highest version
 * across them. Conditional edges are ignored. Where oc-mirror picks at random between channels with the same bound, the
 * one configured first counts.
 * @throws AirlockError `config-invalid` for a bound that is no version; `release-unknown` for a channel without
 * versions, a range that holds none, or the end of a path that is not in its channel, all such channels in `problems`
 */
export async function selectReleases(
  channels: readonly ReleaseChannel[],
  graphOf: ChannelGraph,
): Promise<ReleaseSelection> {
  type Found = Omit<SelectedRelease, 'why'> & { why: Set<string> };
  const found = new Map<string, Found>();
  const add = (
    nodes: readonly ReleaseNode[],
    why: string,
    type: ReleaseChannel['type'],
    channels: string[] = [],
  ) => {
    for (const { version, payload } of nodes) {
      const none: Found = { version, payload, why: new Set(), channels: [], type };
      const known = found.get(payload) ?? none;
      known.why.add(why);
      known.channels.push(...channels);
      found.set(payload, known);
    }
  };
  const problems: Problem[] = [];
  const unknown: AirlockError[] = [];
  const resolved: ResolvedChannel[] = [];
  for (const channel of channels) {
    try {
      const one = await resolveBounds(channel, graphOf);
      resolved.push(one);
      const { nodes, why, problems: warnings } = inChannel(one);
      add(nodes, why, channel.type, [channel.name]);
      problems.push(...eusHint(channel), ...warnings);
    } catch (error) {
      if (!(error instanceof AirlockError && error.code === 'release-unknown')) throw error;
      unknown.push(error);
    }
  }
  if (unknown.length > 0) throw allOf(unknown);

  const ocp = resolved.filter(({ channel }) => channel.type === 'ocp');
  if (ocp.length > 1) {
    const first = ocp.reduce((low, each) => (compare(each.min, low.min) < 0 ? each : low));
    const last = ocp.reduce((high, each) => (compare(each.max, high.max) > 0 ? each : high));
    const path = await pathAcrossChannels(
      { channel: first.channel.name, version: first.min },
      { channel: last.channel.name, version: last.max },
      (name) => graphOf({ name, type: 'ocp' }),
    );
    const why = `update path from ${first.min} in ${first.channel.name} to ${last.max} in ${last.channel.name}`;
    add([...path.upgrades, path.requested], why, 'ocp');
    problems.push(...path.problems);
  }
  return {
    releases: [...found.values()]
      .sort((a, b) => compare(a.version, b.version))
      .map((release) => ({ ...release, why: [...release.why].join('; ') })),
    problems: distinct(problems),
  };
}

async function resolveBounds(channel: ReleaseChannel, graphOf: ChannelGraph): Promise<ResolvedChannel> {
  const min = boundOf(channel, 'minVersion');
  const max = boundOf(channel, 'maxVersion');
  if (min && max && compare(min, max) > 0) {
    throw new AirlockError(
      'config-invalid',
      `channel ${channel.name}: minVersion ${min} is above maxVersion ${max}`,
      { rule: { id: 'versions-reversed', min: min.raw, max: max.raw } },
    );
  }
  const graph = await graphOf({ name: channel.name, type: channel.type }, min?.version);
  const head = headOf(graph, channel.name);
  const lowest = graph.nodes[0]!.version;
  return {
    channel,
    graph,
    min: min?.raw ?? (max || channel.full ? lowest : head),
    max: max?.raw ?? head,
  };
}

function boundOf(channel: ReleaseChannel, field: 'minVersion' | 'maxVersion'): SemVer | undefined {
  const text = channel[field];
  if (text === undefined || text === '') return undefined;
  const version = parse(text);
  if (version && !/^v/i.test(text)) return version;
  throw new AirlockError('config-invalid', `channel ${channel.name}: ${field} "${text}" is not a version`, {
    remedy: 'Write it as MAJOR.MINOR.PATCH, e.g. 4.18.1.',
    expected: 'MAJOR.MINOR.PATCH',
    found: text,
    rule: { id: 'version-invalid', field, version: text },
  });
}

function inChannel(resolved: ResolvedChannel): { nodes: ReleaseNode[]; why: string; problems: Problem[] } {
  const { channel, graph, min, max } = resolved;
  const range = min === max ? min : `${min} to ${max}`;
  if (channel.shortestPath) {
    const { upgrades, requested, problems } = pathInChannel(graph, channel.name, min, max);
    const why = `channel ${channel.name}, ${range}, shortest path`;
    return { nodes: [...upgrades, requested], why, problems };
  }
  const nodes = graph.nodes.filter(({ version }) => compare(version, min) >= 0 && compare(version, max) <= 0);
  if (nodes.length === 0) {
    const nearest = nearestVersions(graph, parse(min)!);
    throw new AirlockError('release-unknown', `channel ${channel.name} has no version ${range}`, {
      remedy: `Take one that it has; nearest: ${nearest.join(', ')}.`,
      expected: nearest.join(', '),
      found: range,
      rule: { id: 'release-unknown', channel: channel.name, nearest },
    });
  }
  const [lowest, highest] = [nodes[0]!.version, nodes.at(-1)!.version];
  const problems = [...new Set([min, max])]
    .filter((version) => !nodeOf(graph, version))
    .map(
      (version): Problem => ({
        code: 'release-unknown',
        level: 'warning',
        message: `version ${version} is not in channel ${channel.name}: ${lowest} to ${highest} are taken`,
        remedy: 'Correct minVersion or maxVersion if another version was meant.',
        [RULE]: { id: 'release-bound-unknown', channel: channel.name, version, lowest, highest },
      }),
    );
  return { nodes, why: `channel ${channel.name}, ${range}`, problems };
}

/**
 * A jump over two minors in an EUS channel needs the minors between for the control plane (oc-mirror v2:
 * internal/pkg/release/cincinnati.go warns, too).
 */
function eusHint({ name, minVersion, maxVersion }: ReleaseChannel): Problem[] {
  const [min, max] = [parse(minVersion), parse(maxVersion)];
  if (!name.includes('eus') || !min || !max || max.minor - min.minor < 2) return [];
  return [
    noPath(
      name,
      `channel ${name}: a cluster gets from ${min} to ${max} through versions of the minors between; see that they are selected`,
    ),
  ];
}

function allOf(errors: AirlockError[]): AirlockError {
  const [first] = errors;
  if (errors.length === 1) return first!;
  const messages = errors.map((error) => error.message).join('; ');
  return new AirlockError('release-unknown', messages, { problems: errors.map((error) => error.toJSON()) });
}

function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
