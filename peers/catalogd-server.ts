import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { certificateAuthority } from '../core/registry/access/loopback-servers.fixture.ts';
import { type ApiObject, startKubeApiserver } from './api-server.ts';
import { NAMESPACES, type OwnNetwork } from './own-network.ts';
import type { Program } from './peers.ts';
import { endProgram, logOf, startProgram } from './running-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PATIENCE_MS = 60_000;
/** The port of its catalogs, in a network of its own. */
const CATALOGS = 8443;

/** A document of a file-based catalog. */
export type Meta = Record<string, unknown> & { schema: string; name?: string; package?: string };

/** What catalogd reports of a ClusterCatalog after it has tried it, and what it serves. */
export interface ServedCatalog {
  serving: boolean;
  /** Message of the condition `Progressing`. */
  message: string;
  /** The documents that it serves. None if it answers 404. */
  documents: Meta[];
  status: number;
}

export type Catalogd = Awaited<ReturnType<typeof startCatalogd>>;

interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
}

/**
 * Starts etcd, kube-apiserver and catalogd. catalogd reaches only the API server and a registry, by TLS: its webhook
 * listens on all addresses, so it gets a network of its own.
 * @param registry host and port of a registry without TLS
 */
export async function startCatalogd(
  programs: { catalogd: Program; etcd: Program; server: Program },
  crds: string,
  registry: string,
) {
  const scratch = temporaryFolder('catalogd');
  const file = (name: string) => join(scratch.path, name);
  const api = await startKubeApiserver(programs, [crds]);
  const servers: (Server & { drop(): void })[] = [];
  const children: ReturnType<typeof startProgram>[] = [];
  const stop = async () => {
    for (const child of children) await endProgram(child);
    for (const server of servers) server.drop();
    await api[Symbol.asyncDispose]();
    scratch[Symbol.dispose]();
  };
  try {
    const authority = certificateAuthority(scratch.path, 'Catalogd CA');
    const { cert, key, certFile, keyFile } = authority.issue('catalogd', 'IP:127.0.0.1,DNS:localhost');
    mkdirSync(file('cas'));
    writeFileSync(file('cas/ca.crt'), authority.cert);
    // The user's own policy may reject images without signatures.
    mkdirSync(file('.config/containers'), { recursive: true });
    writeFileSync(file('.config/containers/policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}');
    const apiPort = Number(new URL(api.url).port);
    const registryPort = Number(registry.split(':')[1]);
    const toApi = createServer((socket) => lead(socket, apiPort));
    const toRegistry = createTlsServer({ cert, key }, (socket) => lead(socket, registryPort));
    servers.push(
      await listening(toApi, file('api.sock')),
      await listening(toRegistry, file('registry.sock')),
    );
    const flags = {
      kubeconfig: api.kubeconfig(),
      'cache-dir': file('cache'),
      'pull-cas-dir': file('cas'),
      'tls-cert': certFile,
      'tls-key': keyFile,
      'system-namespace': 'default',
      'catalogs-server-addr': `127.0.0.1:${CATALOGS}`,
      'external-address': `127.0.0.1:${CATALOGS}`,
      'metrics-bind-address': '127.0.0.1:7443',
      'health-probe-bind-address': '127.0.0.1:8081',
    };
    const network: OwnNetwork = {
      toHost: [
        { port: apiPort, socket: file('api.sock') },
        { port: registryPort, socket: file('registry.sock') },
      ],
      toProgram: [{ port: CATALOGS, socket: file('catalogs.sock') }],
      command: [
        programs.catalogd.file,
        ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
      ],
      env: { HOME: scratch.path, TMPDIR: scratch.path },
    };
    const script = join(import.meta.dirname, 'own-network.ts');
    const unshare = { ...programs.catalogd, file: 'unshare' };
    const child = startProgram(unshare, [...NAMESPACES, process.execPath, script, JSON.stringify(network)]);
    children.push(child);
    /** Returns what `GET` of a path of the catalogs answers. */
    const get = (path: string) => fetchOver(file('catalogs.sock'), authority.cert, path);
    return {
      /** Creates a ClusterCatalog, and waits until catalogd serves it or reports why it doesn't. */
      async serve(catalog: ApiObject): Promise<ServedCatalog> {
        await api.put(catalog, 'peer');
        for (const end = Date.now() + PATIENCE_MS; ; await wait(100)) {
          if (child.exitCode !== null) throw new Error(logOf(child));
          const { body } = await api.send('GET', await api.pathOf(catalog));
          const { conditions = [] } = (body.status ?? {}) as { conditions?: Condition[] };
          const of = (type: string) => conditions.find((condition) => condition.type === type);
          const [progress, serves] = [of('Progressing'), of('Serving')];
          if (
            progress?.reason === 'Retrying' ||
            progress?.reason === 'Blocked' ||
            serves?.status === 'True'
          ) {
            const { status, text } = await get(`/catalogs/${catalog.metadata.name}/api/v1/all`);
            const lines = status === 200 ? text.split('\n').filter((line) => line !== '') : [];
            return {
              serving: serves?.status === 'True',
              message: progress?.message ?? '',
              documents: lines.map((line) => JSON.parse(line) as Meta),
              status,
            };
          }
          if (Date.now() > end) throw new Error(`catalogd did not finish in 60 s: ${logOf(child)}`);
        }
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Forwards a connection to a port of this host. */
function lead(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  for (const each of [socket, onward]) each.on('error', () => {});
  socket.pipe(onward).pipe(socket);
  socket.on('close', () => onward.destroySoon());
  onward.on('close', () => socket.destroySoon());
}

async function listening(server: Server, path: string): Promise<Server & { drop(): void }> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  // A client that rejects the certificate.
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return Object.assign(server, {
    drop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  });
}

function fetchOver(socketPath: string, ca: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, path, ca, host: 'localhost', agent: false }, (incoming) => {
      textOf(incoming).then((text) => resolve({ status: incoming.statusCode ?? 0, text }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
