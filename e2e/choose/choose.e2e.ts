import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as selections } from '../../core/content/release/messages.ts';
import { t as looked } from '../../core/mirror/live-plan/messages.ts';
import { t as draftTexts } from '../../renderer/choose/draft/messages.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as where } from '../../renderer/choose/where/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as requestTexts } from '../../renderer/run/request/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as login } from '../../renderer/settings/registries/messages.ts';
import { t as upgrades } from '../../renderer/upgrades/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { guardedRegistry, USER } from '../fixtures/guarded-registry.ts';
import { ANY, anyNumber, beginning, containing, either, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, go, openPractice, sentence, tabTo } from '../fixtures/steps.ts';

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const editor = (page: Page) =>
  page.getByRole('textbox', { name: matching(frame('yamlLabel', { file: ANY })) });
const total = (page: Page) => page.getByRole('region', { name: frame('totalTitle') });

/** The button of a starting point, by its title. */
const door = (page: Page, title: string) => button(page, beginning(title));

const range = (from: string, to: string) => releases('rangeTitle', { channel: 'stable-4.16', from, to });
const disk = (enclave = 'default') => where('diskHeading', { workspace: 'Practice', enclave });
const next = (step: Parameters<typeof stepLabel>[0]) => frame('nextButton', { step: stepLabel(step) });

const GRAPH = containing(looked('graphItem', { channel: 'stable-4.16', architecture: ANY }));
/** Why a release is selected that is on the path. */
const SHORTEST = containing(selections('shortestPathReason', { channel: 'stable-4.16', range: ANY }));

/** Starts a draft with the upgrade path between two versions. */
async function begin(page: Page, from: string, to: string): Promise<void> {
  await go(page, 'choose');
  await door(page, start('versionsTitle')).click();
  await field(page, start('fromLabel')).fill(from);
  await field(page, start('toLabel')).fill(to);
  await button(page, start('pathButton')).click();
  await expect(sentence(page)).toHaveText(range(from, to));
}

/** The draft that is shown, as the engine has kept it. */
async function retained(page: Page, app: App) {
  const id = /#\/choose\/([^/?]+)/.exec(page.url())![1]!;
  return app.ask('drafts.read', { id });
}

async function saved(page: Page): Promise<void> {
  await expect(page.getByText(matching(drafts('draftSavedAt', { time: ANY })))).toBeVisible();
}

test('from nothing to a running mirror, as who has never seen it', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const began = Date.now();
  await begin(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('list', { name: upgrades('stepsLabel') })).toContainText(
    upgrades('risksButton', { risks: 1 }),
  );
  await button(page, releases('aroundButton')).click();
  await expect(page.getByText(releases('avoidedText'))).toBeVisible();
  await expect(page.getByRole('cell', { name: SHORTEST }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^4\.16\.2 / })).toBeVisible();
  await expect(total(page)).toContainText(new RegExp(`${frame('downloadLabel')}\\s*[\\d.]+ [MG]iB`));
  await expect(total(page)).toContainText(frame('drivesValue', { drives: 1, capacity: 32 }));

  await button(page, next('operators')).click();
  await button(page, next('where')).click();
  await expect(sentence(page)).toHaveText(disk());
  await field(page, setup('enclaveLabel')).fill('fleet');
  await expect(sentence(page)).toHaveText(disk('fleet'));
  await page.getByRole('textbox', { name: where('rateLabel') }).fill('200');
  await expect(total(page)).toContainText(frame('durationRateLabel', { rate: '200.0 MiB/s' }));
  await button(page, next('review')).click();
  await expect(sentence(page)).toHaveText(
    matching(
      `${frame('upgradeSummary', { from: '4.16.1', to: '4.16.5', operators: 0 })}: ${frame('downloadFact', { size: ANY })}, ${ANY}${frame('drivesFact', { drives: 1 })}`,
    ),
  );
  await button(page, review('fetchButton')).click();
  await expect(page).toHaveURL(/#\/run\/\d+/);
  expect(Date.now() - began).toBeLessThan(180_000);
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'fleet-0001', images, size: ANY, duration: ANY }),
    ),
    { timeout: 40_000 },
  );

  const { workspaces } = await app.ask('workspaces.list', {});
  const fleet = workspaces[0]!.enclaves.find(({ name }) => name === 'fleet');
  expect(fleet!.transfers.map(({ name, state }) => [name, state])).toEqual([['fleet-0001', 'complete']]);
  expect(await readFile(join(world.workspace!, 'imageset-config.yaml'), 'utf8')).toContain(
    'minVersion: 4.16.1',
  );
});

