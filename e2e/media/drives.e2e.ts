import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as carry } from '../../renderer/media/carry/messages.ts';
import { t as drives } from '../../renderer/media/drives/messages.ts';
import { t as media } from '../../renderer/media/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, openApp, test } from '../fixtures/app.ts';
import { ANY, containing, matching } from '../fixtures/messages.ts';
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

test('drives by name, why one is unavailable, and a drive that is written and ejected', async ({ page }) => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-drives-'));
  const mounted = join(directory, 'FLEET-A');
  await mkdir(mounted);
  const tools = join(directory, 'tools');
  await systemTools(tools, [
    stick('/dev/sdx', 'FLEET-A', { mountpoint: mounted }),
    // The label is chosen by whoever formatted the drive.
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
    const ready = media('readyTitle', { transfer: 'fleet-0001', drives: 'FLEET-A', volumes: 1 });
    const chosen = page.getByRole('checkbox', { name: /^FLEET-A/ });
    await chosen.check();
    await expect(sentence(page)).toHaveText(ready);
    await button(page, drives('showOthersButton', { count: 1 })).click();
    await expect(page.getByText(matching(drives('unavailable', { reason: ANY })))).toBeVisible();
    const label = page.getByText('BACK\\u202eUP<b>\\x9b', { exact: true });
    await expect(label).toBeVisible();
    await expect(label).toHaveCSS('unicode-bidi', 'isolate');
    await check(page, {
      name: 'Carry, drives',
      says: matching(ready),
      fold: [
        button(page, carry('writeButton', { count: 1 })),
        chosen,
        page.getByText(containing(`29.8 GiB · exfat · ${media('freeSpace', { size: ANY })}`)),
      ],
    });
    await button(page, carry('writeButton', { count: 1 })).click();
    await expect(sentence(page)).toHaveText(
      media('completeSafeTitle', { transfer: 'fleet-0001', drives: 'FLEET-A', safe: 'FLEET-A' }),
    );
    await expect(page.getByText(carry('safeText', { count: 1, volumes: '1' }))).toBeVisible();
    // Eject is the first action, and the message for the other side is next to it.
    const eject = button(page, drives('ejectButton', { drive: 'FLEET-A' }));
    const copy = button(page, carry('copyMessageButton'));
    await expect(eject).toHaveClass(/pf-m-primary/);
    await check(page, {
      name: 'Carry, drive written',
      fold: [eject, copy, page.getByText(carry('handoffReply'), { exact: true })],
    });
    await eject.click();
    await expect(chosen).toHaveCount(0);
    await expect(copy).toHaveClass(/pf-m-primary/);
    // An ejected drive isn't missing.
    await expect(page.getByText(drives('removedText'))).toHaveCount(0);
  } finally {
    await app.close();
    await rm(directory, { recursive: true, force: true });
  }
});
