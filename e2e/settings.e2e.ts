import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { type App, expect, type Locator, type Page, test } from './fixtures/app.ts';
import { filesWith, guardedRegistry, traces, USER } from './fixtures/guarded-registry.ts';
import { button, go, prepareFetch, sentence } from './fixtures/steps.ts';

const RIGHT = 'planted-Right-5d1c07';
const WRONG = 'planted-Wrong-93ab42';

async function openSettings(page: Page, app: App, section: string): Promise<void> {
  await app.side('connected');
  await page.goto(app.url);
  await go(page, 'Settings');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: section, exact: true })
    .click();
}

/** Adds the registry, and types a login after its test failed. */
async function addRegistry(page: Page, name: string): Promise<Locator> {
  await button(page, 'Add registry').click();
  const dialog = page.getByRole('dialog', { name: 'Add registry' });
  await dialog.getByRole('textbox', { name: 'Registry' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'Check its certificate' }).uncheck();
  await button(dialog, 'Add and test registry').click();
  return page.getByRole('region', { name: `Registry ${name}` });
}

function stage(registry: Locator, name: string): Locator {
  return registry
    .getByRole('list', { name: 'Stages of the test' })
    .getByRole('listitem')
    .filter({ hasText: name });
}

async function typeLogin(registry: Locator, password: string): Promise<void> {
  await registry.getByRole('textbox', { name: 'User' }).fill(USER);
  await registry.getByLabel('Password or token').fill(password);
  await button(registry, 'Test login').click();
}

/** Every answer that a page could ask for after a login was typed. */
async function laterAnswers(app: App, registry: string): Promise<string> {
  const answers = [
    await app.ask('registries.test', { name: registry, tlsVerify: false }),
    await app.ask('registries.list', {}),
    await app.ask('settings.read', {}),
    await app.ask('host.describe', {}),
    await app.ask('authorities.list', {}),
    await app.ask('workspaces.list', {}),
    await app.ask('runs.list', {}),
    await app.ask('practice.state', {}),
    await app.ask('diagnostics.preview', {}),
  ];
  return JSON.stringify(answers);
}

test('a wrong password is told from all else; the right one is kept in memory and found nowhere', async ({
  page,
  app,
}) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await openSettings(page, app, 'Registries');
  const events = await app.listen();
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/api/events'))
      answers.push(await response.text().catch(() => ''));
  });

  const shown = await addRegistry(page, registry.host);
  await expect(stage(shown, 'Name')).toContainText('Passed');
  await expect(stage(shown, 'Connection')).toContainText('Passed');
  await expect(stage(shown, 'Login')).toContainText('Failed');
  await typeLogin(shown, WRONG);
  await expect(shown.getByRole('alert')).toContainText('Refused as well');
  await expect(shown.getByLabel('Password or token')).toHaveValue('');
  await expect(shown.getByLabel('Password or token')).toBeFocused();

  await typeLogin(shown, RIGHT);
  await expect(shown.getByRole('alert')).toContainText('The registry takes this login.');
  await expect(shown.getByRole('radio', { name: 'Memory only' })).toBeChecked();
  await button(shown, 'Keep login').click();
  await expect(stage(shown, 'Login')).toContainText('Passed');
  const { registries } = await app.ask('registries.list', {});
  expect(registries.find(({ name }) => name === registry.host)?.credentials).toMatchObject({
    from: 'session',
    user: USER,
  });

  const planted = [...traces(RIGHT), ...traces(WRONG)];
  const reported = [
    await laterAnswers(app, registry.host),
    ...answers,
    events.text(),
    app.log(),
    await page.content(),
  ];
  expect(answers.length).toBeGreaterThan(5);
  expect(events.text()).toContain('"type":"settings"');
  for (const text of reported) for (const secret of planted) expect(text).not.toContain(secret);
  expect(await filesWith(app.directory, planted)).toEqual([]);
});

test('kept in the auth file on an explicit choice, and in that file alone', async ({ page, app }) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await openSettings(page, app, 'Registries');
  const { authFile } = await app.ask('host.describe', {});
  const shown = await addRegistry(page, registry.host);
  await typeLogin(shown, RIGHT);
  await shown.getByRole('radio', { name: /auth\.json|config\.json/ }).check();
  await button(shown, 'Keep login').click();
  await expect(stage(shown, 'Login')).toContainText('Passed');

  expect(await filesWith(app.directory, traces(RIGHT))).toEqual([authFile]);
  expect((await stat(authFile)).mode & 0o077).toBe(0);
  expect(await laterAnswers(app, registry.host)).not.toContain(traces(RIGHT)[1]);
});

