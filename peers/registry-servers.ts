import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import {
  dockerRegistry,
  type RunningRegistry,
  runningRegistry,
} from '../core/registry/exchange/registry.fixture.ts';
import type { Program } from './peers.ts';

const execute = promisify(execFile);

/** How a test wants a registry to be set up. Default: everything is allowed. */
export interface RegistrySettings {
  /** File of accounts, by `htpasswd`. Default: no login. */
  htpasswd?: string;
  deletes?: boolean;
  readOnly?: boolean;
  /** More lines of a configuration of distribution or Gitea. */
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

/** The owners that exist in {@link startGitea}. A repository of another owner is rejected. */
const OWNERS = ['site', 'broken', 'many'];
const USER = { username: 'me', password: 's3cret' };

/** Gitea with its registry only, and with `USER` as its only user. @param anonymous whether anyone may read */
function giteaWithLogin({ file }: Program, anonymous: boolean, extra: string): Promise<RunningRegistry> {
  return runningRegistry(
    file,
    async (host, directory) => {
      const [address, port] = host.split(':');
      const config = join(directory, 'app.ini');
      await writeFile(
        config,
        [
          ...['APP_NAME = peer', 'RUN_MODE = prod', 'I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true'],
          ...['[server]', `HTTP_ADDR = ${address}`, `HTTP_PORT = ${port}`, `ROOT_URL = http://${host}/`],
          `STATIC_ROOT_PATH = ${dirname(file)}`,
          ...['DISABLE_SSH = true', 'OFFLINE_MODE = true', 'LFS_START_SERVER = false'],
          ...['[database]', 'DB_TYPE = sqlite3', `PATH = ${join(directory, 'gitea.db')}`],
          ...['[security]', 'INSTALL_LOCK = true', 'PASSWORD_COMPLEXITY = off', 'MIN_PASSWORD_LENGTH = 1'],
          // Each request has the password.
          'PASSWORD_HASH_ALGO = pbkdf2$10$50',
          ...['[service]', 'DISABLE_REGISTRATION = true', `REQUIRE_SIGNIN_VIEW = ${!anonymous}`],
          ...['[actions]', 'ENABLED = false', '[indexer]', 'ISSUE_INDEXER_TYPE = db'],
          ...[
            '[cron]',
            'ENABLED = false',
            '[cron.update_checker]',
            'ENABLED = false',
            '[mailer]',
            'ENABLED = false',
          ],
          ...['[log]', 'MODE = file', `ROOT_PATH = ${join(directory, 'log')}`, 'LEVEL = warn'],
          ...[extra, ''],
        ].join('\n'),
      );
      const gitea = (...args: string[]) =>
        execute(file, ['--work-path', directory, '--config', config, ...args]);
      await gitea('migrate');
      const { username, password } = USER;
      const account = ['--username', username, '--password', password, '--email', 'me@example.com'];
      // Quotas don't apply to administrators.
      await gitea('admin', 'user', 'create', ...account, '--must-change-password=false');
      return ['--work-path', directory, '--config', config, 'web'];
    },
    { env: { HOME: tmpdir() } },
  );
}

/** Gitea with some owners. Without a login, a gateway sends the password of their owner. */
export async function startGitea(
  program: Program,
  { htpasswd, extra = '' }: RegistrySettings = {},
): Promise<RunningRegistry & { withoutLogin: string }> {
  const gitea = await giteaWithLogin(program, !htpasswd, extra);
  try {
    const authorization = `Basic ${btoa(`${USER.username}:${USER.password}`)}`;
    for (const username of OWNERS) {
      const { status } = await fetch(`http://${gitea.host}/api/v1/orgs`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ username }),
      });
      if (status !== 201) throw new Error(`Gitea rejected the organization ${username}: ${status}`);
    }
    if (htpasswd) return { ...gitea, withoutLogin: gitea.host };
    const { host, [Symbol.asyncDispose]: close } = await httpGateway(gitea.host, ({ path, headers }) => ({
      path,
      headers: { ...headers, authorization },
    }));
    return {
      ...gitea,
      withoutLogin: gitea.host,
      host,
      async [Symbol.asyncDispose]() {
        await close();
        await gitea[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await gitea[Symbol.asyncDispose]();
    throw error;
  }
}

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
): Promise<Gateway & { readonly pages: number }> {
  let pages = 0;
  const gateway = await httpGateway(target, (request) => {
    if (request.path.includes('/tags/list')) pages++;
    return { ...request, path: request.path.replace(/\bn=\d+/, `n=${count}`) };
  });
  return {
    ...gateway,
    get pages() {
      return pages;
    },
  };
}

type Gateway = AsyncDisposable & { host: string };

interface Forwarded {
  path: string;
  headers: IncomingHttpHeaders;
}

/** A gateway in front of a registry that changes requests. */
async function httpGateway(target: string, change: (request: Forwarded) => Forwarded): Promise<Gateway> {
  const server = createHttpServer((incoming, response) => {
    const { path, headers } = change({ path: incoming.url!, headers: incoming.headers });
    const outgoing = request(`http://${target}${path}`, { method: incoming.method!, headers }, (answer) => {
      // The client may be gone.
      if (response.destroyed) return void answer.destroy();
      response.writeHead(answer.statusCode!, answer.headers);
      pipeline(answer, response, () => {});
    });
    // What breaks on one side breaks on the other.
    pipeline(incoming, outgoing, () => {});
    outgoing.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
