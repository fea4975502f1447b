import { t as editor } from '../renderer/editor/messages.ts';
import { t as hosts } from '../renderer/hosts/messages.ts';
import { t as registries } from '../renderer/settings/registries/messages.ts';
import { expect, test } from './fixtures/app.ts';
import { CriteriaResults } from './fixtures/criteria-results.ts';
import { openEveryScreen, showScreen } from './fixtures/every-screen.ts';
import { layoutDefects, WINDOWS } from './fixtures/geometry.ts';
import { keyboardDefects } from './fixtures/keyboard.ts';
import { still, violations } from './fixtures/screen-check.ts';
import { button } from './fixtures/steps.ts';
import {
  forcedColorDefects,
  motionDefects,
  nameDefects,
  obscuredFocus,
  reflowDefects,
  spacingDefects,
} from './fixtures/wcag.ts';

test('layout: every screen fits windows from 1024 to 2560 px, and 200 % zoom', async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  test.slow();
  const results = new CriteriaResults();
  for (const { route, address, isFirst } of await openEveryScreen(page, app)) {
    await showScreen(page, app, address);
    for (const size of WINDOWS.slice(isFirst ? 0 : 1)) {
      await page.setViewportSize(size);
      await still(page);
      results.add('zoom', route, `${address} at ${size.width} px`, await layoutDefects(page));
    }
  }
  await results.write();
});

test('accessible: every screen in both themes, and by keyboard', async ({ page, app }) => {
  test.slow();
  const results = new CriteriaResults();
  for (const { route, address, isFirst } of await openEveryScreen(page, app)) {
    await showScreen(page, app, address);
    results.add('keyboard', route, address, await keyboardDefects(page));
    for (const colorScheme of isFirst ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await still(page);
      results.add('axe', route, `${address}, ${colorScheme}`, await violations(page));
    }
  }
  await results.write();
});

test('accessible: names, motion, focus, spacing, forced colors and reflow of every screen', async ({
  page,
  app,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const results = new CriteriaResults();
  for (const { route, address, isFirst } of await openEveryScreen(page, app)) {
    if (!isFirst) continue;
    await showScreen(page, app, address);
    results.add('names', route, address, await nameDefects(page));
    results.add('motion', route, address, await motionDefects(page));
    results.add('spacing', route, address, await spacingDefects(page));
    results.add('forcedColors', route, address, await forcedColorDefects(page));
    results.add('focus', route, address, await obscuredFocus(page));
    results.add('reflow', route, address, await reflowDefects(page));
  }
  await results.write();
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
    await showScreen(page, app, address);
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
  await showScreen(page, app, '/choose');
  const chosen = page
    .getByRole('list', { name: editor('doorsLabel') })
    .getByRole('button', { pressed: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  const duration = () =>
    getComputedStyle(document.documentElement).getPropertyValue('--pf-t--global--duration--400');
  expect(await page.evaluate(duration)).toBe('1ms');
});
