import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobOf, client, dockerRegistry, inChunks, noise, scripted } from '../exchange/registry.fixture.ts';
import { startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';
import { blobDamage } from './served-content.ts';

const never = new AbortController().signal;

test.each([{ cache: false }, { cache: true }])(
  'finds a truncated blob file of docker-registry ($cache: sizes remembered)',
  async ({ cache }) => {
    await using server = await dockerRegistry('', { cache });
    await using c = client();
    const registry = c.registries.at(server.host);
    const content = noise(5000);
    const blob = blobOf(content);
    await registry.uploadBlob('a', blob, () => inChunks(content));
    expect(await blobDamage(registry, 'a', blob, never)).toBeUndefined();
    const hex = blob.digest.slice(7);
    const file = join(server.directory, 'data/docker/registry/v2/blobs/sha256', hex.slice(0, 2), hex, 'data');
    for (const size of [4999, 0]) {
      await truncate(file, size);
      expect(await blobDamage(registry, 'a', blob, never)).toContain(blob.digest);
      // HEAD proves nothing: a registry that remembers sizes reports the old one.
      expect(await registry.hasBlob('a', blob.digest)).toBe(cache ? 5000 : size);
    }
    expect(await blobDamage(registry, 'b', blob, never)).toContain('is missing');
  },
);

test('checks the size without ranges and an empty blob by HEAD, and ignores 503', async () => {
  const server = await startRegistryServer({ storage: memoryStorage(), faults: { range: false } });
  await using c = client();
  const registry = c.registries.at(server.host);
  const content = noise(300_000);
  await registry.uploadBlob('a', blobOf(content), () => inChunks(content));
  expect(await blobDamage(registry, 'a', blobOf(content), never)).toBeUndefined();
  expect(await blobDamage(registry, 'a', { ...blobOf(content), size: 300_001 }, never)).toContain(
    'is 300000 bytes instead of 300001',
  );
  const empty = Buffer.alloc(0);
  await registry.uploadBlob('a', blobOf(empty), () => inChunks(empty));
  expect(await blobDamage(registry, 'a', blobOf(empty), never)).toBeUndefined();
  // A registry that restarts for longer than two attempts.
  const returned = server.faults.disconnect(200);
  expect(await blobDamage(registry, 'a', blobOf(empty), never)).toBeUndefined();
  await returned;
  server.faults.set({ rules: [{ status: 503 }] });
  await expect(blobDamage(registry, 'a', blobOf(content), never)).rejects.toMatchObject({
    code: 'server-error',
    side: 'destination',
  });
  await server.close();

  await using short = await scripted((_request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 9-9/10', 'content-length': 1 });
    response.flushHeaders();
    response.destroy();
  });
  const other = c.registries.at(short.host);
  expect(await blobDamage(other, 'a', blobOf(noise(10)), never)).toContain("can't be read completely");
});
