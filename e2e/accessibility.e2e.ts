import { appendFile } from 'node:fs/promises';
import type { RunRef } from '../core/contract/topics/vocabulary.ts';
import { t as appState } from '../renderer/app-state/messages.ts';
import { t as firstStart } from '../renderer/first-start/messages.ts';
import { t as history } from '../renderer/history/messages.ts';
import { t as home } from '../renderer/home/messages.ts';
import { t as common } from '../renderer/parts/messages.ts';
import { t as practice } from '../renderer/practice/messages.ts';
import { t as ended } from '../renderer/run/live/ended/messages.ts';
import { t as live } from '../renderer/run/live/messages.ts';
import { t as plan } from '../renderer/run/plan/messages.ts';
import { t as request } from '../renderer/run/request/messages.ts';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as doctor } from '../renderer/settings/doctor/messages.ts';
import { t as settings } from '../renderer/settings/messages.ts';
import { t as parts } from '../renderer/settings/parts/messages.ts';
import { t as registries } from '../renderer/settings/registries/messages.ts';
import { t as find } from '../renderer/shell/find/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { type App, expect, type Page, test } from './fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching, numbered } from './fixtures/messages.ts';
import { check } from './fixtures/screen-check.ts';
import { button, openPractice, reaches } from './fixtures/steps.ts';

const RUNNING = either(
  matching(live('finishTodayTitle', { time: ANY })),
  matching(live('finishTomorrowTitle', { time: ANY })),
  matching(live('lastMinuteTitle')),
  matching(live('growingTitle', { duration: ANY })),
  matching(live('copyTitle')),
);
const FAILED = anyNumber((images) => live('fetchedPartlyTitle', { fetched: images, images, failed: 1 }));
const COMPLETE = matching(
  live('transferTitle', { transfer: 'default-0001', images: 49, size: ANY, duration: ANY }),
);

test('accessible: the first start, an empty Home, Practice, help, keys, menus and dialogs', async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await check(page, {
    name: 'first start',
    says: matching(firstStart('title')),
    fold: [
      button(page, beginning(appState('connected'))),
      button(page, beginning(appState('disconnected'))),
      button(page, beginning(appState('both'))),
      page.getByRole('link', { name: firstStart('practiceLink') }),
    ],
  });
  await button(page, beginning(appState('both'))).click();
  await check(page, {
    name: 'empty Home',
    says: matching(home('createTitle')),
    fold: [
      button(page, home('createButton')),
      page.getByRole('main').getByRole('link', { name: home('practiceLinkLabel') }),
    ],
  });
  await button(page, beginning(`${appState('workspaceLabel')} `)).click();
  await check(page, { name: 'menu of workspaces', says: matching(home('createTitle')) });
  await page.getByRole('menuitem', { name: appState('createButton') }).click();
  await expect(page.getByRole('dialog', { name: shell('createTitle') })).toBeVisible();
  await check(page, { name: 'dialog of a workspace', fold: [page.getByRole('dialog')] });
  await page.keyboard.press('Escape');
  await open(page, app, '/practice');
  const step = matching(practice('stepTitle', { number: 1, total: 8, step: practice('chooseTitle') }));
  const start = button(page, practice('startButton'));
  await check(page, { name: 'Practice', says: matching(practice('offTitle')), fold: [start] });
  await start.click();
  await check(page, {
    name: 'Practice, on its way',
    says: step,
    fold: [
      button(page, practice('chooseButton')),
      page.getByRole('heading', { name: practice('fetchTitle') }),
    ],
  });
  await page.keyboard.press('F1');
  await expect(button(page, shell('closeHelpButton'))).toBeVisible();
  await check(page, { name: 'help', says: step, fold: [button(page, shell('closeHelpButton'))] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: shell('keysTitle') })).toBeVisible();
  await check(page, { name: 'keys', fold: [page.getByRole('dialog')] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  const search = page.getByRole('combobox', { name: find('fieldLabel') });
  await expect(search).toBeFocused();
  await search.fill('network pol');
  await expect(page.getByRole('option', { name: beginning(find('hostDay2')) })).toBeVisible();
  await check(page, { name: 'search', fold: [search] });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/hosts\/day2$/);
});

