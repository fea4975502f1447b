import { expect, test } from 'vitest';
import { blobOf, client, inChunks, noise, plainAccess, readAll } from '../exchange/registry.fixture.ts';
import { startRegistryServer } from '../server/start.ts';
import { memoryStorage } from '../server/storage/memory-storage.ts';
import { uploadMode } from './obey.ts';
import { probeDestination } from './probe/destination.ts';

test('completes a push through a proxy that limits bodies, strips ranges and expires tokens', async () => {
  const server = await startRegistryServer({
    storage: memoryStorage(),
    auth: { kind: 'token', ttlMs: 150, users: { me: 'pw' } },
    quirks: { bodyLimit: { blobs: 300_000 }, mount: 'never', concurrentPushes: 6, product: 'harbor' },
    faults: { range: false },
  });
  try {
    const credentials = { kind: 'basic', username: 'me', password: 'pw' } as const;
    await using c = client({}, plainAccess({ credentials }));
    const at = c.registries.at(server.host);
    const profile = await probeDestination(at, { namespace: 'ocp', patienceMs: 60 });
    expect(profile.capabilities).toMatchObject({
      requestBytes: { value: { accepted: 262_144, rejected: 524_288 } },
      mounts: { value: 'no' },
      concurrentPushes: { value: { accepted: 6, rejected: 7 } },
    });
    c.registries.obey(server.host, uploadMode(profile));
    server.resetStats();
    const layers = Array.from({ length: 10 }, (_, i) => noise(1_000_000, i + 1));
    await Promise.all(
      layers.map((layer) =>
        at.uploadBlob('ocp/a', blobOf(layer), () => inChunks(layer), { mountFrom: ['ocp/a'] }),
      ),
    );
    expect([server.stats.statuses[413], server.stats.statuses[429]]).toEqual([undefined, undefined]);
    for (const layer of layers)
      expect((await readAll(at.blob('ocp/a', blobOf(layer)))).equals(layer)).toBe(true);
  } finally {
    await server.close();
  }
});
