import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capitalized } from '../../core/contract/documents/words.ts';
import { t as checks } from '../../core/install/install-config/checks/messages.ts';
import {
  clusterText,
  DAY2_PASSWORD,
  DAY2_USER,
  GENERATED_DOMAIN,
  INI_WITH_ACCOUNT,
  machine,
} from '../../core/install/install-config/day2/day2.fixture.ts';
import { t as plans } from '../../core/install/install-config/day2/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { t as day2 } from '../../renderer/install-config/day2/messages.ts';
import { t as form } from '../../renderer/install-config/form/messages.ts';
import { t as manifests } from '../../renderer/install-config/manifests/messages.ts';
import { t } from '../../renderer/install-config/messages.ts';
import { type App, expect, type Locator, type Page, test } from '../fixtures/app.ts';
import {
  ANY,
  anyNumber,
  beginning,
  containing,
  either,
  matching,
  numbered,
  plain,
} from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, sentence } from '../fixtures/steps.ts';

/** Secrets that only the engine may have, and the files that they're written to. */
const PASSWORD = 'Planted-7-sesame-Qx2';
const PULL_AUTH = 'cGxhbnRlZDpTZXNhbWU=';
const PULL_SECRET = `{"auths":{"mirror.example.com:8443":{"auth":"${PULL_AUTH}"}}}`;
/** Titles of a configuration with and without errors. */
const INVALID = either(
  beginning(form('invalidTitle', { errors: 1 })),
  beginning(numbered((errors) => form('invalidTitle', { errors }))),
);
const VALID = beginning(form('validTitle'));
/** Name of the button that removes a value of a list. */
const removal = (value: string, field: string) => form('removeValueLabel', { value, field });
const VCENTER = either(
  matching(form('controlPlaneVCenter', { vcenter: ANY })),
  matching(form('workersVCenter', { vcenter: ANY })),
  matching(form('unusedVCenter', { vcenter: ANY })),
);
/** A datacenter that its vCenter doesn't list. */
const UNLISTED = containing(
  checks('datacenterUnlisted', { datacenter: 'dc-z', domain: 'fd-1', server: ANY }),
);
const CONVERTED = either(
  matching(t('convertedPartlyTitle', { sections: 1 })),
  anyNumber((sections) => t('convertedPartlyTitle', { sections })),
);
/** The change that the tests of day 2 plan. */
const CHANGE = capitalized(
  [
    plans('addVCenterPart', { server: 'vc-b.example.lan' }),
    plans('addDomainsPart', { count: 1, names: 'fd-b' }),
  ].join(', '),
);
const SECRETS = [PASSWORD, PULL_AUTH, DAY2_PASSWORD, DAY2_USER];

