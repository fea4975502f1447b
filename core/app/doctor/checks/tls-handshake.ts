import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';

/** What a handshake showed. */
export interface Handshaken {
  /** `TLSv1.3` */
  protocol: string;
  /** The server's own. */
  certificate: X509Certificate | undefined;
}

/**
 * A TLS handshake as a run makes it, over a socket that is open; the connection is closed afterwards.
 * @throws what TLS throws; ECONNRESET when the other side closes
 */
export async function handshakeOver(
  below: Socket,
  options: { hostname: string; secureContext: SecureContext; signal: AbortSignal },
): Promise<Handshaken> {
  const { hostname, secureContext, signal } = options;
  // What ends it is told by the TLS socket.
  below.on('error', () => undefined);
  const socket: TLSSocket = connect({
    socket: below,
    servername: isIP(hostname) === 0 ? hostname : undefined,
    host: hostname,
    secureContext,
    rejectUnauthorized: true,
  });
  // Stopped, it may fail more than once; an error that nobody hears would end the process.
  socket.on('error', () => undefined);
  const stop = (): void => void socket.destroy(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
      socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    });
    return { protocol: socket.getProtocol() ?? 'TLS', certificate: socket.getPeerX509Certificate() };
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}
