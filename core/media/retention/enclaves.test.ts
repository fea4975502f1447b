import { cp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ExpectedImage,
  imagesOf,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  toDisk,
} from '../../mirror/mirror.fixture.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { acknowledge, previewAcknowledgment } from '../delivery/acknowledge.ts';
import { receivedSets } from '../delivery/received.ts';
import { workspaceStatus } from '../delivery/status.ts';
import { writeJournal } from '../transfer/journal.ts';
import { transferLife } from '../transfer/life.ts';
import { listTransfers } from '../transfer/list-transfers.ts';
import { t } from './messages.ts';
import { planPrune, prune } from './prune.ts';
import { workspaceUsage } from './usage.ts';

/** In GiB: sets of several files. */
const SMALL = 0.00007;
let rig: Rig;
let workspace: string;
let images: ExpectedImage[];
const at = (name: string) => join(workspace, 'transfers', name);
const places = () => ({ directory: workspace, env: rig.host.env, home: rig.host.home });

beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('shared');
  images = [...imagesOf(rig, 'release-one'), ...imagesOf(rig, 'additional')];
  const { sets } = rig.world;
  for (const enclave of ['fleet', 'lab']) {
    const chosen = { enclave, archiveSizeGiB: SMALL };
    await toDisk(rig, workspace, sets['release-one'].file, chosen);
    await toDisk(rig, workspace, sets.additional.file, chosen);
  }
});
afterAll(() => rig[Symbol.asyncDispose]());

test("the receiver's code acknowledges a complete set and contains no names of that side", async () => {
  const [received] = await receivedSets(at('fleet-0001'), { reached: 'pushed' });
  expect(received).toMatchObject({
    transfer: 'fleet-0001',
    missing: [],
    summary: '0001 is complete and was pushed',
  });
  const accepted = {
    transfer: 'fleet-0001',
    enclave: 'fleet',
    summary: '0001 is complete and was pushed',
    missing: [],
  };
  expect(await previewAcknowledgment(workspace, received!.code)).toEqual(accepted);
  expect((await transferLife(workspace, 'fleet-0001')).lifecycle.arrived).toBe('unknown');
  expect(await acknowledge(workspace, received!.code.toLowerCase(), noWarning)).toEqual(accepted);
  await writeJournal(workspace, 'fleet-0001', { text: 'handed to the courier' });
  const { lifecycle } = await transferLife(workspace, 'fleet-0001');
  expect(lifecycle).toMatchObject({ step: 'acknowledged', arrived: 'complete', missing: [] });
  expect(lifecycle.events.map(({ step }) => step)).toEqual(['fetched', 'pushed', 'acknowledged']);
  expect(lifecycle.notes).toMatchObject([
    { text: 'handed to the courier', by: expect.stringContaining('@'), at: expect.any(String) },
  ]);
});

test('after lost and altered volumes, the next transfer contains the difference and completes the first', async () => {
  const copy = join(rig.place('received'), 'transfers');
  await cp(at('lab-0001'), join(copy, 'lab-0001'), { recursive: true });
  const { volumes } = (await readSetIndex(at('lab-0001')))!;
  expect(volumes.length).toBeGreaterThan(3);
  const [lost, altered] = [volumes[0]!.name, volumes[2]!.name];
  await unlink(join(copy, 'lab-0001', lost));
  const bytes = await readFile(join(copy, 'lab-0001', altered));
  bytes[700]! ^= 1;
  await writeFile(join(copy, 'lab-0001', altered), bytes);

  const [received] = await receivedSets(join(copy, 'lab-0001'));
  expect(received).toMatchObject({
    missing: [lost, altered],
    summary: '0001 is incomplete: volumes 1 and 3 are missing or damaged',
  });
  expect(await acknowledge(workspace, received!.code, noWarning)).toMatchObject({ missing: [lost, altered] });
  const { incomplete, awaiting } = await workspaceStatus(places());
  expect(incomplete).toEqual([{ transfer: 'lab-0001', enclave: 'lab', missing: [lost, altered] }]);
  expect(awaiting.map(({ transfer }) => transfer)).toEqual(['fleet-0002', 'lab-0002']);

  expect((await planPrune(workspace)).retain).toContainEqual(
    expect.objectContaining({
      name: 'fleet-0001',
      reason: 'needed',
      why: expect.stringMatching(/that lab is missing$/),
    }),
  );

  const next = await toDisk(rig, workspace, rig.world.sets['release-one'].file, {
    enclave: 'lab',
    archiveSizeGiB: SMALL,
  });
  expect(next).toMatchObject({ transfer: 'lab-0003', bytes: { fetched: 0 } });
  const blobs = (names: string[]) =>
    volumes
      .filter(({ name }) => names.includes(name))
      .flatMap(({ entries }) =>
        [...entries].map(([name]) => name).filter((name) => name.includes('/blobs/')),
      );
  const repair = (await readSetIndex(at('lab-0003')))!;
  const carried = repair.volumes.flatMap(({ entries }) =>
    [...entries].map(([name]) => name).filter((name) => name.includes('/blobs/')),
  );
  expect(carried.toSorted()).toEqual(blobs([lost, altered]).toSorted());

  // Without its index, the first set is read by its existing content.
  await rm(join(copy, 'lab-0001', 'index.json'));
  await rm(join(copy, 'lab-0001', altered));
  await cp(at('lab-0003'), join(copy, 'lab-0003'), { recursive: true });
  const source = await openImageSource(join(copy, '..'));
  const wanted = imagesOf(rig, 'release-one');
  for (const { digest } of [...partsOf(wanted, 'blobs'), ...partsOf(wanted, 'manifests')])
    expect(source.size(digest)).toBeDefined();
  await source.close();
});

