import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type App, expect, type Page, test } from './app.ts';
import { button, go, openPractice, sentence, tabTo } from './steps.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SIZES = [
  { colorScheme: 'light', size: { width: 1440, height: 900 } },
  { colorScheme: 'dark', size: { width: 1024, height: 700 } },
] as const;

async function openUpgrades(page: Page, app: App) {
  const world = await openPractice(page, app);
  await go(page, 'Upgrades');
  await expect(sentence(page)).toHaveText(/^Which version is it on/);
  return world;
}

async function ask(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('combobox', { name: 'I am on' }).fill(from);
  await page.getByRole('combobox', { name: 'I want' }).fill(to);
  await button(page, 'Find the way').click();
}

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
  const { run } = await app.ask('runs.start', {
    settings: {
      workflow: 'mirrorToMirror',
      directory: workspace!,
      destination: destination!,
      configFile,
    },
  });
  await expect
    .poll(async () => (await app.ask('runs.live', { run })).status, { timeout: 40_000 })
    .toBe('complete');
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

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

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
  await expect(page.getByRole('img', { name: /^Channel stable of/ })).toBeVisible();
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

test('accessible: empty, with a risk, as a table, without a way, adding', async ({ page, app }) => {
  await openUpgrades(page, app);
  const check = async (name: string) => {
    for (const { colorScheme, size } of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      await page.waitForTimeout(150);
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
      );
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
      if (process.env.AIRLOCK_SHOTS)
        await page.screenshot({ path: `${process.env.AIRLOCK_SHOTS}/${name}-${colorScheme}.png` });
    }
  };
  await check('empty');
  await ask(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('region', { name: /^Risks of/ })).toBeVisible();
  await check('risk');
  await page.getByRole('checkbox', { name: /^All updates/ }).check();
  await page.getByRole('button', { name: '4.16.2', exact: true }).click();
  await check('version');
  await button(page, 'Table').click();
  await check('table');
  await button(page, 'Add to configuration').click();
  await expect(page.getByRole('dialog')).toContainText('---');
  await check('adding');
  await page.keyboard.press('Escape');
  await ask(page, '4.16.1', '4.16.3');
  await expect(page.getByRole('heading', { name: 'Why, and what is nearest' })).toBeVisible();
  await check('no-way');
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(`${new URL('/', app.url).href}#/upgrades/operators?${new URLSearchParams(operator)}`);
  await expect(sentence(page)).toHaveText(/^One update of/);
  await check('operator');
  await button(page, 'Table').click();
  await check('operator-table');
  const plan = {
    from: '4.16.1',
    to: '4.16.5',
    avoid: 'yes',
    catalogs: CATALOG,
    operators: 'anvil-operator=1.0.0',
  };
  await page.goto(`${new URL('/', app.url).href}#/upgrades/plan?${new URLSearchParams(plan)}`);
  await button(page, 'Make the plan').click();
  await expect(sentence(page)).toHaveText(/^OpenShift 4/);
  await check('plan');
});
