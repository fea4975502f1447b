import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { airlock, eventsOf } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig, toDisk } from '../../../core/mirror/mirror.fixture.ts';
import { startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { listRuns } from '../../../core/runs/audit/read-runs.ts';

const KiB = 1024;
let rig: Rig;
beforeAll(async () => {
  rig = await newRig({
    size: {
      components: 6,
      baseLayer: 300 * KiB,
      runtimeLayer: 300 * KiB,
      componentLayer: 300 * KiB,
      operatingSystemLayer: 300 * KiB,
      additionalLayer: 300 * KiB,
      operandLayer: 1 * KiB,
      catalogCache: 1 * KiB,
    },
  });
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(() => rig[Symbol.asyncDispose]());

async function running(workspace: string): Promise<void> {
  const runs = `${workspace}/.airlock/runs`;
  while (!(await listRuns(runs)).some(({ status }) => status === 'running')) await sleep(20);
}

test('attach follows a run, another terminal pauses it, and attach ends with its result', {
  timeout: 30_000,
}, async () => {
  const workspace = rig.place('attached');
  rig.world.upstream.faults.set({ totalBytesPerSec: 512 * KiB });
  const run = airlock(rig, [
    'mirror',
    '-c',
    rig.world.sets.core.file,
    `file://${workspace}`,
    '--parallel-images',
    '1',
  ]);
  await running(workspace);
  const attached = airlock(rig, ['runs', 'attach', `file://${workspace}`]);
  const lines = eventsOf(attached);
  while (!lines.some(({ type }) => type === 'progress')) await sleep(30);
  const leaving = airlock(rig, ['runs', 'attach', '1', `file://${workspace}`]);
  const seen = eventsOf(leaving);
  while (seen.length === 0) await sleep(30);
  leaving.child.kill('SIGINT');
  expect(await leaving.ended).toMatchObject({ code: 0, result: { detached: true, status: 'running' } });

  const adjusted = airlock(rig, [
    'runs',
    'attach',
    `file://${workspace}`,
    '--rate',
    '256KiB/s',
    '--parallel-layers',
    '2',
  ]);
  expect(await adjusted.ended).toMatchObject({
    code: 0,
    result: { requested: [{ action: 'adjust', rate: 256 * KiB, parallelLayers: 2 }] },
  });
  expect(await airlock(rig, ['runs', 'attach', '1', `file://${workspace}`, '--pause']).ended).toMatchObject({
    code: 0,
  });
  expect(await run.ended).toMatchObject({ code: 3 });
  const { code, result } = await attached.ended;
  expect(code).toBe(3);
  const { type: _type, ...own } = (await run.ended).result!;
  expect(result).toMatchObject({ status: 'paused', images: own.images, bytes: own.bytes, next: own.next });
  expect(lines[0]).toMatchObject({ type: 'run', workflow: 'mirrorToDisk' });
  expect(lines.filter(({ type }) => type === 'control').map(({ action }) => action)).toEqual([
    'adjust',
    'pause',
  ]);

  const none = await airlock(rig, ['runs', 'attach', `file://${workspace}`]).ended;
  expect(none).toMatchObject({ code: 1, result: { code: 'run-ended' } });
  const unknown = await airlock(rig, ['runs', 'attach', '7', `file://${workspace}`]).ended;
  expect(unknown).toMatchObject({ code: 1, result: { code: 'not-found' } });
  const bits = await airlock(rig, ['runs', 'attach', '1', `file://${workspace}`, '--rate', '5Mb/s']).ended;
  expect(bits).toMatchObject({ code: 1, result: { code: 'usage' } });
});

test('another process removes the rate limit of a push', { timeout: 30_000 }, async () => {
  const workspace = rig.place('pushed');
  const state = rig.place('state');
  expect(await toDisk(rig, workspace, rig.world.sets.core.file)).toMatchObject({ exitCode: 0 });
  const destination = await startRegistryServer({ storage: memoryStorage() });
  try {
    const push = airlock(rig, [
      'mirror',
      '--from',
      `file://${workspace}`,
      `docker://${destination.host}/ocp`,
      '--dest-tls-verify=false',
      '--state',
      state,
      '--rate',
      '64KiB/s',
      '--parallel-images',
      '1',
      '--parallel-layers',
      '1',
    ]);
    const lines = eventsOf(push);
    while (!lines.some((line) => line.type === 'progress' && Number(line.done) > 0)) await sleep(30);
    const { sent } = lines.findLast(({ type }) => type === 'progress')!.bytes as { sent: number };
    expect(sent).toBeLessThan(600 * KiB);
    const requested = airlock(rig, [
      'runs',
      'attach',
      `file://${state}`,
      '--rate',
      'none',
      '--parallel-images',
      '4',
      '--parallel-layers',
      '5',
    ]);
    expect(await requested.ended).toMatchObject({ code: 0 });
    expect(await push.ended).toMatchObject({ code: 0, result: { status: 'complete' } });
    expect(await airlock(rig, ['runs', 'attach', '1', `file://${state}`]).ended).toMatchObject({
      code: 0,
      result: { status: 'complete', resources: expect.stringContaining('cluster-resources'), state },
    });
  } finally {
    await destination.close();
  }
});
