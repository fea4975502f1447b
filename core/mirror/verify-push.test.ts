import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dockerRegistry } from '../registry/exchange/registry.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { type LossyStorage, lossyStorage } from '../registry/server/storage/lossy-storage.fixture.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { readRun } from '../runs/audit/read-runs.ts';
import {
  across,
  control,
  type ExpectedImage,
  imagesOf,
  missingAt,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

let rig: Rig;
let workspace: string;
let wanted: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  await toDisk(rig, workspace, rig.world.sets.core.file);
  wanted = imagesOf(rig, 'core');
});
afterAll(() => rig[Symbol.asyncDispose]());

async function lossyRegistry(): Promise<RegistryServer & AsyncDisposable & { lossy: LossyStorage }> {
  const lossy = lossyStorage();
  const server = await startRegistryServer({ storage: lossy.storage });
  return { ...server, lossy, [Symbol.asyncDispose]: () => server.close() };
}

/** One push, with few and quick retries. */
const push = (to: string, state: string, chosen: Parameters<typeof toRegistry>[3] = {}) =>
  toRegistry(rig, workspace, to, { stateDirectory: state, retryTimes: 1, retryDelayMs: 10, ...chosen });

test('a manifest that a full registry lost fails its image alone, in every run until the storage is repaired', async () => {
  await using registry = await lossyRegistry();
  const state = rig.place('state');
  const [first] = wanted;
  registry.lossy.full = (digest) => digest === first!.digest;
  const run = await push(registry.host, state);
  expect(run).toMatchObject({ exitCode: 2, status: 'partial', images: { failed: 1 } });
  expect(run.failures[0]).toMatchObject({ code: 'destination-storage-damaged', side: 'destination' });
  expect(run.failures[0]!.message).toContain(first!.destination);
  // The server error came early, so everything that was pushed has been requested again.
  expect(run.verified).toBe(run.images.copied);

  registry.lossy.full = () => false;
  for (const state of [rig.place('other'), rig.place('other')]) {
    const again = await push(registry.host, state);
    expect(again).toMatchObject({ exitCode: 2, images: { failed: 1 } });
    expect(again.failures[0]).toMatchObject({ code: 'destination-storage-damaged' });
  }
  registry.lossy.lost.clear();
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0, status: 'complete' });
  expect(await missingAt(registry.host, wanted)).toEqual([]);
});

test('a lost blob is found after a fault, and reported by the next run although its tag exists', async () => {
  await using registry = await lossyRegistry();
  const state = rig.place('state');
  const [layer] = wanted[0]!.blobs;
  registry.lossy.lost.add(layer!.digest);
  // After one error of the server anywhere, it may have lost content that it accepted before.
  registry.faults.set({ rules: [{ method: 'PUT', path: '/manifests/', after: 3, times: 1, status: 503 }] });
  const users = wanted.filter(({ blobs }) => blobs.some(({ digest }) => digest === layer!.digest));
  const run = await push(registry.host, state);
  expect(run).toMatchObject({ exitCode: 2, images: { failed: users.length } });
  expect(new Set(run.failures.map(({ code }) => code))).toEqual(new Set(['destination-storage-damaged']));
  const { images, run: file } = await readRun(join(state, '.airlock/runs'), 1);
  expect(file?.result?.verified).toBe(run.images.copied);
  // An image that was copied and then found damaged has two lines; the last one counts.
  expect(images).toHaveLength(run.images.total);
  const damaged = images.filter(({ result }) => result === 'failed').map(({ destination }) => destination);
  expect(damaged.toSorted()).toEqual(
    users.map(({ destination }) => `${registry.host}/${destination}`).toSorted(),
  );

  const again = await push(registry.host, state);
  expect(again).toMatchObject({ exitCode: 2, images: { failed: users.length } });
  registry.lossy.lost.clear();
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0, images: { failed: 0 } });
  expect(await missingAt(registry.host, wanted)).toEqual([]);
  const unverified = join(state, '.airlock/pushed', `${registry.host.replace(':', '-')}-unverified.json`);
  expect(await readFile(unverified, 'utf8')).toMatch(/^\[\]\t/);
});

test('damaged images found after a fault are reported under their own names, and no others', async () => {
  const lost = wanted
    .slice(0, -1)
    .flatMap(({ blobs }) =>
      blobs
        .filter(
          (blob) => wanted.filter((image) => image.blobs.some((b) => b.digest === blob.digest)).length === 1,
        )
        .slice(0, 1),
    );
  expect(lost.length).toBeGreaterThan(3);
  await using registry = await lossyRegistry();
  for (const { digest } of lost) registry.lossy.lost.add(digest);
  registry.faults.set({
    rules: [{ method: 'PUT', path: '/manifests/', after: wanted.length - 2, times: 1, status: 503 }],
  });
  const run = await push(registry.host, rig.place('state'));
  const users = wanted.filter(({ blobs }) =>
    blobs.some(({ digest }) => lost.some((each) => each.digest === digest)),
  );
  expect(run.failures.map(({ destination }) => destination).toSorted()).toEqual(
    users.map(({ destination }) => `${registry.host}/${destination}`).toSorted(),
  );
});

