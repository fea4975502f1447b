import { readFile } from 'node:fs/promises';
import { wordList } from '../../core/contract/documents/words.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as graph } from '../../renderer/upgrades/graph/messages.ts';
import { t as upgrades } from '../../renderer/upgrades/messages.ts';
import { t as operators } from '../../renderer/upgrades/operators/messages.ts';
import { t as rail } from '../../renderer/upgrades/operators/rail/messages.ts';
import { t as shared } from '../../renderer/upgrades/question/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, matching, numbered, plain } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, endedRun, sentence, tabTo } from '../fixtures/steps.ts';
import { ask, CATALOG, openUpgrades, PLAN, pathTitle, writeGraph } from '../fixtures/upgrade-steps.ts';

const TO_MIRROR = beginning(numbered((images) => upgrades('sizeNewText', { size: ANY, images })));

test('from 4.16.1 to 4.16.5 on the path that avoids a risk: into the configuration, and mirrored', async ({
  page,
  app,
}) => {
  const world = await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16.5');
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 1));
  const risk = page.getByRole('region', {
    name: upgrades('riskPanelLabel', { from: '4.16.1', to: '4.16.5' }),
  });
  await expect(risk).toContainText('may leave volumes attached');
  await expect(risk).toContainText(upgrades.parts('affectsAll', { strong: plain }).join(''));
  await expect(button(page, upgrades('useAlternativeButton'))).toHaveClass(/pf-m-primary/);
  await button(page, upgrades('useAlternativeButton')).click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.2', '4.16.5'], 0));
  await expect(page.getByRole('checkbox', { name: shared('avoidRisksLabel') })).toBeChecked();

  await button(page, upgrades('sizeButton')).click();
  await expect(page.getByRole('status').filter({ hasText: TO_MIRROR })).toContainText(/[KM]iB/);
  await expect(sentence(page)).toHaveText(
    matching(`${pathTitle(['4.16.1', '4.16.2', '4.16.5'], 0)}, ${shared('sizeFact', { size: ANY })}`),
  );

  // The configuration has all releases of the channel, so a new one is created.
  await button(page, shared('addButton')).click();
  const dialog = page.getByRole('dialog', { name: shared('addTitle') });
  await expect(dialog).toContainText(
    shared('selectsExactly', { releases: wordList(['4.16.1', '4.16.2', '4.16.5']) }),
  );
  await dialog.getByRole('combobox', { name: shared('configurationLabel') }).selectOption('new');
  await expect(dialog).toContainText('+      - name: stable-4.16');
  await button(dialog, shared('saveButton')).click();
  await expect(
    dialog.getByRole('heading', { name: containing(shared('savedTitle', { file: ANY })) }),
  ).toBeVisible();
  await dialog.getByRole('link', { name: shared('fetchLink') }).click();
  await expect(
    page.getByRole('textbox', { name: setup('editorLabel', { file: 'upgrade-4.16.1-to-4.16.5.yaml' }) }),
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

test('the diagram works by keyboard, and the table shows the same', async ({ page, app }) => {
  await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16');
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 1));
  const drawing = page.getByRole('group', {
    name: upgrades('pathDiagramName', { from: '4.16.1', to: '4.16.5', path: '4.16.1, 4.16.5' }),
  });
  const version = (name: string) => drawing.getByRole('button', { name: new RegExp(`^${name}\\b`) });
  await tabTo(page, drawing.getByRole('button', { name: graph('versionOnPath', { version: '4.16.1' }) }));
  await page.keyboard.press('ArrowRight');
  await expect(drawing.getByRole('button', { name: '4.16.2', exact: true })).toBeFocused();
  await expect(
    page.getByRole('region', { name: upgrades('versionLabel', { version: '4.16.2' }) }),
  ).toContainText(graph('plainUpdates', { updates: 1 }));
  await page.keyboard.press('f');
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.2', '4.16.5'], 0));
  await page.goBack();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 1));
  await expect(version('4.16.5').first()).toBeVisible();

  // With text, the number of results and a button to clear, the search field doesn't grow over its neighbor.
  const search = page.getByRole('textbox', { name: shared('findVersionLabel') });
  await search.fill('4.16');
  const edge = (await page.locator('label[for="al-upgrade-all"]').boundingBox())!;
  expect((await search.boundingBox())!.x).toBeGreaterThan(edge.x + edge.width);
  await search.fill('');

  await button(page, shared('tableButton')).click();
  const table = page.getByRole('grid', { name: upgrades('updatesLabel') });
  await expect(table).toContainText(upgrades('onPathConditional'));
  await expect(table).toContainText('PracticeStorageRisk');
  await page.getByRole('checkbox', { name: upgrades('allUpdatesLabel', { count: '3' }) }).check();
  await expect(table.getByRole('row')).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, upgrades('savePngButton')).click(),
  ]);
  expect(download.suggestedFilename()).toBe('upgrade-4.16.1-to-4.16.5.png');
});

