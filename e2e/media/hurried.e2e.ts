import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as home } from '../../renderer/home/messages.ts';
import { t as carry } from '../../renderer/media/carry/messages.ts';
import { t as drives } from '../../renderer/media/drives/messages.ts';
import { t as mediaTexts } from '../../renderer/media/messages.ts';
import { t as receive } from '../../renderer/media/receive/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { ANY, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { addDirectory, button, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';
const TARGET = carry('directoryLabel');
const SOURCE = receive('sourceLabel');
const FACTS = /free$/;

/** A step of the transfer on Home. */
const step = (page: Page, state: 'stepDone' | 'stepNext', name: 'carriedStep' | 'receivedStep') =>
  page
    .getByRole('list', { name: home('stepsLabel') })
    .getByRole('listitem')
    .filter({
      hasText: parts.parts(state, { step: home(name), state: (text) => text }).join(''),
    });

/** Unplugs a directory, checks that none of its former facts are shown, and plugs it in again. */
async function unplugged(page: Page, folder: string, whileAway: () => Promise<void>): Promise<void> {
  const card = page.locator('.al-drive').filter({ hasText: folder });
  await expect(card.getByText(FACTS)).toBeVisible();
  await rename(folder, `${folder}-away`);
  await expect(card.getByText(drives('removedText'))).toBeVisible();
  await expect(card.getByText(FACTS)).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: folder })).toHaveCount(0);
  await whileAway();
  await rename(`${folder}-away`, folder);
  await expect(page.getByRole('checkbox', { name: folder })).toBeChecked();
  await expect(card.getByText(FACTS)).toBeVisible();
}

