import { compareBuild, parse } from 'semver';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { present } from '../../base/objects/present.ts';
import type { UpdateRisk } from '../../content/release/update-graph.ts';
import { t } from './messages.ts';
import { byChannel, compareMinors, type Minor, minorOf } from './version-order.ts';

/** A release of OpenShift in an update graph. */
export interface OcpNode {
  /** As in the source. Graphs of several architectures have them as build metadata (`4.2.0+amd64`). */
  version: string;
  /** Image reference. Absent if only names are known (graph-data). */
  payload?: string;
  architecture?: string;
  /** Every known channel that contains it, ascending. */
  channels: readonly string[];
  /** Address of its errata. */
  errata?: string;
  /** Channels that contain it, but from which it isn't promoted to others. */
  tombstoneIn?: readonly string[];
  metadata: Readonly<Record<string, string>>;
}

/** A reason not to update, for the clusters that its rules match. */
export interface OcpRisk extends UpdateRisk {
  /** The version without this risk. */
  fixedIn?: string;
  /** Address where it is decided whether later versions still have it. */
  autoExtend?: string;
  /** The decision whether it affects the clusters. */
  answer?: { applies: boolean; reason: string };
}

/** An update. With `risks` it is conditional, and recommended only to clusters that aren't affected by any of them. */
export interface OcpEdge {
  from: string;
  to: string;
  risks: readonly OcpRisk[];
  /**
   * A conditional update that the source also lists as unconditional. Clusters treat it as conditional. oc-mirror, which
   * doesn't read conditional updates, follows it.
   */
  alsoPlain?: true;
  /** Derived from build-suggestions, because no release metadata lists the versions that update to `to`. */
  suggested?: true;
}

/** Why updates into a version were withdrawn. */
export interface EdgeBlock {
  /** The pattern of affected versions, as in the source. */
  from: string;
  message?: string;
}

/** An update that release metadata lists and that was withdrawn. */
export interface BlockedEdge {
  from: string;
  to: string;
  blocks: readonly EdgeBlock[];
}

/** The known updates of OpenShift, from any source. Plain data. */
export interface OcpGraph {
  /** Absent for a graph of several architectures. */
  architecture?: string;
  /** Ascending by version. */
  nodes: readonly OcpNode[];
  /** Each pair once, by `from` ascending, then `to` descending. Both ends are nodes. */
  edges: readonly OcpEdge[];
  blocked: readonly BlockedEdge[];
  /** Channels that are completely in the graph, ascending. Nodes may be in others too. */
  channels: readonly string[];
  /** Ignored or uncertain content. */
  problems: readonly Problem[];
}

/** Edges by position in `nodes`. */
export interface GraphIndex {
  /** Version -> position in `nodes`. */
  positions: ReadonlyMap<string, number>;
  /** By position: edges that leave it, newest target first. */
  out: readonly (readonly IndexedEdge[])[];
  /** By position: edges that enter it. */
  into: readonly (readonly IndexedEdge[])[];
}

export interface IndexedEdge {
  edge: OcpEdge;
  from: number;
  to: number;
}

const indexes = new WeakMap<OcpGraph, GraphIndex>();

/**
 * Builds a graph with ascending versions, one edge with all risks for each pair of versions, and no edges without nodes.
 * @throws AirlockError `graph-invalid` for a version that isn't semver or occurs twice
 */
export function assembleGraph(
  parts: Omit<OcpGraph, 'problems' | 'blocked' | 'channels'> & Partial<OcpGraph>,
): OcpGraph {
  const nodes = sorted(parts.nodes);
  const positions = new Map(nodes.map(({ version }, at) => [version, at]));
  const pairs = new Map<string, OcpEdge>();
  for (const edge of parts.edges) {
    if (edge.from === edge.to || !positions.has(edge.from) || !positions.has(edge.to)) continue;
    const key = `${edge.from} ${edge.to}`;
    const known = pairs.get(key);
    pairs.set(key, known ? joined(known, edge) : edge);
  }
  const edges = [...pairs.values()].sort(
    (a, b) => positions.get(a.from)! - positions.get(b.from)! || positions.get(b.to)! - positions.get(a.to)!,
  );
  const { architecture, blocked = [], channels = [], problems = [] } = parts;
  return {
    architecture: architecture || undefined,
    nodes,
    edges,
    blocked: blocked.filter(
      ({ from, to }) => positions.has(from) && positions.has(to) && !pairs.has(`${from} ${to}`),
    ),
    channels: [...new Set(channels)].sort(byChannel),
    problems: [...new Map(problems.map((problem) => [problem.message, problem])).values()],
  };
}

/**
 * Merges graphs, for example of the channels between two versions. Content of only one of them is included, and a
 * conditional update stays conditional. An update from build-suggestions is dropped if a graph contains a complete channel
 * with both versions, but not the update.
 * @throws AirlockError `graph-invalid` for graphs of different architectures
 */
