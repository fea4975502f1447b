import { readFile, writeFile } from 'node:fs/promises';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { containing, either, matching } from '../fixtures/messages.ts';
import { button, openPractice, prepareFetch } from '../fixtures/steps.ts';

async function openEditor(page: Page, app: App) {
  const world = await openPractice(page, app);
  await prepareFetch(page);
  return {
    file: world.configFile!,
    editor: page.getByRole('textbox', { name: setup('editorLabel', { file: 'imageset.yaml' }) }),
  };
}

test('a bad configuration: the message at its line, in the editor and in the list', async ({ page, app }) => {
  const { file, editor } = await openEditor(page, app);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const bad = lines.findIndex((line) => line.includes('minVersion')) + 1;
  await editor.getByText('minVersion', { exact: false }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('minVersoin: 4.16.1');

  const list = page.getByRole('region', { name: setup('configurationTitle') });
  await expect(list.getByRole('status')).toContainText(setup('errorCount', { errors: 1 }));
  await expect(list).toContainText('minVersoin');
  // The marker stands beside the number of that line.
  const marker = page.locator('.cm-lint-marker-error');
  const number = page.locator('.cm-lineNumbers .cm-gutterElement').getByText(`${bad}`, { exact: true });
  await expect(marker).toHaveCount(1);
  expect(Math.abs((await marker.boundingBox())!.y - (await number.boundingBox())!.y)).toBeLessThan(12);
  await expect(
    button(page, either(matching(setup('planButton')), matching(setup('saveAndPlanButton')))).first(),
  ).toBeDisabled();

  await page.keyboard.press('Control+End');
  await button(list, parts('lineButton', { line: bad })).click();
  await expect(editor).toBeFocused();
  await expect(page.locator('.cm-activeLine')).toContainText('minVersoin');

  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('minVersion: 4.16.1');
  await expect(list.getByRole('status')).toContainText(setup('noProblems'));
  await expect(marker).toHaveCount(0);
  await expect(
    button(page, either(matching(setup('planButton')), matching(setup('saveAndPlanButton')))).first(),
  ).toBeEnabled();
});

test('keys of the format are offered, and explained', async ({ page, app }) => {
  const { editor } = await openEditor(page, app);
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  op');
  const offered = page.getByRole('listbox');
  await offered.getByRole('option', { name: /^operators/ }).click();
  await expect(editor).toContainText('operators:');
});

test('a file that another one changed is not overwritten unasked', async ({ page, app }) => {
  const { file, editor } = await openEditor(page, app);
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# mine');
  await expect(page.getByText(setup('unsaved'))).toBeVisible();
  const theirs = `${await readFile(file, 'utf8')}# theirs\n`;
  await writeFile(file, theirs);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: containing(setup('conflictTitle')) })).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe(theirs);

  await button(page, setup('overwriteButton')).click();
  await expect(page.getByText(setup('unsaved'))).toHaveCount(0);
  await expect.poll(() => readFile(file, 'utf8')).toMatch(/# mine$/);
});
