import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t as manifests } from '../../../renderer/install-config/manifests/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { expect, test } from '../../fixtures/app.ts';
import { ANY, anyNumber, matching, numbered } from '../../fixtures/messages.ts';
import { check } from '../../fixtures/screen-check.ts';
import { button } from '../../fixtures/steps.ts';
import { section, start } from './install-config.fixture.ts';

test('machines of the user: the method, its warnings, the steps and the files', async ({ page, app }) => {
  test.slow();
  await start(page, app);
  await button(page, t('startButton')).click();
  await section(page, form('clusterSection'));
  const method = page.getByRole('combobox', { name: form('methodLabel') });
  await method.selectOption(form('userProvisionedOption'));
  await expect(page.getByText(form('userProvisionedHelp'))).toBeVisible();
  await section(page, form('zonesSection'));
  await page
    .getByRole('button', { name: /compute\[0\]\.replicas.* 0$/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /compute\[0\]\.replicas.* 0$/ })).toHaveCount(0);

  await page.getByRole('link', { name: form('manifestsLink') }).click();
  const steps = page.getByRole('region', { name: manifests('stepsTitle') });
  await expect(steps).toContainText('openshift-install create ignition-configs');
  await expect(button(page, 'user-provisioned-steps.md')).toBeVisible();
  await expect(page.getByRole('button', { name: /machineset|master-machines|capi/ })).toHaveCount(0);
  await check(page, { name: 'ic-user-provisioned' });

  // The draft contains the choice.
  await page.reload();
  await expect(steps).toBeVisible();
  const folder = join(app.directory, 'user-provisioned');
  await page.getByRole('combobox', { name: manifests('directoryLabel'), exact: true }).fill(folder);
  await page.getByRole('button', { name: anyNumber((count) => manifests('writeButton', { count })) }).click();
  await expect(
    page.getByText(matching(numbered((count) => manifests('writtenPartlyText', { count, files: ANY })))),
  ).toBeVisible();
  expect((await readdir(folder)).sort()).toEqual([
    ...['manifests', 'openshift', 'user-provisioned-steps.md', 'vcenter-checklist.md'],
  ]);
  expect(await readFile(join(folder, 'user-provisioned-steps.md'), 'utf8')).toContain('mastersSchedulable');
});
