import { spawnSync } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { receivedSets } from '../../core/media/delivery/received.ts';
import { t as storage } from '../../renderer/storage/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

test('a transfer leaves, is answered by a code, and the space it takes is freed', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  await page.goto(app.url);
  await page.getByRole('link', { name: 'fleet', exact: true }).click();
  await expect(sentence(page)).toHaveText(/^fleet-0001 was fetched just now and has not left yet\.$/);
  const steps = page.getByRole('list', { name: 'Steps of fleet-0001' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Fetched, done/,
    'On media, next',
    'Imported, later',
    'Pushed, later',
    'Applied, later',
    'Acknowledged, later',
  ]);
  await page.getByRole('textbox', { name: 'Note' }).fill('sealed bag 4711');
  await page.getByRole('combobox', { name: 'How far it is' }).selectOption('On media');
  await button(page, 'Add to journal').click();
  await expect(sentence(page)).toHaveText('fleet-0001 was put on media just now and is not acknowledged.');
  await expect(page.getByText('sealed bag 4711')).toBeVisible();
  await check(page, {
    name: 'enclave',
    says: /is not acknowledged/,
    fold: [
      button(page, 'Enter the code'),
      steps,
      page.getByRole('row', { name: /fleet-0001/ }),
      page.getByRole('textbox', { name: 'Note' }),
    ],
  });

  const away = join(app.directory, 'away', 'fleet-0001');
  await cp(join(workspace, 'transfers', 'fleet-0001'), away, { recursive: true });
  const [complete] = await receivedSets(away);
  await rm(join(away, 'mirror_000001.tar'));
  const [lost] = await receivedSets(away);
  await button(page, 'Enter the code').click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Code' });
  await field.fill(lost!.code.replace(/.$/, (last) => (last === '7' ? '8' : '7')));
  await button(dialog, 'Read the code').click();
  await expect(dialog.getByText(/typed wrong: its check letters do not fit/)).toBeVisible();
  await field.fill(lost!.code.toLowerCase().replaceAll('-', ' '));
  await button(dialog, 'Read the code').click();
  await expect(dialog.getByText('0001 lost: nothing of it arrived')).toBeVisible();
  await check(page, { name: 'a code in words', fold: [dialog] });
  // Nothing is taken before it is confirmed.
  const [before] = (await app.ask('enclaves.describe', { workspace, enclave: 'fleet' })).transfers;
  expect(before!.arrived).toBe('unknown');
  await button(dialog, 'Take this answer').click();
  await expect(dialog).toBeHidden();
  await expect(sentence(page)).toHaveText(
    'fleet lacks all of fleet-0001. The next transfer carries it again.',
  );
  await button(page, 'Enter a code').click();
  await field.fill(complete!.code);
  await button(dialog, 'Read the code').click();
  await button(dialog, 'Take this answer').click();
  await expect(sentence(page)).toHaveText('fleet-0001 arrived whole.');

  await button(page, 'Protect').click();
  await expect(button(page, 'Unprotect')).toBeVisible();
  await page.getByRole('link', { name: 'What uses the space' }).click();
  await expect(sentence(page)).toHaveText(
    matching(storage('noneFreeableTitle', { workspace: 'Practice', size: ANY })),
  );
  await expect(page.getByRole('row', { name: /^fleet-0001/ })).toContainText('It is protected');
  await page.getByRole('link', { name: 'fleet-0001' }).click();
  await button(page, 'Unprotect').click();
  await expect(button(page, 'Protect')).toBeVisible();
  await page.goBack();
  const free = button(page, matching(storage('freeButton', { size: ANY })));
  await check(page, {
    name: 'what uses the space',
    says: matching(storage('freeableTitle', { workspace: 'Practice', size: ANY, freeable: ANY })),
    fold: [free, page.getByRole('row', { name: /^fleet-0001/ })],
  });
  await free.click();
  await expect(dialog.getByRole('region', { name: storage('removeList') })).toContainText('fleet-0001');
  await check(page, { name: 'what goes and stays', fold: [dialog] });
  await button(dialog, matching(storage('removeButton', { sets: 1, size: ANY }))).click();
  await expect(dialog).toBeHidden();
  await expect(sentence(page)).toHaveText(
    matching(storage('noSetsTitle', { workspace: 'Practice', size: ANY })),
  );
  await page.goBack();
  await expect(page.getByRole('row', { name: /^fleet-0001/ })).toContainText('Arrived whole');
});

test('lost without a code, by the numbers of its pieces', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  await openAt(page, app, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await button(page, 'Note as lost').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Some of its pieces (1)' }).check();
  await dialog.getByRole('textbox', { name: 'Pieces' }).fill('2');
  await button(dialog, 'Note as lost').click();
  await expect(dialog.getByText('There are pieces 1 to 1.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'All of it' }).check();
  await check(page, { name: 'lost', fold: [dialog] });
  await button(dialog, 'Note as lost').click();
  await expect(sentence(page)).toHaveText(
    'fleet lacks all of fleet-0001. The next transfer carries it again.',
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('fleet lacks all of fleet-0001.')).toBeVisible();
});

test('an action that takes over the lock of a killed process reports it', async ({ page, app }) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const dead = spawnSync('/bin/true').pid;
  const leaveLock = () =>
    writeFile(
      join(workspace, '.airlock/lock'),
      JSON.stringify({ user: 'kim', host: hostname(), pid: dead, since: '2026-01-31T10:00:00Z' }),
    );
  const dialog = page.getByRole('dialog');
  const reported = page.getByRole('main').getByText(`process ${dead} (user kim) exited`);
  const enclave = `/enclaves/fleet?${new URLSearchParams({ workspace })}`;

  await openAt(page, app, enclave);
  await leaveLock();
  await button(page, 'Note as lost').click();
  await button(dialog, 'Note as lost').click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();
  await check(page, { name: 'lock taken over' });

  const [complete] = await receivedSets(join(workspace, 'transfers', 'fleet-0001'));
  await openAt(page, app, enclave);
  await expect(reported).toBeHidden();
  await leaveLock();
  await button(page, /^Enter (a|the) code$/).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(complete!.code);
  await button(dialog, 'Read the code').click();
  await button(dialog, 'Take this answer').click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();

  await openAt(page, app, `/storage?${new URLSearchParams({ workspace })}`);
  await leaveLock();
  await button(page, matching(storage('freeButton', { size: ANY }))).click();
  await button(dialog, matching(storage('removeButton', { sets: 1, size: ANY }))).click();
  await expect(dialog).toBeHidden();
  await expect(reported).toBeVisible();
});
