import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ForwardProxy } from './proxy.ts';

const IN_FRONT =
  'run a proxy on this host that speaks it, e.g. cntlm or px, and name that one: http://127.0.0.1:3128';

export interface TunnelOptions {
  /** For the connection to an https:// proxy. */
  secureContext: SecureContext;
  /** ms until the proxy must have connected. */
  timeout: number;
  signal?: AbortSignal;
}

/**
 * A socket to `host:port` through a proxy, by CONNECT.
 * @throws AirlockError `proxy`: not reached, refused, or its own certificate not trusted
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
    () => request.destroy(new Error(`no answer within ${options.timeout / 1000} s`)),
    options.timeout,
  );
  return new Promise<Socket>((resolve, reject) => {
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(proxyRejected(proxy, target, response.statusCode ?? 0, offersOf(response)));
    });
    // A proxy that answers CONNECT as if it were another request.
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
 * The proxy answered, but not with the connection that was asked for.
 * @param offers the ways to log in that it names, e.g. `NTLM`; empty when they are not known
 */
export function proxyRejected(
  proxy: ForwardProxy,
  target: string,
  status: number,
  offers: readonly string[] = [],
): AirlockError {
  const at = `the proxy ${proxy.address} (${proxy.variable})`;
  if (status === 407 && offers.length > 0 && !offers.some((scheme) => /^basic$/i.test(scheme)))
    return new AirlockError(
      'proxy',
      `${at} wants a login by ${offers.join(' or ')} (407), which Airlock does not speak`,
      {
        remedy: `Have the proxy allow basic authentication, or ${IN_FRONT} in ${proxy.variable}.`,
        expected: 'Basic',
        found: offers.join(', '),
      },
    );
  if (status === 407) {
    const why = proxy.authorization ? 'refused its user or password' : 'asks for a user and password';
    return new AirlockError('proxy', `${at} ${why} (407) for ${target}`, {
      remedy: `Put user and password into ${proxy.variable}: http://USER:PASSWORD@HOST:PORT, special characters percent-encoded. For NTLM or Kerberos ${IN_FRONT}.`,
      found: '407',
    });
  }
  return new AirlockError('proxy', `${at} did not connect to ${target}: it answered ${status}`, {
    remedy: `Check that the proxy allows ${target}, or add its host to NO_PROXY.`,
    found: String(status),
    retryable: status >= 500 || status === 429,
  });
}

/** The schemes of Proxy-Authenticate, in its order. */
function offersOf({ headers }: IncomingMessage): string[] {
  const text = headers['proxy-authenticate'] ?? '';
  const found = [text]
    .flat()
    .join(', ')
    .matchAll(/(?:^|,)\s*([a-z][\w-]*)(?=\s*(?:,|$)|\s+[^\s=,])/gi);
  return [...new Set([...found].map(([, scheme]) => scheme!))];
}

/** The way to the proxy itself failed. */
export function proxyUnreachable(proxy: ForwardProxy, error: Error): AirlockError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ?? error.message;
  return new AirlockError(
    'proxy',
    `the proxy ${proxy.address} (${proxy.variable}) cannot be used: ${reason}`,
    {
      remedy: `Check the address in ${proxy.variable}, and NO_PROXY for hosts that are reached directly.`,
      retryable:
        code === undefined || ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code),
      cause: error,
    },
  );
}
