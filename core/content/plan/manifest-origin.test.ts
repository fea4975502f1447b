import { expect, test } from 'vitest';
import type { CollectedImage } from '../../base/collected/collected.ts';
import type { Digest } from '../../base/image/digest.ts';
import { OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { client } from '../../registry/exchange/registry.fixture.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { registryOrigin } from './manifest-origin.ts';
import { resolveImage } from './resolve-image.ts';

const EMPTY = Buffer.from('{}');

function manifest(fields: object): { bytes: Buffer; digest: Digest; mediaType: string } {
  const config = {
    mediaType: 'application/vnd.oci.empty.v1+json',
    digest: sha256(EMPTY),
    size: EMPTY.length,
  };
  const bytes = Buffer.from(
    JSON.stringify({ schemaVersion: 2, mediaType: OCI_MANIFEST, config, layers: [], ...fields }),
  );
  return { bytes, digest: sha256(bytes), mediaType: OCI_MANIFEST };
}

async function* never(): AsyncGenerator<Buffer> {}

test.each([true, false])(
  'artifacts that only the referrers API lists get the fallback tag (API: %s)',
  async (referrersApi) => {
    const server = await startRegistryServer({ storage: memoryStorage(), referrersApi });
    try {
      await using c = client();
      const registry = c.registries.at(server.host);
      const image = manifest({});
      const subject = { mediaType: OCI_MANIFEST, digest: image.digest, size: image.bytes.length };
      const artifact = manifest({ subject, artifactType: 'application/spdx+json' });
      await registry.uploadBlob('lab/app', { digest: sha256(EMPTY), size: EMPTY.length }, async function* () {
        yield EMPTY;
      });
      await registry.putManifest('lab/app', 'v1', image);
      await registry.putManifest('lab/app', artifact.digest, artifact);

      const saved = new Map<Digest, Buffer>();
      const cache = { put: async (digest: Digest, bytes: Buffer) => void saved.set(digest, bytes) };
      const origin = registryOrigin({ registries: c.registries, stored: [], cache });
      const requested: CollectedImage = {
        kind: 'generic',
        origin: `${server.host}/lab/app:v1`,
        source: { registry: server.host, repository: 'lab/app', tag: 'v1' },
        destination: { repository: 'lab/app', tag: 'v1' },
        deliverable: 'additional images',
        why: 'additionalImages[0]',
        verdict: { result: 'not-checked' },
      };
      const planned = await resolveImage(requested, { origin, attachments: true });
      if (!referrersApi) {
        expect(planned.attachments).toEqual([]);
        return;
      }
      expect(planned.attachments).toHaveLength(1);
      const [attachment] = planned.attachments;
      expect(attachment?.tag).toBe(image.digest.replace(':', '-'));
      expect(attachment?.manifests.map(({ digest }) => digest)).toEqual([
        artifact.digest,
        attachment?.digest,
      ]);
      // Generated manifests are stored, because no registry has them.
      const index = JSON.parse(saved.get(attachment!.digest)!.toString()) as {
        mediaType: string;
        manifests: { digest: string }[];
      };
      expect(index).toMatchObject({
        mediaType: OCI_INDEX,
        manifests: [{ digest: artifact.digest, artifactType: 'application/spdx+json' }],
      });
    } finally {
      await server.close();
    }
  },
);

test('a fallback tag from before the referrers API does not hide newer referrers', async () => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  try {
    await using c = client();
    const registry = c.registries.at(server.host);
    const image = manifest({});
    const subject = { mediaType: OCI_MANIFEST, digest: image.digest, size: image.bytes.length };
    const [old, newer] = ['old', 'newer'].map((n) => manifest({ subject, annotations: { n } })) as [
      ReturnType<typeof manifest>,
      ReturnType<typeof manifest>,
    ];
    await registry.uploadBlob('lab/app', { digest: sha256(EMPTY), size: EMPTY.length }, async function* () {
      yield EMPTY;
    });
    await registry.putManifest('lab/app', 'v1', image);
    for (const each of [old, newer]) await registry.putManifest('lab/app', each.digest, each);
    const entry = { mediaType: OCI_MANIFEST, digest: old.digest, size: old.bytes.length };
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: [entry] }));
    const tag = image.digest.replace(':', '-');
    await registry.putManifest('lab/app', tag, { bytes, digest: sha256(bytes), mediaType: OCI_INDEX });

    const origin = registryOrigin({ registries: c.registries, stored: [], cache: { put: async () => {} } });
    const requested: CollectedImage = {
      kind: 'generic',
      origin: `${server.host}/lab/app:v1`,
      source: { registry: server.host, repository: 'lab/app', tag: 'v1' },
      destination: { repository: 'lab/app', tag: 'v1' },
      deliverable: 'additional images',
      why: 'additionalImages[0]',
      verdict: { result: 'not-checked' },
    };
    const { attachments } = await resolveImage(requested, { origin, attachments: true });
    const digests = attachments[0]?.manifests.map(({ digest }) => digest);
    expect(digests).toEqual(expect.arrayContaining([old.digest, newer.digest]));
  } finally {
    await server.close();
  }
});

