import { readFile } from 'node:fs/promises';
import { t as history } from '../../renderer/history/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, openPractice, sentence } from '../fixtures/steps.ts';

const HEAD = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
    - catalog: registry.redhat.io/redhat/redhat-operator-index:v4.16
      packages:
`;
const ANVIL = `${HEAD}        - name: anvil-operator
          channels:
            - name: stable
`;
const WIDER = `${ANVIL}              minVersion: 1.1.0\n`;

/** A new configuration in the folder of the screen. */
async function newConfiguration(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption({ label: 'New configuration' });
  await page.getByRole('combobox', { name: 'File' }).fill(file);
  await button(page, 'Begin configuration').click();
  await expect(page.getByRole('textbox', { name: /^Configuration / })).toContainText('ImageSetConfiguration');
  await write(page, text);
}

/** Takes the place of all that is in the editor. */
async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: /^Configuration / });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await expect(page.getByText('Not saved')).toBeVisible();
}

test('operators are chosen, fetched and pushed; what a catalog would lose is asked for', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const file = `${world.workspace}/operators.yaml`;
  await go(page, 'Fetch');
  await newConfiguration(page, file, WIDER.replace('anvil-operator', 'anvil-operatr'));
  await button(page, 'Save and plan').click();
  const rejected = page.getByRole('region', { name: 'Configuration' });
  await expect(rejected.getByRole('status')).toHaveText(/1 error/);
  await expect(rejected).toContainText(/Line 7.*anvil-operatr/);
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1);

  await write(page, `${HEAD}        - name: bellows-operator\n`);
  await expect(rejected.getByRole('status')).toHaveText(/No problem found/);
  await button(page, 'Save and plan').click();
  const plan = page.getByRole('region', { name: 'Contents of the plan' });
  await expect(plan).toContainText('bellows-operator.v2.1.0 needs package anvil-operator');
  await check(page, { name: 'an operator is missing' });
  const images = Number(/in (\d+) images/.exec((await sentence(page).textContent())!)?.[1]);
  await button(plan, 'Add what is needed').click();
  await expect(plan.getByRole('row', { name: /^operator anvil-operator of / })).toBeVisible();
  await expect(button(plan, 'Add what is needed')).toHaveCount(0);
  await expect(sentence(page)).not.toContainText(`in ${images} images`);
  await expect(page.getByRole('region', { name: 'The same without the app' })).toContainText(
    '--add-dependencies',
  );

  await button(page, 'Show configuration').click();
  await write(page, WIDER);
  await button(page, 'Save and plan').click();
  await expect(button(page, 'Start fetch')).toBeVisible();
  await expect(plan.getByRole('row', { name: /^catalog redhat-operator-index:v4.16/ })).toBeVisible();
  await button(page, 'Start fetch').click();
  await expect(sentence(page)).toHaveText(/^default-0001 is whole: \d+ images/);
  await expect(page.getByRole('row', { name: /operator anvil-operator of .* Whole since/ })).toBeVisible();

  await page.getByRole('link', { name: 'Push default-0001' }).click();
  await page.getByRole('combobox', { name: 'Destination registry' }).fill(world.destination!);
  await button(page, 'Start without a plan').click();
  await expect(sentence(page)).toHaveText(/ has all \d+ images: /);
  const files = page.getByRole('list', { name: 'Files' });
  await expect(button(files, /^cs-redhat-operator-index-v4-16\.yaml .*OperatorHub/)).toBeVisible();
  await expect(button(files, /^cc-redhat-operator-index-v4-16\.yaml .*OLM v1/)).toBeVisible();

  await page.goBack();
  await newConfiguration(page, `${world.workspace}/fewer.yaml`, ANVIL);
  await button(page, 'Save and start without a plan').click();
  await expect(sentence(page)).toHaveText(/^Ended/);
  const ending = page.getByRole('main');
  await expect(ending).toContainText('would lose anvil-operator.v1.1.0 of anvil-operator');
  await expect(button(page, 'Allow removal and push again')).toBeVisible();

  await page.goBack();
  await button(page, 'Plan').click();
  await expect(plan).toContainText('would lose anvil-operator.v1.1.0 of anvil-operator');
  await button(plan, 'Allow removal').click();
  await expect(page.getByRole('region', { name: 'The same without the app' })).toContainText(
    '--allow-removal',
  );
  await button(page, 'Start push').click();
  await expect(sentence(page)).toHaveText(/ has all \d+ images: /);
  const [run] = (await app.ask('runs.list', {})).runs;
  expect((await app.ask('runs.describe', { run: run!.run })).overrides).toContain('allow-removal');
});

test('an operand that is gone: the version that lacks it is named, and whole after a retry', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const operand = `http://${world.upstream}/v2/practice/anvil-operator-agent-rhel9/manifests`;
  const found = await fetch(`${operand}/v1.2.0`, { headers: { accept: '*/*' } });
  const digest = found.headers.get('docker-content-digest')!;
  const manifest = { type: found.headers.get('content-type')!, body: await found.text() };
  expect((await fetch(`${operand}/${digest}`, { method: 'DELETE' })).status).toBe(202);

  await go(page, 'Fetch');
  await newConfiguration(page, `${world.workspace}/operators.yaml`, ANVIL);
  await button(page, 'Save and start without a plan').click();
  await expect(
    page.getByRole('heading', { name: '1 version of an operator cannot be installed', level: 2 }),
  ).toBeVisible();
  const versions = page.getByRole('list', { name: 'Versions that cannot be installed' });
  await expect(versions).toContainText(
    'anvil-operator.v1.2.0of operator anvil-operatorLacks practice/anvil-operator-agent-rhel9.',
  );
  await expect(page.getByRole('heading', { name: parts('problemsTitle') })).toHaveCount(0);
  await check(page, { name: 'incomplete' });
  const [broken] = (await app.ask('runs.list', {})).runs;
  expect(await readFile(`${broken!.directory}/run.json`, 'utf8')).toContain('"incomplete"');

  const put = { method: 'PUT', body: manifest.body, headers: { 'content-type': manifest.type } };
  expect((await fetch(`${operand}/v1.2.0`, put)).status).toBe(201);
  await button(page, 'Retry what failed').click();
  await expect(sentence(page)).toHaveText(/^default-000[12] is whole: /);
  await expect(page.getByRole('heading', { name: /cannot be installed/, level: 2 })).toHaveCount(0);

  await go(page, 'History');
  await page
    .getByRole('grid', { name: history('runsLabel') })
    .getByRole('row', { name: /Partial/ })
    .click();
  await expect(
    page.getByRole('heading', { name: '1 version of an operator cannot be installed', level: 2 }),
  ).toBeVisible();
});
