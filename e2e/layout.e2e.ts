import { readFile } from 'node:fs/promises';
import { t as editor } from '../renderer/editor/messages.ts';
import { t as hosts } from '../renderer/hosts/messages.ts';
import { t as registries } from '../renderer/settings/registries/messages.ts';
import { type App, expect, type Page, test } from './fixtures/app.ts';
import { filledWorld } from './fixtures/filled-world.ts';
import { layoutDefects, WINDOWS } from './fixtures/geometry.ts';
import { keyboardDefects } from './fixtures/keyboard.ts';
import { still, violations } from './fixtures/screen-check.ts';
import { screenStates } from './fixtures/screen-states.ts';
import { button, sentence } from './fixtures/steps.ts';

test('layout: every screen fits windows from 1024 to 2560 px, and 200 % zoom', async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  test.slow();
  for (const { address, isFirst } of await openWorld(page, app)) {
    await show(page, app, address);
    for (const size of WINDOWS.slice(isFirst ? 0 : 1)) {
      await page.setViewportSize(size);
      await still(page);
      expect.soft(await layoutDefects(page), `${address} at ${size.width} px`).toEqual([]);
    }
  }
});

test('accessible: every screen in both themes, and by keyboard', async ({ page, app }) => {
  test.slow();
  for (const { address, isFirst } of await openWorld(page, app)) {
    await show(page, app, address);
    expect.soft(await keyboardDefects(page), `${address}, keyboard`).toEqual([]);
    for (const colorScheme of isFirst ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await still(page);
      expect.soft(await violations(page), `${address}, ${colorScheme}`).toEqual([]);
    }
  }
});

test('accessible: dialogs trap and return the focus, also with forced colors and reduced motion', async ({
  page,
  app,
}) => {
  await app.side('both');
  await app.practice();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(app.url);
  for (const [address, name] of [
    ['/hosts', hosts('importButton')],
    ['/settings/registries', registries('addButton')],
  ] as const) {
    await show(page, app, address);
    const opener = button(page, name).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener, `${address}: the focus returns`).toBeFocused();
  }
  await show(page, app, '/choose');
  const chosen = page
    .getByRole('list', { name: editor('doorsLabel') })
    .getByRole('button', { pressed: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  const duration = () =>
    getComputedStyle(document.documentElement).getPropertyValue('--pf-t--global--duration--400');
  expect(await page.evaluate(duration)).toBe('1ms');
});

/** Opens the app with content. @returns the addresses of all screens. `isFirst`: of the first state of its route. */
async function openWorld(page: Page, app: App): Promise<{ address: string; isFirst: boolean }[]> {
  const states = screenStates(await filledWorld(app));
  const source = await readFile(new URL('../renderer/shell/routes.tsx', import.meta.url), 'utf8');
  const routes = source.slice(source.indexOf('export const ROUTES'));
  const paths = [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!);
  expect(Object.keys(states).sort(), 'every route has a state').toEqual(paths.sort());
  await page.goto(app.url);
  return Object.values(states).flatMap((addresses) =>
    addresses.map((address, index) => ({ address, isFirst: index === 0 })),
  );
}

/** Shows a screen until it has loaded. */
async function show(page: Page, app: App, address: string): Promise<void> {
  await page.goto(app.at(address));
  await expect(sentence(page)).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  // Answers of the engine change the page without a sign.
  await page.waitForTimeout(150);
}
