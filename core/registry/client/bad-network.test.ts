import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccess } from '../access/create-access.ts';
import { blobOf, client, inChunks, noise, readAll } from '../exchange/registry.fixture.ts';
import type { Registry } from '../exchange/registry.ts';
import { type RegistryServer, startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';

let home: string;
let server: RegistryServer;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'airlock-bad-network-'));
  const auth = { kind: 'token', ttlMs: 60_000, announce: false, users: { me: 'pw' } } as const;
  server = await startRegistryServer({ storage: memoryStorage(), auth });
  const entry = { auth: Buffer.from('me:pw').toString('base64') };
  writeFileSync(join(home, 'auth.json'), JSON.stringify({ auths: { [server.host]: entry } }));
});
afterAll(async () => {
  await server.close();
  rmSync(home, { recursive: true });
});

const blobs = Array.from({ length: 12 }, (_, i) => noise(200_000 + i * 1_000, i + 1));

async function registries(stallMs = 1_000) {
  const access = await createAccess({
    env: { PATH: process.env.PATH },
    home,
    systemRoots: home,
    authFile: join(home, 'auth.json'),
    insecureHosts: () => true,
  });
  return client({ backoffBaseMs: 5, stallMs, retry: { times: 8, delayMs: 0 } }, access);
}

async function pushAll(at: Registry): Promise<void> {
  await Promise.all(blobs.map((b, i) => at.uploadBlob(`some/r${i % 3}`, blobOf(b), () => inChunks(b))));
}

async function readEach(at: Registry): Promise<boolean[]> {
  return await Promise.all(
    blobs.map(async (b, i) => (await readAll(at.blob(`some/r${i % 3}`, blobOf(b)))).equals(b)),
  );
}

const allGood = blobs.map(() => true);

test('completes with short tokens, breaks, rejections and redirects together', async () => {
  const c = await registries();
  await using _ = c;
  const at = c.registries.at(server.host);
  server.faults.set({
    latencyMs: 2,
    tokenTtlMs: 150,
    rules: [
      { path: '/v2/.+', every: 7, status: 503 },
      { path: '/v2/.+', every: 9, reset: 'before' },
      { method: 'PUT', every: 4, resetUploadAfterBytes: 50_000 },
    ],
  });
  await pushAll(at);
  server.faults.set({
    latencyMs: 2,
    tokenTtlMs: 150,
    redirectBlobs: true,
    blobStoreRejectsAuth: true,
    blobAddressTtlMs: 500,
    rules: [
      { path: '/v2/.+', every: 11, status: 429 },
      { path: '/v2/.+', every: 13, status: 401 },
      { blobsOnly: true, every: 2, resetAfterBytes: 60_000 },
      { blobsOnly: true, every: 3, truncateAfterBytes: 30_000 },
    ],
  });
  expect(await readEach(at)).toEqual(allGood);
  expect(c.registries.counters.retries).toBeGreaterThan(10);
});

test('completes without Range, with stalls', async () => {
  const c = await registries(200);
  await using _ = c;
  const at = c.registries.at(server.host);
  server.faults.clear();
  await pushAll(at);
  server.faults.set({ range: false, rules: [{ blobsOnly: true, every: 4, stallAfterBytes: 10_000 }] });
  expect(await readEach(at)).toEqual(allGood);
});

test('a server that is unavailable for a while', async () => {
  const c = await registries();
  await using _ = c;
  const at = c.registries.at(server.host);
  server.faults.clear();
  await pushAll(at);
  server.faults.set({ bytesPerSec: 1_000_000 });
  const reading = readEach(at);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await server.faults.disconnect(150);
  expect(await reading).toEqual(allGood);
  expect(c.registries.counters.retries).toBeGreaterThan(0);
});
