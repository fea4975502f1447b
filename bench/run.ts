// npm run bench [-- PART…] [--state DIR] [--runs N] [--size small|large]: what mirroring costs, beside what the bytes alone cost.
// With --counts, it fails if it needed more requests or bytes than it should. Times never fail.
// Parts: workflows, floors, skopeo, oc-mirror (if OC_MIRROR names it), line, unchanged, memory; all of them without a choice.
// Linux only: it reads /proc.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LAB_IS_THERE } from '../lab-tests/fixtures/lab.ts';
import { barsOf } from './bars.ts';
import { largePlan, unchangedRuns } from './many-images.ts';
import { type Results, tables, withFigures } from './report.ts';
import {
  type Bench,
  cappedLine,
  curlFloor,
  ocMirror,
  type Sample,
  skopeoLoop,
  uploadFloors,
  workflows,
} from './steps.ts';
import { labWorld, practiceWorld } from './world.ts';

const PARTS = ['workflows', 'floors', 'skopeo', 'oc-mirror', 'line', 'unchanged', 'memory'];
const CAPPED_BYTES_PER_SECOND = 100_000_000;
const UNCHANGED_IMAGES = 2000;
const PLANNED_IMAGES = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: 'string' },
    runs: { type: 'string', default: '7' },
    size: { type: 'string', default: 'medium' },
    counts: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there is ${PARTS.join(', ')}`);
const parts = positionals.length > 0 ? positionals : PARTS;
const runs = Number(values.runs);
const { size } = values;
if (size !== 'small' && size !== 'medium' && size !== 'large')
  throw new Error('--size is small, medium or large');
const chosen = values.state && resolve(process.env.INIT_CWD ?? process.cwd(), values.state);
const state = chosen ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-')));

const samples: Sample[] = [];
const take = (sample: Sample) => {
  samples.push(sample);
  const { step, wallSeconds, cpuSeconds, peakBytes } = sample;
  process.stderr.write(
    `${step}: ${wallSeconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s, peak ${(peakBytes / 1e6).toFixed(0)} MB\n`,
  );
};
const directory = join(state, 'work');
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
try {
  if (!LAB_IS_THERE)
    process.stderr.write('There is no ../shared/lab: the practice world stands in for it.\n');
  const world = LAB_IS_THERE ? await labWorld(join(state, 'lab'), size) : await practiceWorld(state);
  const needed = {
    images: world.images.length,
    blobs: world.blobs.length,
    bytes: world.blobs.reduce((sum, { size }) => sum + size, 0),
  };
  try {
    const bench: Bench = { world, directory, take };
    for (let run = 1; run <= runs; run++) {
      if (parts.includes('floors')) {
        await curlFloor(bench);
        await uploadFloors(bench);
      }
      if (parts.includes('workflows')) await workflows(bench);
      if (parts.includes('line')) await cappedLine(bench, CAPPED_BYTES_PER_SECOND);
    }
    if (parts.includes('skopeo')) await skopeoLoop(bench);
    const { OC_MIRROR: program } = process.env;
    if (parts.includes('oc-mirror') && program) await ocMirror(bench, program);
  } finally {
    await world.close();
  }
  if (parts.includes('unchanged'))
    await unchangedRuns({ directory, count: UNCHANGED_IMAGES, again: runs, take });
  if (parts.includes('memory')) await largePlan({ directory, count: PLANNED_IMAGES, take });

  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    commit: commit(),
    world: world.about,
    needed,
    samples,
    bars: barsOf(samples, { needed: needed.bytes, cores: availableParallelism(), size: world.size }),
  };
  const figures = tables(results);
  process.stdout.write(`${figures}\n`);
  // Figures of some parts, or of the world that stands in, are nobody's reference.
  if (parts === PARTS && LAB_IS_THERE && size === 'medium') {
    await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
    const document = join(import.meta.dirname, 'RESULTS.md');
    await writeFile(document, withFigures(await readFile(document, 'utf8'), figures));
  }
  const excessive = results.bars.filter(({ isCount, contains }) => isCount && !contains);
  if (values.counts && excessive.length > 0) {
    for (const { figure, bar, measured } of excessive)
      process.stderr.write(`${figure}: ${measured}, expected ${bar}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(directory, { recursive: true, force: true });
  if (!chosen) await rm(state, { recursive: true, force: true });
}

function machine(): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${availableParallelism()} cores of ${model}, ${memory} GiB of memory, ${process.platform}, Node ${process.version}`;
}

function commit(): string {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return stdout?.trim() || 'unknown';
}
