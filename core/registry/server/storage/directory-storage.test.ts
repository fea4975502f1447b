import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { pushBlob, pushImage, sampleImage } from '../sample-image.fixture.ts';
import { type RegistryServer, type RequestLogEntry, startRegistryServer } from '../start.ts';
import { directoryStorage } from './directory-storage.ts';

let root: string;
let directory: string;
let server: RegistryServer;
let log: RequestLogEntry[];

async function start(): Promise<void> {
  log = [];
  server = await startRegistryServer({
    storage: directoryStorage(directory),
    log: (entry) => log.push(entry),
  });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-directory-'));
  directory = join(root, 'registry');
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

test('survives a restart', async () => {
  const image = sampleImage();
  await pushImage(server.url, 'a/b', 'v1', image);
  await server.close();
  await start();
  const got = await fetch(`${server.url}/v2/a/b/manifests/v1`);
  expect(got.headers.get('content-type')).toBe(image.mediaType);
  expect(Buffer.from(await got.arrayBuffer()).equals(image.bytes)).toBe(true);
  const layer = await fetch(`${server.url}/v2/a/b/blobs/${sha256(image.layer)}`);
  expect(Buffer.from(await layer.arrayBuffer()).equals(image.layer)).toBe(true);
  expect(await (await fetch(`${server.url}/v2/a/b/tags/list`)).json()).toEqual({ name: 'a/b', tags: ['v1'] });
});

test('stores content once, and nothing of unfinished uploads', async () => {
  const blob = randomBytes(3_000_000);
  for (const repository of ['a', 'b'])
    expect((await pushBlob(server.url, repository, blob)).status).toBe(201);
  const wrong = `${server.url}/v2/a/blobs/uploads/?digest=${sha256('x')}`;
  expect((await fetch(wrong, { method: 'POST', body: 'y' })).status).toBe(400);
  const opened = await fetch(`${server.url}/v2/a/blobs/uploads/`, { method: 'POST' });
  await fetch(new URL(opened.headers.get('location')!, server.url), { method: 'PATCH', body: 'piece' });
  expect(await readdir(join(directory, 'uploads'))).toHaveLength(1);
  await server.close();
  expect(await readdir(join(directory, 'uploads'))).toEqual([]);
  const saved = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
  const files = saved.filter((entry) => entry.isFile());
  expect(files.map(({ name }) => `sha256:${name}`)).toEqual([sha256(blob)]);
  expect((await readFile(join(files[0]!.parentPath, files[0]!.name))).equals(blob)).toBe(true);
});

test('removes unfinished content of a killed server', async () => {
  await mkdir(join(directory, 'uploads'), { recursive: true });
  await writeFile(join(directory, 'uploads/left-over'), 'half a layer');
  expect((await pushBlob(server.url, 'a', randomBytes(10))).status).toBe(201);
  expect(await readdir(join(directory, 'uploads'))).toEqual([]);
});

test('leaves only the session of a disconnected client', async () => {
  server.faults.set({ bytesPerSec: 1_000_000 });
  const leaving = new AbortController();
  const blob = randomBytes(2_000_000);
  const push = fetch(`${server.url}/v2/a/blobs/uploads/?digest=${sha256(blob)}`, {
    method: 'POST',
    body: new Uint8Array(blob),
    signal: leaving.signal,
  });
  while (server.stats.bytesIn < 100_000) await sleep(5);
  leaving.abort();
  await expect(push).rejects.toThrow();
  while ((await readdir(join(directory, 'uploads'))).length > 0) await sleep(5);
  expect(log.filter((entry) => entry.error)).toEqual([]);
});

test('rejects names that lead out of the folder', async () => {
  await writeFile(join(root, 'secret'), 'sha256:'.padEnd(71, '0'));
  const storage = directoryStorage(directory);
  for (const name of ['../..', '..', 'a/../..', '/etc', 'a/_tags', '', 'a\0b'])
    await expect(storage.tag(name, 'v1')).rejects.toThrow("isn't a valid repository name");
  for (const tag of ['../../../secret', '..', '.', 'a/b', ''])
    await expect(storage.tag('a', tag)).rejects.toThrow("isn't a valid tag");
  const digest = 'sha256:../../secret' as const;
  await expect(storage.manifest('a', digest)).rejects.toThrow("isn't a sha256 digest");
});

test('answers 500 without paths for a damaged store, and logs the reason', async () => {
  const image = sampleImage();
  await pushImage(server.url, 'a', 'v1', image);
  const hex = image.digest.slice(7);
  await rm(join(directory, 'blobs/sha256', hex.slice(0, 2), hex));
  const response = await fetch(`${server.url}/v2/a/manifests/v1`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain(root);
  expect(log.at(-1)).toMatchObject({ path: '/v2/a/manifests/v1', status: 500, error: { code: 'disk' } });
});

test('answers a push to an unwritable folder, and keeps the connection', async () => {
  await pushBlob(server.url, 'a', randomBytes(10));
  await rm(join(directory, 'uploads'), { recursive: true });
  await writeFile(join(directory, 'uploads'), 'a file where the folder should be');
  const response = await pushBlob(server.url, 'a', randomBytes(1_000_000));
  expect(response.status).toBe(500);
  expect((await fetch(`${server.url}/v2/`)).status).toBe(200);
});
