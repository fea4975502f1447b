import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { t as plans } from '../../core/upgrade/operator/plan/messages.ts';
import { t as upgrades } from '../../renderer/upgrades/messages.ts';
import { t as operators } from '../../renderer/upgrades/operators/messages.ts';
import { t as rail } from '../../renderer/upgrades/operators/rail/messages.ts';
import { t as shared } from '../../renderer/upgrades/question/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching, tagged } from '../fixtures/messages.ts';
import { button, endedRun, sentence, tabTo } from '../fixtures/steps.ts';
import {
  ask,
  CATALOG,
  openUpgrades,
  operatorTitle,
  PLAN,
  pathTitle,
  writeGraph,
} from '../fixtures/upgrade-steps.ts';

/** The diagram of the stable channel. */
const STABLE = anyNumber((versions) => rail('diagramName', { channel: 'stable', catalog: ANY, versions }));
/** The head of the channel, as its state shows it. */
const HEAD = `${rail('headState')}, ${rail('onPathState')}`;

/** A panel with details of a version or a skip range. */
const PANEL = either(
  matching(rail('rangeTitle', { version: ANY })),
  matching(rail('versionPanel', { version: ANY })),
);

test('an operator: the updates that OLM makes, as a diagram and as a table', async ({ page, app }) => {
  await openUpgrades(page, app);
  await page.getByRole('link', { name: shared('operatorView') }).click();
  await expect(sentence(page)).toHaveText(operators('startTitle'));
  await page.getByRole('textbox', { name: shared('catalogsLabel') }).fill(CATALOG);
  await button(page, operators('listButton')).click();
  await expect(button(page, operators('listAgainButton', { count: '2' }))).toBeVisible();
  await page.getByRole('combobox', { name: operators('packageLabel') }).fill('anvil-operator');
  await button(page, operators('channelButton')).click();
  await expect(sentence(page)).toHaveText(
    operators('channelTitle', { operator: 'anvil-operator', channel: 'stable', version: '1.2.0' }),
  );
  await page.getByRole('combobox', { name: operators('fromLabel') }).fill('1.0.0');
  await button(page, shared('findPathButton')).click();
  await expect(sentence(page)).toHaveText(operatorTitle('anvil-operator', '1.0.0', '1.2.0'));
  await expect(page.getByRole('group', { name: STABLE })).toBeVisible();
  await expect(page.getByText('name: anvil-operator')).toBeVisible();
  await button(page, shared('tableButton')).click();
  await expect(page.getByRole('row', { name: beginning(`1.2.0 ${ANY}${HEAD}`) })).toBeVisible();
  await page.getByRole('combobox', { name: operators('fromLabel') }).fill('0.1');
  await button(page, shared('findPathButton')).click();
  await expect(sentence(page)).toHaveText(
    operators('noPathTitle', { operator: 'anvil-operator', version: '0.1' }),
  );
  await expect(page.getByRole('heading', { name: operators('noPathReasonTitle') })).toBeVisible();
});

test('OpenShift and operators as one plan, saved as a page', async ({ page, app }) => {
  await openUpgrades(page, app);
  await page.getByRole('checkbox', { name: shared('avoidRisksLabel') }).check();
  await ask(page, '4.16.1', '4.16.5');
  // The plan has the same question.
  await page.getByRole('link', { name: tagged(upgrades.catalog.planOperatorsLink, 'link') }).click();
  await expect(sentence(page)).toHaveText(upgrades('planStartTitle'));
  await expect(page.getByRole('combobox', { name: shared('toLabel') })).toHaveValue('4.16.5');
  await expect(page.getByRole('checkbox', { name: shared('avoidRisksLabel') })).toBeChecked();
  await page.getByRole('textbox', { name: shared('catalogsLabel') }).fill(CATALOG);
  await page.getByRole('textbox', { name: upgrades('operatorsLabel') }).fill('anvil-operator=1.0.0');
  await button(page, upgrades('planButton')).click();
  await expect(sentence(page)).toHaveText(PLAN);
  const update = plans('operatorTitle', { package: 'anvil-operator', from: '1.0.0', to: '1.2.0' });
  const first = plans('openShiftTitle', { from: '4.16.1', to: '4.16.2' });
  await expect(page.getByRole('list').filter({ hasText: first })).toContainText(update);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, upgrades('savePageButton')).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(update);
});

