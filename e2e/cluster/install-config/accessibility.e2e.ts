import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterText, INI_WITH_ACCOUNT } from '../../../core/install/install-config/day2/day2.fixture.ts';
import { t as drafts } from '../../../renderer/editor/messages.ts';
import { t as day2 } from '../../../renderer/install-config/day2/messages.ts';
import { t as form } from '../../../renderer/install-config/form/messages.ts';
import { t } from '../../../renderer/install-config/messages.ts';
import { expect, test } from '../../fixtures/app.ts';
import { anyNumber } from '../../fixtures/messages.ts';
import { check } from '../../fixtures/screen-check.ts';
import { button, sentence } from '../../fixtures/steps.ts';
import { INVALID, section, start } from './install-config.fixture.ts';

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
  await button(
    page,
    anyNumber((errors) => form('showErrorsButton', { errors })),
  ).click();
  await check(page, { name: 'ic-problems' });
  const problems = page.getByRole('list', { name: form('problemsLabel') });
  const pullSecret = problems.getByRole('listitem').filter({ hasText: 'pullSecret' }).first();
  await button(pullSecret, drafts('goToFieldButton')).click();
  await expect(page.getByRole('textbox', { name: form('pullSecretLabel') })).toBeFocused();
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
