import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { t as enclave } from '../../renderer/enclave/messages.ts';
import { t as jobs } from '../../renderer/job/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, fetchedForFleet, openAt, sentence } from '../fixtures/steps.ts';

const TRANSFER = 'fleet-0001';

async function choose(page: Page, folder: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await button(page, 'Add folder').click();
  await expect(page.getByRole('checkbox', { name: folder })).toBeChecked();
}

test('out onto two media, in with a piece missing, answered by a code, resumed whole', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const media = join(app.directory, 'media');
  const [first, second] = [join(media, 'FLEET-A'), join(media, 'FLEET-B')];
  await mkdir(first, { recursive: true });
  await page.goto(app.url);
  await button(page, `Carry ${TRANSFER}`).click();
  await expect(sentence(page)).toHaveText(`Where shall ${TRANSFER} be written?`);
  await button(page, 'More').click();
  await page.getByRole('textbox', { name: 'Largest file' }).fill('1 MB');
  await page.getByRole('textbox', { name: 'Only these pieces' }).fill('1-7');
  await page.getByRole('textbox', { name: 'Marking' }).fill('RESTRICTED');
  await choose(page, first);
  await expect(sentence(page)).toHaveText(/^fleet-0001 goes onto FLEET-A in 14 pieces\.$/);
  const volumes = page.getByRole('list', { name: `Pieces of ${TRANSFER}` });
  await check(page, {
    name: 'Carry, chosen',
    says: /goes onto FLEET-A/,
    fold: [button(page, /^Write pieces 1 to 7$/)],
  });
  await button(page, /^Write pieces 1 to 7$/).click();
  await expect(sentence(page)).toHaveText(/^7 of 14 pieces are written\.|^The other 7 pieces go onto/);
  await expect(volumes.getByRole('listitem').nth(6)).toContainText('written');
  await expect(
    page.getByText(/^Pieces 1 to 7 written, read back, flushed\. Safe to remove\.$/),
  ).toBeVisible();

  // A medium that is not there yet: it waits, and the window may be closed.
  await page.getByRole('checkbox', { name: first }).uncheck();
  await page.getByRole('textbox', { name: 'Only these pieces' }).fill('');
  await choose(page, second);
  await button(page, 'Write the other 7 pieces').click();
  await expect(sentence(page)).toHaveText('FLEET-B is gone. Insert it again, or choose another.');
  await page.goto('about:blank');
  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await expect(
    page.getByRole('link', {
      name: `${jobs('exportJob', { transfer: 'fleet-0001' })} ${jobs('jobWaiting')}`,
    }),
  ).toBeVisible();
  await check(page, {
    name: 'Carry, waiting',
    says: /^FLEET-B is gone/,
    fold: [
      button(page, 'Go on with FLEET-B'),
      button(page, 'Pause'),
      volumes.getByRole('listitem').last(),
      page.getByText(/are left in 7 pieces; piece 8/),
      page.getByRole('checkbox', { name: /^Airlock itself/ }),
    ],
  });
  // It is shown as the one that is waited for.
  await expect(page.getByRole('checkbox', { name: second })).toBeChecked();
  await mkdir(second);
  await button(page, 'Go on with FLEET-B').click();
  await expect(sentence(page)).toHaveText(`All of ${TRANSFER} is on 2 media. FLEET-B is safe to remove.`);
  await expect(volumes.getByRole('listitem').nth(7)).toContainText('on B');
  expect(await readdir(second)).toContain('AIRLOCK.html');
  const saved = page.waitForEvent('download');
  await button(page, 'Save record to print').click();
  expect((await saved).suggestedFilename()).toBe(`${TRANSFER}-record.html`);
  const shortHash = await page.locator('.al-paper-hash').innerText();
  await check(page, {
    name: 'Carry, written',
    says: /is safe to remove/,
    fold: [button(page, `Follow ${TRANSFER}`), volumes.getByRole('listitem').first()],
  });

  // The other side: a piece was lost on the way.
  await app.side('disconnected');
  const folder = join(first, 'airlock', TRANSFER);
  const lost = join(app.directory, 'lost.tar');
  await rename(join(folder, `${TRANSFER}-p0003.tar`), lost);
  const directory = join(app.directory, 'received');
  await mkdir(directory);
  await app.ask('workspaces.open', { directory });
  await page.goto(app.url);
  await page
    .getByRole('navigation', { name: shell('navigationLabel') })
    .getByRole('link', { name: shell('receive') })
    .click();
  await expect(sentence(page)).toHaveText('What has arrived?');
  await check(page, {
    name: 'Receive, nothing yet',
    says: /^What has arrived/,
    fold: [button(page, 'Receive'), page.getByRole('combobox', { name: 'Put together in' })],
  });
  await choose(page, second);
  await choose(page, first);
  await button(page, 'Receive from FLEET-B and FLEET-A').click();
  await expect(sentence(page)).toHaveText('13 of 14 pieces are here. Piece 3 is missing.');
  await expect(page.getByText('0001 lacks piece 3')).toBeVisible();
  await page.getByText(/^\d+ images and \d+ attachments of .* in it$/).click();
  await expect(page.getByText(/^openshift\/release/).first()).toBeVisible();
  const code = await page.locator('.al-media-code-letters').innerText();
  await check(page, {
    name: 'Receive, a piece missing',
    says: /Piece 3 is missing/,
    fold: [
      volumes.getByRole('listitem').nth(2),
      page.getByText('Piece 3 was on no medium so far'),
      page.getByText(code, { exact: true }),
      button(page, 'Copy'),
      button(page, 'Push what is whole'),
    ],
  });
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await check(page, {
    name: 'Ready?, a piece missing',
    says: /deliverables of fleet-0001 are whole\. Piece 3 is missing\.$/,
    fold: [
      page.getByRole('row', { name: /^Release 4\.16\.1/ }),
      page.getByText(code, { exact: true }),
      button(page, 'Receive the rest'),
    ],
  });

  // Its code is typed on the connected side, where piece 3 is known.
  await app.side('connected');
  await openAt(page, app, `/enclaves/fleet?${new URLSearchParams({ workspace })}`);
  await button(page, enclave('enterCodeButton')).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: enclave('codeLabel') }).fill(code);
  await button(dialog, enclave('readCodeButton')).click();
  await expect(dialog.getByText('0001 lacks piece 3')).toBeVisible();
  await button(dialog, enclave('acceptCodeButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(enclave('missingTitle', { enclave: 'fleet', transfer: TRANSFER, volumes: 1 })),
  );

  // The piece turns up.
  await app.side('disconnected');
  await rename(lost, join(folder, `${TRANSFER}-p0003.tar`));
  await openAt(page, app, `/receive?${new URLSearchParams({ directory })}`);
  await choose(page, first);
  await button(page, 'Receive from FLEET-A').click();
  await expect(sentence(page)).toHaveText(`${TRANSFER} is here and whole: 49 images.`);
  await expect(page.getByText(shortHash)).toBeVisible();
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await page
    .getByRole('combobox', { name: 'It came as far as' })
    .selectOption('Pushed to the mirror registry');
  await expect(page.getByText('0001 complete, pushed')).toBeVisible();
  await check(page, {
    name: 'Ready?, whole',
    says: /^fleet-0001 is ready to push/,
    fold: [
      button(page, `Push ${TRANSFER}`),
      page.getByRole('row', { name: /^Release 4\.16\.5/ }),
      page.locator('.al-media-code-letters'),
      page.getByText(/^airlock mirror --from file:\/\//),
    ],
  });
  const page2 = page.waitForEvent('download');
  await button(page, 'Save page to print').click();
  expect((await page2).suggestedFilename()).toBe(`${TRANSFER}-acknowledgement.html`);
  const complete = await page.locator('.al-media-code-letters').innerText();
  expect(await app.ask('transfers.readCode', { workspace, code: complete })).toMatchObject({ lacks: [] });
});

