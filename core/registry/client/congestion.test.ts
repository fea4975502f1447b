import { afterEach, expect, test } from 'vitest';
import { blobOf, client, inChunks, noise, readAll } from '../exchange/registry.fixture.ts';
import type { Link } from '../exchange/registry.ts';
import { type RegistryServer, startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';

let server: RegistryServer | undefined;
afterEach(() => server?.close());

const blobs = Array.from({ length: 40 }, (_, i) => noise(150_000 + i, i + 1));

async function filled(): Promise<RegistryServer> {
  server = await startRegistryServer({ storage: memoryStorage() });
  await using c = client();
  const at = c.registries.at(server.host);
  await Promise.all(blobs.map((blob) => at.uploadBlob('a/b', blobOf(blob), () => inChunks(blob))));
  return server;
}

function watched() {
  const reported: Link[] = [];
  const c = client({
    parallelBlobs: 16,
    stallMs: 300,
    retry: { times: 30, delayMs: 0 },
    onPace: (link) => reported.push(link),
  });
  return { c, reported };
}

test('soon sends no more than four concurrent transfers to a registry that rejects more with 429', async () => {
  const { host, faults, stats } = await filled();
  const { c, reported } = watched();
  await using _ = c;
  // Each response takes a while, so sixteen concurrent ones overlap.
  faults.set({ maxConnections: 4, latencyMs: 20 });
  const at = c.registries.at(host);
  const got = await Promise.all(blobs.map((blob) => readAll(at.blob('a/b', blobOf(blob)))));
  expect(got.every((bytes, i) => bytes.equals(blobs[i]!))).toBe(true);
  expect(reported[0]).toMatchObject({ host, parallel: 8, allowed: 16, reason: 'rate-limited' });
  expect(Math.min(...reported.map(({ parallel }) => parallel))).toBeLessThanOrEqual(4);
  // Sixteen were too many at first; without backing off, all of the 40 would be rejected repeatedly.
  expect(stats.statuses[429]).toBeLessThan(60);
  expect(c.registries.links()).toMatchObject([{ host, moving: 0, allowed: 16 }]);
});

test('completes all transfers over a line that breaks repeatedly', async () => {
  const { host, faults } = await filled();
  await using c = client({ parallelBlobs: 8, backoffBaseMs: 500, retry: { times: 2, delayMs: 0 } });
  const at = c.registries.at(host);
  faults.set({ totalBytesPerSec: 3_000_000 });
  const cut = setInterval(() => void faults.disconnect(10), 400);
  try {
    const got = await Promise.all(blobs.map((blob) => readAll(at.blob('a/b', blobOf(blob)))));
    expect(got.every((bytes, i) => bytes.equals(blobs[i]!))).toBe(true);
  } finally {
    clearInterval(cut);
  }
  expect(c.registries.counters.retries).toBeGreaterThan(10);
});

test('always uses the full limit at a healthy host', async () => {
  const { host } = await filled();
  const { c, reported } = watched();
  await using _ = c;
  const at = c.registries.at(host);
  await Promise.all(blobs.map((blob) => readAll(at.blob('a/b', blobOf(blob)))));
  expect(reported).toEqual([]);
  expect(c.registries.links()).toEqual([
    { host, parallel: 16, allowed: 16, setbacks: 0, stalls: 0, moving: 0 },
  ]);
});

test('counts stalls per host, requests the rest of a blob by Range, and resumes started blobs first', async () => {
  const { host, faults, stats } = await filled();
  const { c, reported } = watched();
  await using _ = c;
  faults.set({ rules: [{ blobsOnly: true, stallAfterBytes: 50_000, times: 16 }] });
  const at = c.registries.at(host);
  const before = c.registries.counters.fetched;
  const order: number[] = [];
  await Promise.all(
    blobs.map(async (blob, i) => {
      await readAll(at.blob('a/b', blobOf(blob)));
      order.push(i);
    }),
  );
  expect(c.registries.counters.fetched - before).toBe(blobs.reduce((sum, { length }) => sum + length, 0));
  expect(c.registries.links()[0]).toMatchObject({ stalls: 16, setbacks: 16 });
  expect(reported[0]).toMatchObject({ parallel: 11, reason: 'stalled' });
  expect(stats.faults).toHaveProperty('stalled', 16);
  expect(Math.max(...order.slice(0, 16))).toBeLessThan(24);
});

test('applies changed limits during a run together with those of the host', async () => {
  const { host, faults } = await filled();
  const { c } = watched();
  await using _ = c;
  faults.set({ rules: [{ blobsOnly: true, status: 503, times: 1 }] });
  const at = c.registries.at(host);
  await readAll(at.blob('a/b', blobOf(blobs[0]!)));
  c.registries.adjust({ parallelBlobs: 5 });
  expect(c.registries.links()[0]).toMatchObject({ parallel: 5, allowed: 5 });
  c.registries.adjust({ parallelBlobs: 40 });
  expect(c.registries.links()[0]).toMatchObject({ parallel: 8, allowed: 40, reason: 'server-error' });
});
