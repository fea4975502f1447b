import type { PracticeState } from '../core/contract/topics/practice.ts';
import { t as editor } from '../renderer/editor/messages.ts';
import { t as hosts } from '../renderer/hosts/messages.ts';
import { t as practice } from '../renderer/practice/messages.ts';
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

test('layout: in low windows, the button of the last practice step is in view', async ({ page, app }) => {
  await app.side('both');
  await app.practice();
  await page.route('**/api/practice.state', async (route) => {
    const response = await route.fetch();
    const answer: { value: PracticeState } = await response.json();
    const last = answer.value.steps.length - 1;
    const steps = answer.value.steps.map((step, index) => ({ ...step, done: index < last }));
    await route.fulfill({ response, json: { ...answer, value: { ...answer.value, steps } } });
  });
  await page.goto(app.url);
  await showScreen(page, app, '/practice');
  const step = page.locator('.al-practice-steps [aria-current="step"]');
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expect(step).toBeInViewport();
    expect(await layoutDefects(page), `${size.width} px`).toEqual([]);
    await expect(button(page, practice('deleteButton'))).toBeInViewport();
  }
});

test('layout: text that a bar covers in part is reported, and clipped text, also next to a title or an icon', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  const low = 'overflow: hidden; height: 20px; line-height: 20px';
  const narrow = 'overflow-x: auto; width: 60px; white-space: nowrap';
  await page.setContent(`<main>
    <p class="low" style="${low}">One line<br>another line <b title="Other">x</b></p>
    <p class="titled" style="${low}" title="One line, another line">One line<br>another line</p>
    <div class="icon" style="${narrow}"><svg width="10" height="10"></svg>A text that is wider than its place</div>
    <div class="al-rail-place" style="${narrow}"><svg width="10" height="10"></svg>The names in a graph</div>
    <div style="height: 60px; width: 300px; overflow: auto">
      <p style="height: 90px">A line that the bar covers in part</p>
      <div class="bar" style="position: sticky; bottom: 0; width: 40px; height: 50px">Bar</div>
    </div>
  </main>`);
  expect(await layoutDefects(page)).toEqual([
    'div.bar covers a part of "A line that the bar covers in part"',
    expect.stringMatching(/^p\.low has \d+ px of content in a height of 20 px$/),
    expect.stringMatching(/^div\.icon has \d+ px of content in 60 px$/),
  ]);
});

test('layout: long names end in their column, and disabled links, selections and link lists are aligned', async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await page.locator('main').waitFor();
  const found = await page.evaluate(() => {
    document.querySelector('main')!.innerHTML = `
      <div id="column" style="width: 90px">
        <span class="al-mono al-middle-cut">
          <span class="al-cut">quay.io/practice/openshift/release:4.16.1-x86_64-cl</span>
          <span class="al-middle-tail"><bdi>uster-version-operator</bdi></span>
        </span>
      </div>
      <p class="al-eyebrow">
        <span id="choice"><span class="pf-v6-c-form-control" style="width: 150px"><select><option>a</select></span></span>
        <span>2.5 MiB</span>
      </p>
      <button class="pf-v6-c-button pf-m-link" disabled>Save as</button>
      <button class="al-link" style="width: 60px">Manifests for a workspace</button>`;
    const shown = (selector: string) => document.querySelector(selector)!;
    const box = (selector: string) => shown(selector).getBoundingClientRect();
    return {
      columnRight: box('#column').right - box('.al-middle-tail').right,
      // The end of the name is visible.
      nameRight: box('#column').right - box('bdi').right,
      choiceHeight: box('#choice').height - box('#choice > *').height,
      linkBackground: getComputedStyle(shown('.pf-m-link')).backgroundColor,
      linkAlign: getComputedStyle(shown('.al-link')).textAlign,
    };
  });
  expect(found.columnRight).toBeGreaterThanOrEqual(0);
  expect(found.nameRight).toBeGreaterThanOrEqual(0);
  expect(found.choiceHeight).toBeLessThan(2);
  expect(found.linkBackground).toBe('rgba(0, 0, 0, 0)');
  expect(found.linkAlign).toBe('start');
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
