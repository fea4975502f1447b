import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY2_PASSWORD, DAY2_USER } from '../../../core/install/install-config/day2/day2.fixture.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { type App, expect, type Page } from '../../fixtures/app.ts';
import { beginning, either, numbered } from '../../fixtures/messages.ts';
import { button, go, sentence } from '../../fixtures/steps.ts';

/** Secrets that only the engine may have, and the files that they're written to. */
export const PASSWORD = 'Planted-7-sesame-Qx2';

export const PULL_AUTH = 'cGxhbnRlZDpTZXNhbWU=';

const SECRETS = [PASSWORD, PULL_AUTH, DAY2_PASSWORD, DAY2_USER];

/** Titles of a configuration with and without errors. */
export const INVALID = either(
  beginning(form('invalidTitle', { errors: 1 })),
  beginning(numbered((errors) => form('invalidTitle', { errors }))),
);

/** Name of the button that removes a value of a list. */
export const removal = (value: string, field: string) => form('removeValueLabel', { value, field });

/** Opens the start page of install configurations. */
export async function start(page: Page, app: App): Promise<void> {
  await app.side('both');
  await page.goto(app.url);
  await expect(sentence(page)).toBeVisible();
  await go(page, 'installConfig');
  await expect(sentence(page)).toHaveText(t('startTitle'));
}

/** Opens a section of the form. */
export async function section(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: form('navLabel') })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Fills a field and presses Enter, which writes the value. */
export async function put(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(name, { exact: true }).first();
  await field.fill(value);
  await field.press('Enter');
  await field.blur();
}

/** Adds a value to a list. */
export async function token(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
  await expect(button(page, removal(value, name))).toBeVisible();
}

/** Expects the secrets nowhere but in the given files. */
export async function clean(page: Page, app: App, but: string[] = []): Promise<void> {
  const shown = await page.content();
  const fields = await page
    .locator('input, textarea')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value).join('\n'));
  for (const secret of SECRETS) {
    expect(shown, 'the page').not.toContain(secret);
    expect(fields, 'fields of the page').not.toContain(secret);
    expect(app.log(), 'the log').not.toContain(secret);
  }
  for (const entry of await readdir(app.directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || but.includes(file)) continue;
    const text = await readFile(file, 'latin1').catch(() => '');
    for (const secret of SECRETS) expect(text.includes(secret), file).toBe(false);
  }
}
