import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as draftTexts } from '../../renderer/choose/draft/messages.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as issues } from '../../renderer/choose/review/issues/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, containing, matching } from '../fixtures/messages.ts';
import { button, endedRun, go, openPractice, sentence } from '../fixtures/steps.ts';
import { CATALOG } from '../fixtures/upgrade-steps.ts';
import { door, editor, field, HEAD, openStep, retained } from './choose.fixture.ts';

test('a file of v1alpha2 is converted and explained; the last transfer is begun from', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const file = join(world.workspace!, 'old.yaml');
  await writeFile(
    file,
    `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v1alpha2
storageConfig:
  local:
    path: ./metadata
mirror:
  platform:
    channels:
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.1
`,
  );
  await go(page, 'choose');
  await door(page, start('fileTitle')).click();
  await field(page, start('fileLabel')).fill(file);
  await button(page, start('openButton')).click();
  await expect(
    page.getByRole('heading', { name: start('convertedTitle', { file: 'old.yaml' }) }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'storageConfig' })).toBeVisible();
  await button(page, start('continueButton')).click();
  await expect(sentence(page)).toHaveText(releases('releaseTitle', { version: '4.16.1' }));
  await expect(editor(page)).toContainText('v2alpha1');
  // The file itself is not written.
  expect(await readFile(file, 'utf8')).toContain('storageConfig');

  await endedRun(app, {
    workflow: 'mirrorToDisk',
    directory: world.workspace!,
    configFile: world.configFile!,
    enclave: 'lab',
  });
  await go(page, 'choose');
  await door(page, start('lastTitle')).click();
  await button(page, start('lastButton', { transfer: 'lab-0001' })).click();
  await expect(page.getByRole('navigation', { name: frame('stepsLabel') })).toBeVisible();
  expect((await retained(page, app)).text).toBe(await readFile(world.configFile!, 'utf8'));
  expect((await retained(page, app)).enclave).toBe('lab');
});

test('only versions and names of an inventory are shown and used', async ({ page, app }) => {
  await openPractice(page, app);
  await go(page, 'choose');
  await door(page, start('installedTitle')).click();
  await button(page, start('pasteButton')).click();
  await expect(page.getByText(/^oc get clusterversion/)).toBeVisible();
  const list = {
    kind: 'List',
    items: [
      {
        apiVersion: 'config.openshift.io/v1',
        kind: 'ClusterVersion',
        metadata: { name: 'version' },
        spec: { channel: 'stable-4.16', clusterID: 'a5b2-secret-id' },
        status: { desired: { version: '4.16.1' }, history: [{ state: 'Completed', version: '4.16.1' }] },
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: 'anvil', namespace: 'secret-project' },
        spec: { name: 'anvil-operator', channel: 'stable', source: 'redhat-operators' },
        status: { installedCSV: 'anvil-operator.v1.0.0' },
      },
    ],
  };
  await page.getByRole('textbox', { name: start('outputLabel') }).fill(JSON.stringify(list));
  await button(page, start('readButton')).click();
  const table = page.getByRole('table', { name: start('inventoryLabel') });
  await expect(table.getByRole('row', { name: /^anvil-operator 1\.0\.0 stable/ })).toBeVisible();
  await expect(field(page, start('installedVersionLabel'))).toHaveValue('4.16.1');
  await expect(page.getByRole('main')).not.toContainText('secret');
  await page.getByRole('textbox', { name: start('packageLabel'), exact: true }).fill('bellows-operator');
  await button(page, start('addButton')).click();
  await expect(table).toContainText(start('operatorsColumn', { operators: 2 }));
  await button(page, start('removeLabel', { package: 'bellows-operator' })).click();
  await expect(table).toContainText(start('operatorsColumn', { operators: 1 }));
});

test('a broken file: the problem at its line, its fix, and the run', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const file = `${world.workspace}/broken.yaml`;
  await writeFile(
    file,
    `${HEAD}  operators:
    - catalog: ${CATALOG}
      packages:
        - name: anvil-operatr # typed at night
`,
  );
  const { draft } = await app.ask('drafts.start', { kind: 'file', file, workspace: world.workspace! });
  await openStep(page, draft, 'review');
  const known = page.getByRole('region', { name: issues('issuesLabel') });
  await button(known, matching(draftTexts('loadButton', { size: ANY }))).click();
  await expect(known.getByRole('status').first()).toHaveText(issues('errorsCountNote', { errors: 1 }));
  await expect(known).toContainText(containing(`${issues('lineButton', { line: 7 })}${ANY}anvil-operatr`));
  await expect(button(page, review('fetchButton'))).toBeDisabled();
  await button(known, issues('lineButton', { line: 7 })).click();
  await expect(page.locator('.cm-activeLine')).toContainText('anvil-operatr');
  await known
    .getByRole('listitem')
    .filter({ hasText: 'anvil-operatr' })
    .getByRole('button', { name: /anvil-operator/ })
    .click();
  await expect(known).not.toContainText('anvil-operatr ');
  await expect(button(page, review('fetchButton'))).toBeEnabled();
  await button(page, review('fetchButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
    { timeout: 30_000 },
  );
  expect(await readFile(file, 'utf8')).toContain('- name: anvil-operator # typed at night');
});
