// npm run bench:first-layer [-- --runs N] [--state DIR]: the time from the start of a mirror to disk to its first requests, in the lab.
// Linux only.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { positiveInteger } from './arguments.ts';
import { measured } from './measured.ts';
import { spreadText, table, withFigures } from './report.ts';
import { airlock } from './steps.ts';
import { labWorld } from './world.ts';

const RUNS = '11';
/** Writes when the main thread sent its first request, and its first one for a blob. JavaScript, which Node loads without delay. */
const PRELOAD = `data:text/javascript,
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const expected = ['', '/blobs/'];
if (isMainThread) subscribe('undici:client:sendHeaders', ({ request: { path } }) => {
  while (expected.length > 0 && path.includes(expected[0])) {
    expected.shift();
    appendFileSync(process.env.FIRST_REQUESTS, Math.round(performance.now()) + ' ');
  }
});`;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: RUNS }, state: { type: 'string' } },
});
const runs = positiveInteger('runs', values.runs);
const root = values.state ?? (await mkdtemp(join(tmpdir(), 'airlock-bench-first-')));
const load = loadavg()[0]!;
const [disk, output] = [join(root, 'disk'), join(root, 'first-requests')];
/** ms from the start of the process. */
interface First {
  request: number;
  blob: number;
}
const firsts: Record<'cold' | 'known', First[]> = { cold: [], known: [] };
const world = await labWorld(join(root, 'lab'));
try {
  // One run more, after which Node has stored the compiled code.
  for (let run = 0; run <= runs; run++) {
    await rm(disk, { recursive: true, force: true });
    for (const state of ['cold', 'known'] as const) {
      await rm(output, { force: true });
      // The content was never sent, but its manifests are known.
      for (const sent of ['transfers', '.airlock/enclaves', 'working-dir/.history'])
        await rm(join(disk, sent), { recursive: true, force: true });
      const [node, ...command] = airlock(
        ...['mirror', '-c', world.imageSet, '--src-tls-verify=false', `file://${disk}`],
      );
      await measured([node!, '--import', encodeURI(PRELOAD), ...command], {
        HOME: join(root, 'home'),
        ...world.environment,
        FIRST_REQUESTS: output,
      });
      const [request, blob] = (await readFile(output, 'utf8')).trim().split(' ').map(Number);
      if (run > 0) firsts[state].push({ request: request!, blob: blob! });
      process.stderr.write(`${state}: first request after ${request} ms, first blob after ${blob} ms\n`);
    }
  }
} finally {
  await world.close();
  if (!values.state) await rm(root, { recursive: true, force: true });
}

const row = (name: string, all: First[], target: number) => {
  const [request, blob] = (['request', 'blob'] as const).map((key) =>
    spreadText(
      all.map((first) => first[key]),
      0,
    ),
  );
  return [name, request!, blob!, `${target}`];
};
const figures = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}. The load average before was ${load.toFixed(1)}. Each cell is the median of ${runs} runs (lowest to highest).`,
  table(
    ['mirror to disk', 'first request, ms', 'first blob, ms', 'target, ms'],
    [row('new workspace', firsts.cold, 600), row('manifests known, content not sent', firsts.known, 300)],
  ),
].join('\n\n');
process.stdout.write(`${figures}\n`);
if (values.runs === RUNS) {
  const document = join(import.meta.dirname, 'RESULTS.md');
  await writeFile(document, withFigures(await readFile(document, 'utf8'), figures, 'first-layer'));
}