test('an export is paused and goes on; a set that was copied is read before it has a code', async ({
  page,
  app,
}) => {
  const { workspace } = await fetchedForFleet(app, 'connected');
  const stick = join(app.directory, 'stick');
  await openAt(page, app, `/carry?${new URLSearchParams({ workspace, transfer: TRANSFER })}`);
  await choose(page, stick);
  await button(page, 'Write 1 piece').click();
  await expect(sentence(page)).toHaveText(/^stick is gone/);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('p');
  await expect(button(page, 'Write 1 piece')).toBeEnabled();
  await mkdir(stick);
  await page.reload();
  await button(page, 'Go on with stick').click();
  await expect(sentence(page)).toHaveText(`All of ${TRANSFER} is on stick. stick is safe to remove.`);

  const directory = join(app.directory, 'copied');
  await cp(join(workspace, 'transfers', TRANSFER), join(directory, 'transfers', TRANSFER), {
    recursive: true,
  });
  await app.side('disconnected');
  await openAt(page, app, `/ready?${new URLSearchParams({ directory })}`);
  await expect(sentence(page)).toHaveText(`${TRANSFER} is here. Its bytes are not checked yet.`);
  await check(page, { name: 'Ready?, copied', fold: [button(page, 'Read every byte')] });
  await button(page, 'Read every byte').click();
  await expect(page.getByRole('strong').filter({ hasText: '0001 complete' })).toBeVisible();
  await rm(join(directory, 'transfers', TRANSFER), { recursive: true });
});
