import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/app.ts';
import { button, go, openPractice, sentence } from '../fixtures/steps.ts';

const POD =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: {{ .Values.image }}}]}\n';

test('a Helm chart without an image is left out, until it is accepted', async ({ page, app }) => {
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

  await go(page, 'Fetch');
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption({ label: 'Open another file' });
  await page.getByRole('combobox', { name: 'File' }).fill(file);
  // The configuration chosen before isn't started in place of the one being opened.
  await expect(button(page, 'Start without a plan')).toBeDisabled();
  await button(page, 'Open file').click();
  await button(page, 'More options').click();
  const accept = page.getByRole('checkbox', { name: 'Accept Helm charts that reference no images' });
  await expect(accept).not.toBeChecked();
  await button(page, 'Start without a plan').click();
  await expect(sentence(page)).toHaveText(/was left out\.$/);

  await go(page, 'Fetch');
  await button(page, 'More options').click();
  await accept.check();
  await button(page, 'Start without a plan').click();
  const newest = async () => (await app.ask('runs.list', {})).runs[0]!;
  await expect.poll(async () => (await newest()).status).toBe('complete');
  const { overrides } = await app.ask('runs.describe', { run: (await newest()).run });
  expect(overrides).toContain('accept-empty-charts');

  // Nothing about charts is decided on the other side.
  await go(page, 'Push');
  await button(page, 'More options').click();
  await expect(page.getByRole('checkbox', { name: 'Trust the ledger' })).toBeVisible();
  await expect(accept).toHaveCount(0);
});
