import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';

/** Servers and certificates for this folder's tests: only on 127.0.0.1, with certificates created by openssl. */

export interface Issued {
  cert: string;
  key: string;
  certFile: string;
  keyFile: string;
}

/** A CA in a folder, and its certificates. */
export function certificateAuthority(folder: string, commonName: string) {
  const file = (name: string) => join(folder, `${commonName.replaceAll(' ', '-')}-${name}`);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'ignore'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout'];
  const [caKey, caCert] = [file('ca.key'), file('ca.crt')];
  openssl('req', '-x509', ...newKey, caKey, '-out', caCert, '-days', '2', '-subj', `/O=Lab/CN=${commonName}`);
  return {
    certFile: caCert,
    cert: readFileSync(caCert, 'utf8'),
    key: readFileSync(caKey, 'utf8'),
    issue(name: string, subjectAltName: string, days = 2): Issued {
      const [key, csr, cert, extensions] = ['key', 'csr', 'crt', 'ext'].map((end) =>
        file(`${name}.${end}`),
      ) as [string, string, string, string];
      writeFileSync(extensions, `subjectAltName=${subjectAltName}\n`);
      openssl('req', ...newKey, key, '-out', csr, '-subj', `/CN=${name}`);
      const signed = ['-CA', caCert, '-CAkey', caKey, '-CAcreateserial', '-days', String(days)];
      openssl('x509', '-req', '-in', csr, ...signed, '-extfile', extensions, '-out', cert);
      return {
        cert: readFileSync(cert, 'utf8'),
        key: readFileSync(key, 'utf8'),
        certFile: cert,
        keyFile: key,
      };
    },
  };
}

export interface Loopback extends AsyncDisposable {
  port: number;
}

export function serveHttps(options: ServerOptions, listener: RequestListener): Promise<Loopback> {
  return listen(createTlsServer(options, listener));
}

export function serveHttp(listener: RequestListener): Promise<Loopback> {
  return listen(createServer(listener));
}

export function serveTcp(listener: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(listener));
}

/** A proxy that forwards every name to one loopback port, and records the requests. */
export async function serveProxy(target: number, basic?: string) {
  const seen: { line: string; authorization: string | undefined }[] = [];
  const allowed = basic && `Basic ${Buffer.from(basic).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    seen.push({
      line: `${incoming.method} ${incoming.url}`,
      authorization: incoming.headers['proxy-authorization'],
    });
    if (allowed && incoming.headers['proxy-authorization'] !== allowed) return outgoing.writeHead(407).end();
    const path = new URL(incoming.url!).pathname;
    const headers = { ...incoming.headers, 'proxy-authorization': '' };
    request({ host: '127.0.0.1', port: target, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  server.on('connect', (incoming, socket: Socket) => {
    seen.push({ line: `CONNECT ${incoming.url}`, authorization: incoming.headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (allowed && incoming.headers['proxy-authorization'] !== allowed)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (incoming.url!.startsWith('forbidden.')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const onward = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
  });
  return Object.assign(await listen(server), { seen });
}

async function listen(server: Server): Promise<Loopback> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
