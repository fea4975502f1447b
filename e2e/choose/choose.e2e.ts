import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { guardedRegistry, USER } from '../fixtures/guarded-registry.ts';
import { ANY, anyNumber, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, go, openPractice, sentence, tabTo } from '../fixtures/steps.ts';

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const editor = (page: Page) => page.getByRole('textbox', { name: /^Configuration / });
const total = (page: Page) => page.getByRole('region', { name: 'Running total' });

/** Begins a draft with the way between two versions. */
async function begin(page: Page, from: string, to: string): Promise<void> {
  await go(page, 'Choose');
  await button(page, /^I am on X, I want Y/).click();
  await field(page, 'I am on').fill(from);
  await field(page, 'I want').fill(to);
  await button(page, 'Begin with the way between them').click();
  await expect(sentence(page)).toHaveText(`Releases of stable-4.16 from ${from} to ${to}`);
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
  await expect(page.getByRole('list', { name: 'The way, step by step' })).toContainText('1 risk');
  await button(page, 'Take this way').click();
  await expect(page.getByText('Risks are avoided.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /shortest path/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^4\.16\.2 / })).toBeVisible();
  await expect(total(page)).toContainText(/To fetch\s*[\d.]+ [MG]iB/);
  await expect(total(page)).toContainText('1 × 32 GB stick');

  await button(page, 'Next: Operators').click();
  await button(page, 'Next: Where').click();
  await expect(sentence(page)).toHaveText('To disk in Practice');
  await field(page, 'Enclave').fill('fleet');
  await expect(sentence(page)).toHaveText('To disk in Practice, for fleet');
  await page.getByRole('textbox', { name: 'At most, MiB/s' }).fill('200');
  await expect(total(page)).toContainText('At 200.0 MiB/s');
  await button(page, 'Next: Review').click();
  await expect(sentence(page)).toHaveText(/^4\.16\.1 to 4\.16\.5: .* to fetch, .*1 stick\.$/);
  await button(page, /^Run/).click();
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
  await button(page, 'All fields').click();
  await page.getByRole('checkbox', { name: 'Update graph' }).check();
  await expect(editor(page)).toContainText('graph: true');
  await saved(page);
  expect((await retained(page, app)).text).toContain('graph: true');

  await page.reload();
  await expect(editor(page)).toContainText('graph: true');
  await expect(field(page, 'I am on')).toHaveValue('4.16.1');

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

  await button(page, 'Save and close').click();
  await expect(sentence(page)).toHaveText('What should a mirror be made for?');
  await page.getByRole('link', { name: 'imageset-config.yaml' }).click();
  await expect(editor(page)).toContainText('arm64');
  await button(page, 'Save and close').click();
  await button(page, drafts('removeNamedDraftButton', { name: 'imageset-config.yaml' })).click();
  await expect(page.getByRole('heading', { name: drafts('draftsTitle') })).toHaveCount(0);
});

test('credentials that a crash of the engine took are told, and nothing is saved without them', async ({
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
  await expect.poll(async () => (await read())?.withheld, { timeout: 20_000 }).toHaveLength(1);
  await page.goto(app.at(`/choose/${draft.id}/review`));
  const reported = page.getByRole('heading', { name: 'Credentials are missing in line 9' });
  await expect(reported).toBeVisible();
  await expect(button(page, 'Save configuration')).toBeDisabled();
  await expect(button(page, 'Run fetch')).toBeDisabled();
  await button(page, drafts('goToLineButton', { line: 9 })).click();
  await expect(page.locator('.cm-activeLine')).toContainText('wiki.example');
  await page.keyboard.press('Home');
  for (let moved = 0; moved < '# https://'.length; moved++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('me:NEEDLE@');
  await expect(reported).toHaveCount(0);
  await button(page, 'Save configuration').click();
  await expect(page.getByText('Saved to imageset-config.yaml')).toBeVisible();
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
  await go(page, 'Choose');
  await button(page, /^A file/).click();
  await field(page, 'Configuration file').fill(file);
  await button(page, 'Open the file').click();
  await expect(sentence(page)).toHaveText('Releases of stable-4.16 from 4.16.1 to 4.16.2');
  await button(page, 'All fields').click();
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
    name: matching(drafts('faultTitle', { line: ANY, column: ANY })),
  });
  await expect(fault).toBeVisible();
  await expect(page.locator('.al-choose-body')).toHaveAttribute('inert', '');
  // What was read before stays to be seen.
  await expect(sentence(page)).toHaveText('Releases of stable-4.16 from 4.16.1 to 4.16.5');
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
  await go(page, 'Choose');
  await button(page, /^A file/).click();
  await field(page, 'Configuration file').fill(file);
  await button(page, 'Open the file').click();
  await expect(page.getByRole('heading', { name: 'old.yaml was converted from v1alpha2' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'storageConfig' })).toBeVisible();
  await button(page, 'Go on with it').click();
  await expect(sentence(page)).toHaveText('Release 4.16.1');
  await expect(editor(page)).toContainText('v2alpha1');
  // The file itself is not written.
  expect(await readFile(file, 'utf8')).toContain('storageConfig');

  await endedRun(app, {
    workflow: 'mirrorToDisk',
    directory: world.workspace!,
    configFile: world.configFile!,
    enclave: 'lab',
  });
  await go(page, 'Choose');
  await button(page, /^The last transfer/).click();
  await button(page, 'Begin with lab-0001').click();
  await expect(page.getByRole('navigation', { name: 'Steps' })).toBeVisible();
  expect((await retained(page, app)).text).toBe(await readFile(world.configFile!, 'utf8'));
  expect((await retained(page, app)).enclave).toBe('lab');
});

test('of what is installed only versions and names are shown and kept', async ({ page, app }) => {
  await openPractice(page, app);
  await go(page, 'Choose');
  await button(page, /^What is installed/).click();
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
  await page.getByRole('textbox', { name: 'What the command wrote' }).fill(JSON.stringify(list));
  await button(page, 'Show what is kept of it').click();
  const table = page.getByRole('table', { name: 'Installed operators' });
  await expect(table.getByRole('row', { name: /^anvil-operator 1\.0\.0 stable/ })).toBeVisible();
  await expect(field(page, 'OpenShift on it')).toHaveValue('4.16.1');
  await expect(page.getByRole('main')).not.toContainText('secret');
  await page.getByRole('textbox', { name: 'Package', exact: true }).fill('bellows-operator');
  await button(page, 'Add operator').click();
  await expect(table).toContainText('2 operators');
  await button(page, 'Leave out bellows-operator').click();
  await expect(table).toContainText('1 operator');
});

test('images are checked and pinned, a login that is missing is asked for in place', async ({
  page,
  app,
}) => {
  await openPractice(page, app);
  await using registry = await guardedRegistry(app.directory, 'right-0ne');
  await begin(page, '4.16.1', '4.16.2');
  await page.getByRole('link', { name: 'Where' }).click();
  await page.getByRole('radio', { name: 'To a registry' }).check();
  await field(page, 'Destination registry').fill(`${registry.host}/ocp`);
  await page.getByRole('button', { name: 'Size of pieces, parallelism, certificates' }).click();
  await page.getByRole('checkbox', { name: "Verify the destination's certificate" }).uncheck();
  await button(page, 'Test').first().click();
  await page.getByRole('textbox', { name: 'User' }).fill(USER);
  await page.getByRole('textbox', { name: 'Password or token' }).fill('right-0ne');
  await button(page, 'Test login').click();
  await button(page, 'Keep login').click();
  await expect(page.getByText(/^Answers/)).toBeVisible();

  await button(page, 'Additional images').click();
  const image = page.getByRole('textbox', { name: 'Image', exact: true });
  await image.fill('registry.redhat.io/ubi9/ubi:latest');
  await image.press('Enter');
  const images = page.getByRole('list', { name: 'Additional images' });
  await expect(images).toContainText(/There, [\d.]+ KiB/);
  await button(images, 'Pin').click();
  await expect(editor(page)).toContainText('registry.redhat.io/ubi9/ubi:latest@sha256:');
  await image.fill('quay.io/nobody/nothing:1');
  await image.press('Enter');
  await expect(images).toContainText('Not there');
  await button(images, 'Remove quay.io/nobody/nothing:1').click();
  await expect(editor(page)).not.toContainText('nobody');

  await button(page, /^Blocked images/).click();
  await page.getByRole('textbox', { name: 'Expression' }).fill('ubi9/');
  await expect(page.getByText(/^takes out 1 image.*registry/)).toBeVisible();
  await button(page, 'Block').click();
  await expect(editor(page)).toContainText('blockedImages');
  const draft = await retained(page, app);
  expect(JSON.stringify(draft)).not.toContain('right-0ne');
});

test('on a metered link the graph is asked for by a click that says its price', async ({ page, app }) => {
  await openPractice(page, app);
  await go(page, 'Choose');
  await page.getByText(/^Metered link/).click();
  await button(page, /^I am on X, I want Y/).click();
  await field(page, 'I am on').fill('4.16.1');
  await field(page, 'I want').fill('4.16.5');
  await button(page, 'Begin with the way between them').click();
  // What no graph answers is written as it was asked.
  await expect(sentence(page)).toHaveText('Releases of stable-4.16 from 4.16.1 to 4.16.5');
  await expect(page.getByRole('switch', { name: /^Metered link/ })).toBeChecked();
  const path = page.getByRole('list', { name: 'The way, step by step' });
  const price = page
    .getByRole('listitem')
    .filter({ hasText: /graph of stable-4\.16/ })
    .getByRole('button', { name: /, [\d.]+ [KM]iB$/ });
  await expect(price).toBeEnabled();
  await expect(path).toHaveCount(0);
  await price.click();
  await expect(path).toContainText('1 risk');
  await expect(page.getByText(/graph of stable-4\.16.*read just now/)).toBeVisible();
});

test('by keyboard alone: the focus is on the title of each step', async ({ page, app }) => {
  await openPractice(page, app);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(sentence(page)).toBeFocused();
  await tabTo(page, button(page, /^A new cluster/));
  await tabTo(page, field(page, 'OpenShift version'));
  await page.keyboard.type('4.16');
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(/^Release 4\.16\.5$|^The newest release of stable-4\.16$/);
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: 'Operators' })).toHaveAttribute('aria-current', 'step');
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(sentence(page)).toHaveText('To disk in Practice');
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('link', { name: 'Operators' })).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('y');
  await expect(editor(page)).toHaveCount(0);
});

test('accessible: beginning, cluster, where, and what cannot be read', async ({ page, app }) => {
  await openPractice(page, app);
  const fold = [button(page, 'Save and close')];
  await begin(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('row', { name: /^4\.16\.5 / })).toBeVisible();
  await button(page, '1 risk').click();
  await button(page, 'All fields').click();
  await check(page, { name: 'cluster', fold });
  await page.getByRole('link', { name: 'Where' }).click();
  await page.getByRole('radio', { name: 'Both' }).check();
  for (const section of ['Size of pieces, parallelism, certificates', 'Additional images', 'Helm charts'])
    await button(page, section).click();
  await check(page, { name: 'where', fold });
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  : [');
  await expect(page.getByRole('heading', { name: /The YAML cannot be read/ })).toBeVisible();
  await check(page, { name: 'fault', fold });
});