test('accessible: Fetch from its set-up to a whole transfer, and its failures', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const workspace = world.workspace!;
  const configFile = world.configFile!;
  await open(page, app, `/fetch?${new URLSearchParams({ workspace, config: configFile })}`);
  await expect(
    page.getByRole('textbox', { name: matching(setup('editorLabel', { file: ANY })) }),
  ).toContainText('platform');
  const planButton = button(page, setup('planButton'));
  await check(page, {
    name: 'Fetch',
    says: matching(request('fetchTitle', { workspace: ANY })),
    fold: [planButton],
  });
  await planButton.click();
  const start = button(page, setup('startFetchButton'));
  const sums = page.getByRole('region', { name: plan('contentsLabel') });
  await check(page, {
    name: 'plan',
    says: matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
    fold: [start, sums],
  });

  await button(page, plan('approvalButton')).click();
  const sending = page.getByRole('region', { name: plan('approvalButton') });
  await button(sending, plan('saveForApprovalButton')).click();
  await check(page, {
    name: 'sent for approval',
    says: matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
    fold: [button(sending, plan('copySignCommandButton'))],
  });
  await page.getByRole('combobox', { name: setup('configurationLabel') }).selectOption(setup('openApproved'));
  await button(page, setup('openPlanButton')).click();
  await check(page, {
    name: 'approved plan',
    says: matching(
      request('approvedFetchToTitle', { images: 49, plan: 'plan.json', size: ANY, workspace: ANY }),
    ),
    fold: [start, page.getByText(plan('signatureNotChecked')), page.getByText(plan('signatureMissing'))],
  });

  const settings = { workflow: 'mirrorToDisk', directory: workspace, configFile } as const;
  const slow = await app.ask('runs.start', { settings: { ...settings, rate: 512 * 1024 } });
  await open(page, app, runAt(slow.run));
  await reaches(page, 5);
  await check(page, {
    name: 'running',
    says: RUNNING,
    fold: [
      button(page, live('pauseButton')),
      page.getByRole('progressbar', { name: live('progressLabel') }),
      page.getByText(/KiB\/s/).first(),
      page.getByRole('heading', { name: beginning(live('contentTitle')) }),
      page.getByRole('row', { name: /4\.16\.1-x86_64/ }).first(),
      page.getByRole('region', { name: live('limitsLabel') }),
    ],
  });
  await button(page, live('logTab')).click();
  await check(page, { name: 'log', says: RUNNING });
  await app.ask('runs.pause', { run: slow.run });
  await check(page, {
    name: 'paused',
    says: matching(live('pausedFetchAtTitle', { progress: ANY })),
    fold: [button(page, live('resumeButton'))],
  });

  await appendFile(configFile, '    - name: quay.io/practice/late-one:v1\n');
  await app.ask('runs.start', { settings });
  const failed = await lastEnded(app, workspace);
  await open(page, app, runAt(failed));
  await check(page, {
    name: 'failed',
    says: FAILED,
    fold: [
      page.getByRole('heading', { name: live('imagesFailed', { images: 1 }) }),
      page.getByText(beginning(live('sourceCause', { cause: ANY }))).first(),
      button(page, live('retryFailedButton', { images: 1 })),
    ],
  });
  await button(page, live('failedChip', { images: 1 })).click();
  const images = page.getByRole('grid', { name: live('imagesLabel') });
  await images.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: live('detailsLabel') })).toBeVisible();
  await check(page, { name: 'details of an image', says: FAILED });
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
    name: 'complete',
    says: COMPLETE,
    fold: [
      page.getByRole('link', { name: live('pushTransferButton', { transfer: 'default-0001' }) }),
      button(page, ended('verifyButton')),
    ],
  });
  const from = { from: root, destination: destination!, state: stateDirectory! };
  await open(page, app, `/push?${new URLSearchParams(from)}`);
  await check(page, {
    name: 'Push',
    says: matching(request('pushTitle', { source: 'Practice', registry: ANY })),
    fold: [button(page, setup('planButton')), page.getByRole('heading', { name: setup('transfersTitle') })],
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
    says: matching(live('pushedTitle', { images: 49, registry: ANY, size: ANY, duration: ANY })),
    fold: [
      page
        .getByRole('main')
        .getByRole('link', { name: live('applyButton') })
        .first(),
      page.getByRole('heading', { name: beginning(ended('clusterResourcesTitle')) }),
    ],
  });
  await open(page, app, runAt(pushed).replace('/run/', '/history/'));
  await button(page, history('rollbackButton')).click();
  await expect(page.getByRole('grid', { name: history('tagsLabel') })).toBeVisible();
  await check(page, {
    name: 'rollback',
    fold: [page.getByRole('dialog'), button(page, history('closeButton')).last()],
  });
  await page.keyboard.press('Escape');
  await open(page, app, '/mirror');
  await check(page, {
    name: 'Mirror',
    says: matching(request('mirrorNowhereTitle')),
    fold: [button(page, setup('planButton'))],
  });
  await open(page, app, '/');
  await check(page, {
    name: 'Home',
    says: matching(home('practiceStepTitle', { number: 1, total: 8 })),
    fold: [
      page.getByText(home('practiceNextText', { step: 'choose' })),
      page.getByRole('main').locator('.pf-m-primary'),
    ],
  });
  await open(page, app, '/history');
  await check(page, {
    name: 'History',
    says: matching(history('summary', { runs: 2, run: ANY, status: 'complete' })),
    fold: [page.getByRole('row').nth(2)],
  });
  await open(page, app, runAt(fetched).replace('/run/', '/history/'));
  await check(page, { name: 'record', says: COMPLETE, fold: [button(page, history('exportButton'))] });
  const both = new URLSearchParams({ a: placeOf(fetched), b: placeOf(pushed) });
  await open(page, app, `/history/compare?${both}`);
  await check(page, { name: 'compare', says: matching(history('sameTitle', { later: ANY, earlier: ANY })) });
});

