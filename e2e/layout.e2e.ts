import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from './fixtures/app.ts';
import { filledWorld } from './fixtures/filled-world.ts';
import { layoutDefects, WINDOWS } from './fixtures/geometry.ts';
import { screenStates } from './fixtures/screen-states.ts';
import { sentence } from './fixtures/steps.ts';

test('layout: every screen fits windows from 1024 to 2560 px, and 200 % zoom', async ({ page, app }) => {
  const began = Date.now();
  const states = screenStates(await filledWorld(app));
  console.log('filled', Date.now() - began);
  expect(Object.keys(states).sort()).toEqual((await routePaths()).sort());
  await page.goto(app.url);
  for (const address of Object.values(states).flat()) {
    await page.goto(app.at(address));
    await expect(sentence(page)).toBeVisible();
    await settled(page);
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await settled(page);
      const defects = await layoutDefects(page);
      for (const each of defects)
        console.log(
          `${size.width} ${address.split('?')[0]}${new URLSearchParams(address.split('?')[1]).get('from') ?? ''}: ${each}`,
        );
      if (process.env.SHOTS)
        await page.screenshot({
          path: `/tmp/s25shots/${address.replace(/[?&].*/, '').replaceAll('/', '_')}-${new URLSearchParams(address.split('?')[1]).get('from')?.replaceAll('/', '_') ?? ''}-${size.width}.png`,
        });
    }
  }
  console.log('all', Date.now() - began);
});

/** Waits until the page has no pending requests and has drawn its last change. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Returns the paths of all routes. */
async function routePaths(): Promise<string[]> {
  const source = await readFile(new URL('../renderer/shell/routes.tsx', import.meta.url), 'utf8');
  const routes = source.slice(source.indexOf('export const ROUTES'));
  return [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!);
}
