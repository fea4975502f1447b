import { compare, parse, type SemVer } from 'semver';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import type { ReleaseChannel } from '../../image-set/config/image-set.ts';
import { headOf, noPath, pathAcrossChannels, pathInChannel } from './channel-path.ts';
import { t } from './messages.ts';
import { nearestVersions, nodeOf, type ReleaseNode, type UpdateGraph } from './update-graph.ts';

/** A release that the configuration selects. */
export interface SelectedRelease {
  version: string;
  /** Image reference of the payload from the graph. */
  payload: string;
  /** Why it is selected, such as `channel stable-4.16, 4.16.1 to 4.16.5`. */
  why: string;
  /** Channels that select it; empty for a step on the path between channels. */
  channels: string[];
  type: ReleaseChannel['type'];
}

export interface ReleaseSelection {
  /** Ascending by version, each payload once. */
  releases: SelectedRelease[];
  /** Only warnings. */
  problems: Problem[];
}

/** Returns the graph of a channel for one architecture. `version`: the lowest configured one. */
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
 * Selects the releases of channels for one architecture, like oc-mirror v2 (internal/pkg/release/cincinnati.go): each
 * channel's range or shortest path, and with several OCP channels the path from the lowest to the highest version across
 * them. Conditional edges are ignored. Of several channels with the same bound, uses the first one in the configuration,
 * while oc-mirror chooses one at random.
 * @throws AirlockError `config-invalid` for an invalid bound; `release-unknown` for a channel without versions, an empty
 * range, or the end of a path that isn't in its channel, with all such channels in `problems`
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
    const why = t('pathReason', {
      min: first.min,
      first: first.channel.name,
      max: last.max,
      last: last.channel.name,
    });
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
      t('boundsReversed', { channel: channel.name, min: min.version, max: max.version }),
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
  throw new AirlockError(
    'config-invalid',
    t('boundInvalid', { channel: channel.name, field, version: text }),
    {
      remedy: t('boundInvalidRemedy'),
      expected: 'MAJOR.MINOR.PATCH',
      found: text,
      rule: { id: 'version-invalid', field, version: text },
    },
  );
}

function inChannel(resolved: ResolvedChannel): { nodes: ReleaseNode[]; why: string; problems: Problem[] } {
  const { channel, graph, min, max } = resolved;
  const range = min === max ? min : t('range', { min, max });
  if (channel.shortestPath) {
    const { upgrades, requested, problems } = pathInChannel(graph, channel.name, min, max);
    const why = t('shortestPathReason', { channel: channel.name, range });
    return { nodes: [...upgrades, requested], why, problems };
  }
  const nodes = graph.nodes.filter(({ version }) => compare(version, min) >= 0 && compare(version, max) <= 0);
  if (nodes.length === 0) {
    const nearest = nearestVersions(graph, parse(min)!);
    throw new AirlockError('release-unknown', t('rangeEmpty', { channel: channel.name, range }), {
      remedy: t('nearestRemedy', { versions: nearest.join(', ') }),
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
        message: t('boundUnknown', { version, channel: channel.name, lowest, highest }),
        remedy: t('boundUnknownRemedy'),
        [RULE]: { id: 'release-bound-unknown', channel: channel.name, version, lowest, highest },
      }),
    );
  return { nodes, why: t('channelReason', { channel: channel.name, range }), problems };
}

/**
 * Warns about an update over two minors in an EUS channel, which needs the minors in between for the control plane
 * (oc-mirror v2: internal/pkg/release/cincinnati.go warns, too).
 */
function eusHint({ name, minVersion, maxVersion }: ReleaseChannel): Problem[] {
  const [min, max] = [parse(minVersion), parse(maxVersion)];
  if (!name.includes('eus') || !min || !max || max.minor - min.minor < 2) return [];
  return [noPath(name, t('minorsBetween', { channel: name, min: min.version, max: max.version }))];
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
