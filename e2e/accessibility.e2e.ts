import { appendFile } from 'node:fs/promises';
import type { RunRef } from '../core/contract/topics/vocabulary.ts';
import { t as appState } from '../renderer/app-state/messages.ts';
import { t as history } from '../renderer/history/messages.ts';
import { t as home } from '../renderer/home/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { type App, expect, type Page, test } from './fixtures/app.ts';
import { ANY, matching } from './fixtures/messages.ts';
import { check } from './fixtures/screen-check.ts';
import { button, openPractice, reaches } from './fixtures/steps.ts';

test('accessible: the first start, an empty Home, Practice, help, keys, menus and dialogs', async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await check(page, {
    name: 'first start',
    says: /^Which side of the gap/,
    fold: [
      button(page, /^Connected/),
      button(page, /^Disconnected/),
      button(page, /^Both/),
      page.getByRole('link', { name: /^Practice the whole journey/ }),
    ],
  });
  await button(page, /^Both/).click();
  await check(page, {
    name: 'empty Home',
    says: matching(home('createTitle')),
    fold: [
      button(page, home('createButton')),
      page.getByRole('main').getByRole('link', { name: home('practiceLinkLabel') }),
    ],
  });
  await button(page, /^Workspace /).click();
  await check(page, { name: 'menu of workspaces', says: matching(home('createTitle')) });
  await page.getByRole('menuitem', { name: appState('createButton') }).click();
  await expect(page.getByRole('dialog', { name: shell('createTitle') })).toBeVisible();
  await check(page, { name: 'dialog of a workspace', fold: [page.getByRole('dialog')] });
  await page.keyboard.press('Escape');
  await open(page, app, '/practice');
  const start = button(page, 'Start practice');
  await check(page, { name: 'Practice', says: /^Practice the whole journey/, fold: [start] });
  await start.click();
  await check(page, {
    name: 'Practice, on its way',
    says: /^Step 2 of 6/,
    fold: [
      button(page, 'Plan on the Fetch screen').first(),
      page.getByRole('heading', { name: /^Cluster resources/ }),
    ],
  });
  await page.keyboard.press('F1');
  await expect(button(page, shell('closeHelpButton'))).toBeVisible();
  await check(page, { name: 'help', says: /^Step 2 of 6/, fold: [button(page, shell('closeHelpButton'))] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: shell('keysTitle') })).toBeVisible();
  await check(page, { name: 'keys', fold: [page.getByRole('dialog')] });
});

test('accessible: Fetch from its set-up to a whole transfer, and its failures', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const workspace = world.workspace!;
  const configFile = world.configFile!;
  await open(page, app, `/fetch?${new URLSearchParams({ workspace, config: configFile })}`);
  await expect(page.getByRole('textbox', { name: /^Configuration / })).toContainText('platform');
  const plan = button(page, 'Plan');
  await check(page, { name: 'Fetch', says: /^What shall be fetched/, fold: [plan] });
  await plan.click();
  const start = button(page, 'Start fetch');
  const sums = page.getByRole('region', { name: 'Contents of the plan' });
  await check(page, { name: 'plan', says: /^Fetch .* in 49 images/, fold: [start, sums] });

  await button(page, 'Send for approval').click();
  const sending = page.getByRole('region', { name: 'Send for approval' });
  await button(sending, 'Save for approval').click();
  await check(page, {
    name: 'sent for approval',
    says: /^Fetch .* in 49 images/,
    fold: [button(sending, 'Copy the command for signing')],
  });
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption('Open an approved plan');
  await button(page, 'Open plan').click();
  await check(page, {
    name: 'approved plan',
    says: /^Fetch exactly the 49 images of plan\.json/,
    fold: [start, page.getByText('Signature not checked'), page.getByText(/^There is no signature/)],
  });

  const settings = { workflow: 'mirrorToDisk', directory: workspace, configFile } as const;
  const slow = await app.ask('runs.start', { settings: { ...settings, rate: 512 * 1024 } });
  await open(page, app, runAt(slow.run));
  await reaches(page, 5);
  await check(page, {
    name: 'running',
    says: /^Done |so far/,
    fold: [
      button(page, 'Pause'),
      page.getByRole('progressbar', { name: 'Bytes done' }),
      page.getByText(/KiB\/s/).first(),
      page.getByRole('heading', { name: /^Whole so far/ }),
      page.getByRole('row', { name: /additional images/ }).first(),
      page.getByRole('region', { name: 'Limits' }),
    ],
  });
  await button(page, 'Log').click();
  await check(page, { name: 'log', says: /^Done |so far/ });
  await app.ask('runs.pause', { run: slow.run });
  await check(page, { name: 'paused', says: /^Paused at/, fold: [button(page, 'Resume')] });

  await appendFile(configFile, '    - name: quay.io/practice/late-one:v1\n');
  await app.ask('runs.start', { settings });
  const failed = await lastEnded(app, workspace);
  await open(page, app, runAt(failed));
  await check(page, {
    name: 'failed',
    says: /1 failed/,
    fold: [
      page.getByRole('heading', { name: '1 image failed' }),
      page.getByText(/^Source: /).first(),
      button(page, /^Retry 1 failed image/),
    ],
  });
  await button(page, /^Failed 1$/).click();
  const images = page.getByRole('grid', { name: 'Images' });
  await images.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Image details' })).toBeVisible();
  await check(page, { name: 'details of an image', says: /1 failed/ });
});

