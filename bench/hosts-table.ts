// node bench/hosts-table.ts: what the table of hosts costs in the browser, with 300 hosts.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { openApp } from '../e2e/fixtures/app.ts';
import { t } from '../renderer/hosts/messages.ts';
import { buildRenderer } from '../scripts/build-renderer.ts';
import { fetchEndlessly } from './busy-engine.ts';
import { withFigures } from './report.ts';

const HOSTS = 300;
const AGAIN = 9;
const BAR_MS = 100;
const BUSY_BAR_MS = 200;
const CHECK_BAR_MS = 1000;
/** The title of the table without problems. */
const READY = t('hostsReadyTitle', {
  roles: `${t('controlPlaneCount', { hosts: 3 })} and ${t('workerCount', { hosts: HOSTS - 3 })}`,
  layout: t('bondVlanLayout', { vlan: '120', addresses: t('staticAddresses') }),
});
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/** Time in the page from a key to the frame that follows its drawing. */
const drawnAfter = (key: string, stored = false): string => `(async () => {
  const began = performance.now();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, ctrlKey: ${stored}, bubbles: true, cancelable: true }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
})()`;

/** Time from a paste into the table to the frame that has it, and to the verdict on all hosts. */
const pastedAfter = (text: string): string => `(async () => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  const began = performance.now();
  const before = document.querySelector('h1').textContent;
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const drawn = performance.now() - began;
  while (document.querySelector('h1').textContent === before && performance.now() - began < 5000)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return [drawn, performance.now() - began];
})()`;

await buildRenderer();
const load = loadavg()[0]!;
const app = await openApp();
const browser = await chromium.launch({
  executablePath: process.env.AIRLOCK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
const rows: string[][] = [];
let about = '';
const take = (what: string, values: number[], bar: number) => {
  const sorted = values.toSorted((a, b) => a - b);
  const [median, most] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!];
  const verdict = most <= bar ? 'met' : median <= bar ? 'met in the median' : '**missed**';
  rows.push([what, String(values.length), median.toFixed(0), most.toFixed(0), String(bar), verdict]);
};
try {
  await app.side('both');
  await app.ask('hosts.save', hostSet());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(app.url);
  await page.evaluate('location.hash = "#/hosts"');
  await page.getByRole('heading', { name: READY }).waitFor();
  await page.getByRole('grid', { name: t('topic') }).focus();
  await timeTable(page, '', BAR_MS);
  const fetching = await fetchEndlessly(app);
  try {
    await timeTable(page, ', during a fetch', BUSY_BAR_MS);
  } finally {
    about = await fetching.stop();
  }
} finally {
  await browser.close();
  await app.close();
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const text = [
  `${new Date().toISOString().slice(0, 10)}. Debian's Chromium, headless, and \`airlock serve\` on one host with ${availableParallelism()} cores. The load average before the measurement was ${load.toFixed(1)}, from other programs. ${HOSTS} hosts on a bond with VLAN and static addresses. Times in ms, from the key to the frame after it is drawn. ${about}`,
  '',
  line(['interaction', 'runs', 'median ms', 'highest ms', 'target ms', '']),
  line(['---', '---', '---', '---', '---', '---']),
  ...rows.map(line),
].join('\n');
await writeFile(RESULTS, withFigures(await readFile(RESULTS, 'utf8'), text, 'hosts'));
process.stdout.write(`${text}\n`);

/** Times the keys of the table and pastes. Leaves the hosts as they were. */
async function timeTable(page: Page, during: string, bar: number): Promise<void> {
  for (const [what, keys] of [
    ['move by a row', ['ArrowDown']],
    ['move by a page', ['PageDown', 'PageDown', 'PageUp']],
    ['jump to the end and back', ['End', 'Home'], true],
    ['empty a cell', ['Delete']],
    ['undo', ['z'], true],
  ] as [string, string[], boolean?][])
    take(`${what}${during}`, await again(page, keys, what.startsWith('jump') || what === 'undo'), bar);
  await page.getByRole('heading', { name: READY }).waitFor();
  const [drawn, checked]: number[][] = [[], []];
  for (let run = 0; run < AGAIN; run++) {
    await page.evaluate(drawnAfter('Home', true));
    for (let step = 0; step < 4; step++) await page.evaluate(drawnAfter('ArrowRight'));
    // The same address for all, then what was there before.
    const column = Array.from({ length: HOSTS }, () => '10.20.9.9/16').join('\n');
    const [first, second] = (await page.evaluate(pastedAfter(column))) as [number, number];
    drawn!.push(first);
    checked!.push(second);
    await page.evaluate(drawnAfter('z', true));
    await page.getByRole('heading', { name: READY }).waitFor();
  }
  take(`paste ${HOSTS} cells: drawn${during}`, drawn!, bar);
  take(`paste ${HOSTS} cells: all hosts checked, documents rewritten${during}`, checked!, CHECK_BAR_MS);
}

async function again(page: Page, keys: readonly string[], stored: boolean): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < AGAIN; run++) {
    for (const key of keys) times.push((await page.evaluate(drawnAfter(key, stored))) as number);
    await page.waitForTimeout(40);
  }
  return times;
}

function hostSet() {
  const two = (value: number) => value.toString(16).padStart(2, '0');
  return {
    id: 'bench',
    name: 'bench',
    layout: {
      preset: 'bond-vlan',
      answers: { vlan: '120', gateway: '10.20.255.1', dns: '10.20.255.2', mtu: '9000' },
    },
    cluster: 'machineNetwork: 10.20.0.0/16\n',
    hosts: Array.from({ length: HOSTS }, (_, index) => ({
      name: index < 3 ? `master-${index}` : `worker-${index}`,
      role: index < 3 ? 'master' : 'worker',
      nics: [1, 2].map((nic) => ({
        name: `eno${nic}`,
        mac: `52:54:00:0${nic}:${two(index >> 8)}:${two(index & 255)}`,
      })),
      addresses: [`10.20.${Math.floor((index + 11) / 250)}.${(index + 11) % 250}/16`],
      bmc: { address: `198.18.${Math.floor((index + 11) / 250)}.${(index + 11) % 250}` },
      variables: {},
    })),
  };
}
