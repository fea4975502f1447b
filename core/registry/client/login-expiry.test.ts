import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Access, Credentials } from '../access/access.ts';
import { createAccess } from '../access/create-access.ts';
import type { RejectedLogin } from '../exchange/host-authentication.ts';
import {
  blobOf,
  client,
  inChunks,
  noise,
  plainAccess,
  readAll,
  scripted,
} from '../exchange/registry.fixture.ts';
import { startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airlock-login-'));
});
afterAll(() => rm(home, { recursive: true }));

const first = noise(10_000, 1);
const second = noise(20_000, 2);

/** A registry with one user whose password is `now`, and an auth file for it. */
async function guarded(kind: 'basic' | 'token') {
  const now = { password: 'one' };
  const users = async (user: string, password: string) => user === 'me' && password === now.password;
  const server = await startRegistryServer({
    storage: memoryStorage(),
    auth: kind === 'basic' ? { kind, users } : { kind, users, ttlMs: 200, announce: false },
  });
  const authFile = join(home, `${kind}-${server.host.split(':')[1]}.json`);
  const logIn = (password: string) =>
    writeFile(
      authFile,
      JSON.stringify({
        auths: { [server.host]: { auth: Buffer.from(`me:${password}`).toString('base64') } },
      }),
    );
  await logIn('one');
  const access = await createAccess({
    env: { PATH: process.env.PATH },
    home,
    systemRoots: home,
    authFile,
    insecureHosts: () => true,
  });
  const reported: RejectedLogin[] = [];
  const c = client({ onRejectedLogin: (login) => reported.push(login) }, access);
  return {
    now,
    logIn,
    reported,
    host: server.host,
    faults: server.faults,
    at: c.registries.at(server.host),
    async [Symbol.asyncDispose]() {
      await c[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const tokensEnd = () => new Promise((resolve) => setTimeout(resolve, 250));

test.each(['basic', 'token'] as const)(
  '%s: uses a login that was renewed during a run, without a notice',
  async (kind) => {
    await using world = await guarded(kind);
    const { at, now, logIn, reported } = world;
    await at.uploadBlob('a/b', blobOf(first), () => inChunks(first));
    now.password = 'two';
    await logIn('two');
    await tokensEnd();
    await at.uploadBlob('a/b', blobOf(second), () => inChunks(second));
    expect((await readAll(at.blob('a/b', blobOf(second)))).equals(second)).toBe(true);
    expect(reported).toEqual([]);
  },
);

test.each(['basic', 'token'] as const)(
  '%s: distinguishes an expired login from one that was never valid, and reports it once until it is valid again',
  async (kind) => {
    await using world = await guarded(kind);
    const { at, now, logIn, reported, host } = world;
    await at.uploadBlob('a/b', blobOf(first), () => inChunks(first));
    now.password = 'two';
    await tokensEnd();
    const expired = {
      code: 'login-expired',
      retryable: false,
      exitCode: 4,
      message: expect.stringContaining(host),
    };
    // The same repository, and a new one.
    await Promise.all(
      ['a/b', 'c/d'].map((repository) =>
        expect(readAll(at.blob(repository, blobOf(first)))).rejects.toMatchObject(expired),
      ),
    );
    expect(reported).toEqual([{ registry: host, from: expect.stringContaining(`entry ${host}`) }]);
    expect(JSON.stringify(reported)).not.toMatch(/one|two/);
    await logIn('two');
    expect((await readAll(at.blob('a/b', blobOf(first)))).equals(first)).toBe(true);
    now.password = 'three';
    await tokensEnd();
    await expect(readAll(at.blob('a/b', blobOf(first)))).rejects.toMatchObject(expired);
    expect(reported).toHaveLength(2);
  },
);

test.each(['basic', 'token'] as const)('%s: rejects a login that was never valid as such', async (kind) => {
  await using world = await guarded(kind);
  const { at, now, reported } = world;
  now.password = 'other';
  await expect(readAll(at.blob('a/b', blobOf(first)))).rejects.toMatchObject({ code: 'unauthorized' });
  expect(reported).toEqual([]);
});

test('does not treat a login as expired because fresh tokens are rejected', async () => {
  await using world = await guarded('token');
  const { at, reported, faults } = world;
  await at.uploadBlob('a/b', blobOf(first), () => inChunks(first));
  faults.set({ rules: [{ blobsOnly: true, status: 401 }] });
  await expect(readAll(at.blob('a/b', blobOf(first)))).rejects.toMatchObject({ code: 'unauthorized' });
  expect(reported).toEqual([]);
});

/** Answers 403 to a password that is no longer valid, like some registries; `closed/…` is never allowed. */
async function forbidding(of: () => Credentials | undefined) {
  const now = { password: 'one' };
  const challenge = { 'www-authenticate': 'Basic realm="r"' };
  let greetings = 0;
  const statusOf = (authorization: string | undefined, path: string) => {
    if (authorization === undefined) return 401;
    if (Buffer.from(authorization.slice(6), 'base64').toString() !== `me:${now.password}`) return 403;
    return path.startsWith('/v2/closed/') ? 403 : 200;
  };
  const server = await scripted(
    (request, response) => {
      const status = statusOf(request.headers.authorization, request.url!);
      response.writeHead(status, challenge).end(status === 200 ? first : '{}');
    },
    (request, response) => {
      greetings++;
      response.writeHead(statusOf(request.headers.authorization, '/v2/'), challenge).end('{}');
    },
  );
  const reported: RejectedLogin[] = [];
  const access: Access = plainAccess({ credentials: of });
  const c = client({ onRejectedLogin: (login) => reported.push(login) }, access);
  return {
    now,
    reported,
    greetings: () => greetings,
    requests: server.requests,
    at: c.registries.at(server.host),
    async [Symbol.asyncDispose]() {
      await c[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const me = (password: string): Credentials => ({ kind: 'basic', username: 'me', password });

test('403: distinguishes an expired login, a renewed one, and a denied repository', async () => {
  let login = me('one');
  await using world = await forbidding(() => login);
  const { at, now, reported, greetings } = world;
  await readAll(at.blob('a/b', blobOf(first)));
  const before = greetings();
  await Promise.all(
    ['closed/a', 'closed/b', 'closed/c'].map((repository) =>
      expect(readAll(at.blob(repository, blobOf(first)))).rejects.toMatchObject({ code: 'denied' }),
    ),
  );
  expect(greetings()).toBe(before + 1);
  expect(reported).toEqual([]);
  now.password = 'two';
  login = me('two');
  await readAll(at.blob('a/b', blobOf(first)));
  expect(reported).toEqual([]);
  now.password = 'three';
  await expect(readAll(at.blob('a/b', blobOf(first)))).rejects.toMatchObject({ code: 'login-expired' });
  expect(reported).toHaveLength(1);
});

test('queries a helper that answers differently each time only a few times', async () => {
  let count = 0;
  await using world = await forbidding(() => me(count++ === 0 ? 'one' : `wrong ${count}`));
  const { at, now, requests } = world;
  await readAll(at.blob('a/b', blobOf(first)));
  now.password = 'two';
  await expect(readAll(at.blob('a/b', blobOf(first)))).rejects.toMatchObject({
    code: expect.stringMatching(/denied|login-expired/),
  });
  expect(requests.length).toBeLessThan(6);
});
