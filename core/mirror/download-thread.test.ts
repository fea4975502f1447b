import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ByteRanges } from '../base/image/byte-ranges.ts';
import type { Digest } from '../base/image/digest.ts';
import { JOURNAL_NAME, replay } from '../store/set-format/journal.ts';
import { airlock, untilOr } from './airlock-process.fixture.ts';
import { imagesOf, missingOnDisk, newRig, partsOf, type Rig, toDisk } from './mirror.fixture.ts';

const MiB = 1024 * 1024;

let rig: Rig;
beforeAll(async () => {
  const small = 10 * 1024;
  rig = await newRig({
    size: {
      ...{ components: 3, runtimeLayer: small, componentLayer: small, operatingSystemLayer: small },
      ...{ additionalLayer: small, operandLayer: 1024, catalogCache: 1024 },
      // Enough for the thread.
      baseLayer: 40 * MiB,
    },
  });
});
afterAll(() => rig[Symbol.asyncDispose]());

const imageSet = () => rig.world.sets['release-one'].file;

/** Returns the bytes of a blob that the set under construction has according to its journal. */
function recordedBytes(workspace: string, digest: Digest): number {
  const journal = globSync(join(workspace, '**', JOURNAL_NAME))[0];
  const blob = journal && replay(readFileSync(journal)).blobs.get(digest);
  return blob ? blob.bytes + new ByteRanges(blob.ahead).bytes : 0;
}

test('large content is downloaded by the thread, and is complete', async () => {
  const threads: (number | undefined)[] = [];
  const onWorker = (worker: Worker) => threads.push(worker.resourceLimits?.maxYoungGenerationSizeMb);
  process.on('worker', onWorker);
  const workspace = rig.place('complete');
  const result = await toDisk(rig, workspace, imageSet());
  process.off('worker', onWorker);
  expect(result).toMatchObject({ exitCode: 0, status: 'complete' });
  expect(await missingOnDisk(workspace, imagesOf(rig, 'release-one'))).toEqual([]);
  expect(threads).toContain(4);
}, 60_000);

test('a run without large content starts no thread', async () => {
  const started: (number | undefined)[] = [];
  const onWorker = (worker: Worker) => started.push(worker.resourceLimits?.maxYoungGenerationSizeMb);
  process.on('worker', onWorker);
  const result = await toDisk(rig, rig.place('small'), rig.world.sets.additional.file);
  process.off('worker', onWorker);
  expect(result).toMatchObject({ exitCode: 0, status: 'complete' });
  // The thread that hashes volumes has 1.
  expect(started).not.toContain(4);
}, 60_000);

test.each(['SIGINT', 'SIGKILL'] as const)(
  'after %s in the middle of a blob of the thread, the next run fetches only what is missing',
  async (signal) => {
    const { upstream } = rig.world;
    const workspace = rig.place(signal);
    const wanted = imagesOf(rig, 'release-one');
    const big = partsOf(wanted, 'blobs').toSorted((a, b) => b.size - a.size)[0]!;
    expect(big.size).toBeGreaterThan(39 * MiB);
    upstream.faults.set({ bytesPerSec: 20 * MiB });
    const { child, ended } = airlock(rig, ['mirror', '-c', imageSet(), `file://${workspace}`]);
    await untilOr(ended, () => recordedBytes(workspace, big.digest) > 16 * MiB);
    child.kill(signal);
    await ended.catch(() => {});
    upstream.faults.clear();
    const again = await toDisk(rig, workspace, imageSet());
    expect(again).toMatchObject({ exitCode: 0, status: 'complete' });
    expect(again.bytes.fetched).toBeLessThan(big.size - 15 * MiB);
    expect(await missingOnDisk(workspace, wanted)).toEqual([]);
  },
  60_000,
);