test('the diagram of a channel works by keyboard: entries, skipped versions, ranges; from and to', async ({
  page,
  app,
}) => {
  await openUpgrades(page, app);
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await expect(sentence(page)).toHaveText(operatorTitle('anvil-operator', '1.0.0', '1.2.0'));
  const diagram = page.getByRole('group', { name: STABLE });
  const stop = (name: RegExp) => diagram.getByRole('button', { name });
  await tabTo(page, stop(beginning(`1.0.0 ${rail('installedState')}`)));
  await page.keyboard.press('ArrowUp');
  await expect(stop(/^1\.1\.0/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(stop(matching(`1.2.0 ${HEAD}`))).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(stop(/^1\.0\.0/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(
    stop(
      matching(rail('rangeStop', { range: '>=1.0.0 <1.2.0', entry: 'anvil-operator.v1.2.0', versions: 2 })),
    ),
  ).toBeFocused();
  // Moving opens nothing.
  await expect(page.getByRole('region', { name: PANEL })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: rail('rangeTitle', { version: '1.2.0' }) })).toContainText(
    rail('rangeVersions', { versions: '1.1.0, 1.0.0' }),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: rail('rangeTitle', { version: '1.2.0' }) })).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: rail('versionPanel', { version: '1.1.0' }) })).toContainText(
    'anvil-operator.v1.2.0',
  );
  await page.keyboard.press('t');
  await expect(page.getByRole('combobox', { name: operators('toLabel') })).toHaveValue('1.1.0');
  await expect(sentence(page)).toHaveText(operatorTitle('anvil-operator', '1.0.0', '1.1.0'));
  await page.goBack();
  await expect(sentence(page)).toHaveText(operatorTitle('anvil-operator', '1.0.0', '1.2.0'));
  // Tab selects the last stop again.
  await tabTo(page, stop(/^1\.1\.0/));
  await page.keyboard.press('f');
  await expect(page.getByRole('combobox', { name: operators('fromLabel') })).toHaveValue('1.1.0');
  await expect(sentence(page)).toHaveText(operatorTitle('anvil-operator', '1.1.0', '1.2.0'));
});

test('the content for an operator is added to an existing configuration', async ({ page, app }) => {
  const world = await openUpgrades(page, app);
  const file = world.configFile!;
  const before = await readFile(file, 'utf8');
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await button(page, shared('addButton')).click();
  const dialog = page.getByRole('dialog', { name: shared('addTitle') });
  await expect(dialog).toContainText(operators('selectsExactly'));
  await dialog.getByRole('combobox', { name: shared('configurationLabel') }).selectOption(file);
  await expect(dialog).toContainText('+        - name: anvil-operator');
  await button(dialog, shared('saveButton')).click();
  await expect(
    dialog.getByRole('heading', { name: shared('savedTitle', { file: 'imageset.yaml' }) }),
  ).toBeVisible();
  const after = await readFile(file, 'utf8');
  expect(after.startsWith(before.trimEnd())).toBe(true);
  expect(after).toContain('- name: anvil-operator');
  await button(dialog, shared('closeButton')).first().click();
  await button(page, shared('addButton')).click();
  await dialog.getByRole('combobox', { name: shared('configurationLabel') }).selectOption(file);
  await expect(dialog).toContainText(shared('noChanges', { file: 'imageset.yaml' }));
  // Nothing to save: the next step is Fetch.
  await expect(button(dialog, shared('saveButton'))).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: shared('fetchLink') })).toHaveClass(/pf-m-primary/);
});

