import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { GraphOrigin, UpgradeSource } from '../../../contract/topics/upgrades.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { mergeGraphs, type OcpGraph } from '../../../upgrade/ocp/graph.ts';
import { savedGraph } from '../../../upgrade/ocp/open-graph.ts';
import type { FoundGraph, GraphRequest } from '../../../upgrade/sources/find-graph.ts';
import { savedAnswers } from '../../../upgrade/sources/saved-answers.ts';
import { storedGraph } from '../../../upgrade/sources/stored-graph.ts';
import { type GraphUse, graphCache, readGraph } from '../../sources/read-graph.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { t } from './messages.ts';

export interface GraphQuestion {
  source: UpgradeSource;
  workspace?: string | undefined;
  architecture: string;
  /** Both ends of the path. */
  from: string;
  to: string;
  /** `stable-4.18` */
  channel: string;
  fresh: boolean;
}

export interface OriginatedGraph {
  graph: OcpGraph;
  origins: GraphOrigin[];
}

const HOUR = 3_600_000;
const SAVED = 'hold-release/cincinnati-graph-data/';

/**
 * Returns the graph for a question. It queries only the update service, and only without a saved answer of the last hour.
 * @throws AirlockError as `readGraph`; `content-missing` when no graph is saved
 */
export async function graphFor(
  question: GraphQuestion,
  host: HostFacts,
  signal: AbortSignal,
): Promise<OriginatedGraph> {
  const { source, architecture, from, to, channel, fresh } = question;
  if (source.kind === 'cached') {
    const { graphs, origins, error } = await savedGraphs(question, host, signal);
    if (graphs.length > 0) return { graph: mergeGraphs(graphs), origins };
    throw error;
  }
  const wanted = { architecture, from, to, channel };
  if (source.kind === 'file')
    return graphInFile({ path: source.file, field: 'source.file' }, wanted, host, signal);
  return originated(await readGraph(undefined, wanted, graphUse(host, signal, 'source', fresh ? 0 : HOUR)));
}

/**
 * Returns the graph in a file, a directory or a graph-data image.
 * @param file.field field of the request that contains the path
 * @throws AirlockError as `findGraph`
 */
export async function graphInFile(
  { path, field }: { path: string; field: string },
  wanted: GraphRequest,
  host: HostFacts,
  signal: AbortSignal,
): Promise<OriginatedGraph> {
  return originated(await readGraph([path], wanted, graphUse(host, signal, field)));
}

function graphUse(host: HostFacts, signal: AbortSignal, field: string, maxAgeMs?: number): GraphUse {
  return { host, pathOf: (path) => absolutePath(path, field), maxAgeMs, signal };
}

/** Returns a graph with the problems of its source. */
function originated({ graph, used, problems }: FoundGraph): OriginatedGraph {
  return { graph: { ...graph, problems: [...problems, ...graph.problems] }, origins: used };
}

/** Returns all saved graphs of an architecture: those of the workspace, and answers of this user's update service. */
export async function savedGraphs(
  { workspace, architecture }: Pick<GraphQuestion, 'workspace' | 'architecture'>,
  host: HostFacts,
  signal: AbortSignal,
): Promise<{ graphs: OcpGraph[]; origins: GraphOrigin[]; service: string; error: unknown }> {
  const graphs: OcpGraph[] = [];
  const origins: GraphOrigin[] = [];
  let error: unknown = new AirlockError('content-missing', t('graphMissing'), {
    side: 'local',
    remedy: t('graphMissingRemedy'),
  });
  if (workspace !== undefined) {
    try {
      const { graph, used } = await storedGraph(workspace, { architecture, signal });
      if (graph.nodes.length > 0) {
        graphs.push(graph);
        origins.push(...used);
      }
    } catch (thrown) {
      // A workspace without mirrored content has no graph, but a damaged graph must be reported.
      const fault = asAirlockError(thrown);
      if (!['content-missing', 'usage', 'graph-invalid'].includes(fault.code)) error = fault;
    }
  }
  const saved = savedAnswers(graphCache(host), host.env.UPDATE_URL_OVERRIDE, () => {});
  const graph = await savedGraph(saved.files, { architecture }).catch(() => undefined);
  if (graph && graph.nodes.length > 0) {
    const times: number[] = [];
    for (const name of await saved.files.list(SAVED)) times.push((await saved.writtenAt(name)) ?? Date.now());
    graphs.push(graph);
    origins.push({
      kind: 'cached',
      origin: saved.service,
      channels: [...graph.channels],
      asOf: new Date(Math.min(...times)).toISOString(),
    });
  }
  return { graphs, origins, service: saved.service, error };
}
