// npm run bench:screens: what the screens cost. First paint, interactions with 20,000 images, without and with a fetch at full
// speed, a large update graph, the renderer's size.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Locator, type Page } from 'playwright-core';
import { openApp } from '../e2e/fixtures/app.ts';
import { recordManyImages } from '../e2e/fixtures/many-images.ts';
import { anyNumber } from '../e2e/fixtures/messages.ts';
import { t as live } from '../renderer/run/live/messages.ts';
import { buildRenderer } from '../scripts/build-renderer.ts';
import { fetchEndlessly } from './busy-engine.ts';
import { rendererSize } from './renderer-size.ts';
import { withFigures } from './report.ts';
import { timeGraph } from './upgrade-graph.ts';

const IMAGES = 20_000;
const ALL = anyNumber((images) => live('allChip', { images }));
const FAILED = anyNumber((images) => live('failedChip', { images }));
const AGAIN = 20;
/** ms after which an interaction counts as never done. */
const MOST_MS = 5000;
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

await buildRenderer();
const loadBefore = loadavg()[0]!;
const app = await openApp();
const browser = await chromium.launch({
  executablePath: process.env.AIRLOCK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
const rows: string[][] = [];
let about = '';
const take = (what: string, values: number[], bar: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  const high = sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  const most = sorted.at(-1)!;
  rows.push([
    what,
    String(values.length),
    median.toFixed(0),
    high.toFixed(0),
    most.toFixed(0),
    String(bar),
    high <= bar ? 'met' : median <= bar ? 'met in the median' : '**missed**',
  ]);
  process.stderr.write(
    `${what}: median ${median.toFixed(0)} ms, 95% ${high.toFixed(0)} ms, most ${most.toFixed(0)} ms (bar ${bar})\n`,
  );
};
try {
  await app.side('connected');
  const root = join(app.directory, 'many');
  await mkdir(join(root, 'transfers'), { recursive: true });
  const sequence = await recordManyImages(root, IMAGES);
  await app.ask('workspaces.open', { directory: root, create: false });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(app.url);
  const paints: number[] = [];
  const sentences: number[] = [];
  await page.getByRole('main').getByText('many').first().waitFor();
  const sentence = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await page.addInitScript(watchSentence, sentence);
  for (let run = 0; run < AGAIN; run++) {
    await page.reload();
    sentences.push(
      await page.evaluate(() => (window as unknown as { reportedAt: Promise<number> }).reportedAt),
    );
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ),
    );
  }
  take('first paint of Home', paints, 1000);
  take('sentence on Home', sentences, 1000);

  const table = await openImages(page, { root, sequence });
  for (const [what, times] of await imageTimes(page, table)) take(what, times, 100);
  const takeGraph = async (during: string, bar: number) => {
    const { versions, updates, times } = await timeGraph(app, page);
    const size = `${versions.toLocaleString('en')} versions, ${updates.toLocaleString('en')} updates`;
    for (const [what, values] of Object.entries(times)) take(`${what} (${size})${during}`, values, bar);
  };
  const fetching = await fetchEndlessly(app);
  try {
    for (const [what, times] of await imageTimes(page, table)) take(`${what}, during a fetch`, times, 200);
    await takeGraph(', during a fetch', 200);
  } finally {
    about = await fetching.stop();
  }
  await takeGraph('', 100);
} finally {
  await browser.close();
  await app.close();
}

const sizes = await rendererSize();
const kib = (bytes: number) => (bytes / 1024).toFixed(0);
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const text = [
  `${new Date().toISOString().slice(0, 10)}. Debian's Chromium, headless, and \`airlock serve\` on one host with ${availableParallelism()} cores. The load average before the measurement was ${loadBefore.toFixed(1)}, from other programs. Times in ms. ${about}`,
  '',
  line(['interaction', 'runs', 'median ms', '95th percentile ms', 'highest ms', 'target ms', '']),
  line(['---', '---', '---', '---', '---', '---', '---']),
  ...rows.map(line),
  '',
  line(['renderer', 'files', 'KiB', 'gzip KiB']),
  line(['---', '---', '---', '---']),
  ...sizes.kinds.map(({ kind, files, bytes, gzip }) => line([kind, String(files), kib(bytes), kib(gzip)])),
  line(['scripts for the first screen', '', kib(sizes.entryBytes), '']),
  '',
  line(['parts of the scripts, before minification', 'KiB']),
  line(['---', '---']),
  ...sizes.packages.slice(0, 16).map(({ name, bytes }) => line([name, kib(bytes)])),
  line(['all others', kib(sizes.packages.slice(16).reduce((sum, { bytes }) => sum + bytes, 0))]),
].join('\n');
await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), text, 'screens'));
process.stdout.write(`${text}\n`);

