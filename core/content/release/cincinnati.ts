import { randomUUID } from 'node:crypto';
import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { HttpGet } from '../signature/http-get.ts';
import { t } from './messages.ts';
import { parseUpdateGraph, type UpdateGraph } from './update-graph.ts';

/** The default address of graphs (oc-mirror v2: internal/pkg/cincinnati/download.go). */
export const OCP_GRAPH_URL = 'https://api.openshift.com/api/upgrades_info/v1/graph';
export const OKD_GRAPH_URL = 'https://origin-release.ci.openshift.org/graph';

export interface GraphQuery {
  channel: string;
  /** Name in the update service: amd64, arm64, ppc64le, s390x, multi. */
  architecture: string;
  type: 'ocp' | 'okd';
  /** The lowest selected version, which is sent to the service if it is known before the first request. */
  version?: string;
}

/** Update graphs by channel and architecture. Each is requested at most once and then stays the same. */
export interface UpdateGraphs {
  /** @throws AirlockError `graph-invalid`, `server-error`, errors of the transport; offline `content-missing` */
  graph(query: GraphQuery, signal?: AbortSignal): Promise<UpdateGraph>;
}

/**
 * Returns graphs from the update service. Each valid response is saved unchanged for the disconnected side and oc-mirror.
 * @param options.updateUrl value of UPDATE_URL_OVERRIDE, which is only used for OCP channels, like in oc-mirror
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
      const { channel, architecture } = query;
      throw new AirlockError(
        status >= 500 ? 'server-error' : 'graph-invalid',
        t('serviceResponse', { origin, status: String(status), channel, architecture }),
        { side: 'source', found: String(status), retryable: status >= 500 },
      );
    }
    const graph = parseUpdateGraph(body, origin);
    await files.write?.(graphFile(query), body);
    return graph;
  });
}

/** Returns graphs that an earlier run saved, without network requests. */
export function savedGraphs(files: WorkingFiles): UpdateGraphs {
  return remembered(async (query) => {
    const name = graphFile(query);
    const body = await files.read(name);
    if (body) return parseUpdateGraph(body, name);
    throw new AirlockError(
      'content-missing',
      t('graphMissing', { channel: query.channel, architecture: query.architecture, file: name }),
      { side: 'source', remedy: t('graphMissingRemedy') },
    );
  });
}

/** Returns the name below `working-dir/` (oc-mirror v2: internal/pkg/release/const.go). */
export function graphFile({ architecture, channel }: Pick<GraphQuery, 'architecture' | 'channel'>): string {
  for (const part of [architecture, channel]) {
    if (!/^[\w][\w.+-]*$/.test(part)) {
      throw new AirlockError('release-unknown', t('nameInvalid', { name: part }), {
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
    throw new AirlockError('usage', t('serviceUrlInvalid'), {
      remedy: t('serviceUrlInvalidRemedy'),
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

/** Caches successful and pending requests. A failed one can be repeated. */
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