test('accessible: Push, Mirror, History, records and Home after the journey', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const { workspace, configFile, destination, stateDirectory } = world;
  const root = workspace!;
  await app.ask('runs.start', {
    settings: { workflow: 'mirrorToDisk', directory: root, configFile: configFile! },
  });
  const fetched = await lastEnded(app, root);
  await open(page, app, runAt(fetched));
  await check(page, {
    name: 'whole',
    says: /is whole: 49 images/,
    fold: [page.getByRole('link', { name: /^Push / }), button(page, 'Verify every byte')],
  });
  const from = { from: root, destination: destination!, state: stateDirectory! };
  await open(page, app, `/push?${new URLSearchParams(from)}`);
  await check(page, {
    name: 'Push',
    says: /^Push Practice to /,
    fold: [button(page, 'Plan'), page.getByRole('heading', { name: 'What is pushed' })],
  });
  await app.ask('runs.start', {
    settings: {
      workflow: 'diskToMirror',
      directory: root,
      destination: destination!,
      stateDirectory: stateDirectory!,
    },
  });
  const pushed = await lastEnded(app, stateDirectory!);
  await open(page, app, runAt(pushed));
  await expect(page.getByRole('textbox', { name: /\.yaml$/ })).toContainText('kind');
  await check(page, {
    name: 'pushed',
    says: / has all 49 images/,
    fold: [button(page, 'View cluster resources'), page.getByRole('heading', { name: /^Cluster resources/ })],
  });
  await open(page, app, runAt(pushed).replace('/run/', '/history/'));
  await button(page, history('rollbackButton')).click();
  await expect(page.getByRole('grid', { name: history('tagsLabel') })).toBeVisible();
  await check(page, {
    name: 'rollback',
    fold: [page.getByRole('dialog'), button(page, history('cancelButton'))],
  });
  await page.keyboard.press('Escape');
  await open(page, app, '/mirror');
  await check(page, { name: 'Mirror', says: /^Where shall images/, fold: [button(page, 'Plan')] });
  await open(page, app, '/');
  await check(page, {
    name: 'Home',
    says: matching(home('nothingToDo', { enclaves: 1, enclave: 'default' })),
    fold: [
      page.getByText(matching(home('pushedText', { transfer: 'default-0001', target: ANY, ago: ANY }))),
      page.getByRole('main').locator('.pf-m-primary'),
      page.getByRole('heading', { name: home('workspacesTitle') }),
    ],
  });
  await open(page, app, '/history');
  await check(page, { name: 'History', says: /^2 runs/, fold: [page.getByRole('row').nth(2)] });
  await open(page, app, runAt(fetched).replace('/run/', '/history/'));
  await check(page, { name: 'record', says: /is whole/, fold: [button(page, history('exportButton'))] });
  const both = new URLSearchParams({ a: placeOf(fetched), b: placeOf(pushed) });
  await open(page, app, `/history/compare?${both}`);
  await check(page, { name: 'compare', says: /same images|more than|fewer than|added/ });
});

test('accessible: every section of the settings', async ({ page, app }) => {
  const { destination } = await openPractice(page, app);
  await app.ask('registries.add', { name: destination! });
  const sections = {
    registries: /^1 registry is known/,
    doctor: /^A check tells/,
    certificates: /authorit/,
    proxy: /proxy/i,
    defaults: /^New runs begin/,
    appearance: /^This machine sees both/,
    diagnostics: /^A bundle would hold/,
    about: /^Airlock \d/,
  };
  for (const [name, states] of Object.entries(sections)) {
    await open(page, app, `/settings/${name}`);
    await check(page, { name: `settings, ${name}`, says: states });
  }
  await open(page, app, '/settings/registries');
  await button(page, 'Test registry').click();
  await check(page, {
    name: 'settings, a tested registry',
    says: /registr/,
    fold: [button(page, 'Add registry')],
  });
});

test('accessible: Doctor, with what would stop a run and with what a registry takes', async ({
  page,
  app,
}) => {
  const { destination } = await openPractice(page, app);
  const requested = new URLSearchParams({ workspace: '', destination: '127.0.0.1:1' });
  await open(page, app, `/settings/doctor?${requested}`);
  await button(page, 'Check').click();
  await check(page, {
    name: 'doctor, something would stop a run',
    says: /would stop a run/,
    fold: [
      button(page, 'Check again'),
      page.getByRole('heading', { name: 'Would stop a run', exact: true }),
      page.getByText('What to do').first(),
    ],
  });
  await page.getByLabel('Destination registry').fill(destination!);
  await button(page, 'Check again').click();
  await expect(page.getByRole('heading', { name: `What ${destination} takes` })).toBeVisible();
  await page.getByText(/^All that was tried/).click();
  await check(page, { name: 'doctor, a destination', says: /^Nothing was found/ });
});

async function open(page: Page, app: App, address: string): Promise<void> {
  await page.goto(app.at(address));
}

/** Waits until the last run of a folder has ended. */
async function lastEnded(app: App, root: string): Promise<RunRef> {
  let last: RunRef | undefined;
  await expect
    .poll(async () => {
      const { runs } = await app.ask('runs.list', { root });
      last = runs[0]?.run;
      return runs[0]?.status;
    })
    .toMatch(/complete|partial|failed/);
  return last!;
}

function runAt({ root, sequence }: RunRef): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

function placeOf({ root, sequence }: RunRef): string {
  return `${sequence}@${root}`;
}
