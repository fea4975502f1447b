import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { openRun, type RunRecord } from '../audit/run-record.ts';
import type { ImageResult } from '../progress/events.ts';
import { writeExpected } from './expected-file.ts';
import { openRunFollower, type RunFollower } from './follow-run.ts';
import { createLiveState } from './live-state.ts';

const IMAGES = 20_000;
const LOOK_MS = 20;

let folder: string;
let record: RunRecord;
let follower: RunFollower;

const nameOf = (n: number) => `registry.example/team-${n % 50}/image-${n}`;
const expected = Array.from({ length: IMAGES }, (_, n) => ({
  origin: `${nameOf(n)}:1`,
  source: `${nameOf(n)}:1`,
  destination: `team-${n % 50}/image-${n}:1`,
  digest: sha256(String(n)),
  deliverable: n < 100 ? 'release 4.18.1-x86_64' : 'additional images',
  kind: 'generic',
}));

const result = (n: number): ImageResult => {
  const { source, ...image } = expected[n]!;
  return {
    ...image,
    source,
    kind: 'generic',
    bytes: n,
    verdict: 'not-checked',
    attempts: 1,
    result: n % 100 === 7 ? 'failed' : 'copied',
    error:
      n % 100 === 7
        ? { code: 'not-found', level: 'error', message: 'gone', remedy: 'Check.', side: 'source' }
        : undefined,
  };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-many-'));
  const state = createLiveState({ parallelImages: 4, parallelLayers: 5, rate: null });
  record = await openRun({
    runsDirectory: folder,
    workflow: 'mirrorToDisk',
    arguments: [],
    configurations: [],
    toolVersion: 'airlock 0.0.0',
    overrides: [],
    live: JSON.stringify(state.now()),
  });
}, 20_000);
afterAll(async () => {
  await record.close({ status: 'failed' });
  await rm(folder, { recursive: true });
});

/** CPU time of this process so far, in ms: it doesn't depend on other load of the host. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the CPU time of the fastest of five tries, in ms. */
function cost(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const began = cpuTime();
    work();
    least = Math.min(least, cpuTime() - began);
  }
  return least;
}

test('writes expected images without blocking the run', async () => {
  let longest = 0;
  let last = cpuTime();
  const watch = setInterval(() => {
    longest = Math.max(longest, cpuTime() - last);
    last = cpuTime();
  }, 1);
  const began = cpuTime();
  await writeExpected(record.directory, expected);
  clearInterval(watch);
  expect(cpuTime() - began).toBeLessThan(3000);
  expect(longest).toBeLessThan(150);
  for (let n = 0; n < IMAGES / 2; n++) record.image(result(n));
});

test('queries of 20,000 images are fast', { timeout: 20_000 }, async () => {
  follower = await openRunFollower(record.directory);
  while (follower.images({ offset: 0, limit: 1 }).states.waiting > IMAGES / 2) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await follower.refresh();
  }
  const { total, states } = follower.images({ offset: 0, limit: 1 });
  expect({ total, states }).toEqual({
    total: IMAGES,
    states: { waiting: IMAGES / 2, running: 0, copied: (IMAGES / 2) * 0.99, present: 0, failed: 100 },
  });
  expect(follower.images({ offset: 1, limit: 2, state: 'failed' }).rows.map(({ origin }) => origin)).toEqual(
    [107, 207].map((n) => `${nameOf(n)}:1`),
  );
  expect(follower.images({ offset: 0, limit: 10, search: 'IMAGE-1999' })).toMatchObject({ matching: 11 });
  expect(follower.images({ offset: 0, limit: 10, deliverable: 'release 4.18.1-x86_64' }).matching).toBe(100);
  expect(follower.images({ offset: 0, limit: 1, search: expected[42]!.digest.slice(7, 40) })).toMatchObject({
    matching: 1,
    rows: [{ origin: `${nameOf(42)}:1`, state: 'copied', bytes: 42 }],
  });
  expect(cost(() => follower.images({ offset: 15_000, limit: 100 }))).toBeLessThan(LOOK_MS);
  expect(cost(() => follower.images({ offset: 50, limit: 100, search: 'team-7/' }))).toBeLessThan(LOOK_MS);
  expect(cost(() => follower.images({ offset: 0, limit: 100, state: 'failed' }))).toBeLessThan(LOOK_MS);
  expect(follower.log({ offset: 0, limit: 5, level: 'error' })).toMatchObject({ matching: 100 });
  expect(cost(() => follower.snapshot())).toBeLessThan(LOOK_MS);
});

test('reports changes, and only changes', async () => {
  expect(await follower.refresh()).toBe(false);
  const { version } = follower.images({ offset: 0, limit: 1 });
  const live = createLiveState(undefined);
  const { origin, destination, digest, deliverable } = expected[IMAGES - 1]!;
  const active = [{ origin, destination, digest, deliverable, done: 5, total: 9 }];
  await writeFile(join(record.directory, 'live.json'), JSON.stringify({ ...live.now(), active }));
  expect(await follower.refresh()).toBe(true);
  const running = follower.images({ offset: 0, limit: 5, state: 'running' });
  expect(running).toMatchObject({ matching: 1, rows: [{ origin, done: 5, bytes: 9 }] });
  expect(running.version).toBeGreaterThan(version);
  await writeFile(join(record.directory, 'live.json'), JSON.stringify({ ...live.now(), active: [] }));
  await follower.refresh();
  const { states, rows } = follower.images({ offset: IMAGES - 1, limit: 1 });
  expect(states).toMatchObject({ running: 0, waiting: IMAGES / 2 });
  // An interrupted image shows how far it got.
  expect(rows).toMatchObject([{ origin, state: 'waiting', done: 5, bytes: 9 }]);
});
