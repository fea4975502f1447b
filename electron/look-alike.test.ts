// The real main process, preload and renderer, with a look-alike of `electron` between them and real Chromium.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../core/contract/content-security.ts';
import { buildRenderer } from '../scripts/build-renderer.ts';
import { buildPreload } from '../scripts/packages/build-desktop.ts';
import { type ChromiumWindows, openChromiumWindows } from './chromium-window.fixture.ts';
import { answers, app, calls, callsOf, children } from './electron.fixture.ts';
import { t } from './messages.ts';

vi.mock('electron', () => import('./electron.fixture.ts'));

let folder: string;
let windows: ChromiumWindows;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-look-alike-'));
  vi.stubEnv('HOME', folder);
  // An engine with a new HOME would write its compiled code for seconds when it quits.
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  for (const name of ['CONFIG_HOME', 'STATE_HOME', 'DATA_HOME', 'RUNTIME_DIR'])
    vi.stubEnv(`XDG_${name}`, join(folder, name.toLowerCase()));
  answers.paths.appData = join(folder, 'config_home');
  await Promise.all([buildRenderer(), buildPreload(folder)]);
  windows = await openChromiumWindows(join(folder, 'preload.cjs'));
  await import('./main.ts');
  await vi.waitFor(() => expect(windows.page()).toBeDefined(), { timeout: 20_000 });
  page = windows.page();
}, 120_000);
afterAll(async () => {
  await windows?.close();
  for (const child of children) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 3 });
});

const choose = (label: string) => {
  const [menu] = callsOf('menu')[0] as [MenuItemConstructorOptions[]];
  const entries = menu.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[]);
  (entries.find((entry) => entry.label === label)!.click as () => void)();
};
/** Sends a request like the renderer, from within the page. */
const request = (name: string) =>
  page.evaluate(`airlock.request(crypto.randomUUID(), ${JSON.stringify(name)}, {})`);
const heading = (name: RegExp) => page.getByRole('heading', { level: 1, name });

test('the app opens with its first question, and the engine stores the answer', async () => {
  await heading(/side of the air gap/).waitFor();
  await page.getByRole('button', { name: /disconnected/i }).click();
  await heading(/side of the air gap/).waitFor({ state: 'hidden' });
  const settings = await request('settings.read');
  expect(settings).toMatchObject({ ok: true, value: { side: 'disconnected' } });
});

test('the page has the policy of the app, and violates none of it', async () => {
  const policy = await page.evaluate(
    `fetch(location.href).then(({ headers }) => headers.get('content-security-policy'))`,
  );
  expect(policy).toBe(CONTENT_SECURITY_POLICY);
  expect(windows.complaints).toEqual([]);
  expect(windows.rejected).toEqual([]);
});

test('the page can access the contract and nothing of Node', async () => {
  const seen = await page.evaluate(`[
    Object.keys(window.airlock).sort(),
    ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in window),
  ]`);
  expect(seen).toEqual([['cancel', 'onMenu', 'request', 'subscribe'], []]);
});

test('the menu opens screens', async () => {
  choose('History');
  await page.waitForURL(/#\/history$/);
  choose(t('shortcutsEntry'));
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
});

test('the theme of the menu is the theme of the page', async () => {
  choose(t('darkThemeEntry'));
  await page.locator('html.pf-v6-theme-dark').waitFor();
  choose(t('lightThemeEntry'));
  await page.locator('html:not(.pf-v6-theme-dark)').waitFor();
});

test('a folder given to a second start is listed on Home', async () => {
  await mkdir(join(folder, 'fleet-workspace'));
  app.emit('second-instance', {}, ['electron', '.', 'fleet-workspace'], folder);
  await page.getByText('fleet-workspace').first().waitFor();
});

test('a reloaded page shows the same screen', async () => {
  choose('History');
  await page.waitForURL(/#\/history$/);
  choose('Reload');
  await page.waitForEvent('load');
  await page.getByRole('navigation').first().waitFor();
  expect(new URL(page.url()).hash).toBe('#/history');
  expect(await request('host.describe')).toMatchObject({
    ok: true,
    value: { carrier: 'desktop' },
  });
});

test("a killed engine doesn't end the page", async () => {
  const before = children.length;
  children.at(-1)!.kill('SIGKILL');
  await vi.waitFor(() => expect(children.length).toBe(before + 1), { timeout: 10_000 });
  expect(await request('settings.read')).toMatchObject({
    ok: true,
  });
  await page.getByRole('navigation').first().waitFor();
  expect(windows.complaints).toEqual([]);
});

test("a page can't reach anything outside in any way", async () => {
  const reached = await page.evaluate(`(async () => {
    const requested = fetch('https://registry.example/v2/').then(() => 'answered', () => 'rejected');
    const framed = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.violatedDirective.startsWith('frame')) resolve('rejected');
      });
      const frame = document.createElement('iframe');
      frame.src = 'https://registry.example/';
      document.body.append(frame);
    });
    return [await requested, await framed];
  })()`);
  expect(reached).toEqual(['rejected', 'rejected']);
  windows.complaints.length = 0;
});

test('quitting ends the engine', async () => {
  app.emit('before-quit', { preventDefault: () => {} });
  await vi.waitFor(() => expect(calls.filter(([what]) => what === 'quit')).toHaveLength(1), {
    timeout: 6_000,
  });
  expect(children.at(-1)!.exitCode).toBe(0);
});
