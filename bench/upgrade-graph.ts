import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { App } from '../e2e/fixtures/app.ts';
import { graphOf } from '../renderer/upgrades/graph/graph.fixture.ts';
import { t } from '../renderer/upgrades/graph/messages.ts';

const MINORS = 21;
const PATCHES = 100;
/** Updates that leave a version: the graph-data of OpenShift has 43 on average. */
const REACH = 44;
const AGAIN = 24;

export interface GraphTimes {
  versions: number;
  updates: number;
  /** ms of each measurement, by interaction. */
  times: Record<string, number[]>;
}

/** Writes a saved graph with 2,100 versions into a workspace, and opens it on the Upgrades screen. */
export async function openLargeGraph(app: App, page: Page): Promise<{ versions: number; updates: number }> {
  const root = join(app.directory, 'large-graph');
  const saved = join(root, 'working-dir/hold-release/cincinnati-graph-data');
  await mkdir(saved, { recursive: true });
  await mkdir(join(root, 'transfers'), { recursive: true });
  const { versions, updates } = graphOf(MINORS, PATCHES, REACH);
  const edges: number[][] = [];
  for (let at = 0; at < updates.length; at += 4) edges.push([updates[at]!, updates[at + 1]!]);
  await writeFile(
    join(saved, `amd64-stable-4.${MINORS}.json`),
    JSON.stringify({
      nodes: versions.map(({ version, channels }, at) => ({
        version,
        payload: `registry.example/release@sha256:${String(at).padStart(64, '0')}`,
        metadata: { 'io.openshift.upgrades.graph.release.channels': channels.join(',') },
      })),
      edges,
    }),
  );
  await app.ask('workspaces.open', { directory: root, create: false });
  await page.goto(app.at(`/upgrades?${new URLSearchParams({ workspace: root })}`));
  await page.getByRole('group', { name: /^Update graph:/ }).waitFor();
  return { versions: versions.length, updates: edges.length };
}

/**
 * Times interactions with all updates of a large graph, from the event to the third frame after it. The browser starts that
 * frame only when the tiles of the first one are painted, so the time includes painting, and up to 33 ms of waiting.
 */
export async function timeGraph(app: App, page: Page): Promise<GraphTimes> {
  const size = await openLargeGraph(app, page);
  const box = (await page.locator('.al-graph-box').boundingBox())!;
  const times: Record<string, number[]> = {};
  const take = async (what: string, event: string, act: (run: number) => Promise<void>, runs = AGAIN) => {
    const found: number[] = [];
    for (let run = 0; run < runs; run++) {
      await page.evaluate(watch, event);
      await act(run);
      found.push(await page.evaluate(() => (window as unknown as { drawnAt: Promise<number> }).drawnAt));
      await page.waitForTimeout(250);
    }
    times[what] = found;
  };
  const zoom = async (steps: number) => {
    for (let step = 0; step < steps; step++) {
      await page.getByRole('button', { name: t('zoomInButton') }).click();
      await page.waitForTimeout(250);
    }
  };
  const point = (run: number) => ({
    x: box.x + 80 + ((run * 0.37) % 1) * (box.width - 160),
    y: box.y + 40 + ((run * 0.61) % 1) * (box.height - 80),
  });
  const all = page.locator('#al-upgrade-all');
  const toggle = () => all.click();
  const hover = async (run: number) => {
    const { x, y } = point(run);
    await page.mouse.move(x, y);
  };
  await take('all updates on or off, fitted', 'click', toggle);
  if (!(await all.isChecked())) await all.check();
  await take('pointing among all updates, fitted', 'pointermove', hover);
  await zoom(4);
  await take('all updates on or off, zoomed', 'click', toggle);
  if (!(await all.isChecked())) await all.check();
  await take('pointing among all updates, zoomed', 'pointermove', hover);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await take('dragging among all updates', 'pointermove', (run) =>
    page.mouse.move(
      box.x + box.width / 2 + (run % 2 === 0 ? -1 : 1) * (60 + 12 * run),
      box.y + box.height / 2 - run * 4,
    ),
  );
  await page.mouse.up();
  await take('zooming among all updates by wheel', 'wheel', (run) =>
    page.mouse.wheel(0, run % 2 === 0 ? -120 : 120),
  );
  await take('zooming among all updates by key', 'keydown', async (run) => {
    await page.keyboard.press(run % 2 === 0 ? '+' : '-');
  });
  return { ...size, times };
}

/** In the page: the time from the event to the third frame after it. */
function watch(event: string): void {
  (window as unknown as { drawnAt: Promise<number> }).drawnAt = new Promise((resolve) => {
    addEventListener(
      event,
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp))),
        ),
      { capture: true, once: true },
    );
  });
}
