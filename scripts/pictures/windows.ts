import type { Page } from 'playwright-core';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { RunRef } from '../../core/contract/topics/vocabulary.ts';
import type { App } from '../../e2e/fixtures/app.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as windows } from '../../renderer/windows/messages.ts';

const HOUR_MS = 3_600_000;

interface Tools {
  open(page: Page, address: string): Promise<void>;
  shoot(page: Page, name: string, address?: string): Promise<void>;
  ended(app: App, run: RunRef): Promise<unknown>;
}

/** Takes pictures of the week of windows, of a run in its window, and of a run that waits for the next one. */
export async function shootWindows(
  page: Page,
  app: App,
  world: PracticeState,
  { open, shoot, ended }: Tools,
): Promise<void> {
  await open(page, '/fetch');
  await page.getByRole('button', { name: setup('moreOptionsButton') }).click();
  await page.getByRole('button', { name: windows('setButton') }).click();
  await page
    .getByRole('textbox', { name: windows('textLabel') })
    .fill(
      'Mon-Fri 22:00-05:00 Europe/Oslo\nSat 08:00-20:00 Europe/Oslo @5MiB/s\nSun 00:00-24:00 Europe/Oslo @5MiB/s',
    );
  await page.getByRole('heading', { name: windows('transferWindowsTitle') }).hover();
  await shoot(page, 'windows-week');
  await page.getByRole('button', { name: windows('cancelButton') }).click();

  const hour = (away: number) => new Date(Date.now() + away * HOUR_MS).toISOString().slice(11, 13);
  // A workspace of its own: what other sets of a workspace contain would be copied from them, faster than any link.
  const directory = `${world.workspace!}-windows`;
  await app.ask('workspaces.open', { directory, create: true });
  const { run } = await app.ask('runs.start', {
    settings: {
      workflow: 'mirrorToDisk',
      directory,
      configFile: world.configFile!,
      enclave: 'windows',
      rate: 1024 * 1024,
      windows: [`daily ${hour(-1)}:00-${hour(2)}:00 UTC @1MiB/s`],
    },
  });
  for (;;) {
    const { progress } = await app.ask('runs.live', { run });
    if ((progress?.done ?? 0) > 3_000_000) break;
    await page.waitForTimeout(100);
  }
  await app.ask('runs.adjust', { run, limits: { rate: 1024 } });
  await shoot(page, 'run-window', `/run/${run.sequence}?root=${encodeURIComponent(run.root)}`);
  await app.ask('runs.setWindows', { run, windows: [`daily ${hour(6)}:00-${hour(10)}:00 UTC`] });
  await page.getByText(windows('closedLabel')).waitFor();
  await shoot(page, 'run-waits');
  await app.ask('runs.stop', { run });
  await ended(app, run);
}
