import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { ByteRanges } from '../../base/image/byte-ranges.ts';
import type { Digest } from '../../base/image/digest.ts';
import { newHash, sha256 } from '../../base/image/sha256.ts';
import type { Access, Credentials, Endpoint } from '../access/access.ts';
import { createDownloadThreads } from '../access/download-thread.ts';
import { createRegistries, type RegistriesOptions } from '../client/registries.ts';
import type { BlobReadOptions, Registries, Registry } from './registry.ts';

/** Access without any configuration: the host itself, plain HTTP allowed, and the options of a test. */
export function plainAccess(
  given: {
    credentials?: Credentials | (() => Credentials | undefined);
    mirrors?: string[];
    rewrite?: (repository: string) => string;
  } = {},
): Access {
  const agent = new Agent({ connect: { rejectUnauthorized: false, timeout: 2_000 }, connections: 64 });
  const { credentials, mirrors = [], rewrite = (name) => name } = given;
  return {
    endpoints(host, repository, purpose) {
      const own: Endpoint = { host, repository: rewrite(repository), security: 'insecure', mirror: false };
      if (purpose === 'push') return [own];
      return [...mirrors.map((mirror): Endpoint => ({ ...own, host: mirror, mirror: true })), own];
    },
    credentials: async () => (typeof credentials === 'function' ? credentials() : credentials),
    security: () => 'insecure',
    dispatcher: () => agent,
    explain: (error) => error,
    close: () => agent.destroy(),
  };
}

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** ms since the start of the server. */
  at: number;
}

export interface ScriptedServer extends AsyncDisposable {
  host: string;
  /** Requests below `/v2/` and elsewhere, without the greeting `/v2/`. */
  requests: Seen[];
  sockets: Set<Socket>;
  /** All connections so far. */
  readonly connections: number;
}

/** A server that answers with the test's function. The greeting is answered with 200, or with `greeting`. */
export async function scripted(
  answer: (request: IncomingMessage, response: ServerResponse, seen: Seen[]) => void | Promise<void>,
  greeting: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.end('{}'),
): Promise<ScriptedServer> {
  const requests: Seen[] = [];
  const sockets = new Set<Socket>();
  const began = performance.now();
  let connections = 0;
  const server = createServer((request, response) => {
    if (request.url === '/v2/') return greeting(request, response);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, at: performance.now() - began });
    void answer(request, response, requests);
  });
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Client extends AsyncDisposable {
  registries: Registries;
  access: Access;
}

/** Registries with quick retries. */
export function client(
  options: Partial<RegistriesOptions> = {},
  access: Access = options.access ?? plainAccess(),
): Client {
  const registries = createRegistries({ backoffBaseMs: 10, maxBackoffMs: 2_000, ...options, access });
  return {
    registries,
    access,
    async [Symbol.asyncDispose]() {
      await registries.close();
      await access.close();
    },
  };
}

/** Bytes before a blob in the file of {@link threadClient}, and after it. */
const HEADER = Buffer.alloc(512, 'h');
const PADDING = 100;

/**
 * Registries whose blobs are written to a file by the download thread. `blob` yields the content of the file at the end, and
 * checks the bytes around it. Reads that resume at bytes of the caller happen in this thread.
 */
export function threadClient(
  { threads = 1, ...options }: Partial<RegistriesOptions> & { threads?: number } = {},
  given?: Access,
  script?: URL,
): Client {
  const own = given ?? options.access ?? plainAccess();
  const reach = { env: {}, home: '/nonexistent', systemRoot: '/nonexistent' };
  const downloads = createDownloadThreads(reach, threads, script);
  const close = async () => {
    await downloads.close();
    await own.close();
  };
  const c = client({ ...options, access: { ...own, downloads, close } });
  const at = (host: string): Registry => {
    const registry = c.registries.at(host);
    return {
      ...registry,
      blob: (repository, blob, wanted) =>
        wanted?.resume
          ? registry.blob(repository, blob, wanted)
          : throughFile(registry, repository, blob, wanted),
    };
  };
  return { ...c, registries: { ...c.registries, at } };
}

async function* throughFile(
  registry: Registry,
  repository: string,
  blob: { digest: Digest; size: number },
  options: BlobReadOptions | undefined,
): AsyncGenerator<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-thread-'));
  const file = await open(join(directory, 'blob'), 'wx+');
  try {
    let hash = newHash();
    const written = new ByteRanges();
    /** Position of the next chunk in this thread. */
    let at: number | undefined;
    const place = async () => ({
      ...{ fd: file.fd, header: HEADER, position: HEADER.length, padding: PADDING },
      signal: new AbortController().signal,
      written,
      wrote(from: number, bytes: number) {
        written.add(from, from + bytes);
      },
      leave() {},
      async rehash() {
        const bytes = Buffer.alloc(written.head);
        await file.read(bytes, 0, bytes.length, HEADER.length);
        hash = newHash().update(bytes);
        return hash;
      },
    });
    const running = { offset: 0, hash };
    for await (const chunk of registry.blob(repository, blob, { ...options, running, place })) {
      at ??= written.head;
      hash.update(chunk);
      await file.write(chunk, 0, chunk.length, HEADER.length + at);
      at += chunk.length;
    }
    const found = await readFile(join(directory, 'blob'));
    const before = found.subarray(0, HEADER.length);
    const after = found.subarray(HEADER.length + blob.size);
    if (at === undefined && (!before.equals(HEADER) || !after.equals(Buffer.alloc(PADDING))))
      throw new Error('the bytes around the blob differ');
    yield found.subarray(HEADER.length, HEADER.length + blob.size);
  } finally {
    await file.close();
    await rm(directory, { recursive: true });
  }
}