test('a pull secret is taken over by the names of its registries', async ({ page, app }) => {
  await openSettings(page, app, 'Registries');
  await button(page, 'Import pull secret').click();
  const dialog = page.getByRole('dialog', { name: 'Import pull secret' });
  const text = dialog.getByRole('textbox', { name: 'Pull secret' });
  await text.fill('{"auths": {"quay.io": ');
  await expect(dialog).toContainText('This is not JSON.');
  await expect(button(dialog, 'Import pull secret')).toBeDisabled();
  const auth = Buffer.from(`${USER}:${RIGHT}`).toString('base64');
  await text.fill(JSON.stringify({ auths: { 'quay.io': { auth }, 'registry.redhat.io': { auth } } }));
  await expect(dialog).toContainText('Holds 2 logins: quay.io, registry.redhat.io');
  await button(dialog, 'Import pull secret').click();
  await expect(page.getByText(/^(Success alert:)?2 logins kept in Airlock, until it ends/)).toBeVisible();
  await expect(page.getByRole('row', { name: /registry\.redhat\.io/ })).toBeVisible();
  expect(await filesWith(app.directory, traces(RIGHT))).toEqual([]);
});

test('the theme changes at once and stays', async ({ page, app }) => {
  await openSettings(page, app, 'Appearance');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await choose(page, 'Light');
  const light = await background();
  await choose(page, 'Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await background()).toBe(dark);
  await choose(page, 'Both sides');
  await expect(
    page
      .getByRole('navigation', { name: shell('navigationLabel') })
      .getByRole('link', { name: shell('mirror') }),
  ).toBeVisible();
});

async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name });
  await radio.click();
  await expect(radio).toBeChecked();
}

test('a default is used by new runs, and can be undone', async ({ page, app }) => {
  await app.practice();
  await openSettings(page, app, 'Defaults');
  await page.getByRole('textbox', { name: 'Rate' }).fill('3.5');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/Rate: 3\.5 MiB\/s .* It was no limit\./)).toBeVisible();
  await prepareFetch(page);
  await button(page, setup('moreOptionsButton')).click();
  await expect(page.getByRole('textbox', { name: setup('rateLabel') })).toHaveValue('3.5');

  await openSettings(page, app, 'Defaults');
  await page.getByRole('textbox', { name: 'Images at once' }).fill('11');
  await page.keyboard.press('Tab');
  await expect(page.getByText('From 1 to 10.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Images at once' }).fill('7');
  await page.keyboard.press('Tab');
  await button(page, 'Undo').click();
  await expect(page.getByRole('textbox', { name: 'Images at once' })).toHaveValue('');
  expect((await app.ask('settings.read', {})).defaults).toEqual({ rate: 3.5 * 1024 ** 2 });
});

test('the diagnostics bundle is what was previewed, and holds no secret', async ({ page, app }) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await app.ask('credentials.set', {
    registry: registry.host,
    username: USER,
    password: RIGHT,
    keep: 'session',
  });
  await app.practice();
  await openSettings(page, app, 'Diagnostics');
  await expect(sentence(page)).toHaveText(/^A bundle would hold \d+ files, .* and no secret\.$/);
  const files = page.getByRole('region', { name: 'Diagnostics' }).getByRole('listitem').getByRole('button');
  const previewed = new Map<string, string>();
  for (const file of await files.all()) {
    await file.click();
    const name = (await file.locator('span').first().textContent())!;
    const text = page.getByRole('region', { name: `Text of ${name}` }).locator('pre');
    previewed.set(name, (await text.textContent())!);
  }
  expect(previewed.size).toBeGreaterThan(1);

  const bundle = join(app.directory, 'bundle.tar');
  await page.getByRole('combobox', { name: 'Save as' }).fill(bundle);
  await button(page, 'Save bundle').click();
  await expect(page.getByText(/bundle\.tar is written/)).toBeVisible();
  expect(await entriesOf(bundle)).toEqual(previewed);
  expect(await filesWith(app.directory, traces(RIGHT))).toEqual([]);
});

async function entriesOf(file: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  for await (const entry of Readable.from([await readFile(file)]).pipe(extract())) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    if (entry.header.type === 'file')
      entries.set(entry.header.name.replace(/^airlock-diagnostics\//, ''), Buffer.concat(parts).toString());
  }
  return entries;
}
