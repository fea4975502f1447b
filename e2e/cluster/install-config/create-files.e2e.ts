import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { t as drafts } from '../../../renderer/editor/messages.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t as manifests } from '../../../renderer/install-config/manifests/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { expect, test } from '../../fixtures/app.ts';
import {
  ANY,
  anyNumber,
  beginning,
  containing,
  either,
  matching,
  numbered,
  plain,
} from '../../fixtures/messages.ts';
import { button, sentence } from '../../fixtures/steps.ts';
import {
  clean,
  INVALID,
  PASSWORD,
  PULL_AUTH,
  put,
  removal,
  section,
  start,
  token,
} from './install-config.fixture.ts';

const PULL_SECRET = `{"auths":{"mirror.example.com:8443":{"auth":"${PULL_AUTH}"}}}`;

const VALID = beginning(form('validTitle'));

const VCENTER = either(
  matching(form('controlPlaneVCenter', { vcenter: ANY })),
  matching(form('workersVCenter', { vcenter: ANY })),
  matching(form('unusedVCenter', { vcenter: ANY })),
);

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
  await button(
    page,
    form.parts('storeButton', { field: form('pullSecretLabel'), hidden: plain }).join(''),
  ).click();
  await expect(sentence(page)).toHaveText(VALID);

  // In the diagram, a control plane machine swaps places. A fourth vCenter can't be added.
  await section(page, form('vcentersSection'));
  await expect(page.getByRole('button', { name: form('addVCenterButton') })).toBeDisabled();
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
  await page.getByRole('combobox', { name: manifests('directoryLabel'), exact: true }).fill(folder);
  await page.getByRole('button', { name: anyNumber((count) => manifests('writeButton', { count })) }).click();
  await expect(
    page.getByText(
      containing(numbered((count) => manifests('writtenPartlyText', { count, files: `${ANY}creds-0` }))),
    ),
  ).toBeVisible();
  expect(await readdir(join(folder, 'cluster-api'))).toContain('01_vsphere-cluster-2.yaml');

  await clean(page, app, [file]);
});
