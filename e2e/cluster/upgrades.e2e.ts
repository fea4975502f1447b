import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/app.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, sentence, tabTo } from '../fixtures/steps.ts';
import { ask, CATALOG, openUpgrades, writeGraph } from '../fixtures/upgrade-steps.ts';

test('from 4.16.1 to 4.16.5 by the way that avoids a risk: into the configuration, and mirrored', async ({
  page,
  app,
}) => {
  const world = await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16.5');
  await expect(sentence(page)).toHaveText('One update from 4.16.1 to 4.16.5, with 1 known risk');
  const risk = page.getByRole('region', { name: 'Risks of 4.16.1 to 4.16.5' });
  await expect(risk).toContainText('may leave volumes attached');
  await expect(risk).toContainText('Every cluster is concerned');
  await button(risk, 'Take this way').click();
  await expect(sentence(page)).toHaveText('Two updates to 4.16.5, by 4.16.2, without a known risk');
  await expect(page.getByRole('checkbox', { name: 'Avoid risks' })).toBeChecked();

  await button(page, 'Find out the bytes').click();
  await expect(page.getByRole('status').filter({ hasText: /^To carry: / })).toContainText(
    /[KM]iB in \d+ images/,
  );
  await expect(sentence(page)).toHaveText(/: carry \d/);

  // The configuration has all releases of the channel: another one begins with the answer alone.
  await button(page, 'Add to configuration').click();
  const dialog = page.getByRole('dialog', { name: 'Add to configuration' });
  await expect(dialog).toContainText('It selects exactly 4.16.1, 4.16.2 and 4.16.5.');
  await dialog.getByRole('combobox', { name: 'Configuration' }).selectOption('new');
  await expect(dialog).toContainText('+      - name: stable-4.16');
  await button(dialog, 'Save configuration').click();
  await expect(dialog.getByRole('heading', { name: /has the way now$/ })).toBeVisible();
  await dialog.getByRole('link', { name: 'Plan it on the Fetch screen' }).click();
  await expect(
    page.getByRole('textbox', { name: /^Configuration upgrade-4\.16\.1-to-4\.16\.5\.yaml$/ }),
  ).toContainText('shortestPath: true');

  const configFile = `${world.workspace!}/upgrade-4.16.1-to-4.16.5.yaml`;
  expect(await readFile(configFile, 'utf8')).toContain('minVersion: 4.16.1');
  const { destination, workspace } = world;
  await endedRun(app, {
    workflow: 'mirrorToMirror',
    directory: workspace!,
    destination: destination!,
    configFile,
  });
  const registry = destination!.split('/')[0]!;
  const path = destination!.split('/').slice(1).join('/');
  const repository = [path, 'openshift/release-images'].filter(Boolean).join('/');
  const { tags } = (await (await fetch(`http://${registry}/v2/${repository}/tags/list`)).json()) as {
    tags: string[];
  };
  expect(tags.filter((tag) => /^4\./.test(tag)).sort()).toEqual([
    '4.16.1-x86_64',
    '4.16.2-x86_64',
    '4.16.5-x86_64',
  ]);
});

