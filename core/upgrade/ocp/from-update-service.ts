import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { UpdateGraphs } from '../../content/release/cincinnati.ts';
import { GRAPH_RESPONSE } from '../../content/release/graph-response.ts';
import type { ConditionalEdges, UpdateGraph } from '../../content/release/update-graph.ts';
import { compileRe2 } from '../../image-set/config/re2.ts';
import {
  assembleGraph,
  type BlockedEdge,
  mergeGraphs,
  type OcpEdge,
  type OcpGraph,
  type OcpNode,
} from './graph.ts';
import { t } from './messages.ts';
import {
  byChannel,
  compareMinors,
  compareVersions,
  type Minor,
  minorOf,
  minorText,
  parseChannelName,
} from './version-order.ts';

const PREFIX = 'io.openshift.upgrades.graph.';

export interface ServiceAnswer {
  /** Its name in messages: an address without query, or a file. */
  origin: string;
  /** The requested channel. If absent, it is the channel that all versions have in common. */
  channel?: string;
  /** In the form of the update service. If absent, it comes from the versions. */
  architecture?: string;
}

/**
 * Reads a response of an update service (openshift/cincinnati, "Graph API") with its conditional edges. Versions without
 * payload, which a release lists as versions to update from, are included, because clusters may run them. Updates to them
 * are excluded, because they can't be pulled.
 * @param options.salvage ignores invalid edges and versions and reports them in `problems`, so that the rest can be
 * shown. Without it they are errors, because an answer could be wrong.
 * @throws AirlockError `graph-invalid` for invalid JSON, another document, a version that isn't semver or occurs twice, or
 * an edge without node
 */
export function readUpdateService(
  body: Uint8Array,
  options: ServiceAnswer & { salvage?: boolean },
): OcpGraph {
  const { origin } = options;
  let json: unknown;
  try {
    json = parseJson(new TextDecoder().decode(body));
  } catch (cause) {
    throw invalid(origin, notJson(cause), cause);
  }
  const parsed = GRAPH_RESPONSE.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const field = issue.path.join('.') || t('responseItself');
    throw invalid(origin, t('fieldInvalid', { field, reason: issue.message }));
  }
  const problems: Problem[] = [];
  const wrong = (reason: string) => {
    const error = invalid(origin, reason);
    if (!options.salvage) throw error;
    problems.push({ ...error.toJSON(), message: t('entryIgnored', { error: error.message }) });
  };
  const { nodes, edges, conditionalEdges } = parsed.data;
  const saved = new Map<string, OcpNode>();
  for (const { version, payload, metadata } of nodes) {
    if (!minorOf(version)) wrong(t('versionInvalid', { version }));
    else if (saved.has(version)) wrong(t('versionTwice', { version }));
    else saved.set(version, nodeOf(version, payload, metadata ?? {}));
  }
  const plain = (edges ?? []).flatMap(([from, to], at): OcpEdge[] => {
    const [source, target] = [nodes[from], nodes[to]];
    if (source && target) return [{ from: source.version, to: target.version, risks: [] }];
    wrong(t('edgeInvalid', { index: `${at}`, from: `${from}`, to: `${to}`, nodes: `${nodes.length}` }));
    return [];
  });
  return converted([...saved.values()], plain, conditionalEdges ?? [], problems, options);
}

/** Converts a graph of the release collector, of one channel and architecture. */
export function fromUpdateGraph(graph: UpdateGraph, options: ServiceAnswer): OcpGraph {
  const nodes = graph.nodes.map(({ version, payload, metadata }) => nodeOf(version, payload, metadata));
  const plain = [...graph.successors].flatMap(([from, targets]) =>
    targets.map((to): OcpEdge => ({ from, to, risks: [] })),
  );
  return converted(nodes, plain, graph.conditionalEdges, [], options);
}

/**
 * Returns the merged graphs of several channels, from a service or saved by an earlier run.
 * @throws AirlockError as `UpdateGraphs.graph`
 */
export async function serviceGraph(
  graphs: UpdateGraphs,
  query: { channels: readonly string[]; architecture: string; type?: 'ocp' | 'okd' },
  signal?: AbortSignal,
): Promise<OcpGraph> {
  const { architecture, type = 'ocp' } = query;
  const read = await Promise.all(
    query.channels.map(async (channel) =>
      fromUpdateGraph(await graphs.graph({ channel, architecture, type }, signal), {
        origin: channel,
        channel,
        architecture,
      }),
    ),
  );
  return mergeGraphs(read);
}

/**
 * Returns the merged graphs of the channels of one kind between two versions: stable-4.16, stable-4.17, stable-4.18.
 * Channels without versions are skipped, such as eus-4.17. Between two major versions, the minor versions of the first
 * one are requested until there are no more.
 * @throws AirlockError as `UpdateGraphs.graph`; `release-unknown` for an invalid version
 */
