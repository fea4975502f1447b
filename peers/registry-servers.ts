import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import {
  dockerRegistry,
  type RunningRegistry,
  runningRegistry,
} from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';

/** How a test wants a registry to be set up. Default: everything is allowed. */
export interface RegistrySettings {
  /** File of accounts, by `htpasswd`. Default: no login. */
  htpasswd?: string;
  deletes?: boolean;
  readOnly?: boolean;
  /** More lines of a configuration of distribution. */
  extra?: string;
}

export type StartRegistry = (program: Program, settings?: RegistrySettings) => Promise<RunningRegistry>;

export const startDistribution: StartRegistry = (
  { file },
  { htpasswd, deletes = true, readOnly = false, extra = '' } = {},
) => {
  const auth = htpasswd ? `auth: { htpasswd: { realm: r, path: ${htpasswd} } }\n` : '';
  return dockerRegistry(`${auth}${extra}`, { program: file, deletes, readOnly });
};

/** Settings of zot as in its configuration. */
export interface ZotSettings {
  http?: object;
  storage?: object;
}

/** zot. By default it accepts only OCI manifests. */
export function startZot({ file }: Program, { http, storage }: ZotSettings = {}): Promise<RunningRegistry> {
  return runningRegistry(file, async (host, directory) => {
    const config = join(directory, 'zot.json');
    const [address, port] = host.split(':');
    const settings = {
      distSpecVersion: '1.1.1',
      storage: { rootDirectory: join(directory, 'data'), ...storage },
      http: { address, port, ...http },
      log: { level: 'error', output: join(directory, 'zot.log') },
    };
    await writeFile(config, JSON.stringify(settings));
    return ['serve', config];
  });
}

/** Settings of zot with which it also accepts Docker images. */
export const DOCKER_IMAGES = { compat: ['docker2s2'] };

export const startZotForDocker: StartRegistry = (program, { htpasswd } = {}) => {
  const auth = htpasswd ? { htpasswd: { path: htpasswd } } : undefined;
  return startZot(program, { http: { ...DOCKER_IMAGES, auth } });
};

/** The registry in crane. It stores manifests in memory, and has no login. */
export const startCrane: StartRegistry = ({ file }) =>
  runningRegistry(file, async (host, directory) => {
    const disk = join(directory, 'data');
    await mkdir(disk);
    return ['registry', 'serve', '--address', host, '--disk', disk];
  });

/** A gateway in front of a registry that resets one connection after it has forwarded some bytes of a request. */
export async function breakingDoor(
  target: string,
  afterBytes: number,
): Promise<AsyncDisposable & { host: string; readonly broken: boolean }> {
  const [host, port] = target.split(':');
  let broken = false;
  const server = createServer((client) => {
    const registry = connect(Number(port), host);
    let sent = 0;
    client.on('data', (bytes) => {
      sent += bytes.length;
      if (sent <= afterBytes || broken) return;
      broken = true;
      // The registry gets what was sent until then.
      registry.end();
      client.resetAndDestroy();
    });
    for (const socket of [client, registry]) socket.on('error', () => {});
    client.pipe(registry);
    registry.pipe(client);
    client.on('close', () => registry.destroySoon());
    registry.on('close', () => client.destroySoon());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get broken() {
      return broken;
    },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A gateway in front of a registry that requests pages of `count` tags, however many a client requests. */
export async function smallPages(
  target: string,
  count: number,
): Promise<AsyncDisposable & { host: string; readonly pages: number }> {
  let pages = 0;
  const server = createHttpServer((incoming, response) => {
    const path = incoming.url!.replace(/\bn=\d+/, `n=${count}`);
    if (path.includes('/tags/list')) pages++;
    const { method, headers } = incoming;
    const outgoing = request(`http://${target}${path}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get pages() {
      return pages;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
