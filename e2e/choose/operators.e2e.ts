import { readFile } from 'node:fs/promises';
import { t as resources } from '../../core/app/service/runs/messages.ts';
import { t as catalogs } from '../../core/content/operator/messages.ts';
import { t as history } from '../../renderer/history/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as ended } from '../../renderer/run/live/ended/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as plan } from '../../renderer/run/plan/messages.ts';
import { t as request } from '../../renderer/run/request/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { expect, type Page, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching } from '../fixtures/messages.ts';
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

const NEEDED = containing(
  catalogs('dependencyMissing', {
    bundle: 'bellows-operator.v2.1.0',
    dependency: `${ANY}anvil-operator${ANY}`,
  }),
);
/** What the push of fewer versions removes. */
const LOST = containing(
  catalogs('removal', {
    destination: ANY,
    parts: catalogs('removedBundles', { bundles: 'anvil-operator.v1.1.0', name: 'anvil-operator' }),
  }),
);

/** A new configuration in the folder of the screen. */
async function newConfiguration(page: Page, file: string, text: string): Promise<void> {
  await page
    .getByRole('combobox', { name: setup('configurationLabel') })
    .selectOption({ label: setup('newConfiguration') });
  await page.getByRole('combobox', { name: setup('fileLabel') }).fill(file);
  await button(page, setup('createConfigurationButton')).click();
  await expect(
    page.getByRole('textbox', { name: matching(setup('editorLabel', { file: ANY })) }),
  ).toContainText('ImageSetConfiguration');
  await write(page, text);
}

/** Replaces the text in the editor. */
async function write(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: matching(setup('editorLabel', { file: ANY })) });
  await editor.click();
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await expect(page.getByText(setup('unsaved'))).toBeVisible();
}

