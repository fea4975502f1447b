import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { measuredRate } from './run-rate.ts';

let directory: string;
let runs: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-rate-'));
  runs = airlockDirectory(directory, 'runs');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Writes the record of a run that downloaded these bytes in this number of seconds. */
async function record(sequence: number, fetched: number, seconds: number | undefined): Promise<void> {
  const folder = join(runs, `${String(sequence).padStart(4, '0')}-20261101T100000Z`);
  await mkdir(folder, { recursive: true });
  const start = Date.parse('2026-11-01T10:00:00Z');
  const run = {
    ...{ format: 2, sequence, status: 'complete', workflow: 'mirrorToDisk' },
    startedAt: new Date(start).toISOString(),
    endedAt: seconds === undefined ? undefined : new Date(start + seconds * 1000).toISOString(),
    ...{ arguments: [], user: 'u', host: 'h', process: { pid: 1, started: '' } },
    ...{ tool: { version: '0', digest: sha256('tool') }, overrides: [] },
    counts: {
      images: { total: 1, copied: 1, present: 0, failed: 0 },
      bytes: { fetched, sent: 0, written: fetched, present: 0 },
    },
  };
  await writeFile(join(folder, 'run.json'), JSON.stringify(run));
}

test('a workspace without runs has no rate', async () => {
  expect(await measuredRate(directory)()).toBeUndefined();
});

test.each<[string, [number, number | undefined][], number | undefined]>([
  ['of one run is the rate of this run', [[100e6, 10]], 10e6],
  [
    'is the median of three runs',
    [
      [100e6, 10],
      [100e6, 1],
      [100e6, 1000],
    ],
    10e6,
  ],
  [
    'is the higher one of two runs',
    [
      [100e6, 10],
      [100e6, 100],
    ],
    10e6,
  ],
  [
    'counts the five latest runs',
    [
      [900e6, 1],
      [900e6, 1],
      [900e6, 1],
      [20e6, 1],
      [20e6, 1],
      [20e6, 1],
      [20e6, 1],
      [20e6, 1],
    ],
    20e6,
  ],
  [
    'ignores runs with little downloaded',
    [
      [19e6, 1],
      [40e6, 10],
    ],
    4e6,
  ],
  [
    'ignores runs without an end',
    [
      [100e6, undefined],
      [40e6, 10],
    ],
    4e6,
  ],
  ['ignores runs without a duration', [[100e6, 0]], undefined],
])('the rate %s', async (_, fetched, rate) => {
  for (const [position, [bytes, seconds]] of fetched.entries()) await record(position + 1, bytes, seconds);
  expect(await measuredRate(directory)()).toBe(rate);
});

test('damaged records and other files in the folder change nothing', async () => {
  await record(1, 50e6, 10);
  await mkdir(join(runs, '0002-20261102T100000Z'));
  await writeFile(join(runs, '0002-20261102T100000Z', 'run.json'), '{"format":2,');
  await writeFile(join(runs, 'notes.txt'), 'mine');
  expect(await measuredRate(directory)()).toBe(5e6);
});

test('the rate changes with a new run, not with a change within an old one', async () => {
  await record(1, 50e6, 10);
  const rate = measuredRate(directory);
  await utimes(runs, 1000, 1000);
  expect(await rate()).toBe(5e6);
  await record(1, 80e6, 10);
  await utimes(runs, 1000, 1000);
  expect(await rate()).toBe(5e6);
  await record(2, 70e6, 10);
  await utimes(runs, 2000, 2000);
  expect(await rate()).toBe(8e6);
});