test('usage lists the content of the workspace by deliverable', async () => {
  const usage = await workspaceUsage(workspace);
  expect(usage.enclaves.map(({ name, sets }) => [name, sets])).toEqual([
    ['fleet', 2],
    ['lab', 3],
  ]);
  const reasons = Object.fromEntries(usage.sets.map((set) => [set.name, set.retentionReason]));
  expect(reasons).toMatchObject({
    'fleet-0002': t('setUnacknowledged', { enclave: 'fleet' }),
    'lab-0002': t('setUnacknowledged', { enclave: 'lab' }),
    'lab-0003': t('setUnacknowledged', { enclave: 'lab' }),
  });
  expect(reasons['fleet-0001']).toBeUndefined();
  const names = usage.deliverables.map(({ name }) => name);
  expect(names).toContain('additional images');
  expect(names.some((name) => name.startsWith('release '))).toBe(true);
  expect(names).not.toContain(t('unrecorded'));
  for (const { exclusiveBytes: alone, bytes } of usage.deliverables) expect(alone).toBeLessThanOrEqual(bytes);
  const release = usage.deliverables.find(({ name }) => name.startsWith('release '))!;
  expect(release.exclusiveBytes).toBeGreaterThan(0);
  // Without their signatures, as everywhere.
  expect(release.images).toBe(imagesOf(rig, 'release-one').length);
  const additional = usage.deliverables.find(({ name }) => name === 'additional images')!;
  expect(additional.images).toBe(imagesOf(rig, 'additional').length);
  const onDisk = usage.sets.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(usage.bytes).toBeGreaterThan(onDisk);
});

test('signatures of the instances of an index belong to the deliverables of the index', async () => {
  const directory = rig.place('multi');
  await toDisk(rig, directory, rig.world.sets.multi.file);
  const { length } = imagesOf(rig, 'multi');
  const [set] = await listTransfers(directory);
  expect(set!.imageNames.length).toBeGreaterThan(2 * length);
  expect(set!.images).toBe(length);
  const { deliverables } = await workspaceUsage(directory);
  expect(deliverables.map(({ name, images: number }) => [name, number])).toEqual([
    ['release 4.16.5-multi', length],
  ]);
});

test('prunes acknowledged sets, except protected ones and those that another enclave needs', async () => {
  await writeJournal(workspace, 'fleet-0001', { protect: true });
  expect((await planPrune(workspace)).remove).toEqual([]);
  await writeJournal(workspace, 'fleet-0001', { protect: false });

  const [both] = await receivedSets(at('lab-0002'));
  await acknowledge(workspace, both!.code, noWarning);
  const plan = await planPrune(workspace);
  expect(plan.remove.map(({ name }) => name)).toEqual(['fleet-0001', 'lab-0002']);
  expect(plan.retain.map(({ name }) => name)).toEqual(['fleet-0002', 'lab-0001', 'lab-0003']);
  expect(await prune(workspace, noWarning)).toEqual(plan);
  await expect(stat(at('fleet-0001'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await planPrune(workspace)).toMatchObject({ remove: [], bytes: 0 });
  expect((await transferLife(workspace, 'fleet-0001')).state).toBe('moved');

  // Sent content stays sent; with --resend, everything is transferred again.
  const chosen = { enclave: 'fleet', archiveSizeGiB: SMALL };
  const { sets } = rig.world;
  expect(await toDisk(rig, workspace, sets['release-one'].file, chosen)).not.toHaveProperty(
    'transfer',
    expect.anything(),
  );
  await toDisk(rig, workspace, sets['release-one'].file, { ...chosen, resend: true });
  await toDisk(rig, workspace, sets.additional.file, { ...chosen, resend: true });
  expect(await missingOnDisk(workspace, images)).toEqual([]);
});
