import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';

/** The result of a handshake. */
export interface Handshaken {
  /** `TLSv1.3` */
  protocol: string;
  /** The certificate of the server. */
  certificate: X509Certificate | undefined;
}

/**
 * Performs the TLS handshake of a run over an open socket, then closes the connection.
 * @throws what TLS throws; ECONNRESET when the other side closes
 */
export async function handshakeOver(
  below: Socket,
  options: { hostname: string; secureContext: SecureContext; signal: AbortSignal },
): Promise<Handshaken> {
  const { hostname, secureContext, signal } = options;
  // The TLS socket reports why it ends.
  below.on('error', () => undefined);
  const socket: TLSSocket = connect({
    socket: below,
    servername: isIP(hostname) === 0 ? hostname : undefined,
    host: hostname,
    secureContext,
    rejectUnauthorized: true,
  });
  // After an abort it may fail more than once. An error without a listener would end the process.
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
