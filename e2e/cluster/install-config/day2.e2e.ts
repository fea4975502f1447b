import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clusterText,
  GENERATED_DOMAIN,
  INI_WITH_ACCOUNT,
  machine,
} from '../../../core/install/install-config/day2/day2.fixture.ts';
import { t as plans } from '../../../core/install/install-config/day2/messages.ts';
import { t as day2 } from '../../../renderer/install-config/day2/messages.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { expect, test } from '../../fixtures/app.ts';
import { ANY, anyNumber, either, matching } from '../../fixtures/messages.ts';
import { button, sentence } from '../../fixtures/steps.ts';
import { clean, start, token } from './install-config.fixture.ts';

const CONVERTED = either(
  matching(t('convertedPartlyTitle', { keys: 1 })),
  anyNumber((keys) => t('convertedPartlyTitle', { keys })),
);

/** The change that the tests of day 2 plan. */
const CHANGE = [
  plans('addVCenterPart', { first: 'yes', server: 'vc-b.example.lan' }),
  plans('addDomainsPart', { first: 'no', count: 1, names: 'fd-b' }),
].join(', ');

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
    await page.getByRole('combobox', { name: day2('directoryLabel'), exact: true }).fill(directory);
    await button(page, day2('saveButton')).click();
    await expect(page.getByText(anyNumber((count) => day2('savedText', { count })))).toBeVisible();
    expect(await readFile(join(directory, 'PLAN.md'), 'utf8')).toContain('vc-b.example.lan');
    await clean(page, app, [objects]);
  });
