import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as mapping } from '../../renderer/run/mapping/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { button, openAt, openPractice, runNumber } from '../fixtures/steps.ts';

test('a fetch in a hurry: an invalid amount is shown, the run pauses after 1 MiB, and its mapping is saved', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const workspace = world.workspace!;
  await openAt(page, app, `/fetch?${new URLSearchParams({ workspace, config: world.configFile! })}`);
  await button(page, setup('moreOptionsButton')).click();
  const amount = page.getByLabel(setup('maxBytesLabel'), { exact: true });
  await amount.fill('1 MiB/s');
  await button(page, setup('startUnplannedButton')).click();
  await expect(page.getByText('Use a number of bytes such as 5GiB, 500MB or 1000000.')).toBeVisible();
  await amount.fill('1 MiB');
  await button(page, setup('connectionsTitle')).click();
  await page.getByLabel(setup('retryTimesLabel'), { exact: true }).fill('7');
  await button(page, setup('startUnplannedButton')).click();
  await expect(page).toHaveURL(/\/run\/\d+/);
  const run = { root: workspace, sequence: runNumber(page) };
  await expect
    .poll(async () => (await app.ask('runs.live', { run })).status, { timeout: 20_000 })
    .toBe('paused');
  const { command } = await app.ask('runs.describe', { run });
  expect(command).toContain('--max-bytes 1048576 --retry-times 7');

  await button(page, mapping('viewButton')).click();
  await button(page.getByRole('dialog'), mapping('saveButton')).click();
  await expect(
    page.getByText(mapping('saved', { lines: 49, file: join(workspace, 'mapping.txt') })),
  ).toBeVisible();
  expect(await readFile(join(workspace, 'mapping.txt'), 'utf8')).toContain('=docker://localhost:55000/');
});
