import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, matching } from '../fixtures/messages.ts';
import { button, go, openPractice, sentence } from '../fixtures/steps.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: {{ .Values.image }}}]}\n';

test('a Helm chart without images is rejected until it is accepted', async ({ page, app }) => {
  await openPractice(page, app);
  const chart = join(app.directory, 'chart');
  await mkdir(join(chart, 'templates'), { recursive: true });
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: empty\nversion: 1.0.0\n');
  await writeFile(join(chart, 'templates', 'pod.yaml'), POD);
  const file = join(app.directory, 'charts.yaml');
  const lines = [
    'kind: ImageSetConfiguration',
    'apiVersion: mirror.openshift.io/v2alpha1',
    'mirror:',
    '  additionalImages: [{name: "quay.io/practice/oci:v1"}]',
    `  helm: {local: [{name: empty, path: ${chart}}]}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);

  await go(page, 'fetch');
  await page
    .getByRole('combobox', { name: setup('configurationLabel') })
    .selectOption({ label: setup('openOther') });
  await page.getByRole('combobox', { name: setup('fileLabel') }).fill(file);
  // The previous configuration isn't started while another file is being opened.
  await expect(button(page, setup('startUnplannedButton'))).toBeDisabled();
  await button(page, setup('openFileButton')).click();
  await button(page, setup('moreOptionsButton')).click();
  const accept = page.getByRole('checkbox', { name: setup('emptyChartsSwitch') });
  await expect(accept).not.toBeChecked();
  await button(page, setup('startUnplannedButton')).click();
  await expect(sentence(page)).toHaveText(matching(live('rejectedTitle', { content: ANY })));

  await go(page, 'fetch');
  await button(page, setup('moreOptionsButton')).click();
  await accept.check();
  await button(page, setup('startUnplannedButton')).click();
  const newest = async () => (await app.ask('runs.list', {})).runs[0]!;
  await expect.poll(async () => (await newest()).status).toBe('complete');
  const { overrides } = await app.ask('runs.describe', { run: (await newest()).run });
  expect(overrides).toContain('accept-empty-charts');

  // A push has no options for charts.
  await go(page, 'push');
  await button(page, setup('moreOptionsButton')).click();
  await expect(page.getByRole('checkbox', { name: setup('trustLedgerSwitch') })).toBeVisible();
  await expect(accept).toHaveCount(0);
});
