import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext } from 'node:tls';

/**
 * Returns the certificates of a server, its own first, for error messages. Verifies and sends nothing. Undefined if they
 * can't be read within the timeout (ms).
 */
export async function peerCertificates(
  url: URL,
  options: { secureContext: SecureContext; socket?: Socket; timeout: number },
): Promise<X509Certificate[] | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(url.port) || 443,
    socket: options.socket,
    servername: isIP(host) === 0 ? host : undefined,
    secureContext: options.secureContext,
    rejectUnauthorized: false,
  });
  const timer = setTimeout(() => socket.destroy(new Error('too late')), options.timeout);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
    });
    const chain: X509Certificate[] = [];
    let shown: ReturnType<typeof socket.getPeerCertificate> | undefined = socket.getPeerCertificate(true);
    while (shown?.raw && !chain.some((known) => known.raw.equals(shown!.raw))) {
      chain.push(new X509Certificate(shown.raw));
      shown = (shown as { issuerCertificate?: typeof shown }).issuerCertificate;
    }
    return chain.length > 0 ? chain : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    socket.on('error', () => undefined).destroy();
  }
}

/** Returns an X.509 name on one line, `CN=Corp Root CA, O=Corp`, so that content of a server can't break a message. */
export function nameOnOneLine(name: string): string {
  const parts = name.split('\n').reverse().join(', ');
  const clean = parts.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?');
  return clean.length > 200 ? `${clean.slice(0, 200)}…` : clean;
}
