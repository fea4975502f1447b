import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { OCI_INDEX, OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { pushBlob, pushImage, pushManifest, sampleImage, sampleIndex } from '../sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../start.ts';
import { directoryStorage } from '../storage/directory-storage.ts';
import { MANIFEST_LIMIT_BYTES } from '../storage/manifest-limit.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { ProtocolOptions } from './protocol.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'airlock-server-'));
  cleanups.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { errors: { code: string }[] };
  return `${response.status} ${body.errors[0]?.code}`;
}

describe.each(['memory', 'directory'])('%s storage', (kind) => {
  async function start(options: ProtocolOptions = {}): Promise<RegistryServer> {
    const storage = kind === 'memory' ? memoryStorage() : directoryStorage(await directory());
    const server = await startRegistryServer({ storage, ...options });
    cleanups.push(() => server.close());
    return server;
  }

  test('answers the ping and nothing outside of the API', async () => {
    const { url } = await start();
    const ping = await fetch(`${url}/v2/`);
    expect(ping.status).toBe(200);
    expect(ping.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
    expect(await codeOf(await fetch(`${url}/anything`))).toBe('404 UNKNOWN');
    expect(await codeOf(await fetch(`${url}/v2/a/manifests/x/y`))).toBe('404 UNKNOWN');
  });

  test('returns a manifest byte for byte, by tag and by digest, with GET and HEAD', async () => {
    const { url } = await start();
    const image = sampleImage();
    await pushImage(url, 'team/app', 'v1', image);
    for (const reference of ['v1', image.digest]) {
      const got = await fetch(`${url}/v2/team/app/manifests/${reference}`);
      expect(got.headers.get('docker-content-digest')).toBe(image.digest);
      expect(got.headers.get('content-type')).toBe(OCI_MANIFEST);
      expect(Buffer.from(await got.arrayBuffer()).equals(image.bytes)).toBe(true);
      const head = await fetch(`${url}/v2/team/app/manifests/${reference}`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(image.bytes.length));
      expect(head.headers.get('docker-content-digest')).toBe(image.digest);
    }
    expect(await codeOf(await fetch(`${url}/v2/team/app/manifests/v2`))).toBe('404 MANIFEST_UNKNOWN');
    expect(await codeOf(await fetch(`${url}/v2/team/other/manifests/${image.digest}`))).toBe(
      '404 MANIFEST_UNKNOWN',
    );
  });

  test('serves ranges of blobs, and rejects those outside', async () => {
    const { url } = await start();
    const blob = randomBytes(700_000);
    await pushBlob(url, 'a', blob);
    const address = `${url}/v2/a/blobs/${sha256(blob)}`;
    const complete = await fetch(address);
    expect(complete.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await complete.arrayBuffer()).equals(blob)).toBe(true);
    const part = await fetch(address, { headers: { range: 'bytes=300000-' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 300000-699999/700000');
    expect(Buffer.from(await part.arrayBuffer()).equals(blob.subarray(300_000))).toBe(true);
    const middle = await fetch(address, { headers: { range: 'bytes=5-9', 'if-range': `"${sha256(blob)}"` } });
    expect(Buffer.from(await middle.arrayBuffer()).equals(blob.subarray(5, 10))).toBe(true);
    const other = await fetch(address, { headers: { range: 'bytes=5-9', 'if-range': '"another"' } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    const outside = await fetch(address, { headers: { range: 'bytes=700000-' } });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */700000');
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '700000']);
    expect(await codeOf(await fetch(`${url}/v2/b/blobs/${sha256(blob)}`))).toBe('404 BLOB_UNKNOWN');
  });

  test('accepts the empty blob', async () => {
    const { url } = await start();
    const empty = Buffer.alloc(0);
    expect((await pushBlob(url, 'a', empty)).status).toBe(201);
    const got = await fetch(`${url}/v2/a/blobs/${sha256(empty)}`);
    expect([got.status, (await got.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  test('accepts a blob in chunks, only in order', async () => {
    const { url } = await start();
    const blob = randomBytes(100_000);
    const opened = await fetch(`${url}/v2/a/blobs/uploads/`, { method: 'POST' });
    expect(opened.status).toBe(202);
    const session = new URL(opened.headers.get('location')!, url);
    const patch = (range: string, bytes: Buffer) =>
      fetch(session, {
        method: 'PATCH',
        body: new Uint8Array(bytes),
        headers: { 'content-range': range },
      });
    const first = await patch('0-59999', blob.subarray(0, 60_000));
    expect([first.status, first.headers.get('range')]).toEqual([202, '0-59999']);
    const gap = await patch('70000-99999', blob.subarray(70_000));
    expect([gap.status, gap.headers.get('range')]).toEqual([416, '0-59999']);
    const wrongLength = await patch('60000-60009', blob.subarray(60_000));
    expect(wrongLength.status).toBe(416);
    const status = await fetch(session);
    expect([status.status, status.headers.get('range')]).toEqual([204, '0-59999']);
    const elsewhere = session.href.replace('/v2/a/', '/v2/b/');
    expect(await codeOf(await fetch(elsewhere))).toBe('404 BLOB_UPLOAD_UNKNOWN');
    session.searchParams.set('digest', sha256(blob));
    const done = await fetch(session, { method: 'PUT', body: new Uint8Array(blob.subarray(60_000)) });
    expect([done.status, done.headers.get('docker-content-digest')]).toEqual([201, sha256(blob)]);
    expect(await codeOf(await fetch(session))).toBe('404 BLOB_UPLOAD_UNKNOWN');
    const got = await fetch(`${url}/v2/a/blobs/${sha256(blob)}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(blob)).toBe(true);
  });

  test('rejects and drops content with another digest', async () => {
    const { url } = await start();
    const digest = sha256('something else');
    const post = await fetch(`${url}/v2/a/blobs/uploads/?digest=${digest}`, {
      method: 'POST',
      body: 'content',
    });
    expect(await codeOf(post)).toBe('400 DIGEST_INVALID');
    expect((await fetch(`${url}/v2/a/blobs/${digest}`, { method: 'HEAD' })).status).toBe(404);
    const sha512 = await fetch(`${url}/v2/a/blobs/uploads/?digest=sha512:00`, { method: 'POST', body: 'x' });
    expect(await codeOf(sha512)).toBe('400 DIGEST_INVALID');
    const { bytes } = sampleImage();
    const put = await pushManifest(url, 'a', digest, bytes, OCI_MANIFEST);
    expect(await codeOf(put)).toBe('400 DIGEST_INVALID');
  });

  test('cancels an upload', async () => {
    const { url } = await start();
    const opened = await fetch(`${url}/v2/a/blobs/uploads/`, { method: 'POST' });
    const session = new URL(opened.headers.get('location')!, url);
    expect((await fetch(session, { method: 'DELETE' })).status).toBe(204);
    expect(await codeOf(await fetch(session))).toBe('404 BLOB_UPLOAD_UNKNOWN');
  });

  test('mounts a blob of another repository, or opens a session', async () => {
    const { url } = await start();
    const blob = randomBytes(10);
    await pushBlob(url, 'from', blob);
    const mount = (from: string) =>
      fetch(`${url}/v2/to/blobs/uploads/?mount=${sha256(blob)}&from=${from}`, { method: 'POST' });
    const absent = await mount('nobody');
    expect([absent.status, absent.headers.has('docker-upload-uuid')]).toEqual([202, true]);
    const mounted = await mount('from');
    expect([mounted.status, mounted.headers.get('location')]).toEqual([201, `/v2/to/blobs/${sha256(blob)}`]);
    expect((await fetch(`${url}/v2/to/blobs/${sha256(blob)}`)).status).toBe(200);
  });

  test('accepts a manifest only if everything it references exists', async () => {
    const { url } = await start();
    const image = sampleImage({ docker: true });
    const early = await pushManifest(url, 'a', 'v1', image.bytes, image.mediaType);
    expect(early.status).toBe(400);
    expect(await early.json()).toEqual({
      errors: image.blobs.map((blob) => ({
        code: 'MANIFEST_BLOB_UNKNOWN',
        message: expect.any(String),
        detail: { digest: sha256(blob) },
      })),
    });
    await pushImage(url, 'a', 'v1', image);
    const index = sampleIndex([image, sampleImage()]);
    const sparse = await pushManifest(url, 'a', 'list', index.bytes, OCI_INDEX);
    expect(await codeOf(sparse)).toBe('400 MANIFEST_BLOB_UNKNOWN');
  });

  test('accepts sparse indexes if configured', async () => {
    const { url } = await start({ allowSparse: true });
    const index = sampleIndex([sampleImage()]);
    expect((await pushManifest(url, 'a', 'list', index.bytes, OCI_INDEX)).status).toBe(201);
    const { bytes } = sampleImage();
    expect(await codeOf(await pushManifest(url, 'a', 'v1', bytes, OCI_MANIFEST))).toBe(
      '400 MANIFEST_BLOB_UNKNOWN',
    );
  });

  test('rejects content that is not a manifest', async () => {
    const { url } = await start();
    const put = (text: string, type = OCI_MANIFEST) => pushManifest(url, 'a', 'v1', Buffer.from(text), type);
    expect(await codeOf(await put('no JSON'))).toBe('400 MANIFEST_INVALID');
    expect(await codeOf(await put('{"schemaVersion":1}'))).toBe('400 MANIFEST_INVALID');
    const { bytes } = sampleImage({ docker: true });
    expect(await codeOf(await put(bytes.toString()))).toBe('400 MANIFEST_INVALID');
    const huge = await put(' '.repeat(MANIFEST_LIMIT_BYTES + 1));
    expect(await codeOf(huge)).toBe('413 SIZE_INVALID');
  });

  test('lists tags in pages', async () => {
    const { url } = await start();
    const image = sampleImage();
    for (const tag of ['c', 'a', 'b', 'B']) await pushImage(url, 'team/app', tag, image);
    expect(await (await fetch(`${url}/v2/team/app/tags/list`)).json()).toEqual({
      name: 'team/app',
      tags: ['B', 'a', 'b', 'c'],
    });
    const seen: string[] = [];
    for (let next: string | undefined = '/v2/team/app/tags/list?n=3'; next; ) {
      const response: Response = await fetch(url + next);
      seen.push(...((await response.json()) as { tags: string[] }).tags);
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['B', 'a', 'b', 'c']);
    expect(await codeOf(await fetch(`${url}/v2/team/app/tags/list?n=x`))).toBe(
      '400 PAGINATION_NUMBER_INVALID',
    );
    expect(await codeOf(await fetch(`${url}/v2/team/tags/list`))).toBe('404 NAME_UNKNOWN');
    await pushBlob(url, 'untagged', randomBytes(3));
    expect(await (await fetch(`${url}/v2/untagged/tags/list`)).json()).toEqual({
      name: 'untagged',
      tags: [],
    });
    expect(await (await fetch(`${url}/v2/_catalog`)).json()).toEqual({
      repositories: ['team/app', 'untagged'],
    });
  });

  test('deletes by digest with all tags, and by tag alone', async () => {
    const { url } = await start();
    const image = sampleImage();
    for (const tag of ['v1', 'v2', 'v3']) await pushImage(url, 'a', tag, image);
    const remove = (reference: string) => fetch(`${url}/v2/a/manifests/${reference}`, { method: 'DELETE' });
    expect((await remove('v3')).status).toBe(202);
    expect((await fetch(`${url}/v2/a/manifests/v1`)).status).toBe(200);
    expect((await fetch(`${url}/v2/a/manifests/v3`)).status).toBe(404);
    expect((await remove(image.digest)).status).toBe(202);
    expect(await (await fetch(`${url}/v2/a/tags/list`)).json()).toEqual({ name: 'a', tags: [] });
    expect(await codeOf(await remove(image.digest))).toBe('404 MANIFEST_UNKNOWN');
    const blob = `${url}/v2/a/blobs/${sha256(image.layer)}`;
    expect((await fetch(blob, { method: 'DELETE' })).status).toBe(202);
    expect((await fetch(blob, { method: 'HEAD' })).status).toBe(404);
    expect(await codeOf(await fetch(blob, { method: 'DELETE' }))).toBe('404 BLOB_UNKNOWN');
  });

  test('lists artifacts of a manifest by type, until they are deleted', async () => {
    const { url } = await start();
    const subject = sampleImage();
    await pushImage(url, 'a', 'v1', subject);
    const to = { mediaType: OCI_MANIFEST, digest: subject.digest, size: subject.bytes.length };
    const sbom = sampleImage({
      extra: { subject: to, artifactType: 'text/sbom', annotations: { by: 'test' } },
    });
    const plain = sampleImage({ extra: { subject: to } });
    for (const blob of [...sbom.blobs, ...plain.blobs]) await pushBlob(url, 'a', blob);
    const put = await pushManifest(url, 'a', sbom.digest, sbom.bytes, OCI_MANIFEST);
    expect(put.headers.get('oci-subject')).toBe(subject.digest);
    await pushManifest(url, 'a', plain.digest, plain.bytes, OCI_MANIFEST);
    const list = async (query = '') => {
      const response = await fetch(`${url}/v2/a/referrers/${subject.digest}${query}`);
      expect(response.headers.get('content-type')).toBe(OCI_INDEX);
      const { manifests } = (await response.json()) as {
        manifests: { digest: string; artifactType: string }[];
      };
      return { manifests, filtered: response.headers.get('oci-filters-applied') };
    };
    const all = await list();
    expect(all.filtered).toBeNull();
    expect(all.manifests.map((found) => found.artifactType).sort()).toEqual([
      'application/vnd.oci.image.config.v1+json',
      'text/sbom',
    ]);
    expect(await list('?artifactType=text/sbom')).toEqual({
      filtered: 'artifactType',
      manifests: [
        {
          mediaType: OCI_MANIFEST,
          digest: sbom.digest,
          size: sbom.bytes.length,
          artifactType: 'text/sbom',
          annotations: { by: 'test' },
        },
      ],
    });
    await fetch(`${url}/v2/a/manifests/${sbom.digest}`, { method: 'DELETE' });
    expect((await list()).manifests.map(({ digest }) => digest)).toEqual([plain.digest]);
    const nothing = await fetch(`${url}/v2/a/referrers/${sha256('nothing')}`);
    expect(((await nothing.json()) as { manifests: unknown[] }).manifests).toEqual([]);
  });

  test('rejects names that the specification does not allow', async () => {
    const { url, host } = await start();
    expect(await codeOf(await fetch(`${url}/v2/UPPER/tags/list`))).toBe('400 NAME_INVALID');
    expect(await codeOf(await fetch(`${url}/v2/a/manifests/-tag`))).toBe('400 TAG_INVALID');
    expect(await codeOf(await fetch(`${url}/v2/a/blobs/sha256:00`))).toBe('400 DIGEST_INVALID');
    expect(await codeOf(await fetch(`${url}/v2/a%2F..%2F..%2Fb/tags/list`))).toBe('400 NAME_INVALID');
    expect(
      await codeOf(await fetch(`http://${host}/v2/%2e%2e%2fetc/blobs/uploads/`, { method: 'POST' })),
    ).toBe('400 NAME_INVALID');
    expect(await codeOf(await fetch(`${url}/v2/a/manifests/%E0%A4%A`))).toBe('404 UNKNOWN');
  });

  test('read-only: answers 405 to all writes', async () => {
    const { url } = await start({ readOnly: true });
    const { bytes } = sampleImage();
    expect(await codeOf(await pushBlob(url, 'a', randomBytes(3)))).toBe('405 UNSUPPORTED');
    expect(await codeOf(await pushManifest(url, 'a', 'v1', bytes, OCI_MANIFEST))).toBe('405 UNSUPPORTED');
    const remove = await fetch(`${url}/v2/a/manifests/v1`, { method: 'DELETE' });
    expect(await codeOf(remove)).toBe('405 UNSUPPORTED');
    expect((await fetch(`${url}/v2/`)).status).toBe(200);
  });

  test('runs without deletion and referrers, like distribution 2.8 by default', async () => {
    const { url } = await start({ allowDelete: false, referrersApi: false });
    const subject = sampleImage();
    const image = sampleImage({
      extra: { subject: { mediaType: OCI_MANIFEST, digest: subject.digest, size: subject.bytes.length } },
    });
    for (const blob of image.blobs) await pushBlob(url, 'a', blob);
    const put = await pushManifest(url, 'a', 'v1', image.bytes, OCI_MANIFEST);
    expect(put.headers.get('oci-subject')).toBeNull();
    expect(await codeOf(await fetch(`${url}/v2/a/manifests/v1`, { method: 'DELETE' }))).toBe(
      '405 UNSUPPORTED',
    );
    expect((await fetch(`${url}/v2/a/referrers/${subject.digest}`)).status).toBe(404);
    const opened = await fetch(`${url}/v2/a/blobs/uploads/`, { method: 'POST' });
    const canceled = await fetch(new URL(opened.headers.get('location')!, url), { method: 'DELETE' });
    expect(canceled.status).toBe(204);
  });

  test('one digest pushed twice at once: accepts both, or rejects one like distribution 2.8', async () => {
    const blob = randomBytes(2_000_000);
    const statuses = async (options: ProtocolOptions) => {
      const { url, faults } = await start(options);
      faults.set({ bytesPerSec: 10_000_000 }); // slow enough that both are in progress together
      const answers = await Promise.all([pushBlob(url, 'a', blob), pushBlob(url, 'a', blob)]);
      return answers.map(({ status }) => status).sort();
    };
    expect(await statuses({})).toEqual([201, 201]);
    expect(await statuses({ strictConcurrentPush: true })).toEqual([201, 400]);
  });
});
