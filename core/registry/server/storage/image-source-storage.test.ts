import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../../base/image/content.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { OCI_INDEX, OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { sampleImage, sampleIndex } from '../sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../start.ts';
import { imageSourceStorage } from './image-source-storage.ts';

/** A source with its content in memory, which verifies it like other sources. */
function storedInMemory(content: Map<Digest, Buffer>, tags: Map<string, Map<string, Digest>>): ImageSource {
  const stored = (digest: Digest): Buffer => {
    const bytes = content.get(digest);
    if (!bytes) throw new AirlockError('content-missing', `${digest} is not held`);
    return bytes;
  };
  return {
    location: 'memory',
    size: (digest) => content.get(digest)?.length,
    async *read(digest, options = {}) {
      const { offset = 0, length } = options;
      const bytes = stored(digest).subarray(offset, length === undefined ? undefined : offset + length);
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      if (offset === 0 && length === undefined && sha256(bytes) !== digest)
        throw new AirlockError('digest-mismatch', `${digest} is damaged`);
    },
    bytes: async (digest) => stored(digest),
    tag: (repository, tag) => tags.get(repository)?.get(tag),
    tags: () => tags,
    files: () => [],
    file: async () => undefined,
    configurations: async () => [],
    close: async () => {},
  };
}

const image = sampleImage({ layerBytes: 200_000 });
const index = sampleIndex([image]);
const signature = sampleImage();
const attached = sampleIndex([signature]);
const content = new Map<Digest, Buffer>();
for (const bytes of [image.bytes, index.bytes, signature.bytes, attached.bytes, ...image.blobs])
  content.set(sha256(bytes), bytes);
const tags = new Map([
  [
    'openshift/release-images',
    new Map([
      ['4.16.1-x86_64', index.digest],
      [image.digest.replace(':', '-'), attached.digest],
    ]),
  ],
]);

let server: RegistryServer;
beforeEach(async () => {
  server = await startRegistryServer({ storage: imageSourceStorage(storedInMemory(content, tags)) });
});
afterEach(() => server.close());

const get = (path: string, init?: RequestInit) => fetch(`${server.url}/v2/${path}`, init);

test('serves the tags of the archive under their destination names', async () => {
  const got = await get('openshift/release-images/manifests/4.16.1-x86_64');
  expect([got.status, got.headers.get('content-type')]).toEqual([200, OCI_INDEX]);
  expect(Buffer.from(await got.arrayBuffer()).equals(index.bytes)).toBe(true);
  const list = await (await get('openshift/release-images/tags/list')).json();
  expect(list).toMatchObject({ tags: expect.arrayContaining(['4.16.1-x86_64']) });
  expect((await get('quay.io/openshift/release-images/manifests/4.16.1-x86_64')).status).toBe(404);
  expect((await get('quay.io/openshift/tags/list')).status).toBe(404);
});

test('serves all stored content by digest under any name', async () => {
  const manifest = await get(`quay.io/openshift-release-dev/ocp-v4.0-art-dev/manifests/${image.digest}`);
  expect([manifest.status, manifest.headers.get('content-type')]).toEqual([200, OCI_MANIFEST]);
  const digest = sha256(image.layer);
  const layer = await get(`quay.io/other/blobs/${digest}`);
  expect(Buffer.from(await layer.arrayBuffer()).equals(image.layer)).toBe(true);
  const part = await get(`x/blobs/${digest}`, { headers: { range: 'bytes=150000-' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 150000-199999/200000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(image.layer.subarray(150_000))).toBe(true);
  expect((await get(`x/blobs/${digest}`, { method: 'HEAD' })).headers.get('content-length')).toBe('200000');
  expect((await get(`x/blobs/${sha256('else')}`)).status).toBe(404);
});

test('does not serve a config or layer as a manifest', async () => {
  for (const blob of image.blobs) expect((await get(`x/manifests/${sha256(blob)}`)).status).toBe(404);
});

test('reads attached artifacts from the fallback tag', async () => {
  const list = await get(`openshift/release-images/referrers/${image.digest}`);
  expect(await list.json()).toMatchObject({ manifests: [{ digest: signature.digest }] });
  const none = await get(`openshift/release-images/referrers/${index.digest}`);
  expect(await none.json()).toMatchObject({ manifests: [] });
});

test('rejects all writes', async () => {
  expect((await get('x/blobs/uploads/', { method: 'POST' })).status).toBe(405);
  expect((await get('openshift/release-images/manifests/4.16.1-x86_64', { method: 'DELETE' })).status).toBe(
    405,
  );
});

test('never completes a damaged blob', async () => {
  const damaged = randomBytes(300_000);
  const digest = sha256(damaged);
  damaged[299_999]! ^= 1;
  content.set(digest, damaged);
  const response = await get(`x/blobs/${digest}`);
  await expect(response.arrayBuffer()).rejects.toThrow();
  content.delete(digest);
});
