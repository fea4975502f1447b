import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clusterText,
  DAY2_PASSWORD,
  DAY2_USER,
  GENERATED_DOMAIN,
  INI_WITH_ACCOUNT,
  machine,
} from '../../core/install/install-config/day2/day2.fixture.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { type App, expect, type Locator, type Page, test } from '../fixtures/app.ts';
import { ANY, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence } from '../fixtures/steps.ts';

/** What nobody but the engine may have, and the files that are asked to have it. */
const PASSWORD = 'Planted-7-sesame-Qx2';
const PULL_AUTH = 'cGxhbnRlZDpTZXNhbWU=';
const PULL_SECRET = `{"auths":{"mirror.example.com:8443":{"auth":"${PULL_AUTH}"}}}`;
const SECRETS = [PASSWORD, PULL_AUTH, DAY2_PASSWORD, DAY2_USER];

test('three vCenters, from an empty form to saved files', async ({ page, app }) => {
  // It types a whole configuration.
  test.slow();
  await begin(page, app);
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('Empty form, vSphere');
  await page.getByRole('textbox', { name: 'OpenShift version' }).fill('4.18.9');
  await button(page, 'Start').click();
  await expect(sentence(page)).toHaveText(/errors to mend/);
  await put(page, 'Cluster name', 'fleet');
  await put(page, 'Base domain', 'example.lan');

  await section(page, 'vCenters');
  const card = page.getByRole('region', { name: 'vCenters', exact: true });
  for (const [index, city] of ['oslo', 'bergen', 'hamar'].entries()) {
    if (index > 0) await card.getByRole('button', { name: 'Add vCenter' }).click();
    await put(page, 'Server', `vc-${city}.example.lan`);
    await put(page, 'User', 'svc-ocp@vsphere.local');
    const password = page.getByRole('textbox', { name: 'Password', exact: true });
    await password.fill(PASSWORD);
    await password.press('Enter');
    await expect(card.getByRole('button', { name: 'Replace Password' })).toBeVisible();
    const datacenters = page.getByRole('textbox', { name: 'Datacenters' });
    if (index > 0) await button(card, `Remove dc-${index + 1} from Datacenters`).click();
    await datacenters.fill(`${city}-dc1`);
    await datacenters.press('Enter');
    await expect(button(card, `Remove ${city}-dc1 from Datacenters`)).toBeVisible();
  }

  await section(page, 'Failure domains');
  const domains = page.getByRole('region', { name: 'Failure domains', exact: true });
  // The vCenters that were added brought theirs; the first had none yet.
  await domains.getByRole('button', { name: 'Add failure domain' }).click();
  for (const [index, city] of ['bergen', 'hamar', 'oslo'].entries()) {
    await domains
      .getByRole('row')
      .nth(index + 1)
      .getByRole('button')
      .click();
    await put(page, 'Name', `${city}-a`);
    await put(page, 'vCenter', `vc-${city}.example.lan`);
    await put(page, 'Region', city);
    await put(page, 'Zone', `${city}-a`);
    await put(page, 'Datacenter', `${city}-dc1`);
    await put(page, 'Compute cluster', `/${city}-dc1/host/c1`);
    await put(page, 'Datastore', `/${city}-dc1/datastore/ds1`);
    const networks = page.getByRole('textbox', { name: 'Networks' });
    if (await button(domains, 'Remove VM Network from Networks').count())
      await button(domains, 'Remove VM Network from Networks').click();
    await networks.fill('pg 10');
    await networks.press('Enter');
  }
  const picture = page.getByRole('region', { name: 'Where everything lands: picture' });
  await expect(picture.getByRole('region', { name: /^vCenter / })).toHaveCount(3);
  await expect(picture.getByRole('region', { name: 'Failure domain bergen-a' })).toContainText('bootstrap');

  await section(page, 'Networking');
  await token(page, 'Machine networks', '192.0.2.0/24');
  await token(page, 'API addresses', '192.0.2.2');
  await token(page, 'Ingress addresses', '192.0.2.3');
  await section(page, 'Secrets');
  await page.getByRole('textbox', { name: 'Pull secret' }).fill(PULL_SECRET);
  await button(page, 'Keep in memory: Pull secret').click();
  await expect(sentence(page)).toHaveText(/^The installer takes it/);

  // By the picture: a master trades places.
  await section(page, 'vCenters');
  await button(page, 'master-0: move it').click();
  await page.getByRole('menuitem', { name: /^hamar-a/ }).click();
  await expect(picture.getByRole('region', { name: 'Failure domain hamar-a' })).toContainText('bootstrap');
  await button(page, drafts('undoButton')).click();
  await expect(picture.getByRole('region', { name: 'Failure domain bergen-a' })).toContainText('bootstrap');

  await button(page, 'Change hamar-a').click();
  await page.getByRole('menuitem', { name: 'Remove failure domain' }).click();
  await expect(picture.getByRole('region', { name: /^Failure domain / })).toHaveCount(2);
  await button(page, drafts('undoButton')).click();
  await button(page, 'Change vc-hamar.example.lan').click();
  await page.getByRole('menuitem', { name: 'Remove vCenter' }).click();
  await expect(picture.getByRole('region', { name: /^vCenter / })).toHaveCount(2);
  await button(page, drafts('undoButton')).click();
  await expect(sentence(page)).toHaveText(/^The installer takes it/);

  await button(page, 'Save file').click();
  const dialog = page.getByRole('dialog', { name: 'Save install-config.yaml' });
  const file = join(app.directory, 'fleet', 'install-config.yaml');
  await dialog.getByRole('combobox', { name: 'File' }).fill(file);
  await dialog.getByRole('radio', { name: 'Write them into the file' }).check();
  await button(dialog, 'Save file').click();
  await expect(dialog.getByText('Saved')).toBeVisible();
  await button(dialog, 'Close').last().click();
  const text = await readFile(file, 'utf8');
  expect(text.match(new RegExp(PASSWORD, 'g'))).toHaveLength(3);
  expect(text).toContain(PULL_AUTH);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await page.getByRole('link', { name: 'Manifests' }).click();
  await expect(button(page, '000_capi-namespace.yaml')).toBeVisible();
  await page.getByRole('button', { name: /creds-0\.yaml/ }).click();
  await expect(page.getByRole('textbox', { name: /creds-0\.yaml$/ })).toContainText('********');
  await expect(page.getByRole('region', { name: 'Before installing' })).toContainText('vc-hamar.example.lan');
  const folder = join(app.directory, 'fleet', 'manifests');
  await page.getByRole('combobox', { name: 'Folder', exact: true }).fill(folder);
  await page.getByRole('button', { name: /^Write \d+ manifests$/ }).click();
  await expect(page.getByText(/files written; left out: .*creds-0/)).toBeVisible();
  expect(await readdir(join(folder, 'cluster-api'))).toContain('01_vsphere-cluster-2.yaml');

  await clean(page, app, [file]);
});

