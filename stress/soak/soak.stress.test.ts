import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { withFigures } from '../../bench/report.ts';
import { engineOptions } from '../../core/app/engine-link/fork-engine.ts';
import { FULL, rounds } from '../effort.ts';
import { COMPILED_CODE, leaks, type SoakSample, soakSummary, soakTable, WARM_UP_ROUNDS } from './growth.ts';

const CHILD = fileURLToPath(new URL('soak-child.ts', import.meta.url));
const RESULTS = new URL('../../bench/RESULTS.md', import.meta.url);
const ROUNDS = rounds(2, 40);
const MIRRORS = FULL ? 10 : 3;
/**
 * V8's compilers and its removal of unused bytecode are off. Otherwise, functions that run once per round would still be
 * compiled after 40 rounds, and their code would hide leaks of up to 2 MiB.
 */
const NO_COMPILERS = [
  ...['--no-opt', '--no-maglev', '--no-sparkplug'],
  ...['--no-lazy-feedback-allocation', '--no-flush-bytecode'],
];

async function soak(v8Options: readonly string[]): Promise<SoakSample[]> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-soak-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const [home, temporary, results] = ['home', 'tmp', 'results'].map((name) => join(directory, name));
  for (const folder of [home!, temporary!, results!]) await mkdir(folder);
  const options = ['--expose-gc', ...v8Options];
  const child = spawn(process.execPath, [...options, CHILD, String(ROUNDS), String(MIRRORS), results!], {
    // The memory setting of `scripts/packages/airlock.sh`.
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  let faults = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    faults += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const samples: SoakSample[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const sample: SoakSample = JSON.parse(line);
    samples.push(sample);
    if (FULL) process.stdout.write(`${line}\n`);
  }
  expect(await ended, faults).toBe(0);
  expect(faults).toBe('');
  return samples;
}

const configurations = [
  {
    name: 'as installed',
    v8Options: engineOptions([]),
    figures: 'soak-installed',
    acceptedHeap: COMPILED_CODE,
  },
  { name: 'without compilers', v8Options: NO_COMPILERS, figures: 'soak', acceptedHeap: undefined },
] as const;

test.each(FULL ? configurations : configurations.slice(0, 1))(
  'practice runs and mirrors with faults leave nothing in their process, $name',
  {
    timeout: 4 * 3_600_000,
  },
  async ({ v8Options, figures: part, acceptedHeap }) => {
    const samples = await soak(v8Options);
    expect(samples).toHaveLength(ROUNDS * (1 + MIRRORS));
    for (const { faults, bytes } of samples) {
      expect(faults).toBeGreaterThan(0);
      expect(bytes).toBeGreaterThan(0);
    }
    if (FULL) {
      const figures = [soakSummary(samples), '', soakTable(samples)].join('\n');
      process.stdout.write(`${figures}\n`);
      await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), figures, part));
      expect(leaks(samples, WARM_UP_ROUNDS, acceptedHeap)).toEqual([]);
      return;
    }
    // The heap of a few rounds has compiled code that later rounds share.
    expect(leaks(samples, 0).filter(({ resource }) => resource !== 'heap')).toEqual([]);
  },
);

test('a leak of 1 KiB per mirror is found, and noise around a constant is not', () => {
  const samples = (leak: number) =>
    Array.from(
      { length: 400 },
      (_, index): SoakSample => ({
        ...{
          round: Math.floor(index / 10) + 1,
          after: 'mirror',
          faults: 1,
          bytes: 1,
          heap: 6e7 + index * leak + (index % 3) * 2e4,
        },
        ...{ buffers: 8e6 + (index % 3) * 1e5, handles: 6, threads: 11, descriptors: 26, files: 11 },
      }),
    );
  expect(leaks(samples(1024), WARM_UP_ROUNDS)).toMatchObject([{ after: 'mirror', resource: 'heap' }]);
  expect(leaks(samples(0), WARM_UP_ROUNDS)).toEqual([]);
});
