import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Digest } from '../base/image/digest.ts';
import { dockerRegistry } from '../registry/exchange/registry.fixture.ts';
import type { Quirks } from '../registry/server/faults/quirks.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { verifySource } from '../store/archive/verify.ts';
import { newestHistory, parseHistory } from '../store/workspace/oc-mirror-history.ts';
import {
  control,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  requestOf,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';
import { asOcMirror } from './oc-mirror-archive.fixture.ts';
import { planMirror } from './plan/plan-mirror.ts';

const TIME = '2026-01-31T10:00:00Z';

let rig: Rig;
/** An archive of the oldest release, and one of everything else. */
let first: string;
let second: string;
let archived: Digest[];
beforeAll(async () => {
  rig = await newRig();
  const { core, 'release-one': one } = rig.world.sets;
  const transfer = await toDisk(rig, rig.place('one'), one.file);
  first = await asOcMirror(transfer.directory!, rig.place('first'));
  const images = imagesOf(rig, 'release-one');
  archived = [...partsOf(images, 'manifests'), ...partsOf(images, 'blobs')].map(({ digest }) => digest);
  const all = await toDisk(rig, rig.place('all'), core.file);
  second = await asOcMirror(all.directory!, rig.place('second'), { [TIME]: archived });
});
afterAll(() => rig[Symbol.asyncDispose]());

async function emptyRegistry(quirks: Quirks = {}): Promise<RegistryServer & AsyncDisposable> {
  const server = await startRegistryServer({ storage: memoryStorage(), quirks });
  return { ...server, host: server.host, [Symbol.asyncDispose]: () => server.close() };
}

const anyState = () => ({ stateDirectory: rig.place('state') });

for (const [where, namespace] of [
  ['in the same repository', ''],
  ['in another repository', 'elsewhere/ocp'],
] as const)
  test(`an increment of oc-mirror uses content of the destination ${where}`, async () => {
    await using destination = await emptyRegistry();
    const { host } = destination;
    expect(await toRegistry(rig, first, host, { ...anyState(), namespace })).toMatchObject({ exitCode: 0 });
    const workflow = { kind: 'diskToMirror', from: second, destination: { host, namespace: '' } } as const;
    const request = requestOf(workflow, { ...anyState(), destinationTlsVerify: false });
    expect(await planMirror(request, rig.host, control())).toMatchObject({ exitCode: 0 });
    destination.resetStats();
    const pushed = await toRegistry(rig, second, host, anyState());
    expect(pushed).toMatchObject({ exitCode: 0, failures: [] });
    expect(await missingAt(host, imagesOf(rig, 'core'))).toEqual([]);
    // Nothing is downloaded only to be uploaded again. The verification reads one byte of each blob.
    const { requests, bytesOut } = destination.stats.byRoute['GET blobs']!;
    expect(bytesOut).toBe(requests);
  });

test('a registry without mounts gets the content of its other repositories as uploads', async () => {
  await using destination = await emptyRegistry({ mount: 'never' });
  const { host } = destination;
  await toRegistry(rig, first, host, { ...anyState(), namespace: 'elsewhere/ocp' });
  const pushed = await toRegistry(rig, second, host, anyState());
  expect(pushed).toMatchObject({ exitCode: 0, failures: [] });
  expect(await missingAt(host, imagesOf(rig, 'core'))).toEqual([]);
});

test('an increment uses the content of another repository of docker-registry', async () => {
  await using registry = await dockerRegistry();
  const { host } = registry;
  await toRegistry(rig, first, host, { ...anyState(), namespace: 'elsewhere/ocp' });
  const pushed = await toRegistry(rig, second, host, anyState());
  expect(pushed).toMatchObject({ exitCode: 0, failures: [] });
  expect(await missingAt(host, imagesOf(rig, 'core'))).toEqual([]);
});

test('content of another version is reported', async () => {
  await using destination = await emptyRegistry();
  const host = { ...rig.host, tool: 'airlock 9.9.9' };
  const { events, ...controlled } = control();
  await toRegistry({ ...rig, host }, first, destination.host, anyState(), { ...controlled });
  expect(events).toContainEqual({
    type: 'problem',
    problem: expect.objectContaining({
      code: 'version-differs',
      level: 'warning',
      message: expect.stringMatching(/airlock 0\.0\.0.*airlock 9\.9\.9/),
    }),
  });
});

test('a signature that repeats a layer is mirrored', async () => {
  const image = imagesOf(rig, 'additional').find(({ attachments }) => attachments[0]?.tag.endsWith('.sig'))!;
  const path = image.source.replace(/^[^/]+\//, '').replace(/[:@].*$/, '');
  const { tag } = image.attachments[0]!;
  const at = (host: string) => `http://${host}/v2/${path}/manifests/${tag}`;
  const before = await fetch(at(rig.world.upstream.host), { headers: { accept: '*/*' } });
  const bytes = Buffer.from(await before.arrayBuffer());
  const type = { 'content-type': before.headers.get('content-type')! };
  const put = async (body: Buffer | string) =>
    expect((await fetch(at(rig.world.upstream.host), { method: 'PUT', headers: type, body })).status).toBe(
      201,
    );
  const json = JSON.parse(bytes.toString()) as { layers: object[] };
  const repeated = JSON.stringify({ ...json, layers: [...json.layers, ...json.layers] });
  await put(repeated);
  try {
    await using destination = await emptyRegistry();
    const { directory } = await toDisk(rig, rig.place('repeated'), rig.world.sets.additional.file);
    expect(await toRegistry(rig, directory!, destination.host, anyState())).toMatchObject({ exitCode: 0 });
    const found = await fetch(at(destination.host), { headers: { accept: '*/*' } });
    expect(await found.text()).toBe(repeated);
  } finally {
    await put(bytes);
  }
});

test('content that exists nowhere is reported with the archive that had it', async () => {
  await using destination = await emptyRegistry();
  const pushed = await toRegistry(rig, second, destination.host, anyState());
  expect(pushed).toMatchObject({ exitCode: 2 });
  for (const { code, message } of pushed.failures) {
    expect(code).toBe('content-missing');
    expect(message).toContain(`The archive created at ${TIME} contains it`);
  }
  const failed = new Set(pushed.failures.map((each) => each.destination.replace(/^[^/]*\//, '')));
  expect(imagesOf(rig, 'release-one').filter((image) => !failed.has(image.destination))).toEqual([]);
});

test('an increment whose predecessor is missing names the transfer', async () => {
  const workspace = rig.place('workspace');
  const { core, 'release-one': one } = rig.world.sets;
  await toDisk(rig, workspace, one.file);
  const { directory } = await toDisk(rig, workspace, core.file);
  await using destination = await emptyRegistry();
  const { failures } = await toRegistry(rig, directory!, destination.host, anyState());
  expect(failures[0]!.message).toContain('A transfer before default-0002 contains it');
});

test('the first increment after oc-mirror reaches a registry that another program filled', async () => {
  const workspace = rig.place('taken-over');
  await mkdir(workspace);
  await asOcMirrorWorkspace(workspace);
  await using destination = await emptyRegistry();
  await toRegistry(rig, first, destination.host, anyState());
  const events = control();
  const disk = await toDisk(rig, workspace, rig.world.sets.core.file, {}, events);
  expect(events.events).toContainEqual({
    type: 'problem',
    problem: expect.objectContaining({ code: 'oc-mirror-history', message: expect.stringContaining(TIME) }),
  });
  // The printed command has no configuration.
  expect(await toRegistry(rig, disk.directory!, destination.host, anyState())).toMatchObject({ exitCode: 0 });
  expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
});

test("a new enclave in oc-mirror's workspace gets everything", async () => {
  const workspace = rig.place('new-enclave');
  await mkdir(workspace);
  await asOcMirrorWorkspace(workspace);
  const events = control();
  const { core } = rig.world.sets;
  const { directory } = await toDisk(rig, workspace, core.file, { enclave: 'lab' }, events);
  expect(await missingOnDisk(directory!, imagesOf(rig, 'core'))).toEqual([]);
  expect(events.events).toContainEqual({
    type: 'problem',
    problem: expect.objectContaining({ code: 'oc-mirror-history', message: expect.stringContaining('lab') }),
  });
});

test("transfers continue oc-mirror's history", async () => {
  const workspace = rig.place('history');
  await mkdir(workspace);
  await asOcMirrorWorkspace(workspace);
  await toDisk(rig, workspace, rig.world.sets.core.file);
  const folder = join(workspace, 'working-dir/.history');
  const newest = newestHistory(await readdir(folder))!;
  const sent = new Set(parseHistory(await readFile(join(folder, newest), 'utf8')));
  const images = imagesOf(rig, 'core');
  const parts = [...partsOf(images, 'manifests'), ...partsOf(images, 'blobs')];
  expect(parts.filter(({ digest }) => !sent.has(digest))).toEqual([]);
});

test('archives of different runs in one directory are read together', async () => {
  await using destination = await emptyRegistry();
  const from = rig.place('together');
  await mkdir(from);
  await cp(join(first, 'mirror_000001.tar'), join(from, 'mirror_000001.tar'));
  await cp(join(second, 'mirror_000001.tar'), join(from, 'mirror_000002.tar'));
  expect(await verifySource(from)).toMatchObject({ ok: true, problems: [] });
  const configFile = rig.world.sets.core.file;
  const pushed = await toRegistry(rig, from, destination.host, { ...anyState(), configFile });
  expect(pushed).toMatchObject({ exitCode: 0, failures: [] });
  expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
});

for (const where of ['next to the archives', 'of the user'])
  test(`the cache of oc-mirror ${where} completes an increment`, async () => {
    await using destination = await emptyRegistry();
    const home = rig.place('home');
    const from = rig.place('enclave');
    await mkdir(from);
    const cached = where === 'of the user' ? home : from;
    const cache = join(cached, '.oc-mirror/.cache');
    await mkdir(cache, { recursive: true });
    execFileSync('tar', ['xf', join(first, 'mirror_000001.tar'), '-C', cache, 'docker']);
    await cp(join(second, 'mirror_000001.tar'), join(from, 'mirror_000001.tar'));
    const host = { ...rig.host, env: { ...rig.host.env, OC_MIRROR_CACHE: home } };
    const pushed = await toRegistry({ ...rig, host }, from, destination.host, anyState());
    expect(pushed).toMatchObject({ exitCode: 0, failures: [] });
    expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
  });

test('the cache of oc-mirror alone is a source, with the working-dir next to it', async () => {
  await using destination = await emptyRegistry();
  const enclave = rig.place('enclave');
  const cache = join(enclave, '.oc-mirror/.cache');
  await mkdir(cache, { recursive: true });
  const archive = join(first, 'mirror_000001.tar');
  execFileSync('tar', ['xf', archive, '-C', cache, 'docker']);
  execFileSync('tar', ['xf', archive, '-C', enclave, 'working-dir']);
  const configFile = rig.world.sets['release-one'].file;
  for (const from of [enclave, cache])
    expect(await toRegistry(rig, from, destination.host, { ...anyState(), configFile })).toMatchObject({
      exitCode: 0,
    });
  expect(await missingAt(destination.host, imagesOf(rig, 'release-one'))).toEqual([]);
});

/** Writes the `working-dir` of the workspace in which oc-mirror made the first archive. */
async function asOcMirrorWorkspace(workspace: string): Promise<void> {
  execFileSync('tar', ['xf', join(second, 'mirror_000001.tar'), '-C', workspace, 'working-dir']);
  await rm(join(workspace, 'working-dir/airlock'), { recursive: true, force: true });
}