test('three rules are broken in the YAML and mended in the form', async ({ page, app }) => {
  await begin(page, app);
  await button(page, 'Start').click();
  await expect(sentence(page)).toHaveText(/to mend/);
  await button(page, 'YAML').click();
  const editor = page.getByRole('textbox', { name: 'install-config.yaml' });
  await expect(editor).toContainText('apiVersion');
  // A datacenter that is not listed: the installer does not notice.
  await section(page, 'Failure domains');
  await put(page, 'Datacenter', 'dc-z');
  await expect(page.getByText('The installer does not notice').first()).toBeVisible();
  const list = page.getByRole('region', { name: 'Failure domains', exact: true });
  await expect(list).toContainText('dc-z of failure domain fd-1 is not among the datacenters');
  await button(list, 'Add dc-z').click();
  await expect(list).not.toContainText('is not among the datacenters');

  // A server that is no host name, typed into the text.
  await section(page, 'vCenters');
  await replaceInEditor(page, editor, 'vcenter-a.example.com\n', 'https://vcenter-a.example.com\n');
  const vcenters = page.getByRole('region', { name: 'vCenters', exact: true });
  await expect(vcenters).toContainText(/platform\.vsphere\.vcenters.*server: Invalid value/);
  await put(page, 'Server', 'vcenter-a.example.com');
  await expect(vcenters).not.toContainText('Invalid value');
  await expect(editor).toContainText('server: vcenter-a.example.com');

  // An address outside of the machine network.
  await section(page, 'Networking');
  const networking = page.getByRole('region', { name: 'Networking', exact: true });
  await button(networking, 'Remove 192.0.2.2 from API addresses').click();
  await token(page, 'API addresses', '198.51.100.7');
  await expect(networking).toContainText('198.51.100.7 is in none of the machine networks');
  await button(networking, 'Remove 198.51.100.7 from API addresses').click();
  await token(page, 'API addresses', '192.0.2.2');
  await expect(networking).not.toContainText('198.51.100.7');

  // What cannot be read waits, and comes back by undo.
  await replaceInEditor(page, editor, 'platform:', 'platform: [');
  await expect(sentence(page)).toHaveText(/^The YAML cannot be read/);
  await button(page, drafts('undoLastButton')).click();
  await expect(sentence(page)).toHaveText(/to mend/);

  // A password typed into the text leaves it with the focus.
  await replaceInEditor(page, editor, "password: ''", `password: ${PASSWORD}`);
  await sentence(page).click();
  await expect(editor).toContainText('password: held-in-memory-');
  await clean(page, app);
});

