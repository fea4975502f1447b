import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test as base, describe, expect } from 'vitest';
import { isTemporary } from '../base/files/atomic-file.ts';
import { startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { airlock, untilOr } from './airlock-process.fixture.ts';
import {
  bytesOf,
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
/** Concurrent blobs in these runs. */
const AT_ONCE = 2;
const TWO_AT_ONCE = ['--parallel-images', '1', '--parallel-layers', '2', '--retry-delay', '50ms'];
const SAME_REQUEST = { parallelImages: 1, parallelLayers: AT_ONCE, retryDelayMs: 50 };
const BYTES_PER_SECOND = 16 * KiB * KiB;

interface Kills {
  rig: Rig;
  wanted: ExpectedImage[];
  /** Bytes of all blobs. */
  needed: number;
  largest: number;
}

/** A rig for each test with its own faults, because the two tests of a group run at the same time. */
const test = base.extend<Kills>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs from its pattern.
  rig: async ({}, use) => {
    await using rig = await newRig({
      // Many layers of about the same size, so that the data in flight is small compared to the total.
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
    await use(rig);
  },
  wanted: ({ rig }, use) => use(imagesOf(rig, 'core')),
  needed: ({ wanted }, use) => use(bytesOf(partsOf(wanted, 'blobs'))),
  largest: ({ wanted }, use) => use(Math.max(...partsOf(wanted, 'blobs').map(({ size }) => size))),
});

describe('a mirror to disk', () => {
  test.concurrent('five kill -9 of a mirror to disk lose only data in flight', { timeout: 120_000 }, async ({
    rig,
    wanted,
    needed,
    largest,
  }) => {
    const { upstream, sets } = rig.world;
    const workspace = rig.place('killed');
    const args = ['mirror', '-c', sets.core.file, `file://${workspace}`, ...TWO_AT_ONCE];
    const out = () => upstream.stats.byRoute['GET blobs']?.bytesOut ?? 0;
    upstream.faults.set({ totalBytesPerSec: BYTES_PER_SECOND });
    upstream.resetStats();
    const kills: number[] = [];
    for (let kill = 0; kill < 5; kill++) {
      const until = out() + needed * (0.1 + Math.random() * 0.07);
      const { child, ended } = airlock(rig, args);
      await untilOr(ended, () => out() >= until);
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
      kills.push(out());
    }
    upstream.faults.clear();
    const last = await toDisk(rig, workspace, sets.core.file, SAME_REQUEST);
    expect(last, `killed at ${kills} bytes`).toMatchObject({ exitCode: 0, status: 'complete' });
    expect(await missingOnDisk(workspace, wanted)).toEqual([]);
    expect(await readdir(join(workspace, 'transfers'))).toEqual(['default-0001']);
    expect(out(), `killed at ${kills} bytes`).toBeLessThanOrEqual(needed + kills.length * AT_ONCE * largest);
  });

  test.concurrent('the next run removes the files of a run that was killed before a rename', {
    timeout: 120_000,
  }, async ({ rig }) => {
    const { sets } = rig.world;
    const workspace = rig.place('killed-at-rename');
    const preload = new URL('../base/files/killed-at-rename.fixture.ts', import.meta.url).href;
    const temporary = async () =>
      (await readdir(workspace, { recursive: true }).catch(() => [])).filter((path) =>
        isTemporary(basename(path)),
      );
    let kills = 0;
    for (let at = 1, ended = false; !ended; at *= 4) {
      const env = { ...rig.host.env, NODE_OPTIONS: `--import=${preload}`, KILL_AT: String(at) };
      const child = airlock({ host: { ...rig.host, env } }, [
        'mirror',
        '-c',
        sets.core.file,
        `file://${workspace}`,
      ]);
      const { code } = await child.ended;
      ended = code !== null;
      if (ended) expect(code).toBe(0);
      else {
        kills++;
        expect(await temporary()).not.toEqual([]);
      }
    }
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(await temporary()).toEqual([]);
  });
});

describe('a set and a plan', () => {
  test.concurrent('kill -9 of a disk to mirror loses only data in flight', { timeout: 120_000 }, async ({
    rig,
    wanted,
    needed,
    largest,
  }) => {
    const workspace = rig.place('pushed');
    const stateDirectory = rig.place('state');
    expect(await toDisk(rig, workspace, rig.world.sets.core.file)).toMatchObject({ exitCode: 0 });
    const destination = await startRegistryServer({
      storage: memoryStorage(),
      faults: { totalBytesPerSec: BYTES_PER_SECOND },
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
        ...TWO_AT_ONCE,
      ];
      const received = () => destination.stats.byRoute['PUT blobs/uploads']?.bytesIn ?? 0;
      const kills: number[] = [];
      for (let kill = 0; kill < 3; kill++) {
        const until = received() + needed * (0.1 + Math.random() * 0.15);
        const { child, ended } = airlock(rig, args);
        await untilOr(ended, () => received() >= until);
        child.kill('SIGKILL');
        expect((await ended).code).toBeNull();
        kills.push(received());
      }
      destination.faults.clear();
      const last = await toRegistry(rig, workspace, destination.host, { ...SAME_REQUEST, stateDirectory });
      expect(last, `killed at ${kills} bytes`).toMatchObject({ exitCode: 0, status: 'complete' });
      expect(await missingAt(destination.host, wanted)).toEqual([]);
      expect(received(), `killed at ${kills} bytes`).toBeLessThanOrEqual(
        needed + kills.length * AT_ONCE * largest,
      );
    } finally {
      await destination.close();
    }
  });

  test.concurrent("kill -9 while a payload is read for planning doesn't block the workspace", async ({
    rig,
  }) => {
    const { upstream, sets, inventory } = rig.world;
    const workspace = rig.place('planning');
    const args = ['mirror', '-c', sets['release-one'].file, `file://${workspace}`];
    const [release] = inventory.releases;
    const top = release!.payload.blobs.at(-1)!;
    upstream.faults.set({ rules: [{ method: 'GET', path: `/blobs/${top.digest}`, stallAfterBytes: 200 }] });
    const { child, ended } = airlock(rig, args);
    await untilOr(ended, () => (upstream.stats.faults.stalled ?? 0) > 0);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    upstream.faults.clear();
    expect(await toDisk(rig, workspace, sets['release-one'].file)).toMatchObject({
      exitCode: 0,
      status: 'complete',
    });
    expect(await missingOnDisk(workspace, imagesOf(rig, 'release-one'))).toEqual([]);
  });
});
