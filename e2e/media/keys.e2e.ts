import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as signatures } from '../../core/content/signature/messages.ts';
import { t as origins } from '../../core/media/origin/messages.ts';
import { t as carryTexts } from '../../renderer/media/carry/messages.ts';
import { t as signing } from '../../renderer/media/keys/messages.ts';
import { t as media } from '../../renderer/media/messages.ts';
import { t as receive } from '../../renderer/media/receive/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { ANY, containing } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { addDirectory, button, fetchedForFleet, openAt, sentence, tabTo } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';

const unsignedWarning = (page: Page) => page.getByText(signing('unsignedText'));
const COMPLETE = receive('completeTitle', { transfer: TRANSFER, images: 49 });

test('a key pair is created in two clicks, carried with the transfer, trusted and required', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const [plain, signed] = [join(app.directory, 'PLAIN'), join(app.directory, 'SIGNED')];
  for (const folder of [plain, signed]) await mkdir(folder);
  const carry = `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`;
  await openAt(page, app, carry);
  await expect(unsignedWarning(page)).toBeVisible();
  await expect(page.getByText('drive-N.sha256')).toBeVisible();
  await addDirectory(page, carryTexts('directoryLabel'), plain);
  await button(page, carryTexts('writeButton', { count: 1 })).click();
  await expect(sentence(page)).toHaveText(
    media('completeSafeTitle', { transfer: TRANSFER, drives: 'PLAIN', safe: 'PLAIN' }),
  );
  await check(page, { name: 'Carry, not signed' });

  await button(page, signing('createButton')).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: signing('createTitle') })).toBeVisible();
  await check(page, { name: 'Carry, create a key pair' });
  await button(dialog, signing('createButton')).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(signing('signedText'))).toBeVisible();
  const fingerprint = await page.locator('.al-fingerprint').innerText();
  expect(fingerprint).toMatch(/^([0-9A-F]{4} ){9}[0-9A-F]{4}$/);
  await check(page, { name: 'Carry, signed' });
  await page.getByRole('checkbox', { name: plain }).uncheck();
  await button(page, media('moreButton')).click();
  await page.getByRole('textbox', { name: carryTexts('onlyLabel') }).fill('1');
  await addDirectory(page, carryTexts('directoryLabel'), signed);
  await button(page, carryTexts('writeNumbersButton', { count: 1, volumes: '1' })).click();
  await expect(page.getByText(carryTexts('safeText', { count: 1, volumes: '1' }))).toBeVisible();

  // No signature is required, and Receive shows that.
  await app.side('disconnected');
  const loose = join(app.directory, 'loose');
  await mkdir(loose);
  await openAt(page, app, `/receive?${new URLSearchParams({ directory: loose })}`);
  await expect(page.getByText(signing('noneRequiredText'))).toBeVisible();
  await addDirectory(page, receive('sourceLabel'), plain);
  await button(page, receive('receiveFromButton', { drives: 'PLAIN' })).click();
  await expect(sentence(page)).toHaveText(COMPLETE);
  await expect(page.getByText(signatures('originNotVerified'))).toBeVisible();
  await check(page, { name: 'Receive, not verified' });

  // The drive contains the public key. Its fingerprint is compared before it is trusted, by keyboard.
  const strict = join(app.directory, 'strict');
  await mkdir(strict);
  await openAt(page, app, `/receive?${new URLSearchParams({ directory: strict })}`);
  await addDirectory(page, receive('sourceLabel'), signed);
  const trust = button(page, signing('trustKeyLabel', { name: signing('defaultName') }));
  await expect(page.getByRole('list', { name: signing('foundLabel') })).toContainText(fingerprint);
  await check(page, { name: 'Receive, unknown key' });
  await tabTo(page, trust);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: signing('compareTitle') })).toBeVisible();
  await expect(dialog).toContainText(fingerprint);
  await expect(button(dialog, signing('trustButton'))).toBeDisabled();
  await tabTo(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await check(page, { name: 'Receive, compare the fingerprint' });
  await tabTo(page, button(dialog, signing('trustButton')));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const trusted = page.getByRole('list', { name: signing('trustedTitle') });
  await expect(trusted).toContainText(fingerprint);
  await expect(trust).toHaveCount(0);

  await page.getByRole('checkbox', { name: signed }).uncheck();
  await addDirectory(page, receive('sourceLabel'), plain);
  await button(page, receive('receiveFromButton', { drives: 'PLAIN' })).click();
  await expect(page.getByRole('heading', { name: containing(receive('stoppedTitle')) })).toBeVisible();
  await expect(
    page.getByText(containing(origins('signatureInvalid', { file: ANY, reason: ANY }))),
  ).toBeVisible();
  await expect(page.getByText(receive('verifiedText'))).toHaveCount(0);
  await check(page, { name: 'Receive, rejected' });
  await page.getByRole('checkbox', { name: plain }).uncheck();
  await addDirectory(page, receive('sourceLabel'), signed);
  await button(page, receive('receiveFromButton', { drives: 'SIGNED' })).click();
  await expect(sentence(page)).toHaveText(COMPLETE);
  const signer = signatures('keySigner', { fingerprint: fingerprint.replaceAll(' ', '') });
  await expect(page.getByText(signatures('originVerified', { signer }))).toBeVisible();
  await check(page, { name: 'Receive, verified' });

  await button(page, signing('removeKeyLabel', { name: signing('defaultName') })).click();
  await expect(dialog).toContainText(signing('removeLastText'));
  await check(page, { name: 'Receive, remove a key' });
  await button(dialog, signing('removeButton')).click();
  await expect(trusted).toHaveCount(0);
  // A key from another source.
  const other = join(app.directory, 'other.txt');
  await writeFile(other, 'no key');
  await page.getByRole('combobox', { name: signing('keyFileLabel') }).fill(other);
  await button(page, signing('showKeyButton')).click();
  await expect(page.getByRole('heading', { name: containing(signing('findFailedTitle')) })).toBeVisible();
  const { keys } = await app.ask('keys.signing', { workspace });
  await page.getByRole('combobox', { name: signing('keyFileLabel') }).fill(keys[0]!.publicKey);
  await button(page, signing('showKeyButton')).click();
  await expect(trust).toBeVisible();

  await app.side('connected');
  await openAt(page, app, carry);
  await button(page, signing('retireButton')).click();
  await button(dialog, signing('retireConfirmButton')).click();
  await expect(unsignedWarning(page)).toBeVisible();
});