test('a missing path is explained; versions are selected in the graph; a risk is answered', async ({
  page,
  app,
}) => {
  await openUpgrades(page, app);
  await ask(page, '4.16.1', '4.16.3');
  await expect(sentence(page)).toHaveText(shared('unknownVersionTitle'));
  await expect(
    page.getByRole('group', { name: upgrades('noPathDiagramName', { from: '4.16.1', to: '4.16.3' }) }),
  ).toBeVisible();
  await button(page.getByRole('main'), '4.16.2').first().click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.2'], 0));
  await ask(page, '4.16.5', '4.16.1');
  await expect(sentence(page)).toHaveText(shared('backwardsTitle', { version: '4.16.1' }));
  await ask(page, '4.16.1', '4.99');
  await expect(sentence(page)).toHaveText(shared('unknownMinorTitle', { version: '4.99' }));

  // By hand, in a hurry: the complete graph, first the wrong way round.
  await button(page, upgrades('browseAllButton')).click();
  await expect(sentence(page)).toHaveText(shared('startTitle'));
  const complete = page.getByRole('group', {
    name: upgrades('browseDiagramName', { versions: 3, first: '4.16.1', last: '4.16.5' }),
  });
  await complete.getByRole('button', { name: '4.16.5' }).click();
  await expect(sentence(page)).toHaveText(shared('chooseTargetTitle', { from: '4.16.5' }));
  await page.keyboard.press('Escape');
  await expect(sentence(page)).toHaveText(shared('startTitle'));
  await complete.getByRole('button', { name: '4.16.5' }).click();
  await complete.getByRole('button', { name: '4.16.1' }).hover();
  await expect(page.getByText(graph('isDowngrade', { from: '4.16.5' }))).toBeVisible();
  await complete.getByRole('button', { name: '4.16.1' }).click();
  await expect(sentence(page)).toHaveText(shared('backwardsTitle', { version: '4.16.1' }));
  await button(page, upgrades('swapButton')).click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 1));

  // The answer to the risk survives a reload.
  await button(page, upgrades('notAppliesButton')).click();
  await page.getByRole('textbox', { name: upgrades('notAppliesReasonLabel') }).fill('No NFS here');
  await button(page, upgrades('saveAnswerButton')).click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 0, 1));
  await page.reload();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 0, 1));
  await button(page, shared('addButton')).click();
  await expect(page.getByRole('dialog')).toContainText('No NFS here');
  await page.keyboard.press('Escape');
  await button(page, upgrades('removeAnswerOf', { risk: 'Practice storage risk' })).click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.1', '4.16.5'], 1));
});

