import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRun } from './read-runs.ts';
import { RUN_FILE, runFileText } from './run-file.ts';
import { openRun } from './run-record.ts';
import { NEXT_LIVE_FILE } from './sweep-runs.ts';

const LONG_AGO = Date.now() / 1000 - 7200;

let runs: string;
beforeEach(async () => {
  runs = await mkdtemp(join(tmpdir(), 'airlock-sweep-runs-'));
});
afterEach(() => rm(runs, { recursive: true }));

const begin = () =>
  openRun({
    runsDirectory: runs,
    workflow: 'mirror to disk',
    arguments: ['mirror'],
    configurations: [],
    toolVersion: 'airlock test',
    overrides: [],
    live: '{}',
  });

test('the next run removes leftovers of killed runs, and nothing of a running one', async () => {
  const killed = await begin();
  const running = await begin();
  const { run } = await readRun(runs, killed.sequence);
  const dead = { ...run, process: { pid: 2 ** 22 + 1, started: 'never' } };
  await writeFile(join(killed.directory, RUN_FILE), runFileText(dead as never));
  for (const { directory } of [killed, running]) await writeFile(join(directory, NEXT_LIVE_FILE), '{');
  for (const name of ['.0003', '.0004']) {
    await mkdir(join(runs, name, 'configuration'), { recursive: true });
  }
  await utimes(join(runs, '.0003'), LONG_AGO, LONG_AGO);
  const next = await begin();
  expect(next.sequence).toBe(3);
  expect((await readdir(runs)).filter((name) => name.startsWith('.'))).toEqual(['.0004']);
  expect(await readdir(killed.directory)).not.toContain(NEXT_LIVE_FILE);
  expect(await readdir(killed.directory)).toContain('live.json');
  expect(await readdir(running.directory)).toContain(NEXT_LIVE_FILE);
  for (const each of [killed, running, next]) await each.close({ status: 'failed' });
});
