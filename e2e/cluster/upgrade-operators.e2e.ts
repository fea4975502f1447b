import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/app.ts';
import { button, endedRun, sentence, tabTo } from '../fixtures/steps.ts';
import { ask, CATALOG, openUpgrades, writeGraph } from '../fixtures/upgrade-steps.ts';

test('an operator: the updates that OLM makes, as a rail and as a table', async ({ page, app }) => {
  await openUpgrades(page, app);
  await page.getByRole('link', { name: 'An operator' }).click();
  await expect(sentence(page)).toHaveText(/^Which operator/);
  await page.getByRole('textbox', { name: /^Catalogs/ }).fill(CATALOG);
  await button(page, 'List packages').click();
  await expect(button(page, '2 packages listed')).toBeVisible();
  await page.getByRole('combobox', { name: 'Package' }).fill('anvil-operator');
  await button(page, 'Show the channel').click();
  await expect(sentence(page)).toHaveText('anvil-operator: channel stable ends at 1.2.0');
  await page.getByRole('combobox', { name: 'Installed' }).fill('1.0.0');
  await button(page, 'Find the way').click();
  await expect(sentence(page)).toHaveText('One update of anvil-operator to 1.2.0');
  await expect(page.getByRole('group', { name: /^Channel stable of/ })).toBeVisible();
  await expect(page.getByText('name: anvil-operator')).toBeVisible();
  await button(page, 'Table').click();
  await expect(page.getByRole('row', { name: /^1\.2\.0 .*head, on the way/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Installed' }).fill('0.1');
  await button(page, 'Find the way').click();
  await expect(sentence(page)).toHaveText('No updates lead anvil-operator on from 0.1');
  await expect(page.getByRole('heading', { name: 'Why, and what is nearest' })).toBeVisible();
});

test('OpenShift and operators as one plan, saved as a page', async ({ page, app }) => {
  await openUpgrades(page, app);
  await page.getByRole('checkbox', { name: 'Avoid risks' }).check();
  await ask(page, '4.16.1', '4.16.5');
  // The question goes along.
  await page.getByRole('link', { name: 'Plan it together with operators' }).click();
  await expect(sentence(page)).toHaveText(/^From which OpenShift/);
  await expect(page.getByRole('combobox', { name: 'I want' })).toHaveValue('4.16.5');
  await expect(page.getByRole('checkbox', { name: 'Avoid risks' })).toBeChecked();
  await page.getByRole('textbox', { name: /^Catalogs/ }).fill(CATALOG);
  await page.getByRole('textbox', { name: /^Operators/ }).fill('anvil-operator=1.0.0');
  await button(page, 'Make the plan').click();
  await expect(sentence(page)).toHaveText(/^OpenShift 4\.16\.1 to 4\.16\.5 in 2 steps/);
  const steps = page.getByRole('list').filter({ hasText: 'OpenShift 4.16.1 to 4.16.2' });
  await expect(steps).toContainText('anvil-operator 1.0.0 to 1.2.0');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save page to print').click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('anvil-operator 1.0.0 to 1.2.0');
});

test('a rail is walked by keyboard: the line, what is skipped, ranges; from and to', async ({
  page,
  app,
}) => {
  await openUpgrades(page, app);
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await expect(sentence(page)).toHaveText('One update of anvil-operator to 1.2.0');
  const rail = page.getByRole('group', { name: /^Channel stable of/ });
  const stop = (name: RegExp) => rail.getByRole('button', { name });
  await tabTo(page, stop(/^1\.0\.0 installed/));
  await page.keyboard.press('ArrowUp');
  await expect(stop(/^1\.1\.0/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(stop(/^1\.2\.0 head, on the way$/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(stop(/^1\.0\.0/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(
    stop(/^Range >=1\.0\.0 <1\.2\.0 of anvil-operator\.v1\.2\.0: takes 2 versions$/),
  ).toBeFocused();
  // Nothing is pressed by walking.
  await expect(page.getByRole('region', { name: /^(Range|Version)/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Range of 1.2.0' })).toContainText('takes 1.1.0, 1.0.0');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Range of 1.2.0' })).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Version 1.1.0' })).toContainText('anvil-operator.v1.2.0');
  await page.keyboard.press('t');
  await expect(page.getByRole('combobox', { name: 'I want' })).toHaveValue('1.1.0');
  await expect(sentence(page)).toHaveText('One update of anvil-operator to 1.1.0');
  await page.goBack();
  await expect(sentence(page)).toHaveText('One update of anvil-operator to 1.2.0');
  // Tab comes back to where the keys were.
  await tabTo(page, stop(/^1\.1\.0/));
  await page.keyboard.press('f');
  await expect(page.getByRole('combobox', { name: 'Installed' })).toHaveValue('1.1.0');
  await expect(sentence(page)).toHaveText('One update of anvil-operator to 1.2.0');
});

test('what an operator needs goes into a configuration that is there, with all else in it', async ({
  page,
  app,
}) => {
  const world = await openUpgrades(page, app);
  const file = world.configFile!;
  const before = await readFile(file, 'utf8');
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await button(page, 'Add to configuration').click();
  const dialog = page.getByRole('dialog', { name: 'Add to configuration' });
  await expect(dialog).toContainText('It selects exactly what is needed.');
  await dialog.getByRole('combobox', { name: 'Configuration' }).selectOption(file);
  await expect(dialog).toContainText('+        - name: anvil-operator');
  await button(dialog, 'Save configuration').click();
  await expect(dialog.getByRole('heading', { name: 'imageset.yaml has the way now' })).toBeVisible();
  const after = await readFile(file, 'utf8');
  expect(after.startsWith(before.trimEnd())).toBe(true);
  expect(after).toContain('- name: anvil-operator');
  await button(dialog, 'Close').first().click();
  await button(page, 'Add to configuration').click();
  await dialog.getByRole('combobox', { name: 'Configuration' }).selectOption(file);
  await expect(dialog).toContainText('imageset.yaml selects all of it already');
  await expect(button(dialog, 'Save configuration')).toBeDisabled();
});

test('a plan goes into a configuration, and what it needs is mirrored', async ({ page, app }) => {
  const { workspace, destination } = await openUpgrades(page, app);
  const plan = {
    from: '4.16.1',
    to: '4.16.5',
    avoid: 'yes',
    catalogs: CATALOG,
    operators: 'anvil-operator=1.0.0',
  };
  await page.goto(app.at(`/upgrades/plan?${new URLSearchParams(plan)}`));
  await button(page, 'Make the plan').click();
  await expect(sentence(page)).toHaveText(/^OpenShift 4\.16\.1 to 4\.16\.5 in 2 steps/);
  await button(page, 'Add to configuration').click();
  const dialog = page.getByRole('dialog', { name: 'Add to configuration' });
  await dialog.getByRole('combobox', { name: 'Configuration' }).selectOption('new');
  await button(dialog, 'Save configuration').click();
  await expect(dialog.getByRole('heading', { name: /has the way now$/ })).toBeVisible();
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

test('operators that must move first stand among the steps of OpenShift', async ({ page, app }) => {
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
    'Two updates to 4.18.9, by 4.17.25, without a known risk, and move 1 operator on the way',
  );
  const steps = page.getByRole('list', { name: 'The way, step by step' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(1)).toContainText('crane 1.0.0 to 2.0.0');
  await expect(steps.nth(1)).toContainText('must not be on OpenShift 4.17');
  await expect(page.getByRole('row', { name: /^crane 1\.0\.0 2\.0\.0/ })).toBeVisible();
  await page.getByRole('link', { name: 'See the whole plan' }).click();
  await expect(page.getByRole('textbox', { name: /^Operators/ })).toHaveValue('crane=1.0.0');
});
