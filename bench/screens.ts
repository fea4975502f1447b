// npm run bench:screens: what the screens cost. First paint, interactions with 20,000 images, the renderer's size.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { openApp } from '../e2e/app.ts';
import { recordManyImages } from '../e2e/many-images.ts';
import { buildRenderer } from '../scripts/build-renderer.ts';
import { rendererSize } from './renderer-size.ts';
import { withFigures } from './report.ts';

const IMAGES = 20_000;
const AGAIN = 9;
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

await buildRenderer();
const app = await openApp();
const browser = await chromium.launch({
  executablePath: process.env.AIRLOCK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
const rows: string[][] = [];
const take = (what: string, values: number[], bar: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  const most = sorted.at(-1)!;
  rows.push([
    what,
    String(values.length),
    median.toFixed(0),
    most.toFixed(0),
    String(bar),
    most <= bar ? 'holds' : median <= bar ? 'holds in the median' : '**falls short**',
  ]);
  process.stderr.write(`${what}: median ${median.toFixed(0)} ms, most ${most.toFixed(0)} ms (bar ${bar})\n`);
};
try {
  await app.side('connected');
  const root = join(app.directory, 'many');
  await mkdir(join(root, 'transfers'), { recursive: true });
  const sequence = await recordManyImages(root, IMAGES);
  await app.ask('workspaces.open', { directory: root, create: false });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(app.url);
  await page.getByRole('heading', { level: 1 }).waitFor();

  const paints: number[] = [];
  const sentences: number[] = [];
  for (let run = 0; run < AGAIN; run++) {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { paint, now } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      now: performance.now(),
    }));
    paints.push(paint);
    sentences.push(now);
  }
  take('first paint of Home', paints, 1000);
  take('Home says its sentence', sentences, 1000);

  const address = new URL(page.url());
  await page.goto(`${address.origin}/#/run/${sequence}?root=${encodeURIComponent(root)}`);
  const table = page.getByRole('grid', { name: 'Images' });
  await table.getByText('image-00000').waitFor();
  const body = table;
  take(`scroll of ${IMAGES.toLocaleString('en')} rows by a page`, await scrolls(page, body, 1), 100);
  take(`jump to another place of ${IMAGES.toLocaleString('en')} rows`, await scrolls(page, body, 300), 100);
  const filters: number[] = [];
  for (let run = 0; run < AGAIN; run++) {
    const [chip, seen] =
      run % 2 === 0 ? ([/^Failed/, 'image-00999'] as const) : ([/^All/, 'image-00000'] as const);
    filters.push(await timed(page, () => table.page().getByRole('button', { name: chip }).click(), seen));
  }
  take('filter by state', filters, 100);
  const searches: number[] = [];
  const search = page.getByRole('searchbox', { name: /image/i });
  for (let run = 0; run < AGAIN; run++) {
    const wanted = `image-${String(1234 + run * 1111).padStart(5, '0')}`;
    searches.push(await timed(page, () => search.fill(wanted), wanted));
  }
  take('search by name', searches, 100);
} finally {
  await browser.close();
  await app.close();
}

const sizes = await rendererSize();
const kib = (bytes: number) => (bytes / 1024).toFixed(0);
const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const text = [
  `Chromium of Debian, headless, two cores; \`airlock serve\` and the browser on one host. Times in ms, ${AGAIN} times each.`,
  '',
  line(['interaction', 'runs', 'median ms', 'most ms', 'bar ms', '']),
  line(['---', '---', '---', '---', '---', '---']),
  ...rows.map(line),
  '',
  line(['renderer', 'files', 'KiB', 'gzip KiB']),
  line(['---', '---', '---', '---']),
  ...sizes.kinds.map(({ kind, files, bytes, gzip }) => line([kind, String(files), kib(bytes), kib(gzip)])),
  line(['scripts of the first screen', '', kib(sizes.entryBytes), '']),
  '',
  line(['what the scripts are made of', 'KiB']),
  line(['---', '---']),
  ...sizes.packages.slice(0, 16).map(({ name, bytes }) => line([name, kib(bytes)])),
  line(['all others', kib(sizes.packages.slice(16).reduce((sum, { bytes }) => sum + bytes, 0))]),
].join('\n');
await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), text, 'screens'));
process.stdout.write(`${text}\n`);

/** Times from a scroll to the frame in which every row in sight has its content. */
async function scrolls(page: Page, body: ReturnType<Page['locator']>, pages: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 1; run <= AGAIN; run++) {
    times.push(
      await body.evaluate(
        async (element, by) => {
          const start = performance.now();
          element.scrollTop += element.clientHeight * by;
          const target = element.scrollTop;
          for (;;) {
            await new Promise((resolve) => requestAnimationFrame(resolve));
            const frame = element.getBoundingClientRect();
            const shown = [...element.querySelectorAll('.al-table-space [role=row]')].filter((row) => {
              const place = row.getBoundingClientRect();
              return place.bottom > frame.top && place.top < frame.bottom;
            });
            const pending = shown.some((row) => row.querySelector('.al-table-pending'));
            if (shown.length > 2 && !pending && element.scrollTop === target)
              return performance.now() - start;
            if (performance.now() - start > 5000) return 5000;
          }
        },
        pages === 1 ? 1 : pages + run,
      ),
    );
    await page.waitForTimeout(50);
  }
  return times;
}

/** Time from a click or key to the frame that shows the first row wanted. */
async function timed(page: Page, act: () => Promise<void>, wanted: string): Promise<number> {
  await page.evaluate((text) => {
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
        if (start > 0 && first?.textContent?.includes(text)) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, wanted);
  await act();
  return page.evaluate(() => (window as unknown as { seenAt: Promise<number> }).seenAt);
}