test('nothing is lost when the page is closed or the engine is killed', async ({ page, app }) => {
  await openPractice(page, app);
  await begin(page, '4.16.1', '4.16.2');
  await button(page, releases('allFieldsTitle')).click();
  await page.getByRole('checkbox', { name: releases('graphLabel') }).check();
  await expect(editor(page)).toContainText('graph: true');
  await saved(page);
  expect((await retained(page, app)).text).toContain('graph: true');

  await page.reload();
  await expect(editor(page)).toContainText('graph: true');
  await expect(field(page, releases('fromLabel'))).toHaveValue('4.16.1');

  process.kill(await app.enginePid(), 'SIGKILL');
  await page.getByRole('checkbox', { name: 'arm64' }).check();
  await expect(editor(page)).toContainText('arm64');
  // A request that was under way when the engine ended is answered with an error.
  const text = () =>
    retained(page, app).then(
      (draft) => draft.text,
      () => undefined,
    );
  await expect.poll(text, { timeout: 20_000 }).toContain('arm64');

  await button(page, frame('closeButton')).click();
  await expect(sentence(page)).toHaveText(start('pageTitle'));
  await page.getByRole('link', { name: 'imageset-config.yaml' }).click();
  await expect(editor(page)).toContainText('arm64');
  await button(page, frame('closeButton')).click();
  await button(page, drafts('removeNamedDraftButton', { name: 'imageset-config.yaml' })).click();
  await expect(page.getByRole('heading', { name: drafts('draftsTitle') })).toHaveCount(0);
});