test('a warning is decided, a draft survives the engine without its secrets', async ({ page, app }) => {
  await begin(page, app);
  await button(page, 'Start').click();
  await section(page, 'vCenters');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Password', exact: true }).press('Enter');
  await expect(page.getByText('Held in memory').first()).toBeVisible();
  await section(page, 'Mirror registry');
  const open = Number(/(\d+) warnings? to decide/.exec((await sentence(page).textContent())!)?.[1]);
  await button(page, 'Keep as it is').first().click();
  await expect(sentence(page)).toHaveText(new RegExp(`${open - 1} warnings? to decide`));
  await expect(page.getByText(matching(drafts('draftSavedAt', { time: ANY })))).toBeVisible();
  process.kill(await app.enginePid(), 'SIGKILL');
  await section(page, 'Secrets');
  await expect.poll(() => app.enginePid().catch(() => 0)).toBeGreaterThan(0);
  await page.reload();
  await expect(sentence(page)).toHaveText(new RegExp(`${open - 1} warnings? to decide`));
  await expect(page.getByText('Gone with the engine: type it again').first()).toBeVisible();
  await clean(page, app);
});

test('an INI becomes YAML; its account is neither shown nor carried over', async ({ page, app }) => {
  await begin(page, app);
  await page.getByRole('link', { name: 'Cloud config' }).click();
  await page.getByRole('textbox', { name: 'Or the text of it' }).fill(INI_WITH_ACCOUNT);
  await button(page, 'Convert to YAML').click();
  await expect(sentence(page)).toHaveText(
    /^The same effect as YAML; \d sections? (is|are) not carried over$/,
  );
  await expect(page.getByRole('textbox', { name: /credentials masked/ })).toContainText('[VirtualCenter');
  const result = page.getByRole('textbox', { name: 'The converted configuration' });
  await expect(result).toContainText('secretName: vsphere-creds');
  await expect(page.getByRole('region', { name: 'Not carried over' })).toContainText('[Workspace]');
  await expect(page.getByRole('region', { name: 'The Secret that must be there' })).toContainText(
    'vc-a.example.lan.password',
  );
  await button(page, 'Every field').click();
  await expect(result).toContainText('apiBinding');
  const file = join(app.directory, 'cloud.yaml');
  await page.getByRole('combobox', { name: 'New file' }).fill(file);
  await button(page, 'Save file').click();
  await expect(page.getByText('Saved')).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain('vc-a.example.lan');
  await clean(page, app);
});

const STATES = [
  { name: 'defined', says: 'The cluster has failure domains that were defined', options: {} },
  {
    name: 'generated',
    says: 'The cluster has the failure domain that the installer generated',
    options: { failureDomains: [GENERATED_DOMAIN] },
  },
  {
    name: 'legacy',
    says: 'The cluster is legacy: it has no failure domains',
    options: { vcenters: [], failureDomains: [], machines: [machine('old-8tpnt-master-0')] },
  },
] as const;

