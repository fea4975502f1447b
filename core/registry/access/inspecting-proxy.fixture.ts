import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Issued } from './loopback-servers.fixture.ts';

/** The faults of an inspecting proxy. */
export interface ProxyManners {
  /** The required `user:password`. */
  basic?: string;
  /** The scheme that it offers with 407 if it doesn't accept basic authentication. */
  schemes?: string[];
  /** Longer request bodies are rejected with 413, in bytes. */
  bodyLimit?: number;
  /** Ranges are removed from requests. */
  stripRange?: boolean;
  /** Blobs are buffered completely, and for this time in ms, before the first byte is passed on. */
  scanMs?: number;
  /** The first response with each blob ends after this number of bytes. */
  breakAfter?: number;
}

export interface InspectingProxy extends AsyncDisposable {
  port: number;
  /** `METHOD host path`, without queries. */
  seen: string[];
  /** Statuses that the proxy answered itself. */
  rejected: number[];
}

/**
 * A corporate proxy: it ends TLS with certificates of its own CA, reads the traffic, and forwards each name
 * to a loopback port with plain HTTP.
 */
export async function inspectingProxy(
  certificate: Issued,
  targets: Record<string, number>,
  manners: ProxyManners = {},
): Promise<InspectingProxy> {
  const seen: string[] = [];
  const rejected: number[] = [];
  const broken = new Set<string>();
  const open = new Set<Socket>();
  const secureContext = createSecureContext({ cert: certificate.cert, key: certificate.key });
  const wanted = manners.basic && `Basic ${Buffer.from(manners.basic).toString('base64')}`;

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const [host = ''] = (headers.host ?? '').split(':');
    const [path = ''] = url.split('?');
    seen.push(`${method} ${host} ${path}`);
    if (manners.bodyLimit !== undefined && Number(headers['content-length'] ?? 0) > manners.bodyLimit) {
      rejected.push(413);
      incoming.resume();
      outgoing.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Request Entity Too Large</h1>');
      return;
    }
    const forwarded = { ...headers };
    if (manners.stripRange) delete forwarded.range;
    const body = await buffer(incoming);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const onward = httpRequest(
        { host: '127.0.0.1', port: targets[host], method, path: url, headers: forwarded },
        resolve,
      );
      onward.once('error', reject);
      onward.end(body);
    });
    const content = await buffer(answer);
    const isBlob = method === 'GET' && path.includes('/blobs/');
    if (isBlob && manners.scanMs) await wait(manners.scanMs);
    const back = { ...answer.headers };
    // Behind the proxy there is no TLS; the token service is also reached through it.
    const challenge = back['www-authenticate'];
    if (challenge) back['www-authenticate'] = challenge.replace('realm="http://', 'realm="https://');
    if (manners.stripRange) delete back['accept-ranges'];
    outgoing.writeHead(answer.statusCode ?? 502, back);
    if (
      isBlob &&
      manners.breakAfter !== undefined &&
      content.length > manners.breakAfter &&
      !broken.has(path)
    ) {
      broken.add(path);
      outgoing.write(content.subarray(0, manners.breakAfter), () => incoming.socket.destroy());
      return;
    }
    outgoing.end(method === 'HEAD' ? undefined : content);
  };
  const inside = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const outside = createServer((_, outgoing) => outgoing.writeHead(400).end());
  outside.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  outside.on('connect', (incoming, socket: Socket) => {
    const rejectRequest = (status: string, head: string[] = []) => {
      rejected.push(Number(status.slice(0, 3)));
      socket.end(`HTTP/1.1 ${[status, ...head, 'content-length: 0'].join('\r\n')}\r\n\r\n`);
    };
    const offers = manners.schemes ?? (wanted ? ['Basic realm="proxy, of the firm"'] : []);
    if (manners.schemes || (wanted && incoming.headers['proxy-authorization'] !== wanted))
      return rejectRequest(
        '407 Proxy Authentication Required',
        offers.map((offer) => `proxy-authenticate: ${offer}`),
      );
    const [host = ''] = (incoming.url ?? '').split(':');
    if (targets[host] === undefined) return rejectRequest('502 Bad Gateway');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const tls = new TLSSocket(socket, { isServer: true, secureContext });
    tls.on('error', () => socket.destroy());
    inside.emit('connection', tls);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  return {
    port: (outside.address() as AddressInfo).port,
    seen,
    rejected,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => outside.close(resolve));
    },
  };
}
