import { AirlockError } from '../../base/errors/airlock-error.ts';

/** An HTTP GET that follows the host's proxy and trust settings, and retries what can be retried. */
export type HttpGet = (
  url: string,
  options: { signal?: AbortSignal; accept?: string },
) => Promise<{ status: number; body: Buffer }>;

const DEFAULT_GRAPH_DATA_URL = 'https://api.openshift.com/api/upgrades_info/graph-data';

/**
 * Where the graph data (a tar.gz) is: Red Hat's update service, or with UPDATE_URL_OVERRIDE the same address with
 * `/graph-data` in place of its last `/v1/graph` or `/graph` (docs/guides/releases.md#graph-data). An override that
 * names neither is taken for the folder of `graph-data`.
 * @param override value of UPDATE_URL_OVERRIDE; empty counts as not set
 * @throws AirlockError `graph-invalid` when the override is not an http(s) address
 */
export function graphDataUrl(override?: string): string {
  if (!override) return DEFAULT_GRAPH_DATA_URL;
  const url = URL.canParse(override) ? new URL(override) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AirlockError('graph-invalid', 'UPDATE_URL_OVERRIDE is not an http or https address');
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/(\/v1)?\/graph$/, '')}/graph-data`;
  url.search = '';
  url.hash = '';
  return url.href;
}

/**
 * The graph data as the update service sends it (oc-mirror v2: internal/pkg/release/const.go).
 * @throws AirlockError of `get`, `not-found` and `server-error` by status, `graph-invalid` when it is not a gzip file
 *   (a login page, say)
 */
export async function fetchGraphData(options: {
  get: HttpGet;
  override?: string;
  signal?: AbortSignal;
}): Promise<Buffer> {
  const url = graphDataUrl(options.override);
  const { status, body } = await options.get(url, {
    accept: 'application/gzip, application/octet-stream;q=0.9, */*;q=0.5',
    signal: options.signal,
  });
  const place = withoutSecrets(url);
  if (status !== 200) {
    const code = status === 404 ? 'not-found' : status >= 500 ? 'server-error' : 'graph-invalid';
    throw new AirlockError(code, `the graph data cannot be had from ${place}: HTTP status ${status}`, {
      side: 'source',
      found: String(status),
      remedy: 'Check UPDATE_URL_OVERRIDE, or take `graph: true` out of the configuration.',
    });
  }
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    throw new AirlockError('graph-invalid', `what ${place} sent is not a tar.gz file`, {
      side: 'source',
      remedy: 'Check UPDATE_URL_OVERRIDE; a proxy or login page may be in between.',
    });
  }
  return body;
}

function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