test('after a push that was stopped after a fault, the next run verifies its images', async () => {
  await using registry = await lossyRegistry();
  const state = rig.place('state');
  registry.faults.set({ rules: [{ method: 'PUT', path: '/manifests/', after: 6, times: 1, status: 503 }] });
  const stop = new AbortController();
  const controlled = control({
    signal: stop.signal,
    onEvent: (event) => event.type === 'retry' && stop.abort(),
  });
  const stopped = await toRegistry(
    rig,
    workspace,
    registry.host,
    { stateDirectory: state, retryDelayMs: 10 },
    controlled,
  );
  expect(stopped).toMatchObject({ status: 'paused' });
  for (const { digest } of partsOf(wanted, 'blobs')) registry.lossy.lost.add(digest);
  const after = await push(registry.host, state);
  expect(after.exitCode).toBe(2);
  expect(after.images).toMatchObject({ copied: 0, present: stopped.verified });
});

test('verifies a sample by default, and everything with --verify-push, also existing images', async () => {
  await using registry = await lossyRegistry();
  const state = rig.place('state');
  const run = await push(registry.host, state);
  expect(run).toMatchObject({ exitCode: 0, verified: 1 });
  registry.resetStats();
  expect(await push(registry.host, state)).toMatchObject({ verified: 0 });
  expect(registry.stats.requests).toBe(run.images.total + 1);
  const all = await push(registry.host, state, { verifyPush: true });
  expect(all).toMatchObject({ exitCode: 0, verified: run.images.total });
  registry.lossy.lost.add(wanted[0]!.blobs[0]!.digest);
  expect((await push(registry.host, state)).exitCode).toBe(0);
  expect(await push(registry.host, state, { verifyPush: true })).toMatchObject({ exitCode: 2 });

  const other = await startRegistryServer({ storage: memoryStorage() });
  const chosen = { verifyPush: true };
  const copied = await across(rig, rig.place('across'), other.host, rig.world.sets.core.file, chosen);
  await other.close();
  expect(copied).toMatchObject({ exitCode: 0, verified: copied.images.total });
});

test('a push from a new state folder verifies the images it finds, once', async () => {
  await using registry = await lossyRegistry();
  const first = await push(registry.host, rig.place('state'));
  expect(first).toMatchObject({ exitCode: 0 });
  const index = wanted.find(({ manifests }) => manifests.length > 1)!;
  const child = index.manifests.find(({ digest }) => digest !== index.digest)!;
  const [blob] = wanted.find(({ digest }) => digest !== index.digest)!.blobs;
  for (const { digest } of [child, blob!]) {
    registry.lossy.lost.add(digest);
    const users = wanted.filter(({ manifests, blobs }) =>
      [...manifests, ...blobs].some((part) => part.digest === digest),
    ).length;
    const found = await push(registry.host, rig.place('state'));
    expect(found).toMatchObject({ exitCode: 2, images: { failed: users } });
    expect(new Set(found.failures.map(({ code }) => code))).toEqual(new Set(['destination-storage-damaged']));
    registry.lossy.lost.clear();
  }
  const state = rig.place('state');
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0, verified: first.images.total });
  registry.resetStats();
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0, verified: 0 });
  expect(registry.stats.requests).toBe(first.images.total + 1);
});

test('reports an empty manifest file of docker-registry, and completes after the file is removed', async () => {
  await using registry = await dockerRegistry();
  const state = rig.place('state');
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0 });
  const [image] = wanted;
  const files = join(registry.directory, 'data/docker/registry/v2');
  const hex = image!.digest.slice(7);
  const data = join(files, 'blobs/sha256', hex.slice(0, 2), hex, 'data');
  await truncate(data);
  const colon = image!.destination.lastIndexOf(':');
  const manifests = join(files, 'repositories', image!.destination.slice(0, colon), '_manifests');
  await rm(manifests, { recursive: true });
  // The registry accepts the manifest again, keeps its empty file, and answers 201.
  for (let run = 0; run < 2; run++) {
    const damaged = await push(registry.host, rig.place('state'));
    expect(damaged.exitCode).toBe(2);
    expect(damaged.failures.map(({ code }) => code)).toContain('destination-storage-damaged');
  }
  expect((await stat(data)).size).toBe(0);
  await rm(data);
  expect(await push(registry.host, state)).toMatchObject({ exitCode: 0 });
  const pulled = promisify(execFile)('skopeo', [
    ...['inspect', '--raw', '--tls-verify=false'],
    `docker://${registry.host}/${image!.destination}`,
  ]);
  expect((await pulled).stdout).toContain('schemaVersion');
  expect(await readdir(files)).toContain('blobs');
});
