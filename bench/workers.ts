// npm run bench:workers [-- --runs N] [--state DIR]: mirror to disk with 1, 2 and 4 download threads, with the registries pinned
// to the first core. Linux only: it uses taskset and reads /proc. Needs ../shared/lab.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { positiveInteger } from './arguments.ts';
import { spreadText, table, withFigures } from './report.ts';
import { airlock, type Sample, step } from './steps.ts';
import { labWorld } from './world.ts';

const WORKERS = [1, 2, 4];
const MB = 1e6;
const ALL_CORES = `0-${availableParallelism() - 1}`;
/** The cores of Airlock by their name in the table. */
const PLACES = { 'all but the first': `1-${availableParallelism() - 1}`, all: ALL_CORES };

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, state: { type: 'string' } },
});
const runs = positiveInteger('runs', values.runs);
const state = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-workers-')));
const disk = join(state, 'disk');
const load = loadavg()[0]!;
const samples = new Map<string, Sample[]>();
const world = await labWorld(join(state, 'lab'));
try {
  for (const pid of world.serverPids())
    await promisify(execFile)('taskset', ['--all-tasks', '--pid', '--cpu-list', '0', String(pid)]);
  for (let run = 0; run < runs; run++)
    for (const [place, cores] of Object.entries(PLACES))
      for (const workers of WORKERS) {
        const key = `${place}|${workers}`;
        await rm(disk, { recursive: true, force: true });
        const [program, ...options] = airlock(
          ...['mirror', '-c', world.imageSet, '--src-tls-verify=false', '--parallel-layers', '10'],
          `file://${disk}`,
        );
        const command = ['taskset', '--cpu-list', cores, program!, ...asIfOn(workers + 1), ...options];
        const sample = await step({ world, directory: state, take() {} }, key, command);
        samples.set(key, [...(samples.get(key) ?? []), sample]);
        process.stderr.write(`${key}: ${sample.wallSeconds.toFixed(2)} s\n`);
      }
} finally {
  await world.close();
  if (!values.state) await rm(state, { recursive: true, force: true });
}

const bytes = world.blobs.reduce((sum, { size }) => sum + size, 0);
const rows = [...samples].map(([key, of]) => {
  const cell = (value: (sample: Sample) => number, digits: number) => spreadText(of.map(value), digits);
  return [
    ...key.split('|'),
    cell((s) => s.wallSeconds, 2),
    cell((s) => bytes / MB / s.wallSeconds, 0),
    cell((s) => s.cpuSeconds, 2),
    cell((s) => s.serversCpuSeconds, 2),
    cell((s) => s.peakBytes / MB, 0),
  ];
});
const figures = [
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.version}. The load average before was ${load.toFixed(1)}. Each cell is the median of ${runs} alternated runs (lowest to highest). ${(bytes / MB).toFixed(0)} MB in ${world.blobs.length} blobs, and the registries on the first core.`,
  table(
    ['cores of Airlock', 'download threads', 'wall s', 'MB/s', 'CPU s', 'CPU s of servers', 'peak MB'],
    rows,
  ),
].join('\n\n');
process.stdout.write(`${figures}\n`);
if (runs === 5) {
  const document = join(import.meta.dirname, 'RESULTS.md');
  await writeFile(document, withFigures(await readFile(document, 'utf8'), figures, 'workers'));
}

/** Options of Node with which Airlock starts as many threads as on a host with so many cores. */
function asIfOn(cores: number): string[] {
  const preload = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.availableParallelism = () => ${cores}; syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
}
