import type { SecureContext } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Endpoint } from './access.ts';
import { t } from './messages.ts';
import { type ForwardProxy, hostPort, proxyFor } from './proxy.ts';
import { openTunnel } from './tunnel.ts';

/** ms for name lookup, TCP and TLS in total. */
const CONNECT_TIMEOUT = 20_000;

/** Connections of this thread to one origin. At most 64 blobs are copied at once. */
const CONNECTIONS = 64;

/** ms until an idle connection is closed, unless the server sets another time. Load balancers close it after 60 s or more. */
const KEEP_ALIVE = 15_000;

const POOL = {
  connections: CONNECTIONS,
  pipelining: 1,
  // Registries answer large blobs on one HTTP/2 connection more slowly than on several of HTTP/1.1.
  allowH2: false,
  keepAliveTimeout: KEEP_ALIVE,
};

export interface Dispatchers {
  at(origin: string, security: Endpoint['security']): Dispatcher;
  close(): Promise<void>;
}

/**
 * Returns connection pools, one for each origin and security, direct or through the proxy in the environment. A pool
 * serves only its own origin and rejects requests for others, so that no host gets the permissions of another.
 */
export function createDispatchers(
  env: Record<string, string | undefined>,
  certificates: (host: string) => SecureContext,
): Dispatchers {
  const pools = new Map<string, { pool: Dispatcher; guarded: Dispatcher }>();
  const closing = new AbortController();

  const open = (url: URL, security: Endpoint['security']): Dispatcher => {
    const proxy = proxyFor(url, env);
    const tls = {
      secureContext: certificates(url.host),
      rejectUnauthorized: security === 'verified',
      allowH2: false,
      timeout: CONNECT_TIMEOUT,
    };
    if (!proxy) return new Pool(url.origin, { ...POOL, connect: tls });
    const proxyContext = certificates(proxy.url.host);
    if (url.protocol === 'http:') return forwardingPool(proxy, proxyContext);
    const secure = buildConnector(tls);
    return new Pool(url.origin, {
      ...POOL,
      connect: (target, callback) => {
        openTunnel(proxy, hostPort(url), {
          secureContext: proxyContext,
          timeout: CONNECT_TIMEOUT,
          signal: closing.signal,
        }).then(
          (httpSocket) => secure({ ...target, httpSocket }, callback),
          (error) => callback(error, null),
        );
      },
    });
  };

  return {
    at(origin, security) {
      if (closing.signal.aborted)
        throw new AirlockError('interrupted', t('connectionsClosed', { host: origin }));
      const url = new URL(origin);
      const key = `${security} ${url.origin}`;
      let saved = pools.get(key);
      if (!saved) {
        const pool = open(url, security);
        saved = { pool, guarded: pool.compose(onlyFor(url.origin)) };
        pools.set(key, saved);
      }
      return saved.guarded;
    },
    async close() {
      closing.abort();
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
      pools.clear();
    },
  };
}

/** Plain HTTP goes through a proxy as a request with the complete URL, not through a tunnel. */
function forwardingPool(proxy: ForwardProxy, secureContext: SecureContext): Dispatcher {
  return new ProxyAgent({
    ...POOL,
    uri: proxy.url.href,
    token: proxy.authorization || undefined,
    proxyTls: { secureContext, timeout: CONNECT_TIMEOUT, allowH2: false },
    connectTimeout: CONNECT_TIMEOUT,
  });
}

function onlyFor(origin: string): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    if (options.origin && new URL(options.origin).origin !== origin) {
      throw new AirlockError('internal', `a request for ${new URL(options.origin).origin} went to ${origin}`);
    }
    return dispatch({ ...options, origin }, handler);
  };
}