test('the drawing is walked by keyboard, and the table says the same', async ({ page, app }) => {
  await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16');
  await expect(sentence(page)).toHaveText('One update from 4.16.1 to 4.16.5, with 1 known risk');
  const drawing = page.getByRole('group', { name: /^Versions from 4\.16\.1 to 4\.16\.5/ });
  const version = (name: string) => drawing.getByRole('button', { name: new RegExp(`^${name}\\b`) });
  await tabTo(page, drawing.getByRole('button', { name: '4.16.1, on the way' }));
  await page.keyboard.press('ArrowRight');
  await expect(drawing.getByRole('button', { name: '4.16.2', exact: true })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Version 4.16.2' })).toContainText('1 without a known risk');
  await page.keyboard.press('f');
  await expect(sentence(page)).toHaveText('One update from 4.16.2 to 4.16.5, without a known risk');
  await page.goBack();
  await expect(sentence(page)).toHaveText('One update from 4.16.1 to 4.16.5, with 1 known risk');
  await expect(version('4.16.5').first()).toBeVisible();

  await button(page, 'Table').click();
  const table = page.getByRole('grid', { name: 'Updates' });
  await expect(table).toContainText('on the way, conditional');
  await expect(table).toContainText('PracticeStorageRisk');
  await page.getByRole('checkbox', { name: /^All updates 3$/ }).check();
  await expect(table.getByRole('row')).toHaveCount(4);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save PNG').click()]);
  expect(download.suggestedFilename()).toBe('upgrade-4.16.1-to-4.16.5.png');
});

test('what has no way is explained, with what is nearest one click away', async ({ page, app }) => {
  await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16.3');
  await expect(sentence(page)).toHaveText('One of the versions is not in the update graph');
  await expect(page.getByRole('group', { name: /^Versions from/ })).toBeVisible();
  await button(page.getByRole('main'), '4.16.2').first().click();
  await expect(sentence(page)).toHaveText('One update from 4.16.1 to 4.16.2, without a known risk');
  await ask(page, '4.16.5', '4.16.1');
  await expect(sentence(page)).toHaveText('Updates lead to newer versions only');
  await ask(page, '4.16.1', '4.99');
  await expect(sentence(page)).toHaveText(/no version/i);
});

test('EUS to EUS, through a version, a configuration for each update: behind More', async ({ page, app }) => {
  const world = await openUpgrades(page, app);
  const file = await writeGraph(app);
  const question = new URLSearchParams({ source: 'file', file, from: '4.16.20', to: '4.18.9' });
  await page.goto(app.at(`/upgrades?${question}`));
  await expect(sentence(page)).toHaveText('Two updates to 4.18.9, by 4.17.25, without a known risk');
  const route = page.getByRole('combobox', { name: 'The way with' });
  await expect(route).toBeHidden();
  const more = button(page, 'More');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await page.getByRole('combobox', { name: 'Through' }).fill('4.17.12');
  await button(page, 'Find the way').click();
  await expect(sentence(page)).toHaveText('Two updates to 4.18.9, by 4.17.12, without a known risk');
  await page.getByRole('combobox', { name: 'Through' }).fill('4.17.13');
  await button(page, 'Find the way').click();
  await expect(page.getByText('In place of 4.17.13:')).toBeVisible();
  await button(page.getByRole('main'), '4.17.25').first().click();
  await expect(sentence(page)).toHaveText('Two updates to 4.18.9, by 4.17.25, without a known risk');

  await route.selectOption('EUS to EUS, pools paused');
  await expect(page.getByRole('combobox', { name: 'Through' })).toBeDisabled();
  const steps = page.getByRole('list', { name: 'The way, step by step' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText('pause the pools');
  await expect(steps.nth(1)).toContainText('control plane only');
  await expect(steps.nth(2)).toContainText('resume the pools');
  await expect(
    page.getByText(/^Every update .*Worker pools stay paused from 4\.16\.20 to 4\.18\.9/),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: 'One configuration per update' }).check();
  await button(page, 'Less').click();
  await expect(page.getByText('EUS to EUS, pools paused, one configuration per update')).toBeVisible();

  await button(page, 'Add 4.17.25 to 4.18.9 to configuration').click();
  const dialog = page.getByRole('dialog', { name: 'Add to configuration' });
  await expect(dialog).toContainText('It selects exactly 4.17.25 and 4.18.9.');
  await dialog.getByRole('combobox', { name: 'Configuration' }).selectOption('new');
  await button(dialog, 'Save configuration').click();
  await expect(dialog.getByRole('heading', { name: /has the way now$/ })).toBeVisible();
  const text = await readFile(`${world.workspace!}/upgrade-4.17.25-to-4.18.9.yaml`, 'utf8');
  expect(text).toContain('minVersion: 4.17.25');
  expect(text).not.toContain('4.16');
});

test('accessible: empty, with a risk, as a table, without a way, adding', async ({ page, app }) => {
  await openUpgrades(page, app);
  await check(page, { name: 'empty' });
  await button(page, 'More').click();
  await check(page, { name: 'more' });
  await button(page, 'Less').click();
  await ask(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('region', { name: /^Risks of/ })).toBeVisible();
  await check(page, { name: 'risk' });
  await page.getByRole('checkbox', { name: /^All updates/ }).check();
  await page.getByRole('button', { name: '4.16.2', exact: true }).click();
  await check(page, { name: 'version' });
  await button(page, 'Table').click();
  await check(page, { name: 'table' });
  await button(page, 'Add to configuration').click();
  await expect(page.getByRole('dialog')).toContainText('---');
  await check(page, { name: 'adding' });
  await page.keyboard.press('Escape');
  await ask(page, '4.16.1', '4.16.3');
  await expect(page.getByRole('heading', { name: 'Why, and what is nearest' })).toBeVisible();
  await check(page, { name: 'no-way' });
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await expect(sentence(page)).toHaveText(/^One update of/);
  await check(page, { name: 'operator' });
  await page
    .getByRole('group', { name: /^Channel stable of/ })
    .getByRole('button', { name: /^1\.1\.0/ })
    .click();
  await expect(page.getByRole('region', { name: 'Version 1.1.0' })).toBeVisible();
  await check(page, { name: 'operator-version' });
  await button(page, 'Table').click();
  await check(page, { name: 'operator-table' });
  const plan = {
    from: '4.16.1',
    to: '4.16.5',
    avoid: 'yes',
    catalogs: CATALOG,
    operators: 'anvil-operator=1.0.0',
  };
  await page.goto(app.at(`/upgrades/plan?${new URLSearchParams(plan)}`));
  await button(page, 'Make the plan').click();
  await expect(sentence(page)).toHaveText(/^OpenShift 4/);
  await check(page, { name: 'plan' });
});
