import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as draftTexts } from '../../renderer/choose/draft/messages.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, containing, matching } from '../fixtures/messages.ts';
import { button, go, openPractice, sentence } from '../fixtures/steps.ts';
import { begin, door, editor, field, range, retained, saved } from './choose.fixture.ts';

test('nothing is lost when the page is closed or the engine is killed', async ({ page, app }) => {
  await openPractice(page, app);
  await begin(page, '4.16.1', '4.16.2');
  await button(page, releases('allFieldsTitle')).click();
  await page.getByRole('checkbox', { name: releases('graphLabel') }).check();
  await expect(editor(page)).toContainText('graph: true');
  await saved(page);
  expect((await retained(page, app)).text).toContain('graph: true');

  await page.reload();
  await expect(editor(page)).toContainText('graph: true');
  await expect(field(page, releases('fromLabel'))).toHaveValue('4.16.1');

  process.kill(await app.enginePid(), 'SIGKILL');
  await page.getByRole('checkbox', { name: 'arm64' }).check();
  await expect(editor(page)).toContainText('arm64');
  // A request that was under way when the engine ended is answered with an error.
  const text = () =>
    retained(page, app).then(
      (draft) => draft.text,
      () => undefined,
    );
  await expect.poll(text, { timeout: 20_000 }).toContain('arm64');

  await button(page, frame('closeButton')).click();
  await expect(sentence(page)).toHaveText(start('pageTitle'));
  const name = matching(
    draftTexts('draftName', { content: '4.16.1 to 4.16.2', enclave: 'default', date: ANY, time: ANY }),
  );
  await page.getByRole('link', { name }).click();
  await expect(editor(page)).toContainText('arm64');
  await button(page, frame('closeButton')).click();
  // The new engine wrote the draft of practice again.
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) })
    .getByRole('button', { name: matching(drafts('removeNamedDraftButton', { name: ANY })) })
    .click();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('credentials lost in a crash of the engine are reported, and nothing is saved without them', async ({
  page,
  app,
}) => {
  const { workspace } = await openPractice(page, app);
  const { draft } = await app.ask('drafts.start', { kind: 'new', workspace: workspace! });
  const text = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    channels:
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.1
  # https://me:NEEDLE@wiki.example/why
`;
  await app.ask('drafts.save', { ...draft, text });
  process.kill(await app.enginePid(), 'SIGKILL');
  const read = () => app.ask('drafts.read', { id: draft.id }).catch(() => undefined);
  await expect.poll(async () => (await read())?.strippedLines, { timeout: 20_000 }).toHaveLength(1);
  await page.goto(app.at(`/choose/${draft.id}/review`));
  const alert = page.getByRole('heading', {
    name: frame('credentialsMissingTitle', { count: 1, lines: '9' }),
  });
  await expect(alert).toBeVisible();
  await expect(button(page, review('saveButton'))).toBeDisabled();
  await expect(button(page, review('fetchButton'))).toBeDisabled();
  await button(page, frame('lineButton', { line: 9 })).click();
  await expect(page.locator('.cm-activeLine')).toContainText('wiki.example');
  await page.keyboard.press('Home');
  for (let moved = 0; moved < '# https://'.length; moved++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('me:NEEDLE@');
  await expect(alert).toHaveCount(0);
  await button(page, review('saveButton')).click();
  await expect(page.getByText(review('savedNote', { file: 'imageset-config.yaml' }))).toBeVisible();
  expect(await readFile(draft.file, 'utf8')).toBe(text);
});

test('the form and the YAML are one text, which undo spans', async ({ page, app }) => {
  const { workspace } = await openPractice(page, app);
  const file = join(workspace!, 'ours.yaml');
  const text = `# agreed on 8 May
apiVersion: mirror.openshift.io/v2alpha1
kind: ImageSetConfiguration
mirror:
    platform:
        channels:
        - name: stable-4.16   # ours
          minVersion: '4.16.1'
          maxVersion: 4.16.2
          x-note: kept
`;
  await writeFile(file, text);
  await go(page, 'choose');
  await door(page, start('fileTitle')).click();
  await field(page, start('fileLabel')).fill(file);
  await button(page, start('openButton')).click();
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.2'));
  await button(page, releases('allFieldsTitle')).click();
  const highest = page.getByRole('textbox', { name: 'maxVersion' });
  await highest.fill('4.16.5');
  await highest.press('Enter');
  await saved(page);
  expect((await retained(page, app)).text).toBe(text.replace('maxVersion: 4.16.2', 'maxVersion: 4.16.5'));
  await expect(page.locator('.cm-line-changed')).toHaveText(/maxVersion: 4\.16\.5/);

  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  platform: [');
  const fault = page.getByRole('heading', {
    name: containing(drafts('faultTitle', { line: ANY, column: ANY })),
  });
  await expect(fault).toBeVisible();
  await expect(page.locator('.al-choose-body')).toHaveAttribute('inert', '');
  // The last valid content stays visible.
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.5'));
  await page.keyboard.press('Control+z');
  await expect(fault).toHaveCount(0);
  await sentence(page).focus();
  await page.keyboard.press('Control+z');
  await expect(editor(page)).toContainText('maxVersion: 4.16.2');
  await expect(button(page, drafts('undoButton'))).toBeDisabled();
  await page.keyboard.press('Control+y');
  await expect(editor(page)).toContainText('maxVersion: 4.16.5');
});
