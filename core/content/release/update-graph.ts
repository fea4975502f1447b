import { compareBuild, parse, type SemVer } from 'semver';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { GRAPH_RESPONSE } from './graph-response.ts';

/** One release that an update service knows. `payload` is an image reference, by digest wherever Red Hat serves it. */
export interface ReleaseNode {
  version: string;
  payload: string;
  metadata: Readonly<Record<string, string>>;
}

/** Why an update may be unwise for some clusters. */
export interface UpdateRisk {
  name: string;
  message: string;
  url: string;
  /** As served: `Always`, or `PromQL` with a query that a cluster evaluates. */
  matchingRules: readonly { type: string; promql?: { promql: string } }[];
}

/** Updates (by version) that carry the same risks. */
export interface ConditionalEdges {
  edges: readonly { from: string; to: string }[];
  risks: readonly UpdateRisk[];
}

/** What an update service answers for one channel and architecture (openshift/cincinnati, "Graph API"). */
export interface UpdateGraph {
  /** Ascending by version. */
  nodes: readonly ReleaseNode[];
  /** Version -> versions it updates to without a condition, newest first. */
  successors: ReadonlyMap<string, readonly string[]>;
  /** Kept for whoever explains risks: the selection of releases ignores them, as oc-mirror v2 does. */
  conditionalEdges: readonly ConditionalEdges[];
}

/**
 * Reads a graph response. Nodes without payload, which update services keep for versions they know of only by name, are
 * left out with their edges: nothing can be mirrored of them, and no cluster can update to them.
 * @param origin what to call it in messages: an address without query, or a file
 * @throws AirlockError `graph-invalid`: not JSON, a field of a wrong type, a version that is not semver or occurs twice,
 * an edge that points outside of the nodes
 */
export function parseUpdateGraph(body: Uint8Array, origin: string): UpdateGraph {
  let json: unknown;
  try {
    json = parseJson(Buffer.from(body).toString('utf8'));
  } catch (cause) {
    throw new AirlockError(
      'graph-invalid',
      `the update graph from ${origin} can't be read: ${notJson(cause)}`,
      {
        cause,
      },
    );
  }
  const parsed = GRAPH_RESPONSE.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw invalid(origin, `${issue.path.join('.') || 'the answer'}: ${issue.message}`);
  }
  const { nodes, edges, conditionalEdges } = parsed.data;
  const versions = new Set<string>();
  for (const { version } of nodes) {
    if (!parse(version)) throw invalid(origin, `"${version}" is not a version`);
    if (versions.has(version)) throw invalid(origin, `version ${version} occurs twice`);
    versions.add(version);
  }
  const successors = new Map<string, string[]>();
  for (const [index, [from, to]] of (edges ?? []).entries()) {
    const source = nodes[from];
    const target = nodes[to];
    if (source === undefined || target === undefined) {
      throw invalid(origin, `edges[${index}] is [${from}, ${to}], but there are ${nodes.length} nodes`);
    }
    if (!source.payload || !target.payload) continue;
    const known = successors.get(source.version);
    if (known) known.push(target.version);
    else successors.set(source.version, [target.version]);
  }
  for (const targets of successors.values()) targets.sort((a, b) => compareVersions(b, a));
  return {
    nodes: nodes
      .flatMap(({ version, payload, metadata }) =>
        payload ? [{ version, payload, metadata: metadata ?? {} }] : [],
      )
      .sort((a, b) => compareVersions(a.version, b.version)),
    successors,
    conditionalEdges: conditionalEdges ?? [],
  };
}

/**
 * Semver order: pre-releases before their release, numeric identifiers by number. Build metadata (`+amd64`) only
 * decides between otherwise equal versions, so that the order is total.
 */
export function compareVersions(a: string, b: string): number {
  return compareBuild(a, b);
}

/** The node of a version, or undefined. */
export function nodeOf(graph: UpdateGraph, version: string): ReleaseNode | undefined {
  return graph.nodes.find((node) => node.version === version);
}

/**
 * Fewest updates from one version to another along unconditional edges; among equally short paths the one whose steps
 * are newest, decided from the first step on (oc-mirror v2: internal/pkg/release/core-cincinnati.go).
 * @returns both ends included; empty when no path exists or a version is not in the graph
 */
export function shortestPath(graph: UpdateGraph, from: string, to: string): ReleaseNode[] {
  const nodes = new Map(graph.nodes.map((node) => [node.version, node]));
  if (!nodes.has(from) || !nodes.has(to)) return [];
  const sourceOf = new Map<string, string | undefined>([[from, undefined]]);
  const queue = [from];
  for (const version of queue) {
    if (version === to) break;
    for (const next of graph.successors.get(version) ?? []) {
      if (sourceOf.has(next)) continue;
      sourceOf.set(next, version);
      queue.push(next);
    }
  }
  if (!sourceOf.has(to)) return [];
  const path: ReleaseNode[] = [];
  for (let at: string | undefined = to; at !== undefined; at = sourceOf.get(at)) path.unshift(nodes.get(at)!);
  return path;
}

/** Versions that are wanted but unknown, put beside those that exist: at most `count` neighbours in semver order. */
export function nearestVersions(graph: UpdateGraph, version: SemVer, count = 4): string[] {
  const above = graph.nodes.findIndex((node) => compareVersions(node.version, version.version) > 0);
  const middle = above < 0 ? graph.nodes.length : above;
  const start = Math.max(0, Math.min(middle - count / 2, graph.nodes.length - count));
  return graph.nodes.slice(start, start + count).map((node) => node.version);
}

function invalid(origin: string, what: string): AirlockError {
  return new AirlockError('graph-invalid', `the update graph from ${origin} is invalid: ${what}`);
}
