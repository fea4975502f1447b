import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { t as carry } from '../../renderer/media/carry/messages.ts';
import { t as drives } from '../../renderer/media/drives/messages.ts';
import { t as mediaTexts } from '../../renderer/media/messages.ts';
import { t as receive } from '../../renderer/media/receive/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { layoutDefects, WINDOWS } from '../fixtures/geometry.ts';
import { still } from '../fixtures/screen-check.ts';
import { addDirectory, button, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';

test('a drive that is not needed, an invalid name in every window, and drives that are chosen to receive from', async ({
  page,
  app,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { workspace } = await fetchedForFleet(app, 'both');
  const [first, spare] = ['FLEET-A', 'SPARE'].map((name) => join(app.directory, 'media', name)) as [
    string,
    string,
  ];
  for (const folder of [first, spare]) await mkdir(folder, { recursive: true });
  const card = (folder: string) => page.locator('.al-drive').filter({ hasText: folder });

  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await addDirectory(page, carry('directoryLabel'), first);
  await addDirectory(page, carry('directoryLabel'), spare);
  await expect(card(spare).getByText(drives('notNeededText'))).toBeVisible();
  await expect(card(first).getByText(drives('notNeededText'))).toHaveCount(0);
  await expect(sentence(page)).toHaveText(
    mediaTexts('readyTitle', { transfer: TRANSFER, drives: 'FLEET-A', volumes: 1 }),
  );

  await button(page, drives('renameButton', { drive: 'FLEET-A' })).click();
  const name = page.getByRole('textbox', { name: drives('nameLabel', { drive: 'FLEET-A' }) });
  await name.fill('a/b');
  await expect(page.getByText(drives('nameHelp'))).toBeVisible();
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await still(page);
    expect.soft(await layoutDefects(page), `${size.width} px`).toEqual([]);
    const { width } = (await name.boundingBox())!;
    expect.soft(width, `field at ${size.width} px`).toBeGreaterThan(120);
  }
  await name.press('Escape');

  await button(page, carry('writeButton', { count: 1 })).click();
  await expect(card(first).getByText(/Safe to remove\.$/)).toBeVisible();
  await expect(card(first).getByText(drives('nothingFitsText'))).toHaveCount(0);

  const directory = join(workspace, '..', 'received');
  await openAt(page, app, `/receive?${new URLSearchParams({ directory })}`);
  await expect(sentence(page)).toHaveText(receive('chooseTitle'));
  await addDirectory(page, receive('sourceLabel'), first);
  await expect(sentence(page)).toHaveText(receive('readyToReceiveTitle', { drives: 'FLEET-A' }));
});
