// node bench/catalog.ts [--runs N]: what a catalog of real size costs to index, the next minor included, and to select from. Linux only: it reads /proc.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineOptions } from '../core/app/engine-link/fork-engine.ts';
import { indexCatalog } from '../core/content/catalog/index/catalog-index.ts';
import { type CatalogIndex, openCatalogIndex } from '../core/content/catalog/index/open-index.ts';
import { catalogFiles } from '../core/content/catalog/model/catalog-files.ts';
import { relatedImages } from '../core/content/catalog/related-images.ts';
import { selectOperators } from '../core/content/catalog/select/select.ts';
import { filteredFiles } from '../core/content/catalog/write-fbc.ts';
import type { OperatorSelection } from '../core/image-set/config/image-set.ts';
import { spread } from './bars.ts';
import { catalogInLayer, writeCatalog } from './catalog-layer.ts';
import { measured } from './measured.ts';
import { withFigures } from './report.ts';
import { REAL_SIZE, syntheticCatalog } from './synthetic-catalog.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' } },
});
const [step, from, to] = positionals;

const BASE: OperatorSelection = {
  catalog: 'registry.example.com/catalog:v1',
  full: false,
  skipDependencies: false,
  platforms: [],
};
const SOME = Array.from({ length: 40 }, (_, i) => ({
  name: `operator-${String(i * 8).padStart(3, '0')}`,
  minVersion: '2.0.0',
}));
/** What users write, the widest that is filtered, and all there is. */
const SELECTIONS: Record<string, OperatorSelection> = {
  '40 packages with a minVersion': { ...BASE, packages: SOME },
  'heads of everything': BASE,
  'the whole catalog': { ...BASE, full: true },
};

/** Of 350 packages, 10 % differ in a catalog of the next minor. */
const CHANGED_EVERY = 10;
/** Options of the engine (`cli/main.ts`). */
const ENGINE = engineOptions([]);

if (step === 'index') {
  const files = from!.endsWith('.layer') ? catalogInLayer(from!) : catalogFiles(from!);
  await indexCatalog(files, to!, { digest: 'sha256:synthetic' });
} else if (step === 'plan') {
  const started = performance.now();
  const index = await opened(from!);
  const result = await selectOperators(index, SELECTIONS[to!]!);
  const { images } = await relatedImages(index, result);
  const bundles = result.packages.reduce((sum, each) => sum + each.bundles.length, 0);
  process.stdout.write(JSON.stringify({ ms: performance.now() - started, bundles, images: images.length }));
} else if (step === 'write') {
  const index = await opened(from!);
  for await (const { content } of filteredFiles(index, await selectOperators(index, SELECTIONS[to!]!)))
    if (content.length === 0) throw new Error('a package was written empty');
} else await compare(values.runs === undefined ? undefined : Number(values.runs));

async function opened(folder: string): Promise<CatalogIndex> {
  const index = await openCatalogIndex(folder);
  if (!index) throw new Error(`${folder} holds no index`);
  return index;
}