test('operators are chosen, fetched and pushed; what a catalog would lose is asked for', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const file = `${world.workspace}/operators.yaml`;
  await go(page, 'fetch');
  await newConfiguration(page, file, WIDER.replace('anvil-operator', 'anvil-operatr'));
  await button(page, setup('saveAndPlanButton')).click();
  const configuration = page.getByRole('region', { name: setup('configurationTitle') });
  await expect(configuration.getByRole('status')).toHaveText(containing(setup('errorCount', { errors: 1 })));
  await expect(configuration).toContainText(
    containing(`${parts('lineButton', { line: 7 })}${ANY}anvil-operatr`),
  );
  await expect(page.locator('.cm-lint-marker-error')).toHaveCount(1);

  await write(page, `${HEAD}        - name: bellows-operator\n`);
  await expect(configuration.getByRole('status')).toContainText(setup('noProblems'));
  await button(page, setup('saveAndPlanButton')).click();
  const contents = page.getByRole('region', { name: plan('contentsLabel') });
  await expect(contents).toContainText(NEEDED);
  await check(page, { name: 'an operator is missing' });
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => request('fetchPlanTitle', { images, size: ANY, workspace: ANY })),
  );
  const images = Number(/\d+/.exec((await sentence(page).textContent())!)?.[0]);
  await button(contents, plan('addDependenciesButton')).click();
  await expect(contents.getByRole('row', { name: /^Operator anvil-operator of / })).toBeVisible();
  await expect(button(contents, plan('addDependenciesButton'))).toHaveCount(0);
  await expect(sentence(page)).not.toHaveText(
    matching(request('fetchPlanTitle', { images, size: ANY, workspace: ANY })),
  );
  await expect(page.getByRole('region', { name: setup('commandTitle') })).toContainText('--add-dependencies');

  await button(page, setup('showConfigurationLabel')).click();
  await write(page, WIDER);
  await button(page, setup('saveAndPlanButton')).click();
  await expect(button(page, setup('startFetchButton'))).toBeVisible();
  await expect(contents.getByRole('row', { name: /^Catalog redhat-operator-index:v4.16/ })).toBeVisible();
  await button(page, setup('startFetchButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
  );
  await expect(
    page.getByRole('row', {
      name: new RegExp(`Operator anvil-operator of .* ${live('contentCompleteSince', { time: '' })}`),
    }),
  ).toBeVisible();

  await page.getByRole('link', { name: live('pushTransferButton', { transfer: 'default-0001' }) }).click();
  await page.getByRole('combobox', { name: setup('destinationLabel') }).fill(world.destination!);
  await button(page, setup('startUnplannedButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
  );
  const files = page.getByRole('list', { name: ended('resourceFilesLabel') });
  await expect(
    button(
      files,
      beginning(`cs-redhat-operator-index-v4-16.yaml ${ANY}${resources('catalogSourcePurpose')}`),
    ),
  ).toBeVisible();
  await expect(
    button(
      files,
      beginning(`cc-redhat-operator-index-v4-16.yaml ${ANY}${resources('clusterCatalogPurpose')}`),
    ),
  ).toBeVisible();

  await page.goBack();
  await newConfiguration(page, `${world.workspace}/fewer.yaml`, ANVIL);
  await button(page, setup('saveAndStartButton')).click();
  await expect(sentence(page)).toHaveText(
    either(
      matching(live('failedReasonTitle', { reason: ANY })),
      matching(live('failedReasonAtTitle', { progress: ANY, reason: ANY })),
    ),
  );
  const ending = page.getByRole('main');
  await expect(ending).toContainText(LOST);
  await expect(button(page, ended('allowRemovalButton'))).toBeVisible();

  await page.goBack();
  await button(page, setup('planButton')).click();
  await expect(contents).toContainText(LOST);
  await button(contents, plan('allowRemovalButton')).click();
  await expect(page.getByRole('region', { name: setup('commandTitle') })).toContainText('--allow-removal');
  await button(page, setup('startPushButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
  );
  const [run] = (await app.ask('runs.list', {})).runs;
  expect((await app.ask('runs.describe', { run: run!.run })).overrides).toContain('allow-removal');
});

test('a missing operand: its operator version is listed, and complete after a retry', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const operand = `http://${world.upstream}/v2/practice/anvil-operator-agent-rhel9/manifests`;
  const found = await fetch(`${operand}/v1.2.0`, { headers: { accept: '*/*' } });
  const digest = found.headers.get('docker-content-digest')!;
  const manifest = { type: found.headers.get('content-type')!, body: await found.text() };
  expect((await fetch(`${operand}/${digest}`, { method: 'DELETE' })).status).toBe(202);

  await go(page, 'fetch');
  await newConfiguration(page, `${world.workspace}/operators.yaml`, ANVIL);
  await button(page, setup('saveAndStartButton')).click();
  await expect(
    page.getByRole('heading', { name: live('notInstallableTitle', { versions: 1 }), level: 2 }),
  ).toBeVisible();
  const versions = page.getByRole('list', { name: live('versionsLabel') });
  const missing = live.parts('missingText', { images: () => 'practice/anvil-operator-agent-rhel9' }).join('');
  await expect(versions).toContainText(
    `anvil-operator.v1.2.0${live('versionOperator', { operator: 'anvil-operator' })}${missing}`,
  );
  await expect(page.getByRole('heading', { name: parts('problemsTitle') })).toHaveCount(0);
  await check(page, { name: 'incomplete' });
  const [broken] = (await app.ask('runs.list', {})).runs;
  expect(await readFile(`${broken!.directory}/run.json`, 'utf8')).toContain('"incomplete"');

  const put = { method: 'PUT', body: manifest.body, headers: { 'content-type': manifest.type } };
  expect((await fetch(`${operand}/v1.2.0`, put)).status).toBe(201);
  await button(page, live('retryImagesButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('transferTitle', { transfer: ANY, images, size: ANY, duration: ANY })),
  );
  await expect(
    page.getByRole('heading', {
      name: anyNumber((versions) => live('notInstallableTitle', { versions })),
      level: 2,
    }),
  ).toHaveCount(0);

  await go(page, 'history');
  await page
    .getByRole('grid', { name: history('runsLabel') })
    .getByRole('row', { name: containing(parts('runPartial')) })
    .click();
  await expect(
    page.getByRole('heading', { name: live('notInstallableTitle', { versions: 1 }), level: 2 }),
  ).toBeVisible();
});
