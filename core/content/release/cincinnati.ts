import { randomUUID } from 'node:crypto';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HttpGet } from '../signature/http-get.ts';
import { parseUpdateGraph, type UpdateGraph } from './update-graph.ts';

/** Where graphs are asked for when nothing else is said (oc-mirror v2: internal/pkg/cincinnati/download.go). */
export const OCP_GRAPH_URL = 'https://api.openshift.com/api/upgrades_info/v1/graph';
export const OKD_GRAPH_URL = 'https://origin-release.ci.openshift.org/graph';

export interface GraphQuery {
  channel: string;
  /** As the update service names it: amd64, arm64, ppc64le, s390x, multi. */
  architecture: string;
  type: 'ocp' | 'okd';
  /** Lowest wanted version, told to the service when it is known before the first request. */
  version?: string;
}

/** Update graphs by channel and architecture. The same answer, and at most one request, for the life of the object. */
export interface UpdateGraphs {
  /** @throws AirlockError `graph-invalid`, `server-error`, what the transport throws; offline `content-missing` */
  graph(query: GraphQuery, signal?: AbortSignal): Promise<UpdateGraph>;
}

/**
 * Graphs from the update service. Each answer that can be understood is saved as it came, because the disconnected side
 * and oc-mirror read it there.
 * @param options.updateUrl value of UPDATE_URL_OVERRIDE: used for OCP channels only, as oc-mirror does
 */
export function updateService(options: {
  get: HttpGet;
  files: WorkingFiles;
  updateUrl?: string;
}): UpdateGraphs {
  const { get, files, updateUrl } = options;
  const id = randomUUID();
  return remembered(async (query, signal) => {
    const url = requestUrl(query, id, updateUrl);
    const origin = withoutSecrets(url);
    const { status, body } = await get(url.href, { accept: 'application/json', signal });
    if (status !== 200) {
      const wanted = `channel ${query.channel} (${query.architecture})`;
      throw new AirlockError(
        status >= 500 ? 'server-error' : 'graph-invalid',
        `the update service at ${origin} answered ${status} when asked for ${wanted}`,
        { side: 'source', found: String(status), retryable: status >= 500 },
      );
    }
    const graph = parseUpdateGraph(body, origin);
    await files.write?.(graphFile(query), body);
    return graph;
  });
}

/** Graphs that an earlier run saved: nothing is contacted. */
export function savedGraphs(files: WorkingFiles): UpdateGraphs {
  return remembered(async (query) => {
    const name = graphFile(query);
    const body = await files.read(name);
    if (body) return parseUpdateGraph(body, name);
    throw new AirlockError(
      'content-missing',
      `no update graph of channel ${query.channel} (${query.architecture}) was carried here: ${name} is missing`,
      {
        side: 'source',
        remedy:
          'Mirror this channel to disk on the connected side and carry the transfer, or correct the name.',
      },
    );
  });
}

/** Name below `working-dir/` (oc-mirror v2: internal/pkg/release/const.go). */
export function graphFile({ architecture, channel }: Pick<GraphQuery, 'architecture' | 'channel'>): string {
  for (const part of [architecture, channel]) {
    if (!/^[\w][\w.+-]*$/.test(part)) {
      throw new AirlockError('release-unknown', `"${part}" is not the name of a channel or an architecture`, {
        rule: { id: 'release-channel-unknown', channel: part },
      });
    }
  }
  return `hold-release/cincinnati-graph-data/${architecture}-${channel}.json`;
}

function requestUrl(
  { channel, architecture, type, version }: GraphQuery,
  id: string,
  updateUrl?: string,
): URL {
  graphFile({ channel, architecture });
  const base = type === 'okd' ? OKD_GRAPH_URL : updateUrl || OCP_GRAPH_URL;
  if (!URL.canParse(base)) {
    throw new AirlockError('usage', 'UPDATE_URL_OVERRIDE is not a URL', {
      remedy: 'Write it whole, e.g. https://osus.example.com/api/upgrades_info/v1/graph.',
    });
  }
  const url = new URL(base);
  const requested = { arch: architecture, channel, id };
  for (const [key, value] of Object.entries(requested)) url.searchParams.set(key, value);
  if (version) url.searchParams.set('version', version);
  url.searchParams.sort();
  return url;
}

function withoutSecrets({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/** Remembers successes and what is under way; a failure may be asked for again. */
function remembered(load: UpdateGraphs['graph']): UpdateGraphs {
  const known = new Map<string, Promise<UpdateGraph>>();
  return {
    graph: (query, signal) => {
      const key = `${query.type} ${query.architecture} ${query.channel}`;
      const before = known.get(key);
      if (before) return before;
      const answer = load(query, signal);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
      return answer;
    },
  };
}