async function compare(chosenRuns: number | undefined): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-bench-catalog-'));
  const place = (name: string) => join(directory, name);
  const folder = place('indexes/first');
  const catalogs = {
    first: { folder: place('first'), layer: place('first.layer') },
    neighbor: { folder: place('neighbor'), layer: place('neighbor.layer') },
  };
  const run = async (...args: string[]) => measured([process.execPath, ...ENGINE, THIS_FILE, ...args]);
  const samples: Sample[] = [];
  const take = (step: string, { seconds, cpuSeconds, peakBytes }: Omit<Sample, 'step'>) => {
    samples.push({ step, seconds, cpuSeconds, peakBytes });
    const figures = [`${seconds.toFixed(2)} s`, `CPU ${cpuSeconds.toFixed(2)} s`];
    process.stderr.write(`${step}: ${figures.join(', ')}, peak ${(peakBytes / 1e6).toFixed(0)} MB\n`);
  };
  const index = async (step: string, source: string, target: string) => {
    const cost = await run('index', source, place(`indexes/${target}`));
    take(step, { ...cost, seconds: cost.wallSeconds });
  };
  try {
    const bytes = await writeCatalog(syntheticCatalog(REAL_SIZE), catalogs.first);
    await writeCatalog(syntheticCatalog(REAL_SIZE, CHANGED_EVERY), catalogs.neighbor);
    for (let i = 0; i < (chosenRuns ?? 10); i++) {
      for (const kind of ['folder', 'layer'] as const) {
        await rm(place('indexes'), { recursive: true, force: true });
        await index(`index from a ${kind}`, catalogs.first[kind], 'first');
        await index(`neighbor from a ${kind}`, catalogs.neighbor[kind], 'neighbor');
      }
    }
    for (const name of Object.keys(SELECTIONS)) {
      for (let i = 0; i < (chosenRuns ?? 5); i++) {
        const { output, ...cost } = await run('plan', folder, name);
        const { ms, bundles, images } = JSON.parse(output) as Record<string, number>;
        const found = `${bundles} bundles, ${images} images`;
        take(`plan: ${name} (${found})`, { ...cost, seconds: ms! / 1000 });
      }
      const cost = await run('write', folder, name);
      take(`write: ${name}`, { ...cost, seconds: cost.wallSeconds });
    }
    const figures = `${figuresOf(bytes)}\n\n${tableOf(samples)}\n\n${barsOf(samples)}`;
    process.stdout.write(`${figures}\n`);
    if (chosenRuns === undefined)
      await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), figures, 'catalog'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Sample {
  step: string;
  seconds: number;
  cpuSeconds: number;
  peakBytes: number;
}

function figuresOf(bytes: number): string {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  return [
    `${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores of ${model}, Node ${process.version}.`,
    `The load average at the end was ${loadavg()[0]!.toFixed(1)}.`,
    `${(bytes / 1e6).toFixed(0)} MB of JSON, ${REAL_SIZE.packages} packages, ${REAL_SIZE.bundles} bundles. Each cell is the median (lowest to highest).`,
  ].join(' ');
}

function tableOf(samples: Sample[]): string {
  const rows = [...Map.groupBy(samples, ({ step }) => step)].map(([step, of]) => [
    step,
    String(of.length),
    cell(
      of.map(({ seconds }) => seconds),
      2,
    ),
    cell(
      of.map(({ cpuSeconds }) => cpuSeconds),
      2,
    ),
    cell(
      of.map(({ peakBytes }) => peakBytes / 1e6),
      0,
    ),
  ]);
  return lines([['step', 'runs', 's', 'CPU s', 'peak MB'], ['---', '---', '---', '---', '---'], ...rows]);
}

function cell(values: number[], digits: number): string {
  const { median, least, most } = spread(values);
  return values.length > 1
    ? `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
    : median.toFixed(digits);
}

function barsOf(samples: Sample[]): string {
  const of = (kind: string) => samples.filter(({ step }) => step.startsWith(kind));
  const peaks = (kind: string) => of(kind).map(({ peakBytes }) => peakBytes / 1e6);
  const bars: [string, number, number[], string][] = [
    ['index, wall', 4, of('index').map(({ seconds }) => seconds), 's'],
    ['plan from the index', 1, of('plan').map(({ seconds }) => seconds), 's'],
    ['peak memory of the index', 250, [...peaks('index'), ...peaks('neighbor')], 'MB'],
    ['peak memory of plans', 350, peaks('plan'), 'MB'],
  ];
  const rows = bars.map(([figure, bar, values, unit]) => {
    const { median, most } = spread(values);
    const verdict = most < bar ? 'met' : median < bar ? 'met in the median' : '**missed**';
    const digits = unit === 's' ? 2 : 0;
    return [figure, `under ${bar} ${unit}`, `${most.toFixed(digits)} ${unit} at most`, verdict];
  });
  return lines([['figure', 'target', 'measured', ''], ['---', '---', '---', '---'], ...rows]);
}

function lines(rows: string[][]): string {
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