test('a manifest stays in memory until it is copied, without the block of memory that it was received in', async () => {
  const server = await startRegistryServer({ storage: memoryStorage() });
  try {
    await using c = client();
    const image = manifest({});
    const registry = c.registries.at(server.host);
    await registry.uploadBlob('lab/app', { digest: sha256(EMPTY), size: EMPTY.length }, async function* () {
      yield EMPTY;
    });
    await registry.putManifest('lab/app', 'v1', image);
    server.resetStats();
    const origin = registryOrigin({ registries: c.registries, stored: [], cache: { async put() {} } });
    const source = { registry: server.host, repository: 'lab/app' };
    await origin.manifest(source, image.digest);
    const { bytes } = await origin.manifest(source, image.digest);
    expect(server.stats.requests).toBe(1);
    expect(bytes.equals(image.bytes)).toBe(true);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    // Once it is in a set, it's read from there.
    const set = { size: () => bytes.length, bytes: async () => bytes, read: () => never() };
    origin.stored!(image.digest, set);
    expect((await origin.manifest(source, image.digest)).bytes).toBe(bytes);
    expect(server.stats.requests).toBe(1);
  } finally {
    await server.close();
  }
});

/** A registry with an image in two repositories, and a function that looks its attachments up. */
async function lookups() {
  const server = await startRegistryServer({ storage: memoryStorage() });
  const c = client();
  const image = manifest({});
  const registry = c.registries.at(server.host);
  for (const repository of ['lab/app', 'lab/other']) {
    await registry.uploadBlob(repository, { digest: sha256(EMPTY), size: EMPTY.length }, async function* () {
      yield EMPTY;
    });
    await registry.putManifest(repository, 'v1', image);
  }
  server.resetStats();
  const origin = registryOrigin({ registries: c.registries, stored: [], cache: { async put() {} } });
  return {
    server,
    attached(repository: string, signal?: AbortSignal) {
      const requested: CollectedImage = {
        kind: 'generic',
        origin: `${server.host}/${repository}:v1`,
        source: { registry: server.host, repository, tag: 'v1' },
        destination: { repository, tag: 'v1' },
        deliverable: 'additional images',
        why: 'additionalImages[0]',
        verdict: { result: 'not-checked' },
      };
      return origin.attached(requested, image.digest, signal);
    },
    async [Symbol.asyncDispose]() {
      await c[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

test('a digest without attachments is looked up once in each repository', async () => {
  await using world = await lookups();
  await Promise.all([world.attached('lab/app'), world.attached('lab/app')]);
  const { requests } = world.server.stats;
  expect(requests).toBeGreaterThan(0);
  expect(await world.attached('lab/app')).toEqual([]);
  expect(world.server.stats.requests).toBe(requests);
  expect(await world.attached('lab/other')).toEqual([]);
  expect(world.server.stats.requests).toBeGreaterThan(requests);
});

test('referrers are requested while the list of tags is, and a stop ends both', async () => {
  await using world = await lookups();
  world.server.faults.set({ rules: [{ path: 'tags/list', hang: true }] });
  const stop = new AbortController();
  const attached = world.attached('lab/app', stop.signal);
  await expect.poll(() => world.server.stats.requests, { timeout: 10_000 }).toBe(2);
  stop.abort();
  await expect(attached).rejects.toMatchObject({ code: 'interrupted' });
});
