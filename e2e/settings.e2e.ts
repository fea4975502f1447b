import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as settings } from '../renderer/settings/messages.ts';
import { t as parts } from '../renderer/settings/parts/messages.ts';
import { t as registries } from '../renderer/settings/registries/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { type App, expect, type Locator, type Page, test } from './fixtures/app.ts';
import { filesWith, guardedRegistry, traces, USER } from './fixtures/guarded-registry.ts';
import { ANY, anyNumber, containing } from './fixtures/messages.ts';
import { button, go, prepareFetch, sentence } from './fixtures/steps.ts';

const RIGHT = 'planted-Right-5d1c07';
const WRONG = 'planted-Wrong-93ab42';

async function openSettings(page: Page, app: App, section: string): Promise<void> {
  await app.side('connected');
  await page.goto(app.url);
  await go(page, 'settings');
  await page
    .getByRole('navigation', { name: parts('topic') })
    .getByRole('link', { name: section, exact: true })
    .click();
}

/** Adds the registry, and enters credentials after its test failed. */
async function addRegistry(page: Page, name: string): Promise<Locator> {
  await button(page, registries('addButton')).click();
  const dialog = page.getByRole('dialog', { name: registries('addButton') });
  await dialog.getByRole('textbox', { name: registries('registryField') }).fill(name);
  await dialog.getByRole('checkbox', { name: registries('verifyLabel') }).uncheck();
  await button(dialog, registries('addAndTestButton')).click();
  return page.getByRole('region', { name: registries('registryLabel', { registry: name }) });
}

function stage(registry: Locator, name: string): Locator {
  return registry
    .getByRole('list', { name: registries('stagesLabel') })
    .getByRole('listitem')
    .filter({ hasText: name });
}

async function typeCredentials(registry: Locator, password: string): Promise<void> {
  await registry.getByRole('textbox', { name: registries('userField') }).fill(USER);
  await registry.getByLabel(registries('passwordField')).fill(password);
  await button(registry, registries('testCredentialsButton')).click();
}

/** Every answer that a page could ask for after credentials were entered. */
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

test('a wrong password is rejected, and the right one is saved in memory only', async ({ page, app }) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await openSettings(page, app, parts('registriesSection'));
  const events = await app.listen();
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/') && !response.url().includes('/api/events'))
      answers.push(await response.text().catch(() => ''));
  });

  const shown = await addRegistry(page, registry.host);
  await expect(stage(shown, parts('nameStage'))).toContainText(parts('passedStage'));
  await expect(stage(shown, parts('connectionStage'))).toContainText(parts('passedStage'));
  await expect(stage(shown, parts('loginStage'))).toContainText(parts('failedStage'));
  await typeCredentials(shown, WRONG);
  await expect(shown.getByRole('alert')).toContainText(registries('credentialsRejectedText', { reason: '' }));
  await expect(shown.getByLabel(registries('passwordField'))).toHaveValue('');
  await expect(shown.getByLabel(registries('passwordField'))).toBeFocused();

  await typeCredentials(shown, RIGHT);
  await expect(shown.getByRole('alert')).toContainText(registries('credentialsAcceptedText'));
  await expect(shown.getByRole('radio', { name: registries('sessionPlace') })).toBeChecked();
  await button(shown, registries('saveCredentialsButton')).click();
  await expect(stage(shown, parts('loginStage'))).toContainText(parts('passedStage'));
  const { registries: listed } = await app.ask('registries.list', {});
  expect(listed.find(({ name }) => name === registry.host)?.credentials).toMatchObject({
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

test('credentials are saved in the auth file on an explicit choice, and only there', async ({
  page,
  app,
}) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await openSettings(page, app, parts('registriesSection'));
  const { authFile } = await app.ask('host.describe', {});
  const shown = await addRegistry(page, registry.host);
  await typeCredentials(shown, RIGHT);
  await shown.getByRole('radio', { name: /auth\.json|config\.json/ }).check();
  await button(shown, registries('saveCredentialsButton')).click();
  await expect(stage(shown, parts('loginStage'))).toContainText(parts('passedStage'));

  expect(await filesWith(app.directory, traces(RIGHT))).toEqual([authFile]);
  expect((await stat(authFile)).mode & 0o077).toBe(0);
  expect(await laterAnswers(app, registry.host)).not.toContain(traces(RIGHT)[1]);
});

test('an imported pull secret is shown by the names of its registries', async ({ page, app }) => {
  await openSettings(page, app, parts('registriesSection'));
  await button(page, registries('importButton')).click();
  const dialog = page.getByRole('dialog', { name: registries('importButton') });
  const text = dialog.getByRole('textbox', { name: registries('pullSecretField') });
  await text.fill('{"auths": {"quay.io": ');
  await expect(dialog).toContainText(registries('jsonError', { open: '{', close: '}' }));
  await expect(button(dialog, registries('importButton'))).toBeDisabled();
  const auth = Buffer.from(`${USER}:${RIGHT}`).toString('base64');
  await text.fill(JSON.stringify({ auths: { 'quay.io': { auth }, 'registry.redhat.io': { auth } } }));
  await expect(dialog).toContainText(
    registries('pullSecretNote', { count: 2, registries: 'quay.io, registry.redhat.io' }),
  );
  await button(dialog, registries('importButton')).click();
  await expect(
    page.getByText(containing(registries('importedSessionTitle', { count: 2, registries: ANY }))),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /registry\.redhat\.io/ })).toBeVisible();
  expect(await filesWith(app.directory, traces(RIGHT))).toEqual([]);
});

