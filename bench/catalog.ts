// node bench/catalog.ts: what a catalog of real size costs to index and to select from. Linux only: it reads /proc.
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogFiles } from '../core/catalog/catalog-files.ts';
import { indexCatalog } from '../core/catalog/catalog-index.ts';
import { type CatalogIndex, openCatalogIndex } from '../core/catalog/open-index.ts';
import { relatedImages } from '../core/catalog/related-images.ts';
import { selectOperators } from '../core/catalog/select.ts';
import { filteredFiles } from '../core/catalog/write-fbc.ts';
import type { OperatorSelection } from '../core/config/image-set.ts';
import { measured } from './measured.ts';
import { REAL_SIZE, syntheticCatalog } from './synthetic-catalog.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
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

if (step === 'index') {
  await indexCatalog(catalogFiles(from!), to!, { digest: 'sha256:synthetic' });
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
} else await compare(Number(values.runs));

async function opened(folder: string): Promise<CatalogIndex> {
  const index = await openCatalogIndex(folder);
  if (!index) throw new Error(`${folder} holds no index`);
  return index;
}

async function compare(runs: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-bench-catalog-'));
  const [configs, folder] = [join(directory, 'configs'), join(directory, 'index')];
  const run = async (...args: string[]) => measured([process.execPath, THIS_FILE, ...args]);
  const say = (what: string, wallSeconds: number, peakBytes: number, more = '') =>
    process.stdout.write(
      `${what}: ${wallSeconds.toFixed(2)} s, peak ${(peakBytes / 1e6).toFixed(0)} MB${more}\n`,
    );
  try {
    const bytes = await writeCatalog(configs);
    process.stdout.write(
      `${(bytes / 1e6).toFixed(0)} MB of JSON, ${REAL_SIZE.packages} packages, ${REAL_SIZE.bundles} bundles\n`,
    );
    for (let i = 0; i < runs; i++) {
      await rm(folder, { recursive: true, force: true });
      const cost = await run('index', configs, folder);
      say('index', cost.wallSeconds, cost.peakBytes);
    }
    for (const name of Object.keys(SELECTIONS))
      for (let i = 0; i < runs; i++) {
        const cost = await run('plan', folder, name);
        const { ms, bundles, images } = JSON.parse(cost.output) as Record<string, number>;
        const found = ` (${bundles} bundles, ${images} images; process ${cost.wallSeconds.toFixed(2)} s)`;
        say(`plan, ${name}`, ms! / 1000, cost.peakBytes, found);
      }
    for (const name of Object.keys(SELECTIONS)) {
      const cost = await run('write', folder, name);
      say(`write, ${name}`, cost.wallSeconds, cost.peakBytes);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeCatalog(configs: string): Promise<number> {
  let bytes = 0;
  for await (const { path, content } of syntheticCatalog(REAL_SIZE)) {
    await mkdir(dirname(join(configs, path)), { recursive: true });
    await pipeline(Readable.from(content), createWriteStream(join(configs, path)));
    bytes += (await stat(join(configs, path))).size;
  }
  return bytes;
}