export async function corridorGraph(
  graphs: UpdateGraphs,
  query: { from: string; to: string; prefix: string; architecture: string; type?: 'ocp' | 'okd' },
  signal?: AbortSignal,
): Promise<OcpGraph> {
  const { architecture, type = 'ocp', prefix } = query;
  const ends = [query.from, query.to].map((version) => {
    const minor = minorOf(version);
    if (minor) return minor;
    throw new AirlockError('release-unknown', t('versionInvalid', { version }), {
      remedy: t('versionInvalidRemedy'),
    });
  });
  const [low, high] = ends.sort(compareMinors) as [Minor, Minor];
  const request = (minor: Minor) =>
    serviceGraph(graphs, { channels: [`${prefix}-${minorText(minor)}`], architecture, type }, signal);
  const found: OcpGraph[] = [];
  for (let { major, minor } = low; compareMinors({ major, minor }, high) <= 0; ) {
    const graph = await request({ major, minor });
    found.push(graph);
    // Two minor versions in a row are empty, while an extended-update channel skips only one.
    const over = major < high.major && found.slice(-2).every(({ nodes }) => nodes.length === 0);
    if (over || minor > LAST_MINOR) [major, minor] = [major + 1, 0];
    else minor++;
  }
  return mergeGraphs(found);
}

/** Stops the loop for a service that returns versions for every channel. */
const LAST_MINOR = 99;

function nodeOf(
  version: string,
  payload: string | undefined,
  metadata: Readonly<Record<string, string>>,
): OcpNode {
  const architecture = metadata[`${PREFIX}release.arch`] ?? version.split('+')[1];
  const channels = (metadata[`${PREFIX}release.channels`] ?? '').split(',').map((name) => name.trim());
  return {
    version,
    payload: payload || undefined,
    architecture: architecture || undefined,
    channels: channels.filter(Boolean).sort(byChannel),
    errata: metadata.url || undefined,
    metadata,
  };
}

function converted(
  nodes: OcpNode[],
  plain: OcpEdge[],
  conditional: readonly ConditionalEdges[],
  problems: Problem[],
  { origin, channel = commonChannel(nodes), architecture }: ServiceAnswer,
): OcpGraph {
  const members = nodes.map((node) => ({
    ...node,
    architecture: architecture || node.architecture,
    channels:
      channel === undefined || node.channels.includes(channel)
        ? node.channels
        : [...node.channels, channel].sort(byChannel),
  }));
  const pullable = new Set(nodes.flatMap(({ version, payload }) => (payload ? [version] : [])));
  const edges = [
    ...plain,
    ...conditional.flatMap((group) =>
      group.edges.map(({ from, to }) => ({
        from,
        to,
        risks: group.risks.length > 0 ? group.risks : [UNNAMED],
      })),
    ),
  ].filter(({ to }) => pullable.has(to));
  const built = [...new Set(members.map((node) => node.architecture))];
  const one = architecture ?? (built.length === 1 ? built[0] : undefined);
  const blocked = withdrawn(members, edges, origin);
  return assembleGraph({
    architecture: one || undefined,
    nodes: members,
    edges,
    blocked: blocked.edges,
    channels: channel ? [channel] : [],
    problems: [...problems, ...blocked.problems],
  });
}

const UNNAMED = { name: '', message: t('serviceReasonMissing'), url: '', matchingRules: [] };

/**
 * Returns the channel that all versions have in common, if possible of the newest version's minor version, because later
 * channels contain older versions too. Prefers stable over eus, fast and candidate.
 */
function commonChannel(nodes: readonly OcpNode[]): string | undefined {
  const [first, ...others] = nodes;
  const common = (first?.channels ?? [])
    .filter((name) => others.every(({ channels }) => channels.includes(name)))
    .sort(byChannel);
  const minors = nodes.map(({ version }) => minorOf(version)!).sort(compareMinors);
  return (
    common.find((name) => {
      const minor = parseChannelName(name)?.minor;
      return minor && compareMinors(minor, minors.at(-1)!) >= 0;
    }) ?? common.at(-1)
  );
}

/** Returns the updates that a service withdrew. Their patterns are in the metadata of the target version. */
function withdrawn(nodes: readonly OcpNode[], edges: readonly OcpEdge[], origin: string) {
  const blocked: BlockedEdge[] = [];
  const problems: Problem[] = [];
  const present = new Set(edges.map(({ from, to }) => `${from} ${to}`));
  for (const { version: to, metadata, architecture } of nodes) {
    const source = metadata[`${PREFIX}previous.remove_regex`];
    if (source === undefined) continue;
    const compiled = compileRe2(source);
    if (!('pattern' in compiled)) {
      const reason = t('patternInvalid', { version: to, pattern: source, reason: compiled.reason });
      const { code, message, remedy } = invalid(origin, reason);
      problems.push({ code, level: 'warning', message, remedy });
      continue;
    }
    const target = minorOf(to)!;
    for (const { version: from, architecture: other } of nodes) {
      const { major, minor } = minorOf(from)!;
      const near = major === target.major && (minor === target.minor || minor === target.minor - 1);
      if (!near || other !== architecture || present.has(`${from} ${to}`) || compareVersions(from, to) >= 0)
        continue;
      if (!compiled.pattern.test(from)) continue;
      const message = t('updatesWithdrawn', { version: to, pattern: source });
      blocked.push({ from, to, blocks: [{ from: source, message }] });
    }
  }
  return { edges: blocked, problems };
}

function invalid(origin: string, reason: string, cause?: unknown): AirlockError {
  return new AirlockError('graph-invalid', t('graphInvalid', { origin, reason }), {
    remedy: t('graphInvalidRemedy'),
    cause,
  });
}