test('a hurried user on a host of both sides: the wrong drive first, one unplugged, and never without the next action', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'both');
  const media = join(app.directory, 'media');
  const [first, second, wrong] = ['FLEET-A', 'FLEET-B', 'WRONG'].map((name) => join(media, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [first, second, wrong]) await mkdir(folder, { recursive: true });
  await writeFile(join(wrong, 'notes.txt'), 'other content');
  const rest = carry('writeRestButton', { count: 7 });

  // Seven of the volumes, on a drive that was unplugged before.
  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await page.getByRole('combobox', { name: TARGET, exact: true }).fill(join(media, 'nowhere'));
  await button(page, drives('addDirectoryButton')).click();
  await expect(page.getByRole('heading', { name: drives('addFailedTitle') })).toBeVisible();
  await button(page, mediaTexts('moreButton')).click();
  await page.getByRole('textbox', { name: carry('sizeLabel') }).fill('1 MB');
  await page.getByRole('textbox', { name: carry('onlyLabel') }).fill('1-7');
  const write = button(
    page,
    carry('writeNumbersButton', { count: 7, volumes: mediaTexts('volumeRange', { first: 1, last: 7 }) }),
  );
  await addDirectory(page, TARGET, first);
  await unplugged(page, first, async () => {
    await expect(write).toBeDisabled();
    await check(page, { name: 'Carry, removed drive' });
  });
  await write.click();
  // The same volumes aren't offered again.
  await expect(button(page, rest)).toBeEnabled();

  await openAt(page, app, '/');
  await expect(
    page.getByText(home('partlyWrittenText', { volumes: 7, of: 14, transfer: TRANSFER, drives: 'FLEET-A' })),
  ).toBeVisible();
  await expect(step(page, 'stepNext', 'carriedStep')).toHaveCount(1);
  await button(page, home('carryButton', { transfer: TRANSFER })).click();

  // The second drive is unplugged while the export starts.
  await addDirectory(page, TARGET, second);
  await expect(button(page, rest)).toBeEnabled();
  await rename(second, `${second}-away`);
  await button(page, rest).click();
  await expect(sentence(page)).toHaveText(mediaTexts('driveRemovedTitle', { drive: 'FLEET-B' }));
  await expect(button(page, carry('continueButton'))).toBeDisabled();
  await expect(page.locator('.al-drive').filter({ hasText: second })).toHaveCount(0);
  await rename(`${second}-away`, second);
  await button(page, carry('continueWithButton', { drive: 'FLEET-B' })).click();
  const written = mediaTexts('completeSafeTitle', {
    ...{ transfer: TRANSFER, safe: 'FLEET-B', drives: mediaTexts('driveCount', { drives: 2 }) },
  });
  await expect(sentence(page)).toHaveText(written);
  await check(page, {
    name: 'Carry, written',
    fold: [
      button(page, carry('copyMessageButton')),
      page.getByText(
        carry('handoffCheck', { fingerprint: await page.locator('.al-record-hash').innerText() }),
      ),
      page.getByText(carry('handoffReply'), { exact: true }),
    ],
  });

  // Home shows what was carried when, and receives into another directory.
  await openAt(page, app, '/');
  const carried = home('readyToReceiveText', {
    ...{ transfer: TRANSFER, drives: 'FLEET-A and FLEET-B', ago: ANY },
  });
  await check(page, {
    name: 'Home, carried',
    says: matching(home('readyToReceive', { enclaves: 1, enclave: 'fleet' })),
    fold: [
      page.getByText(matching(carried)),
      step(page, 'stepDone', 'carriedStep'),
      button(page, home('receiveTransferButton', { transfer: TRANSFER })),
    ],
  });
  await button(page, home('receiveTransferButton', { transfer: TRANSFER })).click();
  const directory = `${workspace}-received`;
  await expect(page.getByRole('combobox', { name: receive('directoryLabel') })).toHaveValue(directory);

  // The wrong drive first: nothing was received, and nothing claims that.
  await addDirectory(page, SOURCE, wrong);
  await button(page, receive('receiveFromButton', { drives: 'WRONG' })).click();
  await expect(sentence(page)).toHaveText(receive('nothingEndedTitle', { status: 'failed' }));
  await expect(page.getByText(receive('nothingReceivedText'))).toBeVisible();
  await page.getByRole('checkbox', { name: wrong }).uncheck();

  await addDirectory(page, SOURCE, first);
  const fromFirst = button(page, receive('receiveFromButton', { drives: 'FLEET-A' }));
  await unplugged(page, first, async () => {
    await expect(button(page, receive('receiveButton'))).toBeDisabled();
    await expect(fromFirst).toHaveCount(0);
    await check(page, { name: 'Receive, removed drive' });
  });
  await fromFirst.click();
  await expect(sentence(page)).toHaveText(
    receive('partTitle', {
      ...{ arrived: 7, total: 14 },
      problems: receive('missingText', {
        count: 7,
        volumes: mediaTexts('volumeRange', { first: 8, last: 14 }),
      }),
    }),
  );
  // A drive that was read can be removed without a warning.
  await rename(first, `${first}-done`);
  await expect(page.getByText(first, { exact: true })).toHaveCount(0);
  await expect(page.getByText(drives('removedText'))).toHaveCount(0);

  // The wrong drive again: what was received is still saved.
  await page.getByRole('checkbox', { name: wrong }).check();
  await rename(wrong, `${wrong}-away`);
  await button(page, receive('receiveFromButton', { drives: 'WRONG' })).click();
  await expect(sentence(page)).toHaveText(
    receive('partEndedTitle', {
      ended: receive('endedTitle', { status: 'failed' }),
      received: 7,
      total: 14,
      partial: 0,
    }),
  );
  await button(page, drives('removeButton', { drive: 'WRONG' })).click();

  await addDirectory(page, SOURCE, second);
  await button(page, receive('receiveFromButton', { drives: 'FLEET-B' })).click();
  await expect(sentence(page)).toHaveText(receive('completeTitle', { transfer: TRANSFER, images: 49 }));
  await check(page, {
    name: 'Receive, complete',
    fold: [
      button(page, receive('pushButton', { transfer: TRANSFER })),
      button(page, receive('copyCodeButton')),
    ],
  });

  await openAt(page, app, '/');
  await expect(sentence(page)).toHaveText(home('readyToPush', { enclaves: 1, enclave: 'fleet' }));
  await expect(
    page.getByText(
      matching(
        home('receivedElsewhereText', { transfer: TRANSFER, drives: 'FLEET-A and FLEET-B', ago: ANY }),
      ),
    ),
  ).toBeVisible();
  await expect(step(page, 'stepDone', 'receivedStep')).toHaveCount(2);
  await button(page, home('pushButton', { transfer: TRANSFER })).click();
  await expect(page).toHaveURL(
    new RegExp(`from=${encodeURIComponent(encodeURIComponent(directory)).replaceAll('%25', '%')}`),
  );
});