test('a plan is added to a configuration, and its content is mirrored', async ({ page, app }) => {
  const { workspace, destination } = await openUpgrades(page, app);
  const plan = {
    from: '4.16.1',
    to: '4.16.5',
    avoid: 'yes',
    catalogs: CATALOG,
    operators: 'anvil-operator=1.0.0',
  };
  await page.goto(app.at(`/upgrades/plan?${new URLSearchParams(plan)}`));
  await button(page, upgrades('planButton')).click();
  await expect(sentence(page)).toHaveText(PLAN);
  await button(page, shared('addButton')).click();
  const dialog = page.getByRole('dialog', { name: shared('addTitle') });
  await dialog.getByRole('combobox', { name: shared('configurationLabel') }).selectOption('new');
  await button(dialog, shared('saveButton')).click();
  await expect(
    dialog.getByRole('heading', { name: containing(shared('savedTitle', { file: ANY })) }),
  ).toBeVisible();
  const run = await endedRun(app, {
    workflow: 'mirrorToMirror',
    directory: workspace!,
    destination: destination!,
    configFile: `${workspace!}/upgrade-4.16.1-to-4.16.5.yaml`,
  });
  const { rows } = await app.ask('runs.images', { run, offset: 0, limit: 200, search: 'anvil' });
  expect(rows.length).toBeGreaterThan(1);
});

/** A catalog whose operator must not be on 4.17 before it is updated. */
const LIMITED = [
  { schema: 'olm.package', name: 'crane', defaultChannel: 'stable' },
  {
    schema: 'olm.channel',
    package: 'crane',
    name: 'stable',
    entries: [{ name: 'crane.v2.0.0', replaces: 'crane.v1.0.0' }, { name: 'crane.v1.0.0' }],
  },
  ...['1.0.0', '2.0.0'].map((version) => ({
    schema: 'olm.bundle',
    package: 'crane',
    name: `crane.v${version}`,
    image: `quay.io/practice/crane-bundle:v${version}`,
    properties: [
      { type: 'olm.package', value: { packageName: 'crane', version } },
      ...(version === '1.0.0' ? [{ type: 'olm.maxOpenShiftVersion', value: '4.16' }] : []),
    ],
    relatedImages: [{ name: '', image: `quay.io/practice/crane-bundle:v${version}` }],
  })),
];

test('operators that must be updated first are among the steps of OpenShift', async ({ page, app }) => {
  await openUpgrades(page, app);
  const file = await writeGraph(app);
  const catalogs = `${app.directory}/catalog`;
  await mkdir(catalogs);
  await writeFile(`${catalogs}/catalog.json`, LIMITED.map((each) => JSON.stringify(each)).join('\n'));
  const question = {
    source: 'file',
    file,
    from: '4.16.20',
    to: '4.18.9',
    catalogs,
    operators: 'crane=1.0.0',
  };
  await page.goto(app.at(`/upgrades?${new URLSearchParams(question)}`));
  await expect(sentence(page)).toHaveText(
    `${pathTitle(['4.16.20', '4.17.25', '4.18.9'], 0)}, ${upgrades('operatorsFact', { operators: 1 })}`,
  );
  const steps = page.getByRole('list', { name: upgrades('stepsLabel') }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(1)).toContainText(
    plans('operatorTitle', { package: 'crane', from: '1.0.0', to: '2.0.0' }),
  );
  await expect(steps.nth(1)).toContainText(
    containing(plans('openShiftUnsupported', { bundle: ANY, version: '4.17', limit: ANY })),
  );
  await expect(page.getByRole('row', { name: /^crane 1\.0\.0 2\.0\.0/ })).toBeVisible();
  await page.getByRole('link', { name: tagged(upgrades.catalog.planLink, 'link') }).click();
  await expect(page.getByRole('textbox', { name: upgrades('operatorsLabel') })).toHaveValue('crane=1.0.0');
});
