import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type Airlock, airlock } from '../../mirror/airlock-process.fixture.ts';
import { bytesOf, imagesOf, newRig, partsOf, type Rig } from '../../mirror/mirror.fixture.ts';
import { recordedRequest } from '../../mirror/run/recorded-request.ts';
import { listRuns } from '../audit/read-runs.ts';
import { verifyRunLog } from '../audit/verify-run-log.ts';
import { requestRun } from './control-file.ts';
import { openRunFollower, type RunFollower } from './follow-run.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
/** Slow enough to observe the run on any machine. */
const SLOW = 3 * MiB;

let rig: Rig;
let needed: number;
let images: number;
beforeAll(async () => {
  rig = await newRig({
    size: {
      components: 12,
      baseLayer: 400 * KiB,
      runtimeLayer: 300 * KiB,
      componentLayer: 400 * KiB,
      operatingSystemLayer: 400 * KiB,
      additionalLayer: 300 * KiB,
      operandLayer: 1 * KiB,
      catalogCache: 1 * KiB,
    },
  });
  const wanted = imagesOf(rig, 'core');
  images = rig.world.sets.core.expected.images.length;
  needed = bytesOf(partsOf(wanted, 'blobs'));
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

interface Started extends Airlock {
  directory: string;
  follower: RunFollower;
}

/** Returns the newest run of a workspace as soon as it exists. */
async function newestRun(workspace: string, after = 0): Promise<string> {
  const runs = airlockDirectory(workspace, 'runs');
  for (;;) {
    const found = (await listRuns(runs)).findLast(({ sequence }) => sequence > after);
    if (found) return found.directory;
    await sleep(20);
  }
}

async function start(workspace: string, args: string[] = [], after = 0): Promise<Started> {
  const started = airlock(rig, ['mirror', '-c', rig.world.sets.core.file, `file://${workspace}`, ...args]);
  const directory = await newestRun(workspace, after);
  return { ...started, directory, follower: await openRunFollower(directory) };
}

async function until(follower: RunFollower, matches: () => boolean): Promise<void> {
  while (!matches()) {
    if (follower.ended) throw new Error(`the run ended: ${JSON.stringify(follower.snapshot())}`);
    await sleep(30);
    await follower.refresh();
  }
}

async function untilEnded(follower: RunFollower): Promise<void> {
  while (!follower.ended) {
    await sleep(30);
    await follower.refresh();
  }
}

test('a run can be followed, adjusted and paused from another process, and resumed', {
  timeout: 60_000,
}, async () => {
  const workspace = rig.place('steered');
  rig.world.upstream.faults.set({ totalBytesPerSec: SLOW });
  const { directory, follower, ended } = await start(workspace, ['--rate', '1MiB/s']);
  const now = follower.snapshot;
  await until(follower, () => follower.images({ offset: 0, limit: 1 }).states.running > 0);
  expect(now()).toMatchObject({
    status: 'running',
    workflow: 'mirrorToDisk',
    own: false,
    limits: { parallelImages: 4, parallelLayers: 5, rate: MiB },
  });
  const seen = follower.images({ offset: 0, limit: 500 });
  expect(seen.total).toBe(images);
  expect(Object.values(seen.states).reduce((sum, n) => sum + n)).toBe(images);
  const [active] = follower.images({ offset: 0, limit: 5, state: 'running' }).rows;
  expect(active!.digest).toMatch(/^sha256:/);
  expect(active!.done).toBeLessThanOrEqual(active!.bytes);
  expect(now().phases.map(({ phase }) => phase)).toEqual(['collect', 'copy']);
  expect(now().deliverables[0]).toMatchObject({ state: 'running', failed: 0 });
  await until(follower, () => (now().progress?.done ?? 0) > 0);

  await requestRun(directory, { action: 'adjust', parallelImages: 1, parallelLayers: 2, rate: null });
  await until(follower, () => now().limits?.rate === null);
  expect(now().limits).toEqual({ parallelImages: 1, parallelLayers: 2, rate: null });
  await requestRun(directory, { action: 'pause' });
  expect(await ended).toMatchObject({ code: 3, result: { status: 'paused' } });
  await untilEnded(follower);
  expect(now()).toMatchObject({ status: 'paused', exitCode: 3, next: expect.stringContaining('again') });
  const requested = follower
    .log({ offset: 0, limit: 50, search: 'request from' })
    .lines.map(({ text }) => text);
  expect(requested).toEqual([
    expect.stringMatching(
      /^Request from \S+@\S+ pid \d+: set limits: 1 parallel image, 2 parallel layers per image, no rate limit$/,
    ),
    expect.stringMatching(/^Request from .*: pause$/),
  ]);
  expect(requested[0]).toContain(`pid ${process.pid}:`);
  expect(existsSync(join(directory, 'live.json'))).toBe(false);
  const left = follower.images({ offset: 0, limit: 500, state: 'waiting' });
  expect(left.matching).toBeGreaterThan(0);
  expect(left.states.running).toBe(0);
  await expect(requestRun(directory, { action: 'pause' })).rejects.toMatchObject({ code: 'run-ended' });

  rig.world.upstream.faults.clear();
  const again = await start(workspace, [], 1);
  expect(await again.ended).toMatchObject({ code: 0, result: { status: 'complete' } });
  await untilEnded(again.follower);
  const done = again.follower.snapshot();
  expect(done).toMatchObject({
    status: 'complete',
    transfer: 'default-0001',
    images: { total: images, failed: 0 },
    failures: [],
  });
  expect(done.deliverables.map(({ state }) => state)).toEqual(done.deliverables.map(() => 'complete'));
  expect(done.deliverables.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(done.progress!.total);
  expect(done.phases.every(({ endedAt }) => endedAt !== undefined)).toBe(true);
  const runs = airlockDirectory(workspace, 'runs');
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true });
  expect(await readdir(directory)).not.toContain('.live.json');
});

test('a record contains its request; a killed process leaves an interrupted run', {
  timeout: 30_000,
}, async () => {
  const workspace = rig.place('killed');
  rig.world.upstream.faults.set({ totalBytesPerSec: SLOW });
  const { directory, follower, child, ended } = await start(workspace, ['--first', 'additional']);
  await until(follower, () => (follower.snapshot().progress?.done ?? 0) > 0);
  child.kill('SIGKILL');
  await ended;
  await untilEnded(follower);
  expect(follower.snapshot()).toMatchObject({ status: 'interrupted', phases: [{}, { phase: 'copy' }] });
  expect(follower.snapshot().progress?.rate).toBe(0);
  expect(follower.images({ offset: 0, limit: 1 }).states.running).toBe(0);
  await expect(requestRun(directory, { action: 'stop' })).rejects.toMatchObject({ code: 'run-ended' });
  // A later reader has only the remaining files.
  const later = await openRunFollower(directory);
  expect(later.ended).toBe(true);
  expect(later.snapshot().deliverables.map(({ name }) => name)[0]).toContain('additional');
  expect(recordedRequest(later.run)).toMatchObject({
    kind: 'mirror',
    request: {
      workflow: { kind: 'mirrorToDisk', directory: workspace },
      configFile: rig.world.sets.core.file,
      first: 'additional',
      arguments: expect.arrayContaining(['--first']),
    },
  });
});

test('a run respects its rate until the limit is removed', { timeout: 60_000 }, async () => {
  const rate = 4 * MiB;
  const began = performance.now() / 1000;
  const stored = await airlock(rig, [
    'mirror',
    '-c',
    rig.world.sets.core.file,
    `file://${rig.place('held')}`,
    '--rate',
    '4MiB/s',
  ]).ended;
  expect(stored).toMatchObject({ code: 0 });
  const seconds = performance.now() / 1000 - began;
  expect(seconds).toBeGreaterThan((needed / rate) * 0.9);

  const { directory, follower, ended } = await start(rig.place('lifted'), ['--rate', '64KiB/s']);
  await until(follower, () => (follower.snapshot().progress?.done ?? 0) > 0);
  const lifted = performance.now();
  await requestRun(directory, { action: 'adjust', rate: null });
  expect(await ended).toMatchObject({ code: 0 });
  expect(performance.now() - lifted).toBeLessThan((1000 * needed) / (64 * KiB) / 4);
});

test('stop ends a run immediately, with its record paused', { timeout: 30_000 }, async () => {
  rig.world.upstream.faults.set({ totalBytesPerSec: 256 * KiB });
  const { directory, follower, ended } = await start(rig.place('stopped'));
  await until(follower, () => (follower.snapshot().progress?.done ?? 0) > 0);
  const requested = performance.now();
  await requestRun(directory, { action: 'stop' });
  expect(await ended).toMatchObject({ code: 3 });
  // The rest would take three times as long at the registry's rate.
  expect(performance.now() - requested).toBeLessThan(10_000);
  await untilEnded(follower);
  expect(follower.snapshot()).toMatchObject({ status: 'paused', exitCode: 3 });
  const run = JSON.parse(await readFile(join(directory, 'run.json'), 'utf8')) as Record<string, unknown>;
  expect(run).toMatchObject({ status: 'paused', runBy: 'terminal', live: true });
});

test('rejects limits out of bounds before anything is written', async () => {
  await expect(requestRun('/nowhere', { action: 'adjust', parallelImages: 11 })).rejects.toMatchObject({
    code: 'usage',
  });
  await expect(requestRun('/nowhere', { action: 'adjust', rate: 10 })).rejects.toMatchObject({
    code: 'usage',
  });
});
