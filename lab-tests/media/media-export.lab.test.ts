import { copyFile, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesIn, sized, volumesBelow } from '../../core/media/export/export.fixture.ts';
import { type KillOrder, killedExport } from '../../core/media/export/kill-export.fixture.ts';
import { exportToMedia } from '../../core/media/export/media.ts';
import { mediaStatus } from '../../core/media/export/media-status.ts';
import { readVolumeFile } from '../../core/media/volumes/volume-file.ts';
import { verifySource } from '../../core/store/archive/verify.ts';
import { parseSetIndex, type SetIndex } from '../../core/store/set-format/set-index.ts';
import { startAirlock } from '../fixtures/airlock-process.ts';
import { type Lab, startLab } from '../fixtures/lab.ts';
import { mayMount, mountDrive, plugIn, remountReadOnly, unmount } from '../fixtures/mounted-directory.ts';

const KILLS = 20;
const VOLUME_BYTES = 20_000_000;
const TRANSFER = 'fleet-0001';

let directory: string;
let lab: Lab;
let workspace: string;
let index: SetIndex;
let bytes: number;
let mounts: boolean;
const mounted: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-media-export-'));
  mounts = await mayMount(directory);
  lab = await startLab({ state: join(directory, 'lab'), size: 'medium' });
  workspace = join(directory, 'workspace');
  const args = ['mirror', '-c', lab.imageSet('core'), '--for', 'fleet', '--src-tls-verify=false'];
  const { exitCode, said: reported } = await startAirlock(
    [...args, `file://${workspace}`],
    lab.environment,
    directory,
  ).finished;
  expect(exitCode, reported).toBe(0);
  const path = join(workspace, 'transfers', TRANSFER, 'index.json');
  index = parseSetIndex(await readFile(path, 'utf8'), path);
  bytes = index.volumes.reduce((sum, { size }) => sum + size, 0);
}, 600_000);
afterAll(async () => {
  for (const path of mounted.reverse()) unmount(path);
  await lab?.down();
  await rm(directory, { recursive: true, force: true });
});

/** A folder of a real size if this process may mount, otherwise one with counted bytes. */
async function createDrive(name: string, size: number): Promise<KillOrder['media'][number]> {
  const path = join(directory, name);
  if (!mounts) {
    await mkdir(path);
    return { path, bytes: size };
  }
  expect(await mountDrive(path, size)).toBe(true);
  mounted.push(path);
  return { path };
}

/** Reassembles the set from the descriptions of volumes, and reads every byte of it. */
async function expectSetFrom(volumes: Iterable<string>, name: string): Promise<void> {
  const folder = join(directory, name, 'transfers', TRANSFER);
  await mkdir(folder, { recursive: true });
  await copyFile(join(workspace, 'transfers', TRANSFER, 'index.json'), join(folder, 'index.json'));
  for (const volume of index.volumes) {
    const file = await open(join(folder, volume.name), 'w');
    await file.truncate(volume.size);
    await file.close();
  }
  for (const path of volumes) {
    const handle = await open(path);
    const found = await readVolumeFile(handle, path);
    for (const { file, offset, length, position } of found!.spans) {
      const out = await open(join(folder, file), 'r+');
      const buffer = Buffer.alloc(length);
      await handle.read(buffer, 0, length, position);
      await out.write(buffer, 0, length, offset);
      await out.close();
    }
    await handle.close();
  }
  expect(await verifySource(folder)).toMatchObject({ ok: true, problems: [] });
  await rm(join(directory, name), { recursive: true });
}