test('the theme changes at once and stays', async ({ page, app }) => {
  await openSettings(page, app, parts('appearanceSection'));
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await choose(page, settings('lightThemeLabel'));
  const light = await background();
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/settings.write') &&
      response.request().postData()?.includes('dark') === true,
  );
  await choose(page, settings('darkThemeLabel'));
  await expect.poll(background).not.toBe(light);
  await saved;
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('radio', { name: settings('darkThemeLabel') })).toBeChecked();
  expect(await background()).toBe(dark);
  await choose(page, settings('bothLabel'));
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
  await openSettings(page, app, parts('defaultsSection'));
  await page.getByRole('textbox', { name: settings('rateLabel') }).fill('3.5');
  await page.keyboard.press('Tab');
  await expect(
    page.getByText(
      containing(
        settings('defaultChangedTitle', {
          field: settings('rateLabel'),
          before: settings('noLimit'),
          now: `3.5 MiB/s${ANY}`,
        }),
      ),
    ),
  ).toBeVisible();
  await prepareFetch(page);
  await button(page, setup('moreOptionsButton')).click();
  await expect(page.getByRole('textbox', { name: setup('rateLabel') })).toHaveValue('3.5');

  await openSettings(page, app, parts('defaultsSection'));
  await page.getByRole('textbox', { name: settings('parallelImagesLabel') }).fill('11');
  await page.keyboard.press('Tab');
  await expect(page.getByText(settings('parallelError'))).toBeVisible();
  await page.getByRole('textbox', { name: settings('parallelImagesLabel') }).fill('7');
  await page.keyboard.press('Tab');
  await button(page, settings('undoButton')).click();
  await expect(page.getByRole('textbox', { name: settings('parallelImagesLabel') })).toHaveValue('');
  expect((await app.ask('settings.read', {})).defaults).toEqual({ rate: 3.5 * 1024 ** 2 });
});

test('the diagnostics bundle equals its preview and contains no secret', async ({ page, app }) => {
  await using registry = await guardedRegistry(app.directory, RIGHT);
  await app.ask('credentials.set', {
    registry: registry.host,
    username: USER,
    password: RIGHT,
    keep: 'session',
  });
  await app.practice();
  await openSettings(page, app, parts('diagnosticsSection'));
  await expect(sentence(page)).toHaveText(
    anyNumber((files) => settings('bundleTitle', { files, size: ANY })),
  );
  const files = page
    .getByRole('region', { name: parts('diagnosticsSection') })
    .getByRole('listitem')
    .getByRole('button');
  const previewed = new Map<string, string>();
  for (const file of await files.all()) {
    await file.click();
    const name = (await file.locator('span').first().textContent())!;
    const text = page.getByRole('region', { name: settings('fileLabel', { file: name }) }).locator('pre');
    previewed.set(name, (await text.textContent())!);
  }
  expect(previewed.size).toBeGreaterThan(1);

  const bundle = join(app.directory, 'bundle.tar');
  await page.getByRole('combobox', { name: settings('bundleFileLabel') }).fill(bundle);
  await button(page, settings('saveBundleButton')).click();
  await expect(
    page.getByText(containing(settings('bundleSavedTitle', { file: bundle, size: ANY }))),
  ).toBeVisible();
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
