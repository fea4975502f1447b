import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** Sends an HTTP GET with the host's proxy and trust settings and with retries. */
export type HttpGet = (
  url: string,
  options: { signal?: AbortSignal; accept?: string },
) => Promise<{ status: number; body: Buffer }>;

const DEFAULT_GRAPH_DATA_URL = 'https://api.openshift.com/api/upgrades_info/graph-data';

/**
 * Returns the address of the graph data (a tar.gz): Red Hat's update service, or with UPDATE_URL_OVERRIDE the same address
 * with `/graph-data` instead of its last `/v1/graph` or `/graph` (docs/guides/releases.md#graph-data). An override with
 * neither is used as the folder of `graph-data`.
 * @param override value of UPDATE_URL_OVERRIDE; an empty one is ignored
 * @throws AirlockError `graph-invalid` if the override isn't an http(s) address
 */
export function graphDataUrl(override?: string): string {
  if (!override) return DEFAULT_GRAPH_DATA_URL;
  const url = URL.canParse(override) ? new URL(override) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new AirlockError('graph-invalid', t('overrideInvalid'));
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/(\/v1)?\/graph$/, '')}/graph-data`;
  url.search = '';
  url.hash = '';
  return url.href;
}

/**
 * Downloads the graph data from the update service (oc-mirror v2: internal/pkg/release/const.go).
 * @throws AirlockError of `get`, `not-found` and `server-error` by status, `graph-invalid` if it isn't a gzip file (such
 *   as a login page)
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
    throw new AirlockError(code, t('graphDataUnavailable', { place, status: String(status) }), {
      side: 'source',
      found: String(status),
      remedy: t('graphDataUnavailableRemedy'),
    });
  }
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    throw new AirlockError('graph-invalid', t('notAnArchive', { place }), {
      side: 'source',
      remedy: t('notAnArchiveRemedy'),
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
