import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Digest } from '../base/image/digest.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { openImageSource } from '../store/archive/archive-source.ts';
import {
  additionalConfig,
  bytesOf,
  control,
  type ExpectedImage,
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
import { planMirror } from './plan/plan-mirror.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

async function emptyRegistry(): Promise<RegistryServer & AsyncDisposable> {
  const server = await startRegistryServer({ storage: memoryStorage() });
  return { ...server, host: server.host, [Symbol.asyncDispose]: () => server.close() };
}

describe('two runs with different configurations and no transfer in between', () => {
  let workspace: string;
  let all: ExpectedImage[];
  beforeAll(async () => {
    workspace = rig.place('two');
    const { sets } = rig.world;
    expect(await toDisk(rig, workspace, sets['release-one'].file)).toMatchObject({
      transfer: 'default-0001',
    });
    expect(await toDisk(rig, workspace, sets.multi.file)).toMatchObject({ transfer: 'default-0002' });
    expect(await toDisk(rig, workspace, sets.additional.file)).toMatchObject({ transfer: 'default-0003' });
    all = [...imagesOf(rig, 'release-one'), ...imagesOf(rig, 'multi'), ...imagesOf(rig, 'additional')];
  });

  test('imported together without a configuration, they contain everything', async () => {
    await using destination = await emptyRegistry();
    expect(await toRegistry(rig, workspace, destination.host)).toMatchObject({ exitCode: 0, failures: [] });
    expect(await missingAt(destination.host, all)).toEqual([]);
  });

  test('imported in sequence, they contain everything', async () => {
    await using destination = await emptyRegistry();
    const state = { stateDirectory: rig.place('state') };
    for (const number of [1, 2, 3]) {
      const from = join(workspace, 'transfers', `default-000${number}`);
      expect(await toRegistry(rig, from, destination.host, state)).toMatchObject({
        exitCode: 0,
        failures: [],
      });
    }
    expect(await missingAt(destination.host, all)).toEqual([]);
  });

  test('no layer is in two of the sets', async () => {
    const counts = new Map<Digest, number>();
    for (const number of [1, 2, 3]) {
      const set = await openImageSource(join(workspace, 'transfers', `default-000${number}`));
      for (const { digest } of partsOf(all, 'blobs'))
        if (set.size(digest) !== undefined) counts.set(digest, (counts.get(digest) ?? 0) + 1);
      await set.close();
    }
    expect(counts.size).toBe(partsOf(all, 'blobs').length);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  });
});

describe('a growing configuration', () => {
  test('each transfer contains the difference, and the last alone suffices if the others were imported', async () => {
    await using destination = await emptyRegistry();
    const workspace = rig.place('growing');
    const state = { stateDirectory: rig.place('state') };
    const one = await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    expect(await toRegistry(rig, one.directory!, destination.host, state)).toMatchObject({ exitCode: 0 });
    rig.world.upstream.resetStats();
    const two = await toDisk(rig, workspace, rig.world.sets.core.file);
    const had = new Set(partsOf(imagesOf(rig, 'release-one'), 'blobs').map(({ digest }) => digest));
    const news = partsOf(imagesOf(rig, 'core'), 'blobs').filter(({ digest }) => !had.has(digest));
    expect(rig.world.upstream.stats.byRoute['GET blobs']!.bytesOut).toBe(bytesOf(news));
    const workflow = {
      kind: 'diskToMirror',
      from: two.directory!,
      destination: { host: destination.host, namespace: '' },
    } as const;
    const request = requestOf(workflow, { ...state, destinationTlsVerify: false });
    const { summary, exitCode } = await planMirror(request, rig.host, control());
    expect({ exitCode, problems: summary.problems, images: summary.images }).toEqual({
      exitCode: 0,
      problems: [expect.objectContaining({ code: 'index-unsigned' })],
      images: imagesOf(rig, 'core').length,
    });
    destination.resetStats();
    const imported = await toRegistry(rig, two.directory!, destination.host, state);
    expect(imported).toMatchObject({ status: 'complete', exitCode: 0, failures: [] });
    expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
    expect(destination.stats.byRoute['PUT blobs/uploads']!.bytesIn).toBe(bytesOf(news));
  });

  test('the same if the first transfer was moved before the second was created', async () => {
    await using destination = await emptyRegistry();
    const workspace = rig.place('moved');
    const state = { stateDirectory: rig.place('state') };
    const one = await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    const drive = rig.place('drive');
    await rename(one.directory!, drive);
    expect(await toRegistry(rig, drive, destination.host, state)).toMatchObject({ exitCode: 0 });
    rig.world.upstream.resetStats();
    const two = await toDisk(rig, workspace, rig.world.sets.core.file);
    expect(two).toMatchObject({ exitCode: 0, transfer: 'default-0002' });
    const had = new Set(partsOf(imagesOf(rig, 'release-one'), 'blobs').map(({ digest }) => digest));
    const news = partsOf(imagesOf(rig, 'core'), 'blobs').filter(({ digest }) => !had.has(digest));
    expect(rig.world.upstream.stats.byRoute['GET blobs']!.bytesOut).toBe(bytesOf(news));
    expect(await toRegistry(rig, two.directory!, destination.host, state)).toMatchObject({
      exitCode: 0,
      failures: [],
    });
    expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
  });
});

describe('an increment whose predecessor never arrived', () => {
  test('exactly the images with missing content fail, in the plan and in the run', async () => {
    await using destination = await emptyRegistry();
    const workspace = rig.place('skipped');
    await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    const two = await toDisk(rig, workspace, rig.world.sets.core.file);
    const pushed = await toRegistry(rig, two.directory!, destination.host, {
      stateDirectory: rig.place('s'),
    });
    expect(pushed).toMatchObject({ status: 'partial', exitCode: 2 });
    expect(new Set(pushed.failures.map(({ code }) => code))).toEqual(new Set(['content-missing']));
    const failed = new Set(pushed.failures.map(({ destination }) => destination.replace(/^[^/]*\//, '')));
    const lost = imagesOf(rig, 'release-one').map((image) => image.destination);
    for (const image of lost) expect(failed).toContain(image);
    const complete = imagesOf(rig, 'core').filter((image) => !failed.has(image.destination));
    expect(complete.length).toBeGreaterThan(5);
    expect(await missingAt(destination.host, complete)).toEqual([]);
  });
});

describe('a second enclave', () => {
  test('gets everything from local content, without downloads', async () => {
    await using destination = await emptyRegistry();
    const workspace = rig.place('enclaves');
    const { upstream, sets } = rig.world;
    const wanted = imagesOf(rig, 'core');
    expect(await toDisk(rig, workspace, sets.core.file, { enclave: 'fleet' })).toMatchObject({
      transfer: 'fleet-0001',
    });
    upstream.resetStats();
    const second = await toDisk(rig, workspace, sets.core.file, { enclave: 'lab' });
    expect(second).toMatchObject({ exitCode: 0, transfer: 'lab-0001' });
    expect(second.bytes.fetched).toBe(0);
    expect(upstream.stats.byRoute['GET blobs']).toBeUndefined();
    expect(await missingOnDisk(second.directory!, wanted)).toEqual([]);
    expect(await toRegistry(rig, second.directory!, destination.host)).toMatchObject({ exitCode: 0 });
    expect(await missingAt(destination.host, wanted)).toEqual([]);
  });
});

describe('a second run without changes', () => {
  test('adds no transfer and requests only graphs and tags', async () => {
    const { upstream, services, destination, sets } = rig.world;
    const workspace = rig.place('unchanged');
    await toDisk(rig, workspace, sets.core.file);
    await toRegistry(rig, workspace, destination.host);
    upstream.resetStats();
    services.requests.length = 0;
    const before = await readdir(join(workspace, 'transfers'));
    const again = await toDisk(rig, workspace, sets.core.file);
    expect(again).toMatchObject({ status: 'complete', exitCode: 0, images: { copied: 0, failed: 0 } });
    expect(again.transfer).toBeUndefined();
    expect(again.bytes).toMatchObject({ fetched: 0, written: 0 });
    expect(await readdir(join(workspace, 'transfers'))).toEqual(before);
    const tagged = imagesOf(rig, 'additional').filter(({ source }) => !source.includes('@'));
    const { 'GET ping': _greeting, ...requested } = upstream.stats.byRoute;
    expect(Object.entries(requested).map(([route, { requests }]) => [route, requests])).toEqual([
      ['HEAD manifests', tagged.length],
    ]);
    expect(services.requests.map((path) => path.replace(/[?&]id=[^&]*/, ''))).toHaveLength(1);
    expect(services.requests[0]).toMatch(/\/graph\?.*channel=stable-4\.16/);

    destination.resetStats();
    const pushed = await toRegistry(rig, workspace, destination.host);
    expect(pushed).toMatchObject({ exitCode: 0, images: { copied: 0 }, bytes: { sent: 0 } });
    const { 'GET ping': _, ...heads } = destination.stats.byRoute;
    expect(Object.entries(heads).map(([route, { requests }]) => [route, requests])).toEqual([
      ['HEAD manifests', imagesOf(rig, 'core').length],
    ]);

    destination.resetStats();
    await toRegistry(rig, workspace, destination.host, { trustLedger: true });
    expect(destination.stats.byRoute['HEAD manifests']).toBeUndefined();
  });
});

describe('a source that is read', () => {
  async function fingerprint(directory: string): Promise<string> {
    const hash = createHash('sha256');
    const names = await readdir(directory, { recursive: true });
    for (const name of names.sort()) {
      const path = join(directory, name);
      const { mode, mtimeMs, ctimeMs, size, ino } = await stat(path);
      hash.update(`${name} ${mode} ${mtimeMs} ${ctimeMs} ${size} ${ino}\n`);
      if ((await stat(path)).isFile()) hash.update(await readFile(path));
    }
    return hash.digest('hex');
  }

  test('is unchanged byte for byte, also if it is read-only', async () => {
    await using destination = await emptyRegistry();
    const workspace = rig.place('readonly');
    await toDisk(rig, workspace, rig.world.sets.core.file);
    const paths = [
      workspace,
      ...(await readdir(workspace, { recursive: true })).map((n) => join(workspace, n)),
    ];
    const modes = new Map(await Promise.all(paths.map(async (p) => [p, (await stat(p)).mode] as const)));
    for (const [path, mode] of modes) await chmod(path, mode & ~0o222);
    try {
      const before = await fingerprint(workspace);
      expect(await toRegistry(rig, workspace, destination.host)).toMatchObject({ exitCode: 0 });
      expect(await missingAt(destination.host, imagesOf(rig, 'core'))).toEqual([]);
      expect(await fingerprint(workspace)).toBe(before);
    } finally {
      for (const [path, mode] of modes) await chmod(path, mode);
    }
  });
});

describe('a tag that moves', () => {
  test('its new content is transferred, and its old digest at the destination is recorded', async () => {
    await using upstream = await emptyRegistry();
    await using destination = await emptyRegistry();
    const config = await additionalConfig(`${rig.place('moving')}.yaml`, [
      `${upstream.host}/moving/image:v1`,
    ]);
    const moving = { sourceTlsVerify: false };
    const workspace = rig.place('moving');
    const push = async (content: string): Promise<string> => {
      const blob = Buffer.from(content);
      const digest = `sha256:${createHash('sha256').update(blob).digest('hex')}`;
      const base = `${upstream.url}/v2/moving/image`;
      const { headers } = await fetch(`${base}/blobs/uploads/`, { method: 'POST' });
      const location = new URL(headers.get('location')!, upstream.url);
      location.searchParams.set('digest', digest);
      expect((await fetch(location, { method: 'PUT', body: blob })).status).toBe(201);
      const mediaType = 'application/vnd.oci.image.manifest.v1+json';
      const descriptor = (type: string) => ({ mediaType: type, digest, size: blob.length });
      const manifest = JSON.stringify({
        schemaVersion: 2,
        mediaType,
        config: descriptor('application/vnd.oci.image.config.v1+json'),
        layers: [descriptor('application/vnd.oci.image.layer.v1.tar')],
      });
      const put = await fetch(`${base}/manifests/v1`, {
        method: 'PUT',
        headers: { 'content-type': mediaType },
        body: manifest,
      });
      expect(put.status).toBe(201);
      return `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
    };
    const old = await push('{"first":true}');
    await toDisk(rig, workspace, config, moving);
    expect(await toRegistry(rig, workspace, destination.host)).toMatchObject({ exitCode: 0 });
    const now = await push('{"second":true}');
    expect(await toDisk(rig, workspace, config, moving)).toMatchObject({ transfer: 'default-0002' });
    const pushed = await toRegistry(rig, workspace, destination.host);
    expect(pushed).toMatchObject({ exitCode: 0, images: { copied: 1, failed: 0 } });
    const lines = await readFile(join(pushed.run!, 'images.jsonl'), 'utf8');
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ result: 'copied', digest: now, previousDigest: old }]);
  });
});
