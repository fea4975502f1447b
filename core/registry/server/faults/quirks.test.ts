import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { DOCKER_LIST, OCI_INDEX, OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { pushBlob, pushImage, pushManifest, sampleImage, sampleIndex } from '../sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../start.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { Quirks } from './quirks.ts';

const servers: RegistryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(quirks: Quirks): Promise<string> {
  const server = await startRegistryServer({ storage: memoryStorage(), allowSparse: true, quirks });
  servers.push(server);
  return server.url;
}

async function reported(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return `${response.status} ${(JSON.parse(text) as { errors: { code: string }[] }).errors[0]?.code}`;
  } catch {
    return `${response.status}`;
  }
}

const open = (url: string, repository: string, query = '') =>
  fetch(`${url}/v2/${repository}/blobs/uploads/${query}`, { method: 'POST' });
const patch = (url: string, opened: Response, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(url + opened.headers.get('location'), { method: 'PATCH', body: bytes });

test('limits names: depth, projects, organizations', async () => {
  const deep = await start({ maxPathDepth: 2 });
  expect((await open(deep, 'a/b')).status).toBe(202);
  expect(await reported(await open(deep, 'a/b/c'))).toBe('400 NAME_INVALID');

  const harbor = await start({ projects: { existing: ['ocp'] } });
  expect((await open(harbor, 'ocp/a/b')).status).toBe(202);
  expect(await reported(await open(harbor, 'other/a'))).toBe('404 NOT_FOUND');
  expect(await reported(await open(harbor, 'ocp'))).toBe('404 NOT_FOUND');
  for (const [status, code] of [
    [401, '401 UNAUTHORIZED'],
    [403, '403 DENIED'],
  ] as const)
    expect(await reported(await open(await start({ projects: { existing: [], status } }), 'x/a'))).toBe(code);

  const quay = await start({ organizations: ['ocp'] });
  expect((await open(quay, 'ocp/a')).status).toBe(202);
  expect(await reported(await open(quay, 'new/a'))).toBe('401 UNAUTHORIZED');
  expect(await reported(await fetch(`${quay}/v2/new/a/tags/list`))).toBe('404 NAME_UNKNOWN');
});

test('limits uploads: no mount, no chunks', async () => {
  const url = await start({ mount: 'never', chunkedUploads: 'rejected' });
  const blob = randomBytes(100);
  await pushBlob(url, 'a', blob);
  expect((await open(url, 'b', `?mount=${sha256(blob)}&from=a`)).status).toBe(202);
  expect(await reported(await patch(url, await open(url, 'a'), new Uint8Array(5)))).toBe('405 UNSUPPORTED');
  expect((await pushBlob(url, 'a', randomBytes(10))).status).toBe(201);
});

test('limits bodies but not blobs as a proxy, and blobs, also in chunks, as the registry', async () => {
  const proxied = await start({ bodyLimit: { blobs: 1000, manifests: 5000 } });
  const rejected = await pushBlob(proxied, 'a', randomBytes(1001));
  expect(rejected.status).toBe(413);
  expect(rejected.headers.get('docker-distribution-api-version')).toBeNull();
  const opened = await open(proxied, 'a');
  expect((await patch(proxied, opened, new Uint8Array(900))).status).toBe(202);
  expect((await patch(proxied, opened, new Uint8Array(900))).status).toBe(202);
  const large = sampleImage({ extra: { annotations: { a: 'x'.repeat(5000) } } });
  expect((await pushManifest(proxied, 'a', 't', large.bytes, OCI_MANIFEST)).status).toBe(413);

  const limited = await start({ maxBlobBytes: 1000 });
  expect(await reported(await pushBlob(limited, 'a', randomBytes(1001)))).toBe('413 SIZE_INVALID');
  const half = await open(limited, 'a');
  expect((await patch(limited, half, new Uint8Array(900))).status).toBe(202);
  expect(await reported(await patch(limited, half, new Uint8Array(900)))).toBe('413 SIZE_INVALID');
});

test.each(['MANIFEST_BLOB_UNKNOWN', 'MANIFEST_INVALID'] as const)('sparse indexes: %s', async (code) => {
  const url = await start({ sparseIndexes: code });
  const images = [sampleImage(), sampleImage()];
  await pushImage(url, 'a', images[0]!.digest, images[0]!);
  const index = sampleIndex(images);
  expect(await reported(await pushManifest(url, 'a', 't', index.bytes, OCI_INDEX))).toBe(`400 ${code}`);
  await pushImage(url, 'a', images[1]!.digest, images[1]!);
  expect((await pushManifest(url, 'a', 't', index.bytes, OCI_INDEX)).status).toBe(201);
});

test('accepts or rejects mixed indexes', async () => {
  const url = await start({ mixedIndexes: 'rejected' });
  const docker = sampleImage({ docker: true });
  const oci = sampleImage();
  for (const image of [docker, oci]) await pushImage(url, 'a', image.digest, image);
  const put = async (images: (typeof oci)[], type: string) => {
    const json = JSON.parse(sampleIndex(images).bytes.toString()) as object;
    const bytes = Buffer.from(JSON.stringify({ ...json, mediaType: type }));
    return reported(await pushManifest(url, 'a', 't', bytes, type));
  };
  expect(await put([oci, docker], OCI_INDEX)).toBe('400 MANIFEST_INVALID');
  expect(await put([oci], DOCKER_LIST)).toBe('400 MANIFEST_INVALID');
  expect(await put([oci], OCI_INDEX)).toBe('201');
  expect(await put([docker], DOCKER_LIST)).toBe('201');
});

test('artifacts with a subject: rejected, or treated as ordinary images', async () => {
  const subject = { mediaType: OCI_MANIFEST, digest: sha256('the image'), size: 9 };
  const artifact = sampleImage({ extra: { subject } });
  const rejecting = await start({ subjects: 'rejected' });
  for (const blob of artifact.blobs) await pushBlob(rejecting, 'a', blob);
  const put = await pushManifest(rejecting, 'a', 't', artifact.bytes, OCI_MANIFEST);
  expect(await reported(put)).toBe('400 MANIFEST_INVALID');

  const ignoring = await start({ subjects: 'ignored' });
  for (const blob of artifact.blobs) await pushBlob(ignoring, 'a', blob);
  const accepted = await pushManifest(ignoring, 'a', 't', artifact.bytes, OCI_MANIFEST);
  expect([accepted.status, accepted.headers.get('oci-subject')]).toEqual([201, null]);
  const list = await fetch(`${ignoring}/v2/a/referrers/${subject.digest}`);
  expect(await list.json()).toMatchObject({ manifests: [] });
});

test.each([
  ['harbor', '412 PRECONDITION'],
  ['quay', '409 TAG_ALREADY_EXISTS'],
  ['ecr', '400 TAG_INVALID'],
  ['nexus', '400 BLOB_UPLOAD_INVALID'],
] as const)('has immutable tags like those of %s', async (immutableTags, code) => {
  const url = await start({ immutableTags });
  const [first, second] = [sampleImage(), sampleImage()];
  await pushImage(url, 'a', 't', first);
  await pushImage(url, 'a', 't', first);
  await pushImage(url, 'a', second.digest, second);
  expect(await reported(await pushManifest(url, 'a', 't', second.bytes, OCI_MANIFEST))).toBe(code);
  const deletion = await fetch(`${url}/v2/a/manifests/${first.digest}`, { method: 'DELETE' });
  const retains = immutableTags === 'harbor' || immutableTags === 'quay';
  expect(await reported(deletion)).toBe(retains ? code : '202');
  const untagged = await fetch(`${url}/v2/a/manifests/${second.digest}`, { method: 'DELETE' });
  expect(untagged.status).toBe(202);
});

test.each([403, 413] as const)('has a quota: %i', async (status) => {
  const url = await start({ quota: { bytes: 1000, status } });
  expect((await pushBlob(url, 'a', randomBytes(600))).status).toBe(201);
  const rejected = await pushBlob(url, 'a', randomBytes(600));
  expect(rejected.status).toBe(status);
  expect(await rejected.text()).toContain('quota');
  expect((await pushBlob(url, 'a', randomBytes(400))).status).toBe(201);
});

test('rejects excess concurrent pushes, but not reads', async () => {
  const url = await start({ concurrentPushes: 2 });
  const stored: ReadableStreamDefaultController<Uint8Array>[] = [];
  const slow = () =>
    fetch(`${url}/v2/a/blobs/uploads/?digest=${sha256('xy')}`, {
      method: 'POST',
      body: new ReadableStream<Uint8Array>({
        start(controller) {
          // Sends nothing before there is data to send.
          controller.enqueue(Buffer.from('x'));
          stored.push(controller);
        },
      }),
      duplex: 'half',
    } as RequestInit);
  const pushes = [slow(), slow()];
  const server = servers.at(-1)!;
  for (const end = Date.now() + 5000; server.stats.inFlight < 2 && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await reported(await open(url, 'a'))).toBe('429 TOOMANYREQUESTS');
  expect((await fetch(`${url}/v2/`)).status).toBe(200);
  for (const controller of stored) {
    controller.enqueue(Buffer.from('y'));
    controller.close();
  }
  expect((await Promise.all(pushes)).map(({ status }) => status)).toEqual([201, 201]);
  expect((await open(url, 'a')).status).toBe(202);
});

describe('products identify themselves', () => {
  test('by headers, also on rejections', async () => {
    const server = await startRegistryServer({
      storage: memoryStorage(),
      auth: { kind: 'basic', users: { me: 'pw' } },
      quirks: { product: 'nexus' },
    });
    servers.push(server);
    const greeting = await fetch(`${server.url}/v2/`);
    expect([greeting.status, greeting.headers.get('server')]).toEqual([401, 'Nexus/3.72.0-04 (COMMUNITY)']);
    const artifactory = await fetch(`${await start({ product: 'artifactory' })}/v2/`);
    expect(artifactory.headers.get('x-jfrog-version')).toMatch(/^Artifactory/);
  });

  test.each([
    ['distribution', '/', ''],
    ['quay', '/.well-known/app-capabilities', 'io.quay'],
    ['harbor', '/api/v2.0/systeminfo', 'auth_mode'],
    ['nexus', '/service/rest/v1/status', ''],
    ['artifactory', '/artifactory/api/system/ping', 'OK'],
  ] as const)('%s by %s', async (product, path, matches) => {
    const url = await start({ product });
    const answer = await fetch(url + path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(matches);
    expect((await fetch(`${url}/v2/`)).headers.get('docker-distribution-api-version')).toBe('registry/2.0');
  });
});
