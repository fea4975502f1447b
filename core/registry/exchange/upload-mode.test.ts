import { afterEach, expect, test } from 'vitest';
import type { Quirks } from '../server/faults/quirks.ts';
import { type RegistryServer, startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';
import { blobOf, client, inChunks, noise, readAll } from './registry.fixture.ts';
import { ANY_UPLOAD } from './upload-mode.ts';

const servers: RegistryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(quirks: Quirks): Promise<RegistryServer> {
  const server = await startRegistryServer({ storage: memoryStorage(), quirks });
  servers.push(server);
  return server;
}

const MIB = 2 ** 20;
const content = noise(3 * MIB, 11);
const blob = blobOf(content);
const open = () => inChunks(content);

test('checks for a blob at a registry without mounts, and sends nothing twice', async () => {
  const { host, stats } = await start({ mount: 'never' });
  await using c = client();
  const at = c.registries.at(host);
  const mountFrom = ['other', 'a'];
  expect(await at.uploadBlob('a', blob, open, { mountFrom })).toBe('uploaded');
  expect(await at.uploadBlob('a', blob, open, { mountFrom })).toBe('uploaded');
  c.registries.obey(host, { ...ANY_UPLOAD, mounts: 'never' });
  const { bytesIn } = stats;
  expect(await at.uploadBlob('a', blob, open, { mountFrom })).toBe('mounted');
  expect(stats.bytesIn).toBe(bytesIn);
});

test('mounts only from other repositories', async () => {
  const { host, stats } = await start({});
  await using c = client();
  c.registries.obey(host, { ...ANY_UPLOAD, mounts: 'from-others' });
  const at = c.registries.at(host);
  await at.uploadBlob('a', blob, open, { mountFrom: ['a'] });
  expect(await at.uploadBlob('b', blob, open, { mountFrom: ['b', 'a'] })).toBe('mounted');
  expect(await at.uploadBlob('b', blob, open, { mountFrom: ['b'] })).toBe('mounted');
  // The uploaded blob and the mount, without a check by mount.
  expect(stats.byRoute['POST blobs/uploads']?.requests).toBe(2);
});

test('sends no request above the limit, and determines an unknown limit by rejections', async () => {
  const { host, stats } = await start({ bodyLimit: { blobs: MIB } });
  await using unaware = client();
  expect(await unaware.registries.at(host).uploadBlob('a', blob, open)).toBe('uploaded');
  const rejections = stats.statuses[413];
  expect(rejections).toBeGreaterThan(0);
  await using aware = client();
  aware.registries.obey(host, { ...ANY_UPLOAD, requestBytes: MIB });
  const at = aware.registries.at(host);
  expect(await at.uploadBlob('b', blob, open)).toBe('uploaded');
  expect(stats.statuses[413]).toBe(rejections);
  for (const repository of ['a', 'b'])
    expect((await readAll(at.blob(repository, blob))).equals(content)).toBe(true);
});

test('treats a rejection as final without chunked uploads', async () => {
  const { host, stats } = await start({ bodyLimit: { blobs: MIB }, chunkedUploads: 'rejected' });
  await using c = client({ uploads: 'chunks' });
  const at = c.registries.at(host);
  c.registries.obey(host, { ...ANY_UPLOAD, completeOnly: true });
  await expect(at.uploadBlob('a', blob, open)).rejects.toMatchObject({ found: '413' });
  expect(stats.byRoute['PUT blobs/uploads']?.requests).toBe(1);
  const small = noise(1000);
  expect(await at.uploadBlob('a', blobOf(small), () => inChunks(small))).toBe('uploaded');
  expect(stats.byRoute['PATCH blobs/uploads']).toBeUndefined();
});

test('limits concurrent uploads to those of the registry, also after the limit of the run was raised', async () => {
  const { host, stats } = await start({ concurrentPushes: 2 });
  await using c = client();
  c.registries.obey(host, { ...ANY_UPLOAD, parallel: 2 });
  c.registries.adjust({ parallelBlobs: 8 });
  const at = c.registries.at(host);
  const blobs = Array.from({ length: 12 }, (_, i) => noise(200_000, i + 1));
  await Promise.all(blobs.map((one) => at.uploadBlob('a', blobOf(one), () => inChunks(one))));
  expect(stats.statuses[429]).toBeUndefined();
  expect(stats.statuses[201]).toBe(12);
});
