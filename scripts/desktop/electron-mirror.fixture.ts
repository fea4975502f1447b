import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ROOT } from '../run.ts';

/** A checkout with a copy of the electron package, whose checksums are those of an archive made up for tests. */
export interface Checkout {
  root: string;
  /** Address path of the archive below the mirror. */
  path: string;
  archive: Buffer;
}

/** Makes a checkout without an Electron binary. The installer and its libraries are the real ones. */
export async function makeCheckout(): Promise<Checkout> {
  const root = join(await mkdtemp(join(tmpdir(), 'airlock-electron-')), 'checkout');
  const target = join(root, 'node_modules', 'electron');
  await mkdir(target, { recursive: true });
  const source = join(ROOT, 'node_modules', 'electron');
  for (const file of ['package.json', 'install.js', 'checksums.json'])
    await cp(join(source, file), join(target, file));
  for (const scope of ['@electron', '@electron-internal'])
    await symlink(join(ROOT, 'node_modules', scope), join(root, 'node_modules', scope));
  const { version } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as { version: string };
  const archive = zip([
    { name: 'electron', content: '#!/bin/sh\necho "started $1"\nexit 7\n', mode: 0o755 },
    { name: 'version', content: version },
    // Large enough for progress to be visible on a throttled mirror.
    { name: 'resources/app.asar', content: 'x'.repeat(200_000) },
  ]);
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const checksum = createHash('sha256').update(archive).digest('hex');
  await writeFile(join(target, 'checksums.json'), JSON.stringify({ [name]: checksum }));
  return { root, path: `/v${version}/${name}`, archive };
}

/** A loopback mirror of Electron, or a proxy to it. */
export interface Mirror {
  url: string;
  /** `METHOD path` of each request, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves one file. @param chunkMs pause between its chunks */
export async function startMirror(path: string, content: Buffer, chunkMs = 0): Promise<Mirror> {
  const requests: string[] = [];
  const server = createServer((received, response) => {
    requests.push(`${received.method} ${received.url}`);
    if (received.url !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': content.length });
    if (received.method === 'HEAD') response.end();
    else void send(response, content, chunkMs);
  });
  return listening(server, requests);
}

async function send(response: NodeJS.WritableStream, content: Buffer, chunkMs: number): Promise<void> {
  const size = Math.ceil(content.length / 8);
  for (let at = 0; at < content.length; at += size) {
    response.write(content.subarray(at, at + size));
    if (chunkMs > 0) await new Promise((resolve) => setTimeout(resolve, chunkMs));
  }
  response.end();
}

/**
 * Starts a proxy that sends requests for every name to one port of this host. It forwards requests, and opens tunnels:
 * Electron's installer also tunnels plain HTTP.
 */
export async function startProxy(port: number): Promise<Mirror> {
  const requests: string[] = [];
  const server = createServer((received, response) => {
    requests.push(`${received.method} ${received.url}`);
    const { pathname: path } = new URL(received.url!);
    request({ host: '127.0.0.1', port, path, method: received.method }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', (received, socket, head) => {
    requests.push(`${received.method} ${received.url}`);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [upstream, socket]) end.on('error', () => {});
  });
  return listening(server, requests);
}

async function listening(server: Server, requests: string[]): Promise<Mirror> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a ZIP archive with stored entries (APPNOTE.TXT 4.3). */
function zip(entries: { name: string; content: string; mode?: number }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o644 } of entries) {
    const data = Buffer.from(content);
    const sizes = [crc32(data), data.length, data.length];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    for (const [index, value] of sizes.entries()) local.writeUInt32LE(value, 14 + 4 * index);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    for (const [index, value] of sizes.entries()) central.writeUInt32LE(value, 16 + 4 * index);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), data);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
