import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { t } from './messages.ts';
import type { ForwardProxy } from './proxy.ts';

export interface TunnelOptions {
  /** For the connection to an https:// proxy. */
  secureContext: SecureContext;
  /** ms until the proxy must have connected. */
  timeout: number;
  signal?: AbortSignal;
}

/**
 * Opens a socket to `host:port` through a proxy with CONNECT.
 * @throws AirlockError `proxy` if the proxy is unreachable, rejects the request, or has an untrusted certificate
 */
export function openTunnel(proxy: ForwardProxy, target: string, options: TunnelOptions): Promise<Socket> {
  const { hostname, port, protocol } = proxy.url;
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'https:';
  const headers: OutgoingHttpHeaders = { host: target };
  if (proxy.authorization) headers['proxy-authorization'] = proxy.authorization;
  const request = httpRequest({
    host,
    port: Number(port) || (secure ? 443 : 80),
    method: 'CONNECT',
    path: target,
    headers,
    agent: false,
    createConnection: secure
      ? () =>
          connectTls({
            host,
            port: Number(port) || 443,
            secureContext: options.secureContext,
            servername: isIP(host) === 0 ? host : undefined,
          })
      : undefined,
    signal: options.signal,
  });
  const timer = setTimeout(
    () => request.destroy(new Error(t('proxyNoAnswer', { seconds: options.timeout / 1000 }))),
    options.timeout,
  );
  return new Promise<Socket>((resolve, reject) => {
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(proxyRejected(proxy, target, response.statusCode ?? 0, offersOf(response)));
    });
    // A proxy may answer CONNECT like any other request.
    request.once('response', (response) => {
      response.destroy();
      reject(proxyRejected(proxy, target, response.statusCode ?? 0, offersOf(response)));
    });
    request.once('error', (error) =>
      reject(options.signal?.aborted ? error : proxyUnreachable(proxy, error)),
    );
    request.end();
  }).finally(() => clearTimeout(timer));
}

/**
 * Returns the error for a proxy that answered without the requested connection.
 * @param offers its authentication schemes, such as `NTLM`. Empty if unknown
 */
export function proxyRejected(
  proxy: ForwardProxy,
  target: string,
  status: number,
  offers: readonly string[] = [],
): AirlockError {
  const { address, variable, authorization } = proxy;
  const named = { proxy: address, variable };
  if (status === 407 && offers.length > 0 && !offers.some((scheme) => /^basic$/i.test(scheme)))
    return new AirlockError(
      'proxy',
      t('proxyAuthentication', { ...named, schemes: alternativeList(offers) }),
      {
        remedy: t('proxyAuthenticationRemedy', { variable }),
        expected: 'Basic',
        found: offers.join(', '),
      },
    );
  if (status === 407) {
    const key = authorization ? 'proxyRejectedLogin' : 'proxyRequiresLogin';
    return new AirlockError('proxy', t(key, { ...named, target }), {
      remedy: t('proxyLoginRemedy', { variable }),
      found: '407',
    });
  }
  return new AirlockError('proxy', t('proxyRejected', { ...named, target, status }), {
    remedy: t('proxyRejectedRemedy', { target }),
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}

/** Returns the schemes of Proxy-Authenticate, in order. */
function offersOf({ headers }: IncomingMessage): string[] {
  const text = headers['proxy-authenticate'] ?? '';
  const found = [text]
    .flat()
    .join(', ')
    .matchAll(/(?:^|,)\s*([a-z][\w-]*)(?=\s*(?:,|$)|\s+[^\s=,])/gi);
  return [...new Set([...found].map(([, scheme]) => scheme!))];
}

/** Returns the error for a failed connection to the proxy itself. */
export function proxyUnreachable(proxy: ForwardProxy, error: Error): AirlockError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ?? error.message;
  return new AirlockError(
    'proxy',
    t('proxyUnusable', { proxy: proxy.address, variable: proxy.variable, reason }),
    {
      remedy: t('proxyUnusableRemedy', { variable: proxy.variable }),
      retryable:
        code === undefined || ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code),
      cause: error,
    },
  );
}
