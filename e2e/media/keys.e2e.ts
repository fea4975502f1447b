import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, fetchedForFleet, openAt, sentence, tabTo } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';

async function choose(page: Page, folder: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await button(page, 'Add folder').click();
  await expect(page.getByRole('checkbox', { name: folder })).toBeChecked();
}

const unsignedWarning = (page: Page) =>
  page.getByText(
    "Exports aren't signed. Anyone with physical access to the drive could replace the transfer.",
  );

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
  await choose(page, plain);
  await button(page, 'Write 1 piece').click();
  await expect(sentence(page)).toHaveText(/PLAIN is safe to remove/);
  await check(page, { name: 'Carry, not signed' });

  await button(page, 'Create key pair').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Create a key pair' })).toBeVisible();
  await check(page, { name: 'Carry, create a key pair' });
  await button(dialog, 'Create key pair').click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('New exports are signed by this key.')).toBeVisible();
  const fingerprint = await page.locator('.al-fingerprint').innerText();
  expect(fingerprint).toMatch(/^([0-9A-F]{4} ){9}[0-9A-F]{4}$/);
  await check(page, { name: 'Carry, signed' });
  await page.getByRole('checkbox', { name: plain }).uncheck();
  await button(page, 'More').click();
  await page.getByRole('textbox', { name: 'Only these pieces' }).fill('1');
  await choose(page, signed);
  await button(page, 'Write piece 1').click();
  await expect(page.getByText(/^Piece 1 written, read back, flushed\. Safe to remove\.$/)).toBeVisible();

  // Nobody requires a signature: that is said of what anyone could have replaced.
  await app.side('disconnected');
  const loose = join(app.directory, 'loose');
  await mkdir(loose);
  await openAt(page, app, `/receive?${new URLSearchParams({ directory: loose })}`);
  await expect(
    page.getByText(/^No signature is required\. Anyone with physical access to the drive/),
  ).toBeVisible();
  await choose(page, plain);
  await button(page, 'Receive from PLAIN').click();
  await expect(sentence(page)).toHaveText(`${TRANSFER} is here and whole: 49 images.`);
  await expect(page.getByText('Origin not verified: no signature required.')).toBeVisible();
  await check(page, { name: 'Receive, not verified' });

  // The public key lies on the drive. The fingerprint is compared before it counts; all of it by keyboard.
  const strict = join(app.directory, 'strict');
  await mkdir(strict);
  await openAt(page, app, `/receive?${new URLSearchParams({ directory: strict })}`);
  await choose(page, signed);
  const trust = button(page, 'Trust key Airlock workspace');
  await expect(page.getByRole('list', { name: 'Keys found' })).toContainText(fingerprint);
  await check(page, { name: 'Receive, unknown key' });
  await tabTo(page, trust);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Compare the fingerprint' })).toBeVisible();
  await expect(dialog).toContainText(fingerprint);
  await expect(button(dialog, 'Trust key')).toBeDisabled();
  await tabTo(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await check(page, { name: 'Receive, compare the fingerprint' });
  await tabTo(page, button(dialog, 'Trust key'));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const trusted = page.getByRole('list', { name: 'Trusted keys' });
  await expect(trusted).toContainText(fingerprint);
  await expect(trust).toHaveCount(0);

  await page.getByRole('checkbox', { name: signed }).uncheck();
  await choose(page, plain);
  await button(page, 'Receive from PLAIN').click();
  await expect(page.getByRole('heading', { name: 'Danger alert: The import stopped' })).toBeVisible();
  await expect(page.getByText(/no valid signature for/)).toBeVisible();
  await expect(page.getByText('Read. Safe to remove.')).toHaveCount(0);
  await check(page, { name: 'Receive, rejected' });
  await page.getByRole('checkbox', { name: plain }).uncheck();
  await choose(page, signed);
  await button(page, 'Receive from SIGNED').click();
  await expect(sentence(page)).toHaveText(`${TRANSFER} is here and whole: 49 images.`);
  await expect(page.getByText(`Origin verified by key ${fingerprint.replaceAll(' ', '')}.`)).toBeVisible();
  await check(page, { name: 'Receive, verified' });

  await button(page, 'Remove key Airlock workspace').click();
  await expect(dialog).toContainText('signatures are no longer required');
  await check(page, { name: 'Receive, remove a key' });
  await button(dialog, 'Remove key').click();
  await expect(trusted).toHaveCount(0);
  // A key that came another way.
  const other = join(app.directory, 'other.txt');
  await writeFile(other, 'no key');
  await page.getByRole('combobox', { name: 'Public key file' }).fill(other);
  await button(page, 'Show key').click();
  await expect(
    page.getByRole('heading', { name: "Danger alert: Couldn't read the public key" }),
  ).toBeVisible();
  const { keys } = await app.ask('keys.signing', { workspace });
  await page.getByRole('combobox', { name: 'Public key file' }).fill(keys[0]!.publicKey);
  await button(page, 'Show key').click();
  await expect(trust).toBeVisible();

  await app.side('connected');
  await openAt(page, app, carry);
  await button(page, 'Stop signing with this key').click();
  await button(dialog, 'Stop signing').click();
  await expect(unsignedWarning(page)).toBeVisible();
});
