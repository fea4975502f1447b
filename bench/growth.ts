// npm run bench:growth [-- --images 200,2000,20000] [--gibibytes 1,10,50] [--runs N] [--state DIR]: what each workflow takes for
// more images, and for more bytes. Linux only: it reads /proc. Needs as much free space as the largest size.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { positiveInteger, positiveIntegers } from './arguments.ts';
import { spread } from './bars.ts';
import { largeWorld } from './large-layers.ts';
import { deletionOf, tinyWorld } from './many-images.ts';
import { table, withFigures } from './report.ts';
import { airlock, type Sample, step } from './steps.ts';
import type { BenchWorld } from './world.ts';

const DEFAULTS = { images: '200,2000,20000', gibibytes: '1,10,50', runs: '3' };
const MB = 1e6;
/** Characters of the longest bar of a chart. */
const LONGEST_BAR = 40;

const { values } = parseArgs({
  options: {
    images: { type: 'string', default: DEFAULTS.images },
    gibibytes: { type: 'string', default: DEFAULTS.gibibytes },
    runs: { type: 'string', default: DEFAULTS.runs },
    state: { type: 'string' },
  },
});
const runs = positiveInteger('runs', values.runs);
const root = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-growth-')));
/** The largest size runs once, because it takes minutes. */
const runsOf = (size: number, all: number[]) => (size === Math.max(...all) ? 1 : runs);

/** The samples of one workflow and size. */
interface Figure {
  workflow: string;
  size: number;
  samples: Sample[];
}

try {
  const load = loadavg()[0]!;
  const [images, gibibytes] = [
    positiveIntegers('images', values.images),
    positiveIntegers('gibibytes', values.gibibytes),
  ];
  const byImages = await grow(images, tinyWorld, { deletion: true });
  const byBytes = await grow(gibibytes, largeWorld, { deletion: false });
  const figures = [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}. The load average before was ${load.toFixed(1)}.`,
    ...(byImages.length > 0 ? [chart(byImages, { unit: 'images', per: 'ms per image', factor: 1000 })] : []),
    ...(byBytes.length > 0 ? [chart(byBytes, { unit: 'GiB', per: 's per GiB', factor: 1 })] : []),
  ].join('\n\n');
  process.stdout.write(`${figures}\n`);
  const { state: _, ...given } = values;
  if (JSON.stringify(given) === JSON.stringify(DEFAULTS)) {
    const document = join(import.meta.dirname, 'RESULTS.md');
    await writeFile(document, withFigures(await readFile(document, 'utf8'), figures, 'growth'));
  }
} finally {
  if (!values.state) await rm(root, { recursive: true, force: true });
}

/** Runs every workflow for each size. @param deletion also deletes what was pushed */
async function grow(
  sizes: number[],
  open: (directory: string, size: number) => Promise<BenchWorld>,
  { deletion }: { deletion: boolean },
): Promise<Figure[]> {
  const figures = new Map<string, Figure>();
  for (const size of sizes) {
    const directory = join(root, String(size));
    const world = await open(directory, size);
    const at = (name: string) => join(directory, name);
    const toDestination = '--dest-tls-verify=false';
    const tls = ['--src-tls-verify=false', toDestination];
    const deleted = at('delete.yaml');
    try {
      await writeFile(deleted, deletionOf(await readFile(world.imageSet, 'utf8')));
      for (let run = 0; run < runsOf(size, sizes); run++) {
        const pushed = `docker://${world.hosts.destination}/pushed-${run}`;
        const state = ['--state', at('state')];
        const commands: [string, string[]][] = [
          ['mirror to disk', ['mirror', '-c', world.imageSet, ...tls, `file://${at('disk')}`]],
          ['disk to mirror', ['mirror', '--from', `file://${at('disk')}`, ...state, ...tls, pushed]],
          [
            'mirror to mirror',
            [
              ...['mirror', '-c', world.imageSet, '--workspace', `file://${at('between')}`, ...tls],
              `docker://${world.hosts.destination}/between-${run}`,
            ],
          ],
        ];
        if (deletion) {
          const list = at('disk/working-dir/delete/delete-images.yaml');
          const workspace = ['--workspace', `file://${at('disk')}`, ...state, toDestination];
          commands.push(
            ['delete --generate', ['delete', '--generate', '-c', deleted, ...workspace, pushed]],
            ['delete', ['delete', '--delete-yaml-file', list, ...state, toDestination, pushed]],
          );
        }
        for (const each of ['disk', 'state', 'between']) await rm(at(each), { recursive: true, force: true });
        for (const [workflow, options] of commands) {
          const name = `${workflow} ${size}`;
          const figure = figures.get(name) ?? { workflow, size, samples: [] };
          const sample = await step({ world, directory, take() {} }, name, airlock(...options));
          figure.samples.push(sample);
          figures.set(name, figure);
          const { wallSeconds, cpuSeconds, peakBytes } = sample;
          process.stderr.write(
            `${name}: ${wallSeconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s, peak ${(peakBytes / MB).toFixed(0)} MB\n`,
          );
        }
      }
    } finally {
      await world.close();
      await rm(directory, { recursive: true, force: true });
    }
  }
  return [...figures.values()];
}

/** Returns a table with a bar for the time per unit. With linear growth, the bars of a workflow don't become longer. */
function chart(
  figures: Figure[],
  { unit, per, factor }: { unit: string; per: string; factor: number },
): string {
  const rows = figures
    .toSorted((a, b) => Number(a.workflow > b.workflow) - Number(a.workflow < b.workflow) || a.size - b.size)
    .map(({ workflow, size, samples }) => {
      const median = (value: (sample: Sample) => number) => spread(samples.map(value)).median;
      const wall = median((sample) => sample.wallSeconds);
      const cpu = median((sample) => sample.cpuSeconds);
      const each = (seconds: number) => (factor * seconds) / size;
      return {
        workflow,
        size,
        wall,
        cpu,
        each: each(wall),
        cpuEach: each(cpu),
        peak: median((s) => s.peakBytes),
      };
    });
  const longest = Math.max(...rows.map(({ each }) => each));
  return table(
    ['workflow', unit, 'wall s', 'CPU s', 'peak MB', per, 'CPU', 'wall time per unit'],
    rows.map(({ workflow, size, wall, cpu, peak, each, cpuEach }) => [
      workflow,
      size.toLocaleString('en-US'),
      wall.toFixed(1),
      cpu.toFixed(1),
      (peak / MB).toFixed(0),
      each.toFixed(2),
      cpuEach.toFixed(2),
      '█'.repeat(Math.max(1, Math.round((LONGEST_BAR * each) / longest))),
    ]),
  );
}