test('three vCenters, from an empty form to saved files', async ({ page, app }) => {
  // It types a complete configuration.
  test.slow();
  await start(page, app);
  await page.getByRole('combobox', { name: t('presetLabel') }).selectOption(t('emptyOption'));
  await page.getByRole('textbox', { name: t('versionLabel') }).fill('4.18.9');
  await button(page, t('startButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);
  await put(page, form('clusterNameLabel'), 'fleet');
  await put(page, form('baseDomainLabel'), 'example.lan');

  await section(page, form('vcentersSection'));
  const card = page.getByRole('region', { name: form('vcentersSection'), exact: true });
  for (const [index, city] of ['oslo', 'bergen', 'hamar'].entries()) {
    if (index > 0) await card.getByRole('button', { name: form('addVCenterButton') }).click();
    await put(page, form('serverLabel'), `vc-${city}.example.lan`);
    await put(page, form('userLabel'), 'svc-ocp@vsphere.local');
    const password = page.getByRole('textbox', { name: form('passwordLabel'), exact: true });
    await password.fill(PASSWORD);
    await password.press('Enter');
    await expect(
      card.getByRole('button', {
        name: form.parts('replaceButton', { field: form('passwordLabel'), hidden: plain }).join(''),
        exact: true,
      }),
    ).toBeVisible();
    const datacenters = page.getByRole('textbox', { name: form('datacentersLabel') });
    if (index > 0) await button(card, removal(`dc-${index + 1}`, form('datacentersLabel'))).click();
    await datacenters.fill(`${city}-dc1`);
    await datacenters.press('Enter');
    await expect(button(card, removal(`${city}-dc1`, form('datacentersLabel')))).toBeVisible();
  }

  await section(page, form('domainsSection'));
  const domains = page.getByRole('region', { name: form('domainsSection'), exact: true });
  // Each added vCenter has a failure domain. The first one has none yet.
  await domains.getByRole('button', { name: form('addDomainButton') }).click();
  for (const [index, city] of ['bergen', 'hamar', 'oslo'].entries()) {
    await domains
      .getByRole('row')
      .nth(index + 1)
      .getByRole('button')
      .click();
    await put(page, form('nameLabel'), `${city}-a`);
    await put(page, form('vcenterLabel'), `vc-${city}.example.lan`);
    await put(page, form('regionLabel'), city);
    await put(page, form('zoneLabel'), `${city}-a`);
    await put(page, form('datacenterLabel'), `${city}-dc1`);
    await put(page, form('computeClusterLabel'), `/${city}-dc1/host/c1`);
    await put(page, form('datastoreLabel'), `/${city}-dc1/datastore/ds1`);
    const networks = page.getByRole('textbox', { name: form('networksLabel') });
    if (await button(domains, removal('VM Network', form('networksLabel'))).count())
      await button(domains, removal('VM Network', form('networksLabel'))).click();
    await networks.fill('pg 10');
    await networks.press('Enter');
  }
  const picture = page.getByRole('region', { name: form('placementDiagram') });
  await expect(picture.getByRole('region', { name: VCENTER })).toHaveCount(3);
  await expect(
    picture.getByRole('region', { name: form('domainName', { domain: 'bergen-a' }) }),
  ).toContainText(form('bootstrapMachine'));

  await section(page, form('networkingSection'));
  await token(page, form('machineNetworksLabel'), '192.0.2.0/24');
  await token(page, form('apiVipsLabel'), '192.0.2.2');
  await token(page, form('ingressVipsLabel'), '192.0.2.3');
  await section(page, form('secretsSection'));
  await page.getByRole('textbox', { name: form('pullSecretLabel') }).fill(PULL_SECRET);
  await button(page, form('storeLabel', { field: form('pullSecretLabel') })).click();
  await expect(sentence(page)).toHaveText(VALID);

  // In the diagram, a control plane machine swaps places.
  await section(page, form('vcentersSection'));
  await button(page, form('moveLabel', { machine: 'master-0' })).click();
  await page.getByRole('menuitem', { name: /^hamar-a/ }).click();
  await expect(
    picture.getByRole('region', { name: form('domainName', { domain: 'hamar-a' }) }),
  ).toContainText(form('bootstrapMachine'));
  await button(page, drafts('undoButton')).click();
  await expect(
    picture.getByRole('region', { name: form('domainName', { domain: 'bergen-a' }) }),
  ).toContainText(form('bootstrapMachine'));

  await button(page, form('actionsLabel', { name: 'hamar-a' })).click();
  await page.getByRole('menuitem', { name: form('removeDomainButton') }).click();
  await expect(
    picture.getByRole('region', { name: matching(form('domainName', { domain: ANY })) }),
  ).toHaveCount(2);
  await button(page, drafts('undoButton')).click();
  await button(page, form('actionsLabel', { name: 'vc-hamar.example.lan' })).click();
  await page.getByRole('menuitem', { name: form('removeVCenterButton') }).click();
  await expect(picture.getByRole('region', { name: VCENTER })).toHaveCount(2);
  await button(page, drafts('undoButton')).click();
  await expect(sentence(page)).toHaveText(VALID);

  await button(page, t('saveFileButton')).click();
  const dialog = page.getByRole('dialog', { name: form('saveTitle') });
  const file = join(app.directory, 'fleet', 'install-config.yaml');
  await dialog.getByRole('combobox', { name: form('fileLabel') }).fill(file);
  await dialog.getByRole('radio', { name: form('withSecretsLabel') }).check();
  await button(dialog, form('saveButton')).click();
  await expect(dialog.getByText(form.parts('savedText', { file: () => file }).join(''))).toBeVisible();
  await button(dialog, form('closeButton')).last().click();
  const text = await readFile(file, 'utf8');
  expect(text.match(new RegExp(PASSWORD, 'g'))).toHaveLength(3);
  expect(text).toContain(PULL_AUTH);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await page.getByRole('link', { name: form('manifestsLink') }).click();
  await expect(button(page, '000_capi-namespace.yaml')).toBeVisible();
  await page.getByRole('button', { name: /creds-0\.yaml/ }).click();
  await expect(page.getByRole('textbox', { name: /creds-0\.yaml$/ })).toContainText('********');
  await expect(page.getByRole('region', { name: manifests('checklistTitle') })).toContainText(
    'vc-hamar.example.lan',
  );
  const folder = join(app.directory, 'fleet', 'manifests');
  await page.getByRole('combobox', { name: manifests('folderLabel'), exact: true }).fill(folder);
  await page.getByRole('button', { name: anyNumber((count) => manifests('writeButton', { count })) }).click();
  await expect(
    page.getByText(
      containing(numbered((count) => manifests('writtenPartlyText', { count, files: `${ANY}creds-0` }))),
    ),
  ).toBeVisible();
  expect(await readdir(join(folder, 'cluster-api'))).toContain('01_vsphere-cluster-2.yaml');

  await clean(page, app, [file]);
});

test('three faults in the YAML are fixed in the form', async ({ page, app }) => {
  await start(page, app);
  await button(page, t('startButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);
  await button(page, t('yamlButton')).click();
  const editor = page.getByRole('textbox', { name: 'install-config.yaml' });
  await expect(editor).toContainText('apiVersion');
  // A datacenter that is not listed, which the installer doesn't detect.
  await section(page, form('domainsSection'));
  await put(page, form('datacenterLabel'), 'dc-z');
  await expect(page.getByText(form('undetected')).first()).toBeVisible();
  const list = page.getByRole('region', { name: form('domainsSection'), exact: true });
  await expect(list).toContainText(UNLISTED);
  await button(list, checks('addFix', { value: 'dc-z' })).click();
  await expect(list).not.toContainText(UNLISTED);

  // A server that isn't a valid host name, typed in the YAML.
  await section(page, form('vcentersSection'));
  await replaceInEditor(page, editor, 'vcenter-a.example.com\n', 'https://vcenter-a.example.com\n');
  const vcenters = page.getByRole('region', { name: form('vcentersSection'), exact: true });
  await expect(vcenters).toContainText(/platform\.vsphere\.vcenters.*server: Invalid value/);
  await put(page, form('serverLabel'), 'vcenter-a.example.com');
  await expect(vcenters).not.toContainText('Invalid value');
  await expect(editor).toContainText('server: vcenter-a.example.com');

  // An address outside of the machine network.
  await section(page, form('networkingSection'));
  const networking = page.getByRole('region', { name: form('networkingSection'), exact: true });
  await button(networking, removal('192.0.2.2', form('apiVipsLabel'))).click();
  await token(page, form('apiVipsLabel'), '198.51.100.7');
  await expect(networking).toContainText(
    containing(checks('vipOutside', { vip: '198.51.100.7', networks: ANY })),
  );
  await button(networking, removal('198.51.100.7', form('apiVipsLabel'))).click();
  await token(page, form('apiVipsLabel'), '192.0.2.2');
  await expect(networking).not.toContainText('198.51.100.7');

  // A text that can't be parsed blocks the form, and undo restores it.
  await replaceInEditor(page, editor, 'platform:', 'platform: [');
  await expect(sentence(page)).toHaveText(form('unreadableTitle'));
  await button(page, drafts('undoLastButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);

  // A password in the text moves to the engine when the focus leaves the editor.
  await replaceInEditor(page, editor, "password: ''", `password: ${PASSWORD}`);
  await sentence(page).click();
  await expect(editor).toContainText('password: secret-in-memory-');
  await clean(page, app);
});

test('a warning is accepted, and a draft survives an engine restart without its secrets', async ({
  page,
  app,
}) => {
  await start(page, app);
  await button(page, t('startButton')).click();
  await section(page, form('vcentersSection'));
  await page.getByRole('textbox', { name: form('passwordLabel'), exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: form('passwordLabel'), exact: true }).press('Enter');
  await expect(page.getByText(form('secretStored')).first()).toBeVisible();
  await section(page, form('mirrorSection'));
  const [errors, open] = [...(await sentence(page).textContent())!.matchAll(/\d+/g)].map(Number) as [
    number,
    number,
  ];
  const left = form('invalidWarningsTitle', { errors, warnings: open - 1 });
  await button(page, form('acceptButton')).first().click();
  await expect(sentence(page)).toHaveText(left);
  await expect(page.getByText(matching(drafts('draftSavedAt', { time: ANY })))).toBeVisible();
  process.kill(await app.enginePid(), 'SIGKILL');
  await section(page, form('secretsSection'));
  await expect.poll(() => app.enginePid().catch(() => 0)).toBeGreaterThan(0);
  await page.reload();
  // The password is missing again.
  await expect(sentence(page)).toHaveText(
    form('invalidWarningsTitle', { errors: errors + 1, warnings: open - 1 }),
  );
  await expect(page.getByText(form('secretLost')).first()).toBeVisible();
  await clean(page, app);
});

test('an INI is converted to YAML; its account is neither shown nor copied', async ({ page, app }) => {
  await start(page, app);
  await page.getByRole('link', { name: form('cloudConfigLink') }).click();
  await page.getByRole('textbox', { name: t('pasteLabel') }).fill(INI_WITH_ACCOUNT);
  await button(page, t('convertButton')).click();
  await expect(sentence(page)).toHaveText(CONVERTED);
  await expect(page.getByRole('textbox', { name: t('inputPreview') })).toContainText('[VirtualCenter');
  const result = page.getByRole('textbox', { name: t('resultLabel') });
  await expect(result).toContainText('secretName: vsphere-creds');
  await expect(page.getByRole('region', { name: t('droppedTitle') })).toContainText('[Workspace]');
  await expect(page.getByRole('region', { name: t('secretTitle') })).toContainText(
    'vc-a.example.lan.password',
  );
  await button(page, t('fullOption')).click();
  await expect(result).toContainText('apiBinding');
  const file = join(app.directory, 'cloud.yaml');
  await page.getByRole('combobox', { name: t('newFileLabel') }).fill(file);
  await button(page, t('saveFileButton')).click();
  await expect(page.getByText(t.parts('savedText', { file: () => file }).join(''))).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain('vc-a.example.lan');
  await clean(page, app);
});

const STATES = [
  { name: 'defined', title: day2('definedTitle'), options: {} },
  {
    name: 'generated',
    title: day2('generatedTitle'),
    options: { failureDomains: [GENERATED_DOMAIN] },
  },
  {
    name: 'legacy',
    title: day2('legacyTitle'),
    options: { vcenters: [], failureDomains: [], machines: [machine('old-8tpnt-master-0')] },
  },
] as const;

for (const { name, title, options } of STATES)
  test(`day 2: a vCenter is added to a cluster whose failure domains are ${name}`, async ({ page, app }) => {
    const objects = join(app.directory, 'cluster-objects.yaml');
    await writeFile(objects, clusterText({ ...options, config: INI_WITH_ACCOUNT }));
    await start(page, app);
    await page.getByRole('link', { name: form('day2Link') }).click();
    await expect(page.getByText(/oc get infrastructures/)).toBeVisible();
    await page.getByRole('combobox', { name: day2('objectsLabel') }).fill(objects);
    await button(page, day2('readButton')).click();
    await expect(sentence(page)).toHaveText(title);
    for (const [field, value] of [
      [day2('serverLabel'), 'vc-b.example.lan'],
      [day2('domainLabel'), 'fd-b'],
      [day2('regionLabel'), 'west'],
      [day2('zoneLabel'), 'west-1'],
      [day2('computeClusterLabel'), '/DC2/host/c1'],
      [day2('datastoreLabel'), '/DC2/datastore/ds1'],
    ] as const)
      await page.getByRole('textbox', { name: field, exact: true }).fill(value);
    await token(page, day2('datacentersLabel'), 'DC2');
    await token(page, day2('networksLabel'), 'pg-10');
    await button(page, day2('planButton')).click();
    await expect(sentence(page)).toHaveText(
      anyNumber((steps) => day2('planTitle', { change: CHANGE, steps })),
    );
    const steps = page.getByRole('list', { name: day2('stepsLabel') });
    await expect(
      steps.getByRole('region', { name: matching(day2('stepLabel', { number: 1, step: ANY })) }),
    ).toBeVisible();
    if (name === 'legacy') await expect(steps).toContainText('generated-failure-domain');
    const directory = join(app.directory, 'plan');
    await page.getByRole('combobox', { name: day2('folderLabel'), exact: true }).fill(directory);
    await button(page, day2('saveButton')).click();
    await expect(page.getByText(anyNumber((count) => day2('savedText', { count })))).toBeVisible();
    expect(await readFile(join(directory, 'PLAN.md'), 'utf8')).toContain('vc-b.example.lan');
    await clean(page, app, [objects]);
  });

test('accessible: the start page, the form, its YAML', async ({ page, app }) => {
  // axe reads eighteen pages.
  test.slow();
  await start(page, app);
  await check(page, { name: 'ic-start' });
  await button(page, t('startButton')).click();
  for (const name of [
    form('clusterSection'),
    form('vcentersSection'),
    form('domainsSection'),
    form('zonesSection'),
    form('networkingSection'),
    form('mirrorSection'),
    form('secretsSection'),
  ]) {
    await section(page, name);
    await check(page, { name: `ic-${name}` });
  }
  await button(page, t('yamlButton')).click();
  await expect(page.getByRole('textbox', { name: 'install-config.yaml' })).toContainText('apiVersion');
  await check(page, { name: 'ic-yaml' });
  await button(page, t('yamlButton')).click();
});

test('accessible: saving, manifests, cloud config, day 2', async ({ page, app }) => {
  await start(page, app);
  await button(page, t('startButton')).click();
  await expect(sentence(page)).toHaveText(INVALID);
  await button(page, t('saveFileButton')).click();
  await check(page, { name: 'ic-save' });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: form('manifestsLink') }).click();
  await expect(button(page, '000_capi-namespace.yaml')).toBeVisible();
  await check(page, { name: 'ic-manifests' });
  await page.getByRole('link', { name: form('cloudConfigLink') }).click();
  await page.getByRole('textbox', { name: t('pasteLabel') }).fill(INI_WITH_ACCOUNT);
  await button(page, t('convertButton')).click();
  await expect(page.getByRole('region', { name: t('droppedTitle') })).toBeVisible();
  await check(page, { name: 'ic-cloud' });
  const objects = join(app.directory, 'objects.yaml');
  await writeFile(objects, clusterText({ config: INI_WITH_ACCOUNT }));
  await page.getByRole('link', { name: form('day2Link') }).click();
  await page.getByRole('combobox', { name: day2('objectsLabel') }).fill(objects);
  await button(page, day2('readButton')).click();
  await page
    .getByRole('combobox', { name: day2('kindLabel'), exact: true })
    .selectOption(day2('convertOption'));
  await button(page, day2('planButton')).click();
  await expect(page.getByRole('list', { name: day2('stepsLabel') })).toBeVisible();
  await check(page, { name: 'ic-day2' });
});

async function start(page: Page, app: App): Promise<void> {
  await app.side('both');
  await page.goto(app.url);
  await expect(sentence(page)).toBeVisible();
  await go(page, 'installConfig');
  await expect(sentence(page)).toHaveText(t('startTitle'));
}

async function section(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: form('navLabel') })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Fills a field and presses Enter, which writes the value. */
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
  await expect(button(page, removal(value, name))).toBeVisible();
}

/** Changes the first occurrence of a text in the editor. */
async function replaceInEditor(page: Page, editor: Locator, from: string, to: string): Promise<void> {
  const line = editor.locator('.cm-line', { hasText: from.trim() }).first();
  await line.scrollIntoViewIfNeeded();
  const text = (await line.textContent())!;
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText(text.replace(from.trim(), to.trim()));
}

/** Expects the secrets nowhere but in the given files. */
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
