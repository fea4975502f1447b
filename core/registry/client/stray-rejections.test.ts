import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Credentials } from '../access/access.ts';
import {
  blobOf,
  client,
  inChunks,
  noise,
  plainAccess,
  readAll,
  scripted,
  until,
} from '../exchange/registry.fixture.ts';
import { type RegistryServerOptions, startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';

const LOGIN: Credentials = { kind: 'basic', username: 'me', password: 'right' };

async function disposable(options: RegistryServerOptions) {
  const server = await startRegistryServer(options);
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

test.each(['basic', 'token', 'none'] as const)(
  '%s: no caller fails at a registry that sometimes answers 401',
  async (kind) => {
    const users = async (user: string, password: string) => user === 'me' && password === 'right';
    await using server = await disposable({
      storage: memoryStorage(),
      auth:
        kind !== 'none' ? (kind === 'basic' ? { kind, users } : { kind, users, ttlMs: 60_000 }) : undefined,
      faults: { rules: [{ path: '^/v2/', every: 4, status: 401 }] },
    });
    const reported: unknown[] = [];
    await using c = client(
      { backoffBaseMs: 20, onRejectedLogin: (rejected) => reported.push(rejected) },
      plainAccess(kind === 'none' ? {} : { credentials: LOGIN }),
    );
    const at = c.registries.at(server.host);
    const contents = Array.from({ length: 40 }, (_, i) => noise(500, i + 1));
    // The repository is new to each, so no request has been accepted with the login yet.
    await Promise.all(
      contents.map((content, i) => at.uploadBlob(`a/r${i}`, blobOf(content), () => inChunks(content))),
    );
    for (const [i, content] of contents.entries())
      expect((await readAll(at.blob(`a/r${i}`, blobOf(content)))).equals(content)).toBe(true);
    expect(server.stats.faults['status 401']).toBeGreaterThan(20);
    expect(reported).toEqual([]);
  },
);

test('rejects a bad login after two requests to the base address, for all callers', async () => {
  let rejected = 0;
  const challenge = { 'www-authenticate': 'Basic realm="x"' };
  const count = (request: IncomingMessage) => {
    if (request.headers.authorization) rejected++;
  };
  await using server = await scripted(
    (request, response) => {
      count(request);
      response.writeHead(401, challenge).end();
    },
    (request, response) => {
      count(request);
      response.writeHead(401, challenge).end();
    },
  );
  await using c = client({}, plainAccess({ credentials: LOGIN }));
  const at = c.registries.at(server.host);
  await expect(at.manifest('x/a', 't')).rejects.toMatchObject({ code: 'unauthorized', retryable: false });
  expect(rejected).toBe(3);
});

test('sends a changed password a limited number of times, and reports it', async () => {
  let password = 'right';
  let wrong = 0;
  const users = async (user: string, given: string) => {
    if (given !== password) wrong++;
    return user === 'me' && given === password;
  };
  for (const kind of ['basic', 'token'] as const) {
    password = 'right';
    wrong = 0;
    await using server = await disposable({
      storage: memoryStorage(),
      auth: kind === 'basic' ? { kind, users } : { kind, users, ttlMs: 50, announce: false },
    });
    await using c = client({ backoffBaseMs: 20 }, plainAccess({ credentials: LOGIN }));
    const at = c.registries.at(server.host);
    const content = noise(500);
    await at.uploadBlob('a/b', blobOf(content), () => inChunks(content));
    password = 'changed';
    const tokensEnd = performance.now() + 60;
    await until(() => performance.now() > tokensEnd);
    const failed = await Promise.allSettled(
      Array.from({ length: 20 }, () => readAll(at.blob('a/b', blobOf(content)))),
    );
    for (const one of failed)
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'login-expired' } });
    // One for each request in flight, and a few for verification.
    expect(wrong, kind).toBeLessThanOrEqual(20 + 12);
  }
});

test('tolerates stray rejections that arrive before slower responses', async () => {
  const right = `Basic ${Buffer.from('me:right').toString('base64')}`;
  const basic = { 'www-authenticate': 'Basic realm="x"' };
  let requests = 0;
  await using server = await scripted(
    (request, response) => {
      if (++requests % 4 === 0) return void response.writeHead(401, basic).end();
      const { authorization } = request.headers;
      setTimeout(() => {
        if (authorization !== right) response.writeHead(401, basic).end();
        else response.writeHead(200, { 'content-length': '7' }).end();
      }, 40);
    },
    (request, response) =>
      response.writeHead(request.headers.authorization === right ? 200 : 401, basic).end(),
  );
  await using c = client({ backoffBaseMs: 20 }, plainAccess({ credentials: LOGIN }));
  const at = c.registries.at(server.host);
  const { digest } = blobOf(noise(7));
  await at.hasBlob('a/first', digest);
  for (let round = 0; round < 3; round++)
    expect(
      await Promise.all(Array.from({ length: 60 }, (_, i) => at.hasBlob(`a/r${round}-${i}`, digest))),
    ).toEqual(Array(60).fill(7));
});