test(`exports the medium-sized set to five drives, one with a small file limit, with ${KILLS} kills at random points`, async () => {
  const room = bytes * 1.02 + 5 * 3 * JSON.stringify(index).length + 2_000_000;
  const media = [
    await createDrive('one', room * 0.3),
    await createDrive('two', room * 0.08),
    { ...(await createDrive('fat', room * 0.22)), maxFileBytes: 16_777_215 },
    await createDrive('four', room * 0.15),
    await createDrive('five', room * 0.29),
  ];
  const order: KillOrder = { directory: workspace, transfer: TRANSFER, media, volumeSize: VOLUME_BYTES };
  const started: number[] = [];
  const written: number[] = [];
  let kills = 0;
  for (let complete = false; !complete; ) {
    const lines =
      kills < KILLS
        ? await killedExport(order, 2 + Math.floor(Math.random() * 8), Math.random() * 150)
        : await killedExport(order, Number.POSITIVE_INFINITY, 0);
    for (const line of lines) {
      const [state, number] = line.split(' ');
      if (state === 'writing') started.push(Number(number));
      if (state === 'written') written.push(Number(number));
    }
    complete = lines.at(-1) === 'end complete';
    if (complete) break;
    kills++;
    expect(kills, lines.join('\n')).toBeLessThanOrEqual(KILLS);
  }
  expect(kills).toBe(KILLS);
  const [status] = await mediaStatus(workspace);
  expect(status).toMatchObject({ complete: true, revision: 1 });
  const volumes = await volumesBelow(...media.map(({ path }) => path));
  expect([...volumes.keys()].toSorted()).toEqual(status!.volumes.map(({ name }) => name));
  expect(new Set(written).size).toBe(written.length);
  expect(started.length).toBeLessThanOrEqual(volumes.size + kills);
  for (const path of (await volumesBelow(join(directory, 'fat'))).values())
    expect((await bytesOf(path)) <= 16_777_215).toBe(true);
  for (const { path, bytes: limit } of media)
    expect(await bytesIn(path)).toBeLessThanOrEqual(limit ?? Number.POSITIVE_INFINITY);
  await expectSetFrom(volumes.values(), 'received');
});

async function bytesOf(path: string): Promise<number> {
  const handle = await open(path);
  return (await handle.stat().finally(() => handle.close())).size;
}

test('exports to a drive that reports more space than it has, and to one that is removed during a write and connected again', async ({
  skip,
}) => {
  if (!mounts) skip('this process may not mount');
  await rm(join(workspace, '.airlock/enclaves/fleet/exports'), { recursive: true });
  const liar = join(directory, 'liar');
  const drive = join(directory, 'stick');
  const port = join(directory, 'port');
  expect(await mountDrive(liar, 70_000_000)).toBe(true);
  expect(await mountDrive(drive, bytes * 1.1 + 20_000_000)).toBe(true);
  expect(await plugIn(drive, port)).toBe(true);
  mounted.push(liar, drive);
  const problems: string[] = [];
  const needs: string[] = [];
  let pulled = false;
  const result = await exportToMedia({
    directory: workspace,
    transfer: TRANSFER,
    destinations: [{ path: liar }, { path: port }],
    volumeSize: VOLUME_BYTES,
    tool: 'airlock 0.0.0',
    probe: sized({ liar: 10_000_000_000 }),
    emit: (event) => {
      if (event.type === 'problem') problems.push(event.problem.code);
      if (event.type !== 'progress' || event.drive !== 'port' || event.phase !== 'writing' || pulled) return;
      pulled = true;
      unmount(port);
    },
    nextDrive: async (need) => {
      needs.push(need.reason);
      expect(await plugIn(drive, port)).toBe(true);
      return port;
    },
  });
  // The second time to the same drives, which must not be written now.
  remountReadOnly(drive);
  const again = exportToMedia({
    ...{ directory: workspace, transfer: TRANSFER, tool: 'airlock 0.0.0', volumes: [9] },
    destinations: [{ path: drive }],
  });
  await expect(again).rejects.toMatchObject({
    code: 'disk',
    exitCode: 4,
    message: expect.stringContaining("stick isn't writable"),
  });
  unmount(port);
  expect(result).toMatchObject({ status: 'complete' });
  expect(needs).toEqual(['removed']);
  expect(problems).toEqual(['disk-full']);
  // Nothing was written to the empty folder while the drive was removed.
  expect(await bytesIn(port)).toBe(0);
  const volumes = await volumesBelow(liar, drive);
  expect(volumes.size).toBe(result.export.volumes.length);
  await expectSetFrom(volumes.values(), 'received-2');
});