/** In the page: the time from the request for it to the frame that has the sentence. */
function watchSentence(sentence: string): void {
  (window as unknown as { reportedAt: Promise<number> }).reportedAt = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('h1')?.textContent === sentence) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Opens the images of a run. */
async function openImages(page: Page, run: { root: string; sequence: number }): Promise<Locator> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/#/run/${run.sequence}?root=${encodeURIComponent(run.root)}`);
  const table = page.getByRole('grid', { name: live('imagesLabel') });
  await table.getByText('image-00000').waitFor();
  return table;
}

/** Times interactions with the images of a run, and leaves the table as it was. */
async function imageTimes(page: Page, table: Locator): Promise<[what: string, times: number[]][]> {
  const all = IMAGES.toLocaleString('en');
  const found: [string, number[]][] = [
    [`scroll of ${all} rows by a page`, await scrolls(table, (run) => ({ pages: run }))],
    // Places that are far from each other, none of them seen before.
    [
      `jump to another position in ${all} rows`,
      await scrolls(table, (run) => ({ share: (run * 0.37 + Math.random() / 20) % 1 })),
    ],
  ];
  const filters: number[] = [];
  for (let run = 0; run < AGAIN; run++) {
    const [chip, seen] = run % 2 === 0 ? ([FAILED, 'image-00999'] as const) : ([ALL, 'image-00000'] as const);
    filters.push(await timed(page, () => page.getByRole('button', { name: chip }).click(), seen));
  }
  found.push(['filter by state', filters]);
  await timed(page, () => page.getByRole('button', { name: ALL }).click(), 'image-00000');
  const searches: number[] = [];
  const search = page.getByRole('textbox', { name: live('searchImagesLabel') });
  for (let run = 0; run < AGAIN; run++) {
    const wanted = `image-${String(1234 + run * 811).padStart(5, '0')}`;
    searches.push(await timed(page, () => search.fill(wanted), wanted));
  }
  found.push(['search by name', searches]);
  await timed(page, () => search.fill(''), 'image-00000');
  return found;
}

/** Times from scrolls to the frame in which rows with their content fill the table again. */
async function scrolls(
  table: Locator,
  placeOf: (run: number) => { pages: number } | { share: number },
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 1; run <= AGAIN; run++) {
    times.push(
      await table.evaluate(
        async (element, { place, limit }) => {
          const start = performance.now();
          element.scrollTop =
            'pages' in place ? place.pages * element.clientHeight : place.share * element.scrollHeight;
          const target = element.scrollTop;
          const head = element.querySelector('.al-table-head')!;
          const filled = () => {
            const top = head.getBoundingClientRect().bottom;
            const { bottom } = element.getBoundingClientRect();
            const rows = [...element.querySelectorAll('.al-table-space [role=row]')]
              .map((row) => ({ row, place: row.getBoundingClientRect() }))
              .filter(({ place }) => place.bottom > top && place.top < bottom);
            const height = rows.reduce((sum, { place }) => sum + place.height, 0);
            return height >= bottom - top && !rows.some(({ row }) => row.querySelector('.al-table-pending'));
          };
          for (;;) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            const elapsed = performance.now() - start;
            if ((filled() && element.scrollTop === target) || elapsed > limit) return elapsed;
          }
        },
        { place: placeOf(run), limit: MOST_MS },
      ),
    );
    await table.page().waitForTimeout(50);
  }
  return times;
}

/** Time from a click or key to the frame that shows the first row wanted. */
async function timed(page: Page, act: () => Promise<void>, wanted: string): Promise<number> {
  await page.evaluate(
    ({ text, limit }) => {
      const state = window as unknown as { seenAt?: Promise<number> };
      state.seenAt = new Promise((resolve) => {
        let start = 0;
        const begin = () => {
          start = performance.now();
        };
        addEventListener('click', begin, { capture: true, once: true });
        addEventListener('input', begin, { capture: true, once: true });
        const look = () => {
          const first = document.querySelector('.al-table-space [role=row]');
          const elapsed = start === 0 ? 0 : performance.now() - start;
          if (start > 0 && (first?.textContent?.includes(text) || elapsed > limit)) resolve(elapsed);
          else requestAnimationFrame(look);
        };
        look();
      });
    },
    { text: wanted, limit: MOST_MS },
  );
  await act();
  return page.evaluate(() => (window as unknown as { seenAt: Promise<number> }).seenAt);
}