/** Sends a few bytes at a time until the client disconnects. */
export function trickle(response: ServerResponse, body: Buffer, bytes: number, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + bytes));
    at += bytes;
    if (at >= body.length) response.end();
  }, everyMs);
  response.once('close', () => clearInterval(timer));
}

/** Waits until a client has aborted three transfers that are too slow: longer than its stall time. */
export async function stallTimePasses(stallMs: number): Promise<void> {
  const content = noise(100_000);
  await using server = await scripted((_, response) => trickle(response, content, 1, 10));
  await using other = client({ stallMs, retry: { times: 2, delayMs: 0 } });
  const reading = readAll(other.registries.at(server.host).blob('a/b', blobOf(content)));
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  if (!(error instanceof AirlockError) || error.code !== 'stalled') throw new Error('nothing stalled');
}

/** Bytes that look random and are the same each time. */
export function noise(size: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let state = seed;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

export function blobOf(content: Buffer) {
  return { digest: sha256(content), size: content.length };
}

export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Content in chunks of 64 KiB, like a source. */
export async function* inChunks(content: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return await readAll(request as AsyncIterable<Buffer>);
}

/** Waits until a condition is true, at most 5 s. */
export async function until(matches: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !matches(); ) {
    if (Date.now() > end) throw new Error('it did not happen within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Below the range of automatically assigned ports, so that no other process gets it until the registry listens. `fetch` rejects 10080. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_100 + Math.floor(Math.random() * 9_900);
    const server = createSocketServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/** A registry of another project in a process of its own. */
export interface RunningRegistry extends AsyncDisposable {
  host: string;
  /** Removed after the test. */
  directory: string;
  /** Kills the process and starts it again with the same content. */
  restart(): Promise<void>;
}

/**
 * Starts a registry on a free port, with an empty folder in `below` (default: the temporary folder).
 * @param command its arguments, after it has written its configuration to the folder
 */
export async function runningRegistry(
  program: string,
  command: (host: string, directory: string) => Promise<string[]> | string[],
  {
    below = tmpdir(),
    env = {},
    readyMs = 60_000,
  }: { below?: string; env?: Record<string, string>; readyMs?: number } = {},
): Promise<RunningRegistry> {
  const directory = await mkdtemp(join(below, 'airlock-registry-'));
  const host = `127.0.0.1:${await freePort()}`;
  const args = await command(host, directory);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('REGISTRY_'));
  const start = async () => {
    const child = spawn(program, args, {
      env: { ...Object.fromEntries(inherited), ...env },
      stdio: 'ignore',
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    for (const end = Date.now() + readyMs; ; ) {
      const up = await fetch(`http://${host}/v2/`).catch(() => undefined);
      // Without the process, another one answers on the port.
      if (up && child.exitCode === null) break;
      if (Date.now() > end || child.exitCode !== null) {
        child.kill('SIGKILL');
        throw new Error(`${program} didn't start`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  };
  let stop = await start();
  return {
    host,
    directory,
    async restart() {
      await stop();
      stop = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Debian's docker-registry, or another version of distribution. Deletes are enabled unless switched off. `cache`
 * remembers sizes of blobs, as Debian's own configuration does. `readOnly` is its mode for maintenance.
 */
export function dockerRegistry(
  extra = '',
  {
    program = '/usr/bin/docker-registry',
    deletes = true,
    below,
    cache = false,
    readOnly = false,
  }: { program?: string; deletes?: boolean; below?: string; cache?: boolean; readOnly?: boolean } = {},
): Promise<RunningRegistry> {
  const remembers = cache ? ', cache: { blobdescriptor: inmemory }' : '';
  const maintenance = readOnly ? ', maintenance: { readonly: { enabled: true } }' : '';
  const command = async (host: string, directory: string) => {
    const config = join(directory, 'config.yml');
    const text = [
      'version: 0.1',
      'log: { level: error, accesslog: { disabled: true } }',
      `storage: { filesystem: { rootdirectory: ${directory}/data }, delete: { enabled: ${deletes} }${remembers}${maintenance} }`,
      `http: { addr: ${host} }`,
      extra,
    ];
    await writeFile(config, text.join('\n'));
    return ['serve', config];
  };
  return runningRegistry(program, command, { below });
}
