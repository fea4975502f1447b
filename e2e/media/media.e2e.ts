import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { wordList } from '../../core/contract/documents/words.ts';
import { t as transfers } from '../../core/media/transfer/messages.ts';
import { t as enclave } from '../../renderer/enclave/messages.ts';
import { t as home } from '../../renderer/home/messages.ts';
import { t as jobs } from '../../renderer/job/messages.ts';
import { t as carry } from '../../renderer/media/carry/messages.ts';
import { t as drives } from '../../renderer/media/drives/messages.ts';
import { t as mediaTexts } from '../../renderer/media/messages.ts';
import { t as receive } from '../../renderer/media/receive/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { addDirectory, button, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';
const TARGET = carry('directoryLabel');
const SOURCE = receive('sourceLabel');

const COMPLETE = receive('completeTitle', { transfer: TRANSFER, images: 49 });
/** What the code reports without volume 3. */
const INCOMPLETE = transfers('acknowledgedIncomplete', {
  ...{ name: '0001', reached: 'imported', count: 1, volumes: '3' },
});
const CONTINUE = carry('continueWithButton', { drive: 'FLEET-B' });
const REMOVED = mediaTexts('driveRemovedTitle', { drive: 'FLEET-B' });
const PART = receive('partTitle', {
  arrived: 13,
  total: 14,
  problems: receive('missingText', { count: 1, volumes: '3' }),
});
/** Number of images and attachments that a missing volume affects. */
const AFFECTED = anyNumber((count) =>
  receive('affectedBoth', { images: count, attachments: count, content: ANY }),
);

