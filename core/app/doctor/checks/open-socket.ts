import { connect, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { inUrl } from '../../../base/files/loopback-address.ts';
import type { ForwardProxy } from '../../../registry/access/proxy.ts';
import { openTunnel } from '../../../registry/access/tunnel.ts';

/** Where a connection leads. */
export interface SocketTarget {
  /** Without brackets. */
  hostname: string;
  port: number;
  proxy: ForwardProxy | undefined;
}

/**
 * A connection and no more, direct or by CONNECT through the proxy.
 * @param options.proxyContext for a proxy that speaks TLS
 * @param options.timeout ms for the proxy's answer
 * @throws what the connection throws; AirlockError `proxy`
 */
export async function openSocket(
  { hostname, port, proxy }: SocketTarget,
  options: {
    proxyContext: (host: string) => SecureContext;
    timeout: number;
    signal: AbortSignal;
  },
): Promise<Socket> {
  const { timeout, signal } = options;
  if (proxy) {
    const secureContext = options.proxyContext(proxy.url.host);
    return openTunnel(proxy, `${inUrl(hostname)}:${port}`, { secureContext, timeout, signal });
  }
  const socket = connect({ host: hostname, port, signal });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}
