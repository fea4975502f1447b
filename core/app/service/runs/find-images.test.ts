import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { EXPECTED_FILE } from '../../../runs/audit/run-file.ts';
import { openRun } from '../../../runs/audit/run-record.ts';
import { writeExpected } from '../../../runs/control/expected-file.ts';
import { createLiveState } from '../../../runs/control/live-state.ts';
import type { KnownRoot } from '../state/state.ts';
import { createImageSearch } from './find-images.ts';
import { followRuns } from './follow.ts';
import { createRunList } from './list.ts';
import { runsFolder } from './run-places.ts';

const IMAGES = 20_000;
const SIGNAL = new AbortController().signal;

let root: string;
let roots: KnownRoot[];
let followed: ReturnType<typeof followRuns>;
let find: ReturnType<typeof createImageSearch>;

/** Records a run of many images that failed before it copied any. */
async function record(first: number, count: number, folder = root): Promise<string> {
  const state = createLiveState({ parallelImages: 4, parallelLayers: 5, rate: null });
  const run = await openRun({
    runsDirectory: runsFolder(folder),
    workflow: 'mirrorToDisk',
    arguments: [],
    configurations: [],
    toolVersion: 'airlock 0.0.0',
    overrides: [],
    live: JSON.stringify(state.now()),
  });
  const images = Array.from({ length: count }, (_, at) => `team-${at % 50}/image-${first + at}`);
  await writeExpected(
    run.directory,
    images.map((name) => ({
      ...{ origin: `registry.example/${name}:1`, source: `registry.example/${name}:1` },
      ...{
        destination: `${name}:1`,
        digest: sha256(name),
        deliverable: 'additional images',
        kind: 'generic',
      },
    })),
  );
  await run.close({
    status: 'failed',
    counts: {
      images: { total: count, copied: 0, present: 0, failed: 0 },
      bytes: { fetched: 0, sent: 0, present: 0, written: 0 },
    },
  });
  return run.directory;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-find-'));
  await record(0, IMAGES / 2);
  await record(IMAGES / 2, IMAGES / 2);
  const list = createRunList();
  roots = [{ root, kind: 'workspace' }];
  const state = { emit: () => {}, listened: () => false, knownRoots: async () => roots };
  followed = followRuns(state, list);
  find = createImageSearch({ list, followed, plans: () => [] });
}, 30_000);
afterAll(async () => {
  followed.close();
  await rm(root, { recursive: true });
});

test('20,000 images are searched in less than 100 ms for each keystroke', async () => {
  await find({ search: 'first', limit: 20 }, SIGNAL);
  const times: number[] = [];
  for (const search of Array.from({ length: 40 }, (_, at) =>
    `registry team-${at % 50} ${at}`.slice(0, 10 + at),
  )) {
    const began = process.cpuUsage();
    const found = await find({ search, limit: 20 }, SIGNAL);
    times.push(process.cpuUsage(began).user / 1000);
    expect(found).toMatchObject({ searched: IMAGES, omitted: 0 });
  }
  times.sort((a, b) => a - b);
  expect(times[37]).toBeLessThan(100);
});

test('the number of matches is complete, also where fewer are listed', async () => {
  const found = await find({ search: 'TEAM-7/', limit: 20 }, SIGNAL);
  expect(found.images).toHaveLength(20);
  expect(found.matching).toBe(IMAGES / 50);
});

test('runs that a search did not use are no longer in memory', async () => {
  const other = await mkdtemp(join(tmpdir(), 'airlock-find-'));
  try {
    const directory = await record(0, 3, other);
    const searched = async (...folders: string[]) => {
      roots = folders.map((folder) => ({ root: folder, kind: 'workspace' }));
      return (await find({ search: '', limit: 1 }, SIGNAL)).searched;
    };
    expect(await searched(root, other)).toBe(IMAGES);
    expect(await searched(other)).toBe(3);
    await searched(root);
    await rm(join(directory, EXPECTED_FILE));
    expect(await searched(other)).toBe(0);
  } finally {
    roots = [{ root, kind: 'workspace' }];
    await rm(other, { recursive: true });
  }
});

test('runs beyond the limit of memory are counted', async () => {
  await record(IMAGES, 50_000);
  const found = await find({ search: 'image-1', limit: 1 }, SIGNAL);
  expect(found).toMatchObject({ searched: 60_000, omitted: 1 });
}, 30_000);