test('written to two drives, received with a missing volume, acknowledged by a code, then completed', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const media = join(app.directory, 'media');
  const [first, second] = [join(media, 'FLEET-A'), join(media, 'FLEET-B')];
  await mkdir(first, { recursive: true });
  await page.goto(app.url);
  await button(page, home('carryButton', { transfer: TRANSFER })).click();
  await expect(sentence(page)).toHaveText(mediaTexts('chooseTitle', { transfer: TRANSFER }));
  await button(page, mediaTexts('moreButton')).click();
  await page.getByRole('textbox', { name: carry('sizeLabel') }).fill('1 MB');
  await page.getByRole('textbox', { name: carry('onlyLabel') }).fill('1-7');
  await page.getByRole('textbox', { name: carry('markingLabel') }).fill('RESTRICTED');
  await addDirectory(page, TARGET, first);
  const ready = mediaTexts('readyTitle', { transfer: TRANSFER, drives: 'FLEET-A', volumes: 14 });
  await expect(sentence(page)).toHaveText(ready);
  const volumes = page.getByRole('list', { name: mediaTexts('volumesLabel', { transfer: TRANSFER }) });
  const write = button(
    page,
    carry('writeNumbersButton', { count: 7, volumes: mediaTexts('volumeRange', { first: 1, last: 7 }) }),
  );
  await check(page, {
    name: 'Carry, chosen',
    says: matching(ready),
    fold: [write],
  });
  await write.click();
  await expect(sentence(page)).toHaveText(mediaTexts('restTitle', { volumes: 7, drives: 'FLEET-A' }));
  await expect(volumes.getByRole('listitem').nth(6)).toContainText(mediaTexts('writtenState'));
  await expect(
    page.getByText(
      carry('safeText', { count: 7, volumes: mediaTexts('volumeRange', { first: 1, last: 7 }) }),
    ),
  ).toBeVisible();

  // The next drive is missing: the export waits, and the window can be closed.
  await page.getByRole('checkbox', { name: first }).uncheck();
  await page.getByRole('textbox', { name: carry('onlyLabel') }).fill('');
  await mkdir(second);
  await addDirectory(page, TARGET, second);
  await expect(button(page, carry('writeRestButton', { count: 7 }))).toBeEnabled();
  await rm(second, { recursive: true });
  await button(page, carry('writeRestButton', { count: 7 })).click();
  await expect(sentence(page)).toHaveText(REMOVED);
  await page.goto('about:blank');
  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await expect(
    page.getByRole('link', {
      name: `${jobs('exportJob', { transfer: 'fleet-0001' })} ${jobs('jobWaiting')}`,
    }),
  ).toBeVisible();
  await check(page, {
    name: 'Carry, waiting',
    says: matching(REMOVED),
    fold: [
      button(page, carry('continueButton')),
      button(page, carry('pauseButton')),
      volumes.getByRole('listitem').last(),
      page.getByText(matching(carry('remainingText', { count: 7, size: ANY, volume: 8, nextSize: ANY }))),
    ],
  });
  // Practice offers no bundle for the receiving side.
  await expect(page.getByRole('checkbox', { name: carry('withAppLabel') })).toHaveCount(0);
  await expect(button(page, carry('continueButton'))).toBeDisabled();
  await mkdir(second);
  // The drive that the export waits for is selected once it is back.
  await expect(page.getByRole('checkbox', { name: second })).toBeChecked();
  await button(page, CONTINUE).click();
  await expect(sentence(page)).toHaveText(
    mediaTexts('completeSafeTitle', {
      transfer: TRANSFER,
      drives: mediaTexts('driveCount', { drives: 2 }),
      safe: 'FLEET-B',
    }),
  );
  await expect(volumes.getByRole('listitem').nth(7)).toContainText(
    mediaTexts('onDriveState', { drive: 'B' }),
  );
  expect(await readdir(second)).toContain('AIRLOCK.html');
  const fingerprint = await page.locator('.al-record-hash').innerText();
  await check(page, {
    name: 'Carry, written',
    says: matching(mediaTexts('completeSafeTitle', { transfer: TRANSFER, drives: ANY, safe: 'FLEET-B' })),
    fold: [
      button(page, carry('copyMessageButton')),
      page.getByText(carry('handoffReply'), { exact: true }),
      button(page, carry('followButton', { transfer: TRANSFER })),
      volumes.getByRole('listitem').first(),
    ],
  });
  const saved = page.waitForEvent('download');
  await button(page, carry('saveRecordButton')).click();
  expect((await saved).suggestedFilename()).toBe(`${TRANSFER}-record.html`);

  // The other side: a volume was lost in transit.
  await app.side('disconnected');
  const folder = join(first, 'airlock', TRANSFER);
  const lost = join(app.directory, 'lost.tar');
  await rename(join(folder, `${TRANSFER}-v0003.tar`), lost);
  const directory = join(app.directory, 'received');
  await mkdir(directory);
  await app.ask('workspaces.open', { directory });
  await page.goto(app.url);
  await page
    .getByRole('navigation', { name: shell('navigationLabel') })
    .getByRole('link', { name: shell('receive') })
    .click();
  await expect(sentence(page)).toHaveText(receive('chooseTitle'));
  await check(page, {
    name: 'Receive, nothing yet',
    says: matching(receive('chooseTitle')),
    fold: [
      button(page, receive('receiveButton')),
      page.getByRole('combobox', { name: receive('directoryLabel') }),
    ],
  });
  await addDirectory(page, SOURCE, second);
  await addDirectory(page, SOURCE, first);
  await button(page, receive('receiveFromButton', { drives: wordList(['FLEET-B', 'FLEET-A']) })).click();
  await expect(sentence(page)).toHaveText(PART);
  await expect(page.getByText(INCOMPLETE)).toBeVisible();
  await page.getByText(AFFECTED).click();
  await expect(page.getByText(/^openshift\/release/).first()).toBeVisible();
  const code = await page.locator('.al-media-code-letters').innerText();
  await check(page, {
    name: 'Receive, a volume missing',
    says: matching(PART),
    fold: [
      volumes.getByRole('listitem').nth(2),
      page.getByText(receive('missingVolumesTitle', { count: 1, volumes: '3' }), { exact: true }),
      page.getByText(code, { exact: true }),
      button(page, receive('senderCodeButton')),
      button(
        page,
        anyNumber((images) => receive('pushCompleteButton', { images })),
      ),
    ],
  });
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await check(page, {
    name: 'Ready?, a volume missing',
    says: matching(
      receive('readyPartTitle', {
        ready: ANY,
        total: ANY,
        transfer: TRANSFER,
        problems: receive('missingText', { count: 1, volumes: '3' }),
      }),
    ),
    fold: [
      page.getByRole('row', { name: /^Release 4\.16\.1/ }),
      page.getByText(code, { exact: true }),
      button(page, receive('receiveRestButton')),
    ],
  });

  // The code is entered on the connected side, which knows volume 3.
  await app.side('connected');
  await openAt(page, app, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await button(page, enclave('enterCodeButton')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: enclave('codeLabel') }).fill(code);
  await button(dialog, enclave('readCodeButton')).click();
  await expect(dialog.getByText(INCOMPLETE)).toBeVisible();
  await button(dialog, enclave('acceptCodeButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(enclave('missingTitle', { enclave: 'fleet', transfer: TRANSFER, volumes: 1 })),
  );

  // The volume turns up.
  await app.side('disconnected');
  await rename(lost, join(folder, `${TRANSFER}-v0003.tar`));
  await openAt(page, app, `/receive?${new URLSearchParams({ directory })}`);
  await addDirectory(page, SOURCE, first);
  await button(page, receive('receiveFromButton', { drives: 'FLEET-A' })).click();
  await expect(sentence(page)).toHaveText(COMPLETE);
  await expect(page.getByText(fingerprint)).toBeVisible();
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await page.getByRole('combobox', { name: receive('reachedLabel') }).selectOption(receive('pushedStage'));
  await expect(
    page.getByText(transfers('acknowledgedComplete', { name: '0001', reached: 'pushed' })),
  ).toBeVisible();
  await check(page, {
    name: 'Ready?, complete',
    says: matching(receive('readyTitle', { transfer: TRANSFER })),
    fold: [
      button(page, receive('pushButton', { transfer: TRANSFER })),
      page.getByRole('row', { name: /^Release 4\.16\.5/ }),
      page.locator('.al-media-code-letters'),
      page.getByText(/^airlock mirror --from file:\/\//),
    ],
  });
  const page2 = page.waitForEvent('download');
  await button(page, receive('savePageButton')).click();
  expect((await page2).suggestedFilename()).toBe(`${TRANSFER}-acknowledgment.html`);
  const complete = await page.locator('.al-media-code-letters').innerText();
  expect(await app.ask('transfers.readCode', { workspace, code: complete })).toMatchObject({ missing: [] });
});

test('an export is paused and resumed, and a copied transfer is verified before it has a code', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const stick = join(app.directory, 'stick');
  await mkdir(stick);
  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await addDirectory(page, TARGET, stick);
  await expect(button(page, carry('writeButton', { count: 1 }))).toBeEnabled();
  // The page checks every few seconds whether the directory exists. Here it is removed between two checks.
  const checks: Route[] = [];
  let isDelayed = true;
  await page.route('**/api/media.presence', (route) => (isDelayed ? checks.push(route) : route.continue()));
  await rm(stick, { recursive: true });
  await button(page, carry('writeButton', { count: 1 })).click();
  isDelayed = false;
  await Promise.all(checks.map((route) => route.continue()));
  await expect(sentence(page)).toHaveText(mediaTexts('driveRemovedTitle', { drive: 'stick' }));
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('p');
  await expect(button(page, carry('writeButton', { count: 1 }))).toBeDisabled();
  await expect(page.getByText(drives('removedText'))).toBeVisible();
  await mkdir(stick);
  await expect(button(page, carry('writeButton', { count: 1 }))).toBeEnabled();
  await page.reload();
  await button(page, mediaTexts('resumeButton', { drives: 'stick' })).click();
  await expect(sentence(page)).toHaveText(
    mediaTexts('completeSafeTitle', { transfer: TRANSFER, drives: 'stick', safe: 'stick' }),
  );

  const directory = join(app.directory, 'copied');
  await cp(join(workspace, 'transfers', TRANSFER), join(directory, 'transfers', TRANSFER), {
    recursive: true,
  });
  await app.side('disconnected');
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await expect(sentence(page)).toHaveText(receive('uncheckedTitle', { transfer: TRANSFER }));
  await check(page, { name: 'Ready?, copied', fold: [button(page, receive('verifyButton'))] });
  await button(page, receive('verifyButton')).click();
  await expect(
    page
      .getByRole('strong')
      .filter({ hasText: transfers('acknowledgedComplete', { name: '0001', reached: 'imported' }) }),
  ).toBeVisible();
  await rm(join(directory, 'transfers', TRANSFER), { recursive: true });
});