test('accessible: every section of the settings', async ({ page, app }) => {
  const { destination } = await openPractice(page, app);
  await app.ask('registries.add', { name: destination! });
  const sections = {
    registries: matching(registries('untestedTitle', { registries: 1 })),
    doctor: matching(doctor('openTitle')),
    certificates: beginning(
      numbered((system) => parts('casTitle', { system, own: 0, expired: 0, expiring: 0 })),
    ),
    proxy: matching(parts('directTitle')),
    defaults: matching(settings('ownDefaultsTitle')),
    appearance: matching(settings('bothTitle')),
    diagnostics: anyNumber((files) => settings('bundleTitle', { files, size: ANY })),
    about: matching(settings('aboutTitle', { version: ANY, host: ANY })),
  };
  for (const [name, states] of Object.entries(sections)) {
    await open(page, app, `/settings/${name}`);
    await check(page, { name: `settings, ${name}`, says: states });
  }
  await open(page, app, '/settings/registries');
  await button(page, registries('testButton')).click();
  await check(page, {
    name: 'settings, a tested registry',
    says: matching(registries('allPassedTitle', { registries: 1 })),
    fold: [button(page, registries('addButton'))],
  });
});

test('accessible: Doctor, with problems that stop a run and with the capabilities of a registry', async ({
  page,
  app,
}) => {
  const { destination } = await openPractice(page, app);
  const requested = new URLSearchParams({ workspace: '', destination: '127.0.0.1:1' });
  await open(page, app, `/settings/doctor?${requested}`);
  await button(page, doctor('checkButton')).click();
  await check(page, {
    name: 'doctor, problems that stop a run',
    says: containing(parts('reportTitle', { errors: 1, warnings: 0 })),
    fold: [
      button(page, doctor('checkAgainButton')),
      page.getByRole('heading', { name: parts('errorsTitle'), exact: true }),
      page.getByText(common('remedyLabel')).first(),
    ],
  });
  await page.getByLabel(doctor('destinationLabel')).fill(destination!);
  await button(page, doctor('checkAgainButton')).click();
  await expect(
    page.getByRole('heading', { name: doctor('capabilitiesTitle', { registry: destination! }) }),
  ).toBeVisible();
  await page.getByText(anyNumber((count) => parts('capabilitiesTitle', { count }))).click();
  await check(page, {
    name: 'doctor, a destination',
    says: containing(parts('reportTitle', { errors: 0, warnings: 0 })),
  });
});

async function open(page: Page, app: App, address: string): Promise<void> {
  await page.goto(app.at(address));
}

/** Waits until the last run of a folder has ended. */
async function lastEnded(app: App, root: string): Promise<RunRef> {
  let last: RunRef | undefined;
  await expect
    .poll(
      async () => {
        const { runs } = await app.ask('runs.list', { root });
        last = runs[0]?.run;
        return runs[0]?.status;
      },
      { timeout: 30_000 },
    )
    .toMatch(/complete|partial|failed/);
  return last!;
}

function runAt({ root, sequence }: RunRef): string {
  return `/run/${sequence}?root=${encodeURIComponent(root)}`;
}

function placeOf({ root, sequence }: RunRef): string {
  return `${sequence}@${root}`;
}
