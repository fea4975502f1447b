import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { pushImage, pushManifest, sampleImage, sampleIndex } from './sample-image.fixture.ts';
import { type RegistryServer, type RegistryServerOptions, startRegistryServer } from './start.ts';
import { directoryStorage } from './storage/directory-storage.ts';
import { memoryStorage } from './storage/memory-storage.ts';

// Versions of common clients that the system provides.
const run = promisify(execFile);
const servers: RegistryServer[] = [];
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-clients-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(directory, { recursive: true, force: true });
});

async function start(options: Partial<RegistryServerOptions> = {}): Promise<RegistryServer> {
  const server = await startRegistryServer({ storage: memoryStorage(), ...options });
  servers.push(server);
  return server;
}

/** Runs skopeo without the user's configuration: no credentials, no policy. */
async function skopeo(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: directory, XDG_RUNTIME_DIR: directory };
  const { stdout } = await run('skopeo', ['--insecure-policy', ...args], { env });
  return stdout;
}

const copy = (from: string, to: string, ...options: string[]) =>
  skopeo(
    'copy',
    '--all',
    '--preserve-digests',
    '--src-tls-verify=false',
    '--dest-tls-verify=false',
    ...options,
    from,
    to,
  );

async function pushSamples(server: RegistryServer) {
  const images = [sampleImage({ layerBytes: 300_000 }), sampleImage({ docker: true })];
  for (const image of images) await pushImage(server.url, 'team/app', image.digest, image);
  const index = sampleIndex(images);
  const put = await pushManifest(server.url, 'team/app', 'v1', index.bytes, OCI_INDEX);
  expect(put.status).toBe(201);
  return { images, index };
}

test('skopeo copies an index with all its images from one server to the next, and inspects it', async () => {
  const from = await start();
  const to = await start({ storage: directoryStorage(join(directory, 'registry')) });
  const { images, index } = await pushSamples(from);
  await copy(`docker://${from.host}/team/app:v1`, `docker://${to.host}/mirror/app:v1`);
  const raw = await skopeo('inspect', '--raw', '--tls-verify=false', `docker://${to.host}/mirror/app:v1`);
  expect(sha256(raw)).toBe(index.digest);
  for (const image of images) {
    for (const blob of image.blobs) {
      const got = await fetch(`${to.url}/v2/mirror/app/blobs/${sha256(blob)}`);
      expect(Buffer.from(await got.arrayBuffer()).equals(blob)).toBe(true);
    }
  }
  await copy(`docker://${to.host}/mirror/app:v1`, `dir:${join(directory, 'copy')}`);
  expect(sha256(await readFile(join(directory, 'copy/manifest.json')))).toBe(index.digest);
  await skopeo('delete', '--tls-verify=false', `docker://${to.host}/mirror/app:v1`);
  expect((await fetch(`${to.url}/v2/mirror/app/manifests/v1`)).status).toBe(404);
});

test('skopeo logs in with tokens and with basic authentication', async () => {
  const users = { alice: 'secret' };
  const from = await start();
  await pushSamples(from);
  const source = `docker://${from.host}/team/app:v1`;
  for (const auth of [{ kind: 'token', ttlMs: 60_000, users } as const, { kind: 'basic', users } as const]) {
    const to = await start({ auth });
    const destination = `docker://${to.host}/mirror/app:v1`;
    await expect(copy(source, destination)).rejects.toThrow(/unauthorized|authentication/i);
    await expect(copy(source, destination, '--dest-creds', 'alice:wrong')).rejects.toThrow(
      /unauthorized|authentication|user or password/i,
    );
    await copy(source, destination, '--dest-creds', 'alice:secret');
    const back = join(directory, auth.kind);
    await copy(destination, `dir:${back}`, '--src-creds', 'alice:secret');
    expect(JSON.parse(await readFile(join(back, 'manifest.json'), 'utf8'))).toMatchObject({
      mediaType: OCI_INDEX,
    });
  }
});

test('skopeo follows redirects to a blob store that rejects credentials', async () => {
  const users = { alice: 'secret' };
  const from = await start({
    auth: { kind: 'token', ttlMs: 60_000 },
    faults: { redirectBlobs: true, blobStoreRejectsAuth: true },
  });
  const plain = await start();
  await pushSamples(plain);
  await copy(`docker://${plain.host}/team/app:v1`, `docker://${from.host}/team/app:v1`);
  const to = await start({ auth: { kind: 'basic', users } });
  await copy(
    `docker://${from.host}/team/app:v1`,
    `docker://${to.host}/app:v1`,
    '--dest-creds',
    'alice:secret',
  );
  expect(from.stats.byRoute['GET blob-store']?.requests).toBeGreaterThan(3);
});

test('https', async () => {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  await run('openssl', [
    ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=airlock-test'.split(
      ' ',
    ),
    ...['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-keyout', key, '-out', cert],
  ]);
  const to = await start({
    tls: { cert: await readFile(cert), key: await readFile(key) },
    auth: { kind: 'token', ttlMs: 60_000 },
  });
  const from = await start();
  const { index } = await pushSamples(from);
  await copy(`docker://${from.host}/team/app:v1`, `docker://${to.host}/app:v1`);
  expect(to.url).toMatch(/^https:/);
  const { stdout } = await run('curl', ['-s', '--cacert', cert, '-i', `${to.url}/v2/`]);
  expect(stdout).toContain(`realm="${to.url}/token"`);
  to.faults.set({ redirectBlobs: true, rules: [{ blobsOnly: true, resetAfterBytes: 1000 }] });
  const broken = copy(`docker://${to.host}/app:v1`, `dir:${join(directory, 'broken')}`);
  await expect(broken).rejects.toThrow();
  to.faults.clear();
  const raw = await skopeo('inspect', '--raw', '--tls-verify=false', `docker://${to.host}/app:v1`);
  expect(sha256(raw)).toBe(index.digest);
});

test('curl resumes a download and uploads in chunks', async () => {
  const server = await start();
  const image = sampleImage({ layerBytes: 900_000 });
  await pushImage(server.url, 'a', 'v1', image);
  const url = `${server.url}/v2/a/blobs/${sha256(image.layer)}`;
  const file = join(directory, 'layer');
  server.faults.set({
    redirectBlobs: true,
    rules: [{ blobsOnly: true, truncateAfterBytes: 500_000, times: 1 }],
  });
  await expect(run('curl', ['-sL', '-o', file, url])).rejects.toThrow();
  expect((await readFile(file)).length).toBe(500_000);
  await run('curl', ['-sL', '-C', '-', '-o', file, url]);
  expect((await readFile(file)).equals(image.layer)).toBe(true);
  server.faults.clear();
  const opened = await fetch(`${server.url}/v2/b/blobs/uploads/`, { method: 'POST' });
  const session = server.url + opened.headers.get('location');
  const half = join(directory, 'half');
  await writeFile(half, image.layer.subarray(0, 450_000));
  await run('curl', ['-sf', '-X', 'PATCH', '-T', half, session]);
  await writeFile(half, image.layer.subarray(450_000));
  const put = ['-sf', '-X', 'PUT', '-T', half, '-w', '%{http_code}'];
  const { stdout } = await run('curl', [...put, `${session}?digest=${sha256(image.layer)}`]);
  expect(stdout).toBe('201');
});
