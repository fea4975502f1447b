import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SmallDisk, smallDisk } from '../../stress/disks/small-disk.ts';
import { sha256 } from '../base/image/sha256.ts';
import { pushImage, sampleImage } from '../registry/server/sample-image.fixture.ts';
import { airlock, untilOr } from './airlock-process.fixture.ts';
import {
  additionalConfig,
  type ExpectedImage,
  imagesOf,
  missingOnDisk,
  newRig,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

let rig: Rig;
let wanted: ExpectedImage[];
beforeAll(async () => {
  rig = await newRig();
  wanted = imagesOf(rig, 'core');
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

/** Mounts a small file system under the rig's folder; `path` is a folder on it. */
async function newDisk(bytes: number): Promise<SmallDisk & { path: string }> {
  const disk = await smallDisk({ mountPoint: rig.place('disk'), bytes });
  return { ...disk, path: join(disk.root, 'workspace') };
}

test('reports a disk that is too small before anything is written, and resumes with the same command', async () => {
  await using disk = await newDisk(8 * 2 ** 20);
  const image = sampleImage({ layerBytes: 4 * 2 ** 20 });
  await pushImage(rig.world.upstream.url, 'team/large', 'v1', image);
  const source = `${new URL(rig.world.upstream.url).host}/team/large:v1`;
  const config = await additionalConfig(rig.place('large.yaml'), [source]);
  const part = (bytes: Buffer) => ({ digest: sha256(bytes), size: bytes.length });
  const large: ExpectedImage = {
    source,
    destination: 'team/large:v1',
    digest: image.digest,
    manifests: [part(image.bytes)],
    blobs: image.blobs.map(part),
    attachments: [],
  };

  await disk.fill(2 * 2 ** 20);
  const args = ['mirror', '-c', config, '--src-tls-verify=false', `file://${disk.path}`];
  const full = await airlock(rig, args).ended;
  expect(full).toMatchObject({ code: 4, result: { status: 'failed', code: 'disk-full' } });
  expect(full.result!.message).toMatch(/needs [\d.]+ \w+ of disk space, but only [\d.]+ \w+ is available/);
  await disk.empty();
  expect(await airlock(rig, args).ended).toMatchObject({ code: 0, result: { status: 'complete' } });
  expect(await missingOnDisk(disk.path, [large])).toEqual([]);
});

test('ends the run when the disk fills up, without corrupt files', async () => {
  await using disk = await newDisk(8 * 2 ** 20);
  const { upstream, sets } = rig.world;
  upstream.resetStats();
  const slow = { latencyMs: 3, bytesPerSec: 150_000 };
  upstream.faults.set(slow);
  const running = toDisk(rig, disk.path, sets.core.file);
  running.catch(() => {});
  while ((upstream.stats.byRoute['GET blobs']?.requests ?? 0) < 25)
    await new Promise((resolve) => setTimeout(resolve, 3));
  // The run must not end before the disk is full.
  upstream.faults.set({ ...slow, bytesPerSec: 2_000 });
  await disk.fill();
  upstream.faults.set(slow);
  await expect(running).rejects.toMatchObject({
    code: 'disk-full',
    exitCode: 4,
    message: expect.stringContaining('no space left'),
  });
  expect(await readdir(join(disk.path, 'transfers'))).toEqual(['default-0001.partial']);
  upstream.faults.clear();
  await expect(toDisk(rig, disk.path, sets.core.file)).rejects.toMatchObject({ code: 'disk-full' });
  await disk.empty();
  expect(await toDisk(rig, disk.path, sets.core.file)).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(await missingOnDisk(disk.path, wanted)).toEqual([]);
});

test('reports a full state folder on the disconnected side before anything is pushed', async () => {
  await using disk = await newDisk(2 ** 20);
  const workspace = rig.place('set');
  await toDisk(rig, workspace, rig.world.sets.additional.file);
  await disk.fill();
  const { destination } = rig.world;
  const pushing = toRegistry(rig, workspace, destination.host, { stateDirectory: disk.path });
  await expect(pushing).rejects.toMatchObject({ code: 'disk-full', exitCode: 4 });
  expect(destination.stats.byRoute['PUT manifests']).toBeUndefined();
  await disk.empty();
  expect(await toRegistry(rig, workspace, destination.host, { stateDirectory: disk.path })).toMatchObject({
    exitCode: 0,
  });
});

test('names the process that locks a workspace; ignores the lock of a killed one', async () => {
  const { upstream, sets } = rig.world;
  const workspace = rig.place('locked');
  const args = ['mirror', '-c', sets.core.file, `file://${workspace}`];
  upstream.resetStats();
  upstream.faults.set({ bytesPerSec: 20_000 });
  const first = airlock(rig, args);
  await untilOr(first.ended, () => (upstream.stats.byRoute['GET blobs']?.requests ?? 0) > 0);
  const second = await airlock(rig, args).ended;
  expect(second).toMatchObject({ code: 4, result: { status: 'failed', code: 'workspace-locked' } });
  const reported = `Process ${first.child.pid} (user ${userInfo().username}) on ${hostname()} has been using this workspace`;
  expect(second.result!.message).toContain(reported);
  first.child.kill('SIGKILL');
  await first.ended;
  upstream.faults.clear();
  expect(await toDisk(rig, workspace, sets.core.file)).toMatchObject({ status: 'complete', exitCode: 0 });
  expect(await missingOnDisk(workspace, wanted)).toEqual([]);
});

test('never removes the lock of another host', async () => {
  const workspace = rig.place('remote');
  const own = join(workspace, '.airlock');
  await mkdir(own, { recursive: true });
  const holder = { user: 'ann', host: 'another-host', pid: 1, since: '2026-01-01T00:00:00Z' };
  await writeFile(join(own, 'lock'), JSON.stringify(holder));
  await expect(toDisk(rig, workspace, rig.world.sets.core.file)).rejects.toMatchObject({
    code: 'workspace-locked',
    exitCode: 4,
    message: expect.stringContaining('Process 1 (user ann) on another-host'),
  });
});
