// The built app in a real Electron: the only proof of its sandbox, protocol, utility process and menus. It runs where
// there is a binary; without one it reports this, and none of it counts as tested.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildRenderer } from '../scripts/build-renderer.ts';
import { findElectron } from '../scripts/desktop/find-electron.ts';
import { buildDesktop, DESKTOP_DIRECTORY } from '../scripts/packages/build-desktop.ts';
import { ROOT } from '../scripts/run.ts';

const electron = findElectron(ROOT, process.env);
const why =
  'NOT RUN: this machine has no Electron binary (ELECTRON_OVERRIDE_DIST_PATH, node_modules/electron/dist)';
// The workflow of a release installs one, so a missing binary is a fault there.
if (!electron && process.env.AIRLOCK_REQUIRE_ELECTRON === '1') throw new Error(why);
if (!electron) console.warn(`electron/smoke.test.ts: ${why}`);

test.skipIf(!electron)(
  electron ? 'the app opens in Electron' : `the app opens in Electron (${why})`,
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-smoke-'));
    await Promise.all([buildRenderer(), buildDesktop()]);
    const app = await _electron.launch({
      executablePath: electron!,
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), join(DESKTOP_DIRECTORY, 'main.js')],
      env: {
        ...(process.env as Record<string, string>),
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
      },
    });
    try {
      const page = await app.firstWindow();
      await page.getByRole('heading', { name: /side of the air gap/ }).waitFor();
      expect(await page.evaluate('location.origin')).toBe('airlock://app');
      expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
      expect(await page.evaluate(`airlock.request('smoke', 'host.describe', {})`)).toMatchObject({
        ok: true,
        value: { carrier: 'desktop' },
      });
    } finally {
      await app.close();
      await rm(folder, { recursive: true, maxRetries: 3 });
    }
  },
);