for (const { name, says: states, options } of STATES)
  test(`day 2: a vCenter is added to a cluster whose failure domains are ${name}`, async ({ page, app }) => {
    const objects = join(app.directory, 'cluster-objects.yaml');
    await writeFile(objects, clusterText({ ...options, config: INI_WITH_ACCOUNT }));
    await begin(page, app);
    await page.getByRole('link', { name: 'Day 2' }).click();
    await expect(page.getByText(/oc get infrastructures/)).toBeVisible();
    await page.getByRole('combobox', { name: 'File or folder with the objects' }).fill(objects);
    await button(page, 'Read objects').click();
    await expect(sentence(page)).toHaveText(states);
    for (const [field, value] of [
      ['Server', 'vc-b.example.lan'],
      ['Failure domain in it', 'fd-b'],
      ['Region', 'west'],
      ['Zone', 'west-1'],
      ['Compute cluster', '/DC2/host/c1'],
      ['Datastore', '/DC2/datastore/ds1'],
    ] as const)
      await page.getByRole('textbox', { name: field, exact: true }).fill(value);
    await token(page, 'Datacenters', 'DC2');
    await token(page, 'Networks', 'pg-10');
    await button(page, 'Make the plan').click();
    await expect(sentence(page)).toHaveText(
      /^Add vCenter vc-b\.example\.lan, add failure domain fd-b: \d+ steps$/,
    );
    const steps = page.getByRole('list', { name: 'Steps of the plan' });
    await expect(steps.getByRole('region', { name: /^Step 1: / })).toBeVisible();
    if (name === 'legacy') await expect(steps).toContainText('generated-failure-domain');
    const directory = join(app.directory, 'plan');
    await page.getByRole('combobox', { name: 'Folder', exact: true }).fill(directory);
    await button(page, 'Save plan').click();
    await expect(page.getByText(/files written$/)).toBeVisible();
    expect(await readFile(join(directory, 'PLAN.md'), 'utf8')).toContain('vc-b.example.lan');
    await clean(page, app, [objects]);
  });

test('accessible: the beginning, the form, its YAML', async ({ page, app }) => {
  // axe reads eighteen pages.
  test.slow();
  await begin(page, app);
  await check(page, { name: 'ic-start' });
  await button(page, 'Start').click();
  for (const name of [
    'Cluster',
    'vCenters',
    'Failure domains',
    'Nodes and zones',
    'Networking',
    'Mirror registry',
    'Secrets',
  ]) {
    await section(page, name);
    await check(page, { name: `ic-${name}` });
  }
  await button(page, 'YAML').click();
  await expect(page.getByRole('textbox', { name: 'install-config.yaml' })).toContainText('apiVersion');
  await check(page, { name: 'ic-yaml' });
  await button(page, 'YAML').click();
});

test('accessible: saving, manifests, cloud config, day 2', async ({ page, app }) => {
  await begin(page, app);
  await button(page, 'Start').click();
  await expect(sentence(page)).toHaveText(/to mend/);
  await button(page, 'Save file').click();
  await check(page, { name: 'ic-save' });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Manifests' }).click();
  await expect(button(page, '000_capi-namespace.yaml')).toBeVisible();
  await check(page, { name: 'ic-manifests' });
  await page.getByRole('link', { name: 'Cloud config' }).click();
  await page.getByRole('textbox', { name: 'Or the text of it' }).fill(INI_WITH_ACCOUNT);
  await button(page, 'Convert to YAML').click();
  await expect(page.getByRole('region', { name: 'Not carried over' })).toBeVisible();
  await check(page, { name: 'ic-cloud' });
  const objects = join(app.directory, 'objects.yaml');
  await writeFile(objects, clusterText({ config: INI_WITH_ACCOUNT }));
  await page.getByRole('link', { name: 'Day 2' }).click();
  await page.getByRole('combobox', { name: 'File or folder with the objects' }).fill(objects);
  await button(page, 'Read objects').click();
  await page
    .getByRole('combobox', { name: 'Change', exact: true })
    .selectOption('Convert the cloud configuration');
  await button(page, 'Make the plan').click();
  await expect(page.getByRole('list', { name: 'Steps of the plan' })).toBeVisible();
  await check(page, { name: 'ic-day2' });
});

async function begin(page: Page, app: App): Promise<void> {
  await app.side('both');
  await page.goto(app.url);
  await expect(sentence(page)).toBeVisible();
  await go(page, 'Install config');
  await expect(sentence(page)).toHaveText('What should be installed?');
}

async function section(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: 'Install config' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Fills a field and leaves it: then it counts. */
async function put(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(name, { exact: true }).first();
  await field.fill(value);
  await field.press('Enter');
  await field.blur();
}

async function token(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
  await expect(button(page, `Remove ${value} from ${name}`)).toBeVisible();
}

/** Changes the first place of a text as someone does who finds it by the search of the editor. */
async function replaceInEditor(page: Page, editor: Locator, from: string, to: string): Promise<void> {
  const line = editor.locator('.cm-line', { hasText: from.trim() }).first();
  await line.scrollIntoViewIfNeeded();
  const complete = (await line.textContent())!;
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText(complete.replace(from.trim(), to.trim()));
}

/** Nothing that was planted is anywhere but in the files that were asked to have it. */
async function clean(page: Page, app: App, but: string[] = []): Promise<void> {
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
