import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import type { GraphOrigin, UpgradeSource } from '../../../contract/topics/upgrades.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { openSession } from '../../../mirror/run/session.ts';
import { mergeGraphs, type OcpGraph } from '../../../upgrade/ocp/graph.ts';
import { savedGraph } from '../../../upgrade/ocp/open-graph.ts';
import { findGraph } from '../../../upgrade/sources/find-graph.ts';
import { namedGraphPlace } from '../../../upgrade/sources/graph-place.ts';
import { heldGraph } from '../../../upgrade/sources/held-graph.ts';
import { keptAnswers } from '../../../upgrade/sources/kept-answers.ts';
import type { UsedSource } from '../../../upgrade/sources/used-source.ts';
import { absolutePath } from '../state/absolute-path.ts';

export interface GraphQuestion {
  source: UpgradeSource;
  workspace?: string;
  architecture: string;
  /** Both ends, as versions. */
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

/** Graphs are small and there are few: what a run may take from a registry does not matter here. */
export const NETWORK = {
  sourceTlsVerify: true,
  destinationTlsVerify: true,
  retryTimes: 2,
  retryDelayMs: 0,
  parallelImages: 4,
  parallelLayers: 4,
};
const HOUR = 3_600_000;
const SAVED = 'hold-release/cincinnati-graph-data/';

/** Where answers of update services are kept, shared with the command line. */
function graphsDirectory({ env, home }: HostFacts): string {
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'airlock', 'graphs');
}

/**
 * The graph that a question is answered by. Only the update service is contacted, and only when its answer of the last
 * hour is not kept.
 * @throws AirlockError as `findGraph`; `content-missing` when nothing is kept here
 */
export async function graphFor(
  question: GraphQuestion,
  host: HostFacts,
  signal: AbortSignal,
): Promise<OriginatedGraph> {
  const { source, architecture, from, to, channel, fresh } = question;
  if (source.kind === 'kept') {
    const { graphs, origins, error } = await keptGraphs(question, host, signal);
    if (graphs.length > 0) return { graph: mergeGraphs(graphs), origins };
    throw error;
  }
  const session = await openSession(NETWORK, host, () => {});
  try {
    const place =
      source.kind === 'service'
        ? { at: 'service' as const }
        : namedGraphPlace(source.file, (path) => absolutePath(path, 'source.file'));
    const updateUrl = host.env.UPDATE_URL_OVERRIDE;
    const { graph, used, problems } = await findGraph(
      [place],
      { architecture, from, to, channel },
      {
        get: session.get,
        registries: async () => session.registries,
        directory: graphsDirectory(host),
        maxAgeMs: fresh ? 0 : HOUR,
        ...(updateUrl && { updateUrl }),
        signal,
      },
    );
    return { graph: { ...graph, problems: [...problems, ...graph.problems] }, origins: used.map(originOf) };
  } finally {
    await session.close();
  }
}

/** Everything that is kept of an architecture: by the workspace, and of what this user's update service was asked. */
export async function keptGraphs(
  { workspace, architecture }: Pick<GraphQuestion, 'workspace' | 'architecture'>,
  host: HostFacts,
  signal: AbortSignal,
): Promise<{ graphs: OcpGraph[]; origins: GraphOrigin[]; service: string; error: unknown }> {
  const graphs: OcpGraph[] = [];
  const origins: GraphOrigin[] = [];
  let error: unknown = new AirlockError('content-missing', 'no update graph is kept on this host', {
    side: 'local',
    remedy: 'Ask the update service where it can be reached, or name a file or a folder that has the graph.',
  });
  if (workspace !== undefined) {
    try {
      const { graph, used } = await heldGraph(workspace, { architecture, signal });
      if (graph.nodes.length > 0) {
        graphs.push(graph);
        origins.push(...used.map(originOf));
      }
    } catch (thrown) {
      // A workspace that nothing was mirrored into holds none; what is broken in one must be told.
      const fault = asAirlockError(thrown);
      if (!['content-missing', 'usage', 'graph-invalid'].includes(fault.code)) error = fault;
    }
  }
  const kept = keptAnswers(graphsDirectory(host), host.env.UPDATE_URL_OVERRIDE, () => {});
  const graph = await savedGraph(kept.files, { architecture }).catch(() => undefined);
  if (graph && graph.nodes.length > 0) {
    const times: number[] = [];
    for (const name of await kept.files.list(SAVED)) times.push((await kept.writtenAt(name)) ?? Date.now());
    graphs.push(graph);
    origins.push({
      kind: 'kept',
      origin: kept.service,
      channels: [...graph.channels],
      asOf: new Date(Math.min(...times)).toISOString(),
    });
  }
  return { graphs, origins, service: kept.service, error };
}

function originOf({ kind, origin, channels, asOf }: UsedSource): GraphOrigin {
  return { kind, origin, channels: [...channels], ...(asOf && { asOf }) };
}