test('EUS to EUS, through a version, one configuration per update: the collapsed options', async ({
  page,
  app,
}) => {
  const world = await openUpgrades(page, app);
  const file = await writeGraph(app);
  const question = new URLSearchParams({ source: 'file', file, from: '4.16.20', to: '4.18.9' });
  await page.goto(app.at(`/upgrades?${question}`));
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.20', '4.17.25', '4.18.9'], 0));
  const pathKind = page.getByRole('combobox', { name: shared('pathKindLabel') });
  await expect(pathKind).toBeHidden();
  const more = button(page, shared('moreButton'));
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await page.getByRole('combobox', { name: shared('viaLabel') }).fill('4.17.12');
  await button(page, shared('findPathButton')).click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.20', '4.17.12', '4.18.9'], 0));
  await page.getByRole('combobox', { name: shared('viaLabel') }).fill('4.17.13');
  await button(page, shared('findPathButton')).click();
  await expect(page.getByText(upgrades('insteadOf', { version: '4.17.13' }))).toBeVisible();
  await button(page.getByRole('main'), '4.17.25').first().click();
  await expect(sentence(page)).toHaveText(pathTitle(['4.16.20', '4.17.25', '4.18.9'], 0));

  await pathKind.selectOption(shared('eusOption'));
  await expect(page.getByRole('combobox', { name: shared('viaLabel') })).toBeDisabled();
  const steps = page.getByRole('list', { name: upgrades('stepsLabel') }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText(shared('pausePools'));
  await expect(steps.nth(1)).toContainText(shared('controlPlaneOnly'));
  await expect(steps.nth(2)).toContainText(shared('unpausePools'));
  await expect(
    page.getByText(
      shared('pausedNote', { ranges: shared('versionRange', { from: '4.16.20', to: '4.18.9' }) }),
    ),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: shared('perUpdateLabel') }).check();
  await button(page, shared('lessButton')).click();
  await expect(page.getByText(`${shared('eusOption')} · ${shared('perUpdateLabel')}`)).toBeVisible();

  await button(page, upgrades('addUpdateButton', { from: '4.17.25', to: '4.18.9' })).click();
  const dialog = page.getByRole('dialog', { name: shared('addTitle') });
  await expect(dialog).toContainText(shared('selectsExactly', { releases: wordList(['4.17.25', '4.18.9']) }));
  await dialog.getByRole('combobox', { name: shared('configurationLabel') }).selectOption('new');
  await button(dialog, shared('saveButton')).click();
  await expect(
    dialog.getByRole('heading', { name: containing(shared('savedTitle', { file: ANY })) }),
  ).toBeVisible();
  const text = await readFile(`${world.workspace!}/upgrade-4.17.25-to-4.18.9.yaml`, 'utf8');
  expect(text).toContain('minVersion: 4.17.25');
  expect(text).not.toContain('4.16');
});

test('accessible: empty, with a risk, as a table, without a path, adding', async ({ page, app }) => {
  await openUpgrades(page, app);
  await check(page, { name: 'empty' });
  await button(page, shared('moreButton')).click();
  await check(page, { name: 'more' });
  await button(page, shared('lessButton')).click();
  await ask(page, '4.16.1', '4.16.5');
  await expect(
    page.getByRole('region', { name: matching(upgrades('riskPanelLabel', { from: ANY, to: ANY })) }),
  ).toBeVisible();
  await check(page, { name: 'risk' });
  await page.getByRole('checkbox', { name: matching(upgrades('allUpdatesLabel', { count: ANY })) }).check();
  await page.getByRole('button', { name: '4.16.2', exact: true }).click();
  await check(page, { name: 'version' });
  await button(page, shared('tableButton')).click();
  await check(page, { name: 'table' });
  await button(page, shared('addButton')).click();
  await expect(page.getByRole('dialog')).toContainText('---');
  await check(page, { name: 'adding' });
  await page.keyboard.press('Escape');
  await ask(page, '4.16.1', '4.16.3');
  await expect(page.getByRole('heading', { name: upgrades('noPathTitle') })).toBeVisible();
  await check(page, { name: 'no-path' });
  await button(page, upgrades('browseAllButton')).click();
  await page.getByRole('button', { name: '4.16.2', exact: true }).hover();
  await check(page, { name: 'browse' });
  const operator = { catalogs: CATALOG, package: 'anvil-operator', from: '1.0.0' };
  await page.goto(app.at(`/upgrades/operators?${new URLSearchParams(operator)}`));
  await expect(sentence(page)).toHaveText(
    matching(operators('pathTitle', { operator: 'anvil-operator', path: ANY, updates: 1 })),
  );
  await check(page, { name: 'operator' });
  await page
    .getByRole('group', {
      name: anyNumber((versions) => rail('diagramName', { channel: 'stable', catalog: ANY, versions })),
    })
    .getByRole('button', { name: /^1\.1\.0/ })
    .click();
  await expect(page.getByRole('region', { name: rail('versionPanel', { version: '1.1.0' }) })).toBeVisible();
  await check(page, { name: 'operator-version' });
  await button(page, shared('tableButton')).click();
  await check(page, { name: 'operator-table' });
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
  await check(page, { name: 'plan' });
});
