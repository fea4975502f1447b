import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type RegistryServer, startRegistryServer } from '../start.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { ServerAuth } from './authentication.ts';

const users = { alice: 'secret:with colon' };
let server: RegistryServer;
afterEach(() => server.close());

async function start(auth: ServerAuth): Promise<RegistryServer> {
  server = await startRegistryServer({ storage: memoryStorage(), auth });
  return server;
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

async function token(query: string, headers = {}): Promise<{ token: string; expires_in?: number }> {
  const response = await fetch(`${server.url}/token?service=airlock&${query}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as { token: string };
}

const bearer = async (scope: string) => ({
  authorization: `Bearer ${(await token(`scope=${scope}`)).token}`,
});

test('basic', async () => {
  await start({ kind: 'basic', users });
  const rejected = await fetch(`${server.url}/v2/`);
  expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="airlock"']);
  expect(await rejected.json()).toMatchObject({ errors: [{ code: 'UNAUTHORIZED' }] });
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/v2/`, { headers })).status;
  expect(await status(basic('alice', users.alice))).toBe(200);
  expect(await status(basic('alice', 'wrong'))).toBe(401);
  expect(await status(basic('toString', ''))).toBe(401);
  expect((await fetch(`${server.url}/token`)).status).toBe(401);
});

describe('tokens', () => {
  test('the challenge contains the required scope', async () => {
    await start({ kind: 'token', ttlMs: 60_000 });
    const challenge = async (path: string, init?: RequestInit) => {
      const response = await fetch(server.url + path, init);
      expect(response.status).toBe(401);
      return response.headers.get('www-authenticate');
    };
    const start_ = `Bearer realm="${server.url}/token",service="airlock"`;
    expect(await challenge('/v2/')).toBe(start_);
    expect(await challenge('/v2/a/tags/list')).toBe(`${start_},scope="repository:a:pull"`);
    expect(await challenge('/v2/a/blobs/uploads/', { method: 'POST' })).toBe(
      `${start_},scope="repository:a:pull,push"`,
    );
    expect(await challenge('/v2/a/blobs/uploads/?mount=x&from=b/c', { method: 'POST' })).toBe(
      `${start_},scope="repository:a:pull,push repository:b/c:pull"`,
    );
    expect(await challenge('/v2/a/manifests/v1', { method: 'DELETE' })).toBe(
      `${start_},scope="repository:a:delete"`,
    );
    const headers = await bearer('repository:other:pull');
    expect(await challenge('/v2/a/tags/list', { headers })).toBe(
      `${start_},scope="repository:a:pull",error="insufficient_scope"`,
    );
    expect(await challenge('/v2/a/tags/list', { headers: { authorization: 'Bearer nonsense' } })).toBe(
      `${start_},scope="repository:a:pull",error="invalid_token"`,
    );
  });

  test('grant their requested scopes', async () => {
    await start({ kind: 'token', ttlMs: 60_000 });
    const status = async (path: string, scope: string, method = 'GET') =>
      (await fetch(server.url + path, { method, headers: await bearer(scope) })).status;
    expect(await status('/v2/', 'repository:a:pull')).toBe(200);
    expect(await status('/v2/a/tags/list', 'repository:a:pull')).toBe(404);
    expect(await status('/v2/a/blobs/uploads/', 'repository:a:pull', 'POST')).toBe(401);
    expect(await status('/v2/a/blobs/uploads/', 'repository:a:pull,push', 'POST')).toBe(202);
    expect(await status('/v2/a/manifests/v1', 'repository:a:*', 'DELETE')).toBe(404);
    expect(await status('/v2/_catalog', 'registry:catalog:*')).toBe(200);
  });

  test('are issued to users with a password', async () => {
    await start({ kind: 'token', ttlMs: 60_000, users });
    const request = async (headers: Record<string, string>) =>
      (await fetch(`${server.url}/token?scope=repository:a:pull`, { headers })).status;
    expect(await request({})).toBe(401);
    expect(await request(basic('alice', 'wrong'))).toBe(401);
    expect(await request(basic('alice', users.alice))).toBe(200);
    expect((await fetch(`${server.url}/v2/`, { headers: basic('alice', users.alice) })).status).toBe(401);
  });

  test('expire, announced or not', async () => {
    await start({ kind: 'token', ttlMs: 300_000 });
    expect((await token('')).expires_in).toBe(300);
    server.faults.set({ tokenTtlMs: 30 });
    const headers = await bearer('repository:a:pull');
    const request = async () => (await fetch(`${server.url}/v2/`, { headers })).status;
    expect(await request()).toBe(200);
    await sleep(40);
    expect(await request()).toBe(401);
    await server.close();
    await start({ kind: 'token', ttlMs: 300_000, announce: false });
    expect(await token('')).not.toHaveProperty('expires_in');
  });

  test('of one server are invalid at others', async () => {
    await start({ kind: 'token', ttlMs: 60_000 });
    const headers = await bearer('repository:a:pull');
    await server.close();
    await start({ kind: 'token', ttlMs: 60_000 });
    expect((await fetch(`${server.url}/v2/`, { headers })).status).toBe(401);
  });

  test('rules can reject a correct login', async () => {
    await start({ kind: 'token', ttlMs: 60_000 });
    server.faults.set({ rules: [{ path: '/tags/', status: 401, times: 1 }] });
    const headers = await bearer('repository:a:pull');
    const rejected = await fetch(`${server.url}/v2/a/tags/list`, { headers });
    expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="${server.url}/token",service="airlock",scope="repository:a:pull"`,
    ]);
    expect((await fetch(`${server.url}/v2/a/tags/list`, { headers })).status).toBe(404);
  });
});
