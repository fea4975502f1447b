import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, openApp, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, fetchedForFleet, sentence } from '../fixtures/steps.ts';

/** A stick as `lsblk` describes it. */
function stick(device: string, label: string, more: Record<string, unknown> = {}) {
  return {
    name: device,
    type: 'disk',
    rm: true,
    hotplug: true,
    tran: 'usb',
    ro: false,
    label,
    model: 'Kingston DataTraveler',
    size: 32_000_000_000,
    fstype: 'exfat',
    mountpoint: null,
    ...more,
  };
}

/** Tools of the system that know the drives of a file, in a folder for PATH. */
async function systemTools(folder: string, drives: unknown[]): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'drives.json'), JSON.stringify({ blockdevices: drives }));
  const tools = {
    lsblk: 'cat "$(dirname "$0")/drives.json"',
    udisksctl: `if [ "$1" = power-off ]; then echo '{"blockdevices":[]}' > "$(dirname "$0")/drives.json"; fi`,
  };
  for (const [name, command] of Object.entries(tools)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${command}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

test('drives by name, why one is not offered, and a stick that is written and ejected', async ({ page }) => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-drives-'));
  const mounted = join(directory, 'FLEET-A');
  await mkdir(mounted);
  const tools = join(directory, 'tools');
  await systemTools(tools, [
    stick('/dev/sdx', 'FLEET-A', { mountpoint: mounted }),
    // Whoever formatted a drive chose its label.
    stick('/dev/sdy', 'BACK\u202eUP<b>\u009b', { fstype: 'ntfs' }),
  ]);
  const before = process.env.PATH;
  process.env.PATH = `${tools}:${before}`;
  const app = await openApp();
  process.env.PATH = before;
  try {
    await fetchedForFleet(app, 'connected');
    await page.goto(app.url);
    await page
      .getByRole('navigation', { name: shell('navigationLabel') })
      .getByRole('link', { name: shell('carry') })
      .click();
    const chosen = page.getByRole('checkbox', { name: /^FLEET-A/ });
    await chosen.check();
    await expect(sentence(page)).toHaveText('fleet-0001 goes onto FLEET-A in 1 piece.');
    await button(page, 'Show 1 other drive').click();
    await expect(page.getByText('Not offered: it is not mounted')).toBeVisible();
    const label = page.getByText('BACK\\u202eUP<b>\\x9b', { exact: true });
    await expect(label).toBeVisible();
    await expect(label).toHaveCSS('unicode-bidi', 'isolate');
    await check(page, {
      name: 'Carry, drives',
      says: /goes onto FLEET-A/,
      fold: [button(page, 'Write 1 piece'), chosen, page.getByText(/29\.8 GiB · exfat · .* free/)],
    });
    await button(page, 'Write 1 piece').click();
    await expect(sentence(page)).toHaveText('All of fleet-0001 is on FLEET-A. FLEET-A is safe to remove.');
    await expect(page.getByText('Piece 1 written, read back, flushed. Safe to remove.')).toBeVisible();
    await button(page, 'Eject FLEET-A').click();
    await expect(chosen).toHaveCount(0);
    await expect(page.getByText(/^No removable drives found/)).toBeVisible();
  } finally {
    await app.close();
    await rm(directory, { recursive: true, force: true });
  }
});
