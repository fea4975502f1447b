import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../base/image/manifest.ts';
import { OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import {
  blobOf,
  client,
  dockerRegistry,
  inChunks,
  noise,
  plainAccess,
  readAll,
} from '../exchange/registry.fixture.ts';
import type { Registry } from '../exchange/registry.ts';

let registry: Awaited<ReturnType<typeof dockerRegistry>>;
beforeAll(async () => {
  registry = await dockerRegistry();
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
});

const config = Buffer.from('{}');
function imageOf(...layers: Buffer[]): Manifest {
  const descriptor = (content: Buffer, mediaType: string) => ({ mediaType, ...blobOf(content) });
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: OCI_MANIFEST,
      config: descriptor(config, 'application/vnd.oci.image.config.v1+json'),
      layers: layers.map((l) => descriptor(l, 'application/vnd.oci.image.layer.v1.tar+gzip')),
    }),
  );
  return { mediaType: OCI_MANIFEST, digest: sha256(bytes), bytes };
}

async function push(at: Registry, repository: string, tag: string, ...layers: Buffer[]): Promise<Manifest> {
  for (const content of [config, ...layers])
    await at.uploadBlob(repository, blobOf(content), () => inChunks(content));
  const manifest = imageOf(...layers);
  await at.putManifest(repository, tag, manifest);
  return manifest;
}

test('returns pushed content byte for byte, with counts', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const layer = noise(300_000);
  const manifest = await push(at, 'a/b', 'one', layer);
  expect(c.registries.counters.sent).toBe(config.length + layer.length + manifest.bytes.length);
  expect(await at.resolve('a/b', 'one')).toEqual({
    digest: manifest.digest,
    size: manifest.bytes.length,
    mediaType: OCI_MANIFEST,
  });
  expect((await at.manifest('a/b', 'one')).bytes.equals(manifest.bytes)).toBe(true);
  expect((await at.manifest('a/b', manifest.digest)).digest).toBe(manifest.digest);
  expect(await at.hasBlob('a/b', sha256(layer))).toBe(layer.length);
  expect(await at.hasBlob('a/b', sha256('never pushed'))).toBeUndefined();
  const before = c.registries.counters.fetched;
  expect((await readAll(at.blob('a/b', blobOf(layer)))).equals(layer)).toBe(true);
  expect(c.registries.counters.fetched - before).toBe(layer.length);
  expect(c.registries.counters.retries).toBe(0);
});

test('pushes and reads an empty blob', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const empty = Buffer.alloc(0);
  expect(await at.uploadBlob('empty/blob', blobOf(empty), () => inChunks(empty))).toBe('uploaded');
  expect(await at.hasBlob('empty/blob', sha256(empty))).toBe(0);
  expect(await readAll(at.blob('empty/blob', blobOf(empty)))).toHaveLength(0);
});

test('uploads the same blob in chunks', async () => {
  await using c = client({ uploads: 'chunks', chunkBytes: 100_000 });
  const at = c.registries.at(registry.host);
  const layer = noise(350_001, 7);
  expect(await at.uploadBlob('in/pieces', blobOf(layer), () => inChunks(layer))).toBe('uploaded');
  expect((await readAll(at.blob('in/pieces', blobOf(layer)))).equals(layer)).toBe(true);
});

test('mounts a blob from a repository that has it, and sends it otherwise', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const layer = noise(50_000, 3);
  await push(at, 'mount/source', 'one', layer);
  const sent = c.registries.counters.sent;
  const never = () => {
    throw new Error('the content was read');
  };
  const mountFrom = ['mount/absent', 'mount/source'];
  expect(await at.uploadBlob('mount/target', blobOf(layer), never, { mountFrom })).toBe('mounted');
  expect(c.registries.counters.sent).toBe(sent);
  expect(await at.hasBlob('mount/target', sha256(layer))).toBe(layer.length);
  const other = noise(50_000, 4);
  const open = () => inChunks(other);
  expect(await at.uploadBlob('mount/target', blobOf(other), open, { mountFrom: ['mount/source'] })).toBe(
    'uploaded',
  );
  // From the same repository: one request checks whether the blob exists.
  expect(await at.uploadBlob('mount/target', blobOf(other), never, { mountFrom: ['mount/target'] })).toBe(
    'mounted',
  );
});

