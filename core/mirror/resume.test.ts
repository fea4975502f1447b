import { test as base, describe, expect } from 'vitest';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { airlock, untilOr } from './airlock-process.fixture.ts';
import {
  type ExpectedImage,
  imagesOf,
  missingAt,
  missingOnDisk,
  newRig,
  partsOf,
  type Rig,
  toDisk,
  toRegistry,
} from './mirror.fixture.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

interface Resumed {
  rig: Rig;
  wanted: ExpectedImage[];
  /** The only large blob. */
  big: { digest: string; size: number };
}

/** A rig for each test with its own faults, because the two tests of a group run at the same time. */
const test = base.extend<Resumed>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs from its pattern.
  rig: async ({}, use) => {
    await using rig = await newRig({
      size: {
        components: 5,
        baseLayer: 8 * MiB,
        runtimeLayer: 10 * KiB,
        componentLayer: 10 * KiB,
        operatingSystemLayer: 10 * KiB,
        additionalLayer: 10 * KiB,
        operandLayer: 1 * KiB,
        catalogCache: 1 * KiB,
      },
      // A stall must not end before the test sends its second signal.
      env: { AIRLOCK_STALL_MS: '20000' },
    });
    await use(rig);
  },
  wanted: ({ rig }, use) => use(imagesOf(rig, 'release-one')),
  big: ({ wanted }, use) => {
    const big = partsOf(wanted, 'blobs').sort((a, b) => b.size - a.size)[0]!;
    expect(big.size).toBeGreaterThan(7 * MiB);
    return use(big);
  },
});

describe('a mirror to disk in the middle of a blob', () => {
  test.concurrent('SIGINT pauses a mirror to disk, and the next run resumes in the middle of a blob', async ({
    rig,
    wanted,
    big,
  }) => {
    const { upstream, sets } = rig.world;
    const workspace = rig.place('paused');
    const args = ['mirror', '-c', sets['release-one'].file, `file://${workspace}`];
    const out = () => upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0;
    upstream.resetStats();
    upstream.faults.set({ bytesPerSec: 6 * MiB });
    const { child, ended } = airlock(rig, args);
    await untilOr(ended, () => out() > 4 * MiB);
    child.kill('SIGINT');
    const paused = await ended;
    expect(paused).toMatchObject({ code: 3, result: { type: 'result', status: 'paused' } });
    const before = out();
    expect(before).toBeLessThan(big.size);
    upstream.faults.clear();
    const again = await toDisk(rig, workspace, sets['release-one'].file);
    expect(again).toMatchObject({ exitCode: 0, status: 'complete' });
    expect(await missingOnDisk(workspace, wanted)).toEqual([]);
    expect(upstream.stats.blobGets.get(big.digest as `sha256:${string}`)).toBe(2);
    // Data received before the pause isn't received again.
    expect(again.bytes.fetched).toBeLessThan(big.size - 3 * MiB);
  });

  test.concurrent('kill -9 in the middle of a large blob keeps its part on the disk', async ({
    rig,
    wanted,
    big,
  }) => {
    const { upstream, sets } = rig.world;
    const workspace = rig.place('big');
    const args = ['mirror', '-c', sets['release-one'].file, `file://${workspace}`];
    const out = () => upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0;
    upstream.resetStats();
    upstream.faults.set({ bytesPerSec: 4 * MiB });
    const { child, ended } = airlock(rig, args);
    await untilOr(ended, () => out() > 7 * MiB);
    child.kill('SIGKILL');
    await ended;
    upstream.faults.clear();
    const again = await toDisk(rig, workspace, sets['release-one'].file);
    expect(again).toMatchObject({ exitCode: 0, status: 'complete' });
    expect(await missingOnDisk(workspace, wanted)).toEqual([]);
    expect(again.bytes.fetched).toBeLessThan(big.size - 1 * MiB);
  });
});

describe('a mirror to disk while nothing arrives', () => {
  test.concurrent.for(['planning', 'copying'])(
    'SIGINT is heeded while nothing arrives: %s',
    async (when, { rig, wanted, big }) => {
      const { upstream, sets, inventory } = rig.world;
      const workspace = rig.place('dead');
      const args = ['mirror', '-c', sets['release-one'].file, `file://${workspace}`];
      const payload = inventory.releases[0]!.payload.blobs.at(-1)!;
      upstream.resetStats();
      upstream.faults.set({
        rules: [
          when === 'planning'
            ? { method: 'GET', path: `/blobs/${payload.digest}`, stallAfterBytes: 200 }
            : { method: 'GET', path: `/blobs/${big.digest}`, stallAfterBytes: 2 * MiB },
        ],
      });
      const { child, ended } = airlock(rig, args);
      await untilOr(ended, () => (upstream.stats.faults.stalled ?? 0) > 0);
      await new Promise((resolve) => setTimeout(resolve, 400));
      const interrupted = performance.now();
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 3, result: { status: 'paused' } });
      expect(performance.now() - interrupted).toBeLessThan(5000);
      upstream.faults.clear();
      expect(await toDisk(rig, workspace, sets['release-one'].file)).toMatchObject({ exitCode: 0 });
      expect(await missingOnDisk(workspace, wanted)).toEqual([]);
    },
  );
});

describe('signals', () => {
  test.concurrent('a second SIGINT ends it at once', async ({ rig, wanted, big }) => {
    const { upstream, sets } = rig.world;
    const workspace = rig.place('twice');
    const args = ['mirror', '-c', sets['release-one'].file, `file://${workspace}`];
    upstream.resetStats();
    upstream.faults.set({
      rules: [{ method: 'GET', path: `/blobs/${big.digest}`, stallAfterBytes: big.size - 500 * KiB }],
    });
    const { child, ended } = airlock(rig, args, [], []);
    let reported = '';
    child.stderr!.on('data', (text: Buffer) => {
      reported += text.toString();
    });
    await untilOr(ended, () => (upstream.stats.faults.stalled ?? 0) > 0);
    // The blob has so little data left that the pause waits for it once the client has received the sent data.
    await new Promise((resolve) => setTimeout(resolve, 400));
    child.kill('SIGINT');
    await untilOr(ended, () => reported.includes('Press Ctrl-C again'));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    upstream.faults.clear();
    expect(await toDisk(rig, workspace, sets['release-one'].file)).toMatchObject({
      exitCode: 0,
      status: 'complete',
    });
    expect(await missingOnDisk(workspace, wanted)).toEqual([]);
  });

  test.concurrent('SIGINT pauses a disk to mirror', async ({ rig, wanted }) => {
    const workspace = rig.place('set');
    const stateDirectory = rig.place('state');
    await toDisk(rig, workspace, rig.world.sets['release-one'].file);
    const destination = await startRegistryServer({
      storage: memoryStorage(),
      faults: { bytesPerSec: 3 * MiB, latencyMs: 20 },
    });
    try {
      const args = [
        'mirror',
        '--from',
        `file://${workspace}`,
        `docker://${destination.host}`,
        '--state',
        stateDirectory,
        '--dest-tls-verify=false',
      ];
      const { child, ended } = airlock(rig, args);
      await untilOr(ended, () => destination.stats.bytesIn > 1 * MiB);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 3, result: { status: 'paused' } });
      destination.faults.clear();
      expect(await toRegistry(rig, workspace, destination.host, { stateDirectory })).toMatchObject({
        exitCode: 0,
        status: 'complete',
      });
      expect(await missingAt(destination.host, wanted)).toEqual([]);
    } finally {
      await destination.close();
    }
  });
});