export function mergeGraphs(graphs: readonly OcpGraph[]): OcpGraph {
  const filled = graphs.filter((graph) => graph.nodes.length > 0);
  // A channel without versions doesn't exist. It is named only if there is nothing else.
  if (filled.length > 0 && filled.length < graphs.length) return mergeGraphs(filled);
  const architectures = [...new Set(graphs.flatMap(({ architecture }) => architecture ?? []))];
  if (architectures.length > 1) {
    throw new AirlockError(
      'graph-invalid',
      t('architecturesDiffer', { architectures: architectures.join(', ') }),
      { remedy: t('architecturesDifferRemedy') },
    );
  }
  const nodes = new Map<string, OcpNode>();
  for (const node of graphs.flatMap((graph) => graph.nodes)) {
    const known = nodes.get(node.version);
    nodes.set(node.version, known ? oneNode(known, node) : node);
  }
  const recorded = graphs.filter((graph) => !graph.edges.some(({ suggested }) => suggested));
  const refuted = ({ from, to, suggested }: OcpEdge) =>
    suggested && recorded.some((graph) => refutes(graph, from, to));
  return assembleGraph({
    architecture: architectures[0] || undefined,
    nodes: [...nodes.values()],
    edges: graphs.flatMap((graph) => graph.edges).filter((edge) => !refuted(edge)),
    blocked: oneBlockEach(graphs.flatMap((graph) => graph.blocked)),
    channels: graphs.flatMap((graph) => graph.channels),
    problems: graphs.flatMap((graph) => graph.problems),
  });
}

/** Returns the index of a graph, which is created once. */
export function indexOf(graph: OcpGraph): GraphIndex {
  const known = indexes.get(graph);
  if (known) return known;
  const positions = new Map(graph.nodes.map(({ version }, at) => [version, at]));
  const out: IndexedEdge[][] = graph.nodes.map(() => []);
  const into: IndexedEdge[][] = graph.nodes.map(() => []);
  for (const edge of graph.edges) {
    const indexed = { edge, from: positions.get(edge.from)!, to: positions.get(edge.to)! };
    out[indexed.from]!.push(indexed);
    into[indexed.to]!.push(indexed);
  }
  const index = { positions, out, into };
  indexes.set(graph, index);
  return index;
}

/** Returns the positions of all versions of a minor version. */
export function positionsOf(graph: OcpGraph, minor: Minor): Set<number> {
  const inMinor = graph.nodes.flatMap(({ version }, at) =>
    compareMinors(minorOf(version)!, minor) === 0 ? [at] : [],
  );
  return new Set(inMinor);
}

function sorted(nodes: readonly OcpNode[]): OcpNode[] {
  const parsed = nodes.map((node) => {
    const semver = parse(node.version);
    if (!semver) throw new AirlockError('graph-invalid', t('versionInvalid', { version: node.version }));
    return { node, semver };
  });
  parsed.sort((a, b) => compareBuild(a.semver, b.semver) || (a.node.version < b.node.version ? -1 : 1));
  for (const [at, { node }] of parsed.entries()) {
    if (parsed[at + 1]?.node.version === node.version)
      throw new AirlockError('graph-invalid', t('versionTwiceInGraph', { version: node.version }));
  }
  return parsed.map(({ node }) => node);
}

function joined(a: OcpEdge, b: OcpEdge): OcpEdge {
  const risks = new Map<string, OcpRisk>();
  for (const risk of [...a.risks, ...b.risks]) {
    const key = risk.name || `${risk.url} ${risk.message}`;
    risks.set(key, { ...risk, ...present(risks.get(key) ?? risk) });
  }
  const conditional = risks.size > 0;
  const plain = [a, b].some((edge) => edge.risks.length === 0 || edge.alsoPlain);
  return {
    from: a.from,
    to: a.to,
    risks: [...risks.values()],
    alsoPlain: conditional && plain ? (true as const) : undefined,
    suggested: a.suggested && b.suggested ? (true as const) : undefined,
  };
}

function oneNode(a: OcpNode, b: OcpNode): OcpNode {
  const tombstoneIn = [...new Set([...(a.tombstoneIn ?? []), ...(b.tombstoneIn ?? [])])].sort(byChannel);
  return {
    ...b,
    ...present(a),
    channels: [...new Set([...a.channels, ...b.channels])].sort(byChannel),
    metadata: { ...b.metadata, ...a.metadata },
    tombstoneIn: tombstoneIn.length > 0 ? tombstoneIn : undefined,
  };
}

function oneBlockEach(blocked: readonly BlockedEdge[]): BlockedEdge[] {
  const pairs = new Map<string, BlockedEdge>();
  for (const edge of blocked) {
    const key = `${edge.from} ${edge.to}`;
    const blocks = [...(pairs.get(key)?.blocks ?? []), ...edge.blocks];
    const distinct = [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()];
    pairs.set(key, { ...edge, blocks: distinct });
  }
  return [...pairs.values()];
}

/** Returns whether a graph contains a complete channel with both versions, but not this update. */
function refutes(graph: OcpGraph, from: string, to: string): boolean {
  const { positions, out } = indexOf(graph);
  const [source, target] = [positions.get(from), positions.get(to)];
  if (source === undefined || target === undefined) return false;
  const together = graph.nodes[source]!.channels.some(
    (channel) => graph.channels.includes(channel) && graph.nodes[target]!.channels.includes(channel),
  );
  return together && !out[source]!.some((each) => each.to === target);
}
