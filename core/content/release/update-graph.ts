import { compareBuild, parse, type SemVer } from 'semver';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { GRAPH_RESPONSE } from './graph-response.ts';
import { t } from './messages.ts';

/** A release of an update service. `payload` is an image reference, by digest in Red Hat's service. */
export interface ReleaseNode {
  version: string;
  payload: string;
  metadata: Readonly<Record<string, string>>;
}

/** Why an update isn't recommended for some clusters. */
export interface UpdateRisk {
  name: string;
  message: string;
  url: string;
  /** As served: `Always`, or `PromQL` with a query that a cluster evaluates. */
  matchingRules: readonly { type: string; promql?: { promql: string } }[];
}

/** Updates (by version) with the same risks. */
export interface ConditionalEdges {
  edges: readonly { from: string; to: string }[];
  risks: readonly UpdateRisk[];
}

/** The response of an update service for one channel and architecture (openshift/cincinnati, "Graph API"). */
export interface UpdateGraph {
  /** Ascending by version. */
  nodes: readonly ReleaseNode[];
  /** Unconditional updates by version, newest first. */
  successors: ReadonlyMap<string, readonly string[]>;
  /** For explanations of risks. The selection of releases ignores them, like oc-mirror v2. */
  conditionalEdges: readonly ConditionalEdges[];
}

/**
 * Parses a graph response. Skips nodes without a payload and their edges, because they can't be mirrored and no cluster
 * can update to them. Update services have such nodes for versions that they only know by name.
 * @param origin its name in messages: an address without query, or a file
 * @throws AirlockError `graph-invalid`: not JSON, a field of a wrong type, a version that isn't semver or occurs twice, an
 * edge to a missing node
 */
export function parseUpdateGraph(body: Uint8Array, origin: string): UpdateGraph {
  let json: unknown;
  try {
    json = parseJson(Buffer.from(body).toString('utf8'));
  } catch (cause) {
    throw new AirlockError('graph-invalid', t('graphUnreadable', { origin, error: notJson(cause) }), {
      cause,
    });
  }
  const parsed = GRAPH_RESPONSE.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const path = issue.path.join('.') || t('response');
    throw invalid(origin, t('fieldInvalid', { path, fault: issue.message }));
  }
  const { nodes, edges, conditionalEdges } = parsed.data;
  const versions = new Set<string>();
  for (const { version } of nodes) {
    if (!parse(version)) throw invalid(origin, t('notAVersion', { version }));
    if (versions.has(version)) throw invalid(origin, t('versionTwice', { version }));
    versions.add(version);
  }
  const successors = new Map<string, string[]>();
  for (const [index, [from, to]] of (edges ?? []).entries()) {
    const source = nodes[from];
    const target = nodes[to];
    if (source === undefined || target === undefined) {
      const values = { index: String(index), from: String(from), to: String(to), count: nodes.length };
      throw invalid(origin, t('edgeInvalid', values));
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
 * Compares versions in semver order: pre-releases before their release, numeric identifiers by number. Build metadata
 * (`+amd64`) is only compared for otherwise equal versions, so that the order is total.
 */
export function compareVersions(a: string, b: string): number {
  return compareBuild(a, b);
}

/** Returns the node of a version, or undefined. */
export function nodeOf(graph: UpdateGraph, version: string): ReleaseNode | undefined {
  return graph.nodes.find((node) => node.version === version);
}

/**
 * Returns the path with the fewest unconditional updates from one version to another. Among equally short paths, prefers
 * the newest versions from the first step on (oc-mirror v2: internal/pkg/release/core-cincinnati.go).
 * @returns both ends included; empty if no path exists or a version isn't in the graph
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

/** Returns the existing versions nearest to an unknown one: at most `count` neighbors in semver order. */
export function nearestVersions(graph: UpdateGraph, version: SemVer, count = 4): string[] {
  const above = graph.nodes.findIndex((node) => compareVersions(node.version, version.version) > 0);
  const middle = above < 0 ? graph.nodes.length : above;
  const start = Math.max(0, Math.min(middle - count / 2, graph.nodes.length - count));
  return graph.nodes.slice(start, start + count).map((node) => node.version);
}

function invalid(origin: string, fault: string): AirlockError {
  return new AirlockError('graph-invalid', t('graphInvalid', { origin, fault }));
}