test('credentials lost in a crash of the engine are reported, and nothing is saved without them', async ({
  page,
  app,
}) => {
  const { workspace } = await openPractice(page, app);
  const { draft } = await app.ask('drafts.start', { kind: 'new', workspace: workspace! });
  const text = `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  platform:
    channels:
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.1
  # https://me:NEEDLE@wiki.example/why
`;
  await app.ask('drafts.save', { ...draft, text });
  process.kill(await app.enginePid(), 'SIGKILL');
  const read = () => app.ask('drafts.read', { id: draft.id }).catch(() => undefined);
  await expect.poll(async () => (await read())?.strippedLines, { timeout: 20_000 }).toHaveLength(1);
  await page.goto(app.at(`/choose/${draft.id}/review`));
  const alert = page.getByRole('heading', { name: frame('withheldTitle', { count: 1, lines: '9' }) });
  await expect(alert).toBeVisible();
  await expect(button(page, review('saveButton'))).toBeDisabled();
  await expect(button(page, review('fetchButton'))).toBeDisabled();
  await button(page, frame('lineButton', { line: 9 })).click();
  await expect(page.locator('.cm-activeLine')).toContainText('wiki.example');
  await page.keyboard.press('Home');
  for (let moved = 0; moved < '# https://'.length; moved++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('me:NEEDLE@');
  await expect(alert).toHaveCount(0);
  await button(page, review('saveButton')).click();
  await expect(page.getByText(review('savedNote', { file: 'imageset-config.yaml' }))).toBeVisible();
  expect(await readFile(draft.file, 'utf8')).toBe(text);
});

test('the form and the YAML are one text, which undo spans', async ({ page, app }) => {
  const { workspace } = await openPractice(page, app);
  const file = join(workspace!, 'ours.yaml');
  const text = `# agreed on 8 May
apiVersion: mirror.openshift.io/v2alpha1
kind: ImageSetConfiguration
mirror:
    platform:
        channels:
        - name: stable-4.16   # ours
          minVersion: '4.16.1'
          maxVersion: 4.16.2
          x-note: kept
`;
  await writeFile(file, text);
  await go(page, 'choose');
  await door(page, start('fileTitle')).click();
  await field(page, start('fileLabel')).fill(file);
  await button(page, start('openButton')).click();
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.2'));
  await button(page, releases('allFieldsTitle')).click();
  const highest = page.getByRole('textbox', { name: 'maxVersion' });
  await highest.fill('4.16.5');
  await highest.press('Enter');
  await saved(page);
  expect((await retained(page, app)).text).toBe(text.replace('maxVersion: 4.16.2', 'maxVersion: 4.16.5'));
  await expect(page.locator('.cm-line-changed')).toHaveText(/maxVersion: 4\.16\.5/);

  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  platform: [');
  const fault = page.getByRole('heading', {
    name: containing(drafts('faultTitle', { line: ANY, column: ANY })),
  });
  await expect(fault).toBeVisible();
  await expect(page.locator('.al-choose-body')).toHaveAttribute('inert', '');
  // The last valid content stays visible.
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.5'));
  await page.keyboard.press('Control+z');
  await expect(fault).toHaveCount(0);
  await sentence(page).focus();
  await page.keyboard.press('Control+z');
  await expect(editor(page)).toContainText('maxVersion: 4.16.2');
  await expect(button(page, drafts('undoButton'))).toBeDisabled();
  await page.keyboard.press('Control+y');
  await expect(editor(page)).toContainText('maxVersion: 4.16.5');
});

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

test('images are checked and pinned, and a missing login can be entered', async ({ page, app }) => {
  await openPractice(page, app);
  await using registry = await guardedRegistry(app.directory, 'right-0ne');
  await begin(page, '4.16.1', '4.16.2');
  await page.getByRole('link', { name: stepLabel('where') }).click();
  await page.getByRole('radio', { name: where('registryLabel'), exact: true }).check();
  await field(page, setup('destinationLabel')).fill(`${registry.host}/ocp`);
  await page.getByRole('button', { name: where('moreTitle') }).click();
  await page.getByRole('checkbox', { name: where('destinationTlsLabel') }).uncheck();
  await button(page, setup('testButton')).first().click();
  await page.getByRole('textbox', { name: login('userField') }).fill(USER);
  await page.getByRole('textbox', { name: login('passwordField') }).fill('right-0ne');
  await button(page, login('testLoginButton')).click();
  await button(page, login('saveLoginButton')).click();
  await expect(page.getByText(requestTexts('tlsWarningTitle'))).toBeVisible();

  await button(page, where('imagesTitle', { count: 0 })).click();
  const image = page.getByRole('textbox', { name: where('imageLabel'), exact: true });
  await image.fill('registry.redhat.io/ubi9/ubi:latest');
  await image.press('Enter');
  const images = page.getByRole('list', { name: where('imagesLabel') });
  await expect(images).toContainText(/[\d.]+ KiB/);
  await button(images, where('pinButton')).click();
  await expect(editor(page)).toContainText('registry.redhat.io/ubi9/ubi:latest@sha256:');
  await image.fill('quay.io/nobody/nothing:1');
  await image.press('Enter');
  await expect(images).toContainText(where('unavailableText'));
  await button(images, where('removeLabel', { name: 'quay.io/nobody/nothing:1' })).click();
  await expect(editor(page)).not.toContainText('nobody');

  await button(page, where('blockedTitle', { count: 0 })).click();
  await page.getByRole('textbox', { name: where('expressionLabel') }).fill('ubi9/');
  await expect(
    page.getByText(
      matching(where('excludedSizeExampleText', { images: 1, size: ANY, example: ANY, others: 0 })),
    ),
  ).toBeVisible();
  await button(page, where('blockButton')).click();
  await expect(editor(page)).toContainText('blockedImages');
  const draft = await retained(page, app);
  expect(JSON.stringify(draft)).not.toContain('right-0ne');
});

test('on a metered connection the graph is loaded by a click, and the button shows its size', async ({
  page,
  app,
}) => {
  await openPractice(page, app);
  await go(page, 'choose');
  await page.getByText(start('meteredText')).click();
  await door(page, start('versionsTitle')).click();
  await field(page, start('fromLabel')).fill('4.16.1');
  await field(page, start('toLabel')).fill('4.16.5');
  await button(page, start('pathButton')).click();
  // Versions without a known graph are written as entered.
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.5'));
  await expect(page.getByRole('switch', { name: releases('meteredText') })).toBeChecked();
  const path = page.getByRole('list', { name: upgrades('stepsLabel') });
  const load = page
    .getByRole('listitem')
    .filter({ hasText: GRAPH })
    .getByRole('button', { name: matching(draftTexts('loadButton', { size: ANY })) });
  await expect(load).toBeEnabled();
  await expect(path).toHaveCount(0);
  await load.click();
  await expect(path).toContainText(upgrades('risksButton', { risks: 1 }));
  await expect(
    page.getByText(
      containing(
        draftTexts
          .parts('knownText', {
            name: looked('graphItem', { channel: 'stable-4.16', architecture: ANY }),
            when: () => parts('timeNow'),
          })
          .join(''),
      ),
    ),
  ).toBeVisible();
});

test('by keyboard alone: the focus is on the title of each step', async ({ page, app }) => {
  await openPractice(page, app);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(sentence(page)).toBeFocused();
  await tabTo(page, door(page, start('newTitle')));
  await tabTo(page, field(page, start('versionLabel')));
  await page.keyboard.type('4.16');
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(
    either(
      matching(releases('releaseTitle', { version: '4.16.5' })),
      matching(releases('newestTitle', { channel: 'stable-4.16' })),
    ),
  );
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: stepLabel('operators') })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(sentence(page)).toHaveText(disk());
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('link', { name: stepLabel('operators') })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await page.keyboard.press('y');
  await expect(editor(page)).toHaveCount(0);
});

test("accessible: start, cluster, target, and a text that can't be parsed", async ({ page, app }) => {
  await openPractice(page, app);
  const fold = [button(page, frame('closeButton'))];
  await begin(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('row', { name: /^4\.16\.5 / })).toBeVisible();
  await button(page, upgrades('risksButton', { risks: 1 })).click();
  await button(page, releases('allFieldsTitle')).click();
  await check(page, { name: 'cluster', fold });
  await page.getByRole('link', { name: stepLabel('where') }).click();
  await page.getByRole('radio', { name: where('bothLabel') }).check();
  for (const section of [
    where('moreTitle'),
    where('imagesTitle', { count: 0 }),
    where('chartsTitle', { count: 0 }),
  ])
    await button(page, section).click();
  await check(page, { name: 'where', fold });
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  : [');
  await expect(
    page.getByRole('heading', { name: containing(drafts('faultTitle', { line: ANY, column: ANY })) }),
  ).toBeVisible();
  await check(page, { name: 'fault', fold });
});