test('pushes one digest concurrently under many tags', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const layer = noise(200_000, 5);
  const tags = Array.from({ length: 12 }, (_, i) => `t${i}`);
  for (const content of [layer, config]) {
    const results = await Promise.all(
      tags.map(() => at.uploadBlob('at/once', blobOf(content), () => inChunks(content))),
    );
    expect(results.filter((result) => result === 'uploaded')).toHaveLength(1);
  }
  const manifest = imageOf(layer);
  await Promise.all(tags.map((tag) => at.putManifest('at/once', tag, manifest)));
  expect(await at.tags('at/once')).toEqual(expect.arrayContaining(tags));
  // Each blob was sent once; the others found it.
  expect(c.registries.counters.sent).toBe(layer.length + config.length + 12 * manifest.bytes.length);
});

test('deletes a manifest with its tags, and tolerates a missing one', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const manifest = await push(at, 'to/delete', 'gone', noise(10, 8));
  await at.deleteManifest('to/delete', manifest.digest);
  expect(await at.resolve('to/delete', 'gone')).toBeUndefined();
  await at.deleteManifest('to/delete', manifest.digest);
});

test('returns no tags and manifests for an unknown repository', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  expect(await at.tags('never/seen')).toEqual([]);
  expect(await at.resolve('never/seen', 'x')).toBeUndefined();
  await expect(at.manifest('never/seen', 'x')).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringMatching(/never\/seen:x.*404.*MANIFEST_UNKNOWN/),
  });
});

test('reads referrers from the fallback tag without the referrers API', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  const subject = await push(at, 'with/referrers', 'image', noise(10, 9));
  const attached = await push(at, 'with/referrers', 'attached', noise(20, 10));
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: OCI_INDEX,
      manifests: [{ mediaType: OCI_MANIFEST, digest: attached.digest, size: attached.bytes.length }],
    }),
  );
  const index = { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
  expect(await at.referrers('with/referrers', subject.digest)).toEqual({ artifacts: [] });
  await at.putManifest('with/referrers', subject.digest.replace(':', '-'), index);
  expect(await at.referrers('with/referrers', subject.digest)).toMatchObject({
    artifacts: [{ digest: attached.digest }],
    index: { digest: index.digest },
  });
});

test('reports the error of the registry for a manifest without its blobs', async () => {
  await using c = client();
  const at = c.registries.at(registry.host);
  await expect(at.putManifest('no/blobs', 'x', imageOf(noise(10, 11)))).rejects.toMatchObject({
    code: 'protocol',
    message: expect.stringContaining('MANIFEST_BLOB_UNKNOWN'),
  });
  expect(c.registries.counters.retries).toBe(0);
});

test('names a layer from elsewhere, which the registry rejects', async () => {
  await using c = client({ retry: { times: 0, delayMs: 0 } });
  const at = c.registries.at(registry.host);
  const { config } = JSON.parse(imageOf().bytes.toString()) as { config: object };
  const layer = {
    mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip',
    ...blobOf(noise(10)),
    urls: ['https://content.example.com/layer.tar.gz'],
  };
  const bytes = Buffer.from(
    JSON.stringify({ schemaVersion: 2, mediaType: OCI_MANIFEST, config, layers: [layer] }),
  );
  const manifest = { mediaType: OCI_MANIFEST, digest: sha256(bytes), bytes };
  await expect(at.putManifest('from/elsewhere', 'x', manifest)).rejects.toMatchObject({
    remedy: expect.stringMatching(/https:\/\/content\.example\.com.*validation\.manifests\.urls\.allow/),
  });
});

test('Basic: accepts the right password, fails at once with a wrong one, and reports a missing one', async () => {
  const folder = registry.directory;
  await writeFile(join(folder, 'htpasswd'), `me:${bcrypt.hashSync('s3cret', 4)}\n`);
  await using locked = await dockerRegistry(`auth: { htpasswd: { realm: r, path: ${folder}/htpasswd } }`);
  const basic = (password: string) =>
    plainAccess({ credentials: { kind: 'basic', username: 'me', password } });
  await using right = client({}, basic('s3cret'));
  const at = right.registries.at(locked.host);
  await at.checkAccess();
  await at.checkAccess('a/b', 'pull');
  await at.checkAccess('a/b', 'push');
  await push(at, 'a/b', 'one', noise(100));
  await using wrong = client({}, basic('wr0ng'));
  const rejected = wrong.registries.at(locked.host).checkAccess('a/b', 'push');
  await expect(rejected).rejects.toMatchObject({ code: 'unauthorized', retryable: false });
  await expect(rejected).rejects.not.toMatchObject({ message: expect.stringContaining('wr0ng') });
  expect(wrong.registries.counters).toMatchObject({ retries: 0 });
  await using none = client();
  await expect(none.registries.at(locked.host).manifest('a/b', 'one')).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining('without credentials'),
  });
});
