import { join } from 'node:path';
import { t as registries } from '../../core/app/service/registries/messages.ts';
import { t as manifests } from '../../core/cluster/config/messages.ts';
import { t as appState } from '../../renderer/app-state/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as cluster } from '../../renderer/cluster/messages.ts';
import { t as home } from '../../renderer/home/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as ended } from '../../renderer/run/live/ended/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as plan } from '../../renderer/run/plan/messages.ts';
import { t as request } from '../../renderer/run/request/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching } from '../fixtures/messages.ts';
import {
  button,
  go,
  openPractice,
  progress,
  reaches,
  runNumber,
  sentence,
  startFetch,
} from '../fixtures/steps.ts';

/** A run of 49 images takes longer than a screen on a busy host. */
const RUN = { timeout: 30_000 };

test('a workspace is created, a configuration chosen, planned, fetched and pushed', async ({ page, app }) => {
  await app.side('both');
  const world = await app.practice();
  const workspace = join(app.directory, 'mirror');
  await page.goto(app.url);
  await button(page, beginning(`${appState('workspaceLabel')} `)).click();
  await page.getByRole('menuitem', { name: appState('createButton') }).click();
  const dialog = page.getByRole('dialog', { name: shell('createTitle') });
  await dialog.getByRole('combobox', { name: shell('directoryLabel') }).fill(workspace);
  await button(dialog, shell('createButton')).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(home('emptyText'))).toBeVisible();

  await button(page, home('chooseButton')).click();
  await expect(sentence(page)).toHaveText(start('pageTitle'));
  await go(page, 'fetch');
  await page
    .getByRole('combobox', { name: setup('configurationLabel') })
    .selectOption({ label: setup('openOther') });
  await page.getByRole('combobox', { name: setup('fileLabel') }).fill(world.configFile!);
  // The pane of the configuration has such a button, too.
  await button(page.getByRole('region', { name: setup('formLabel') }), setup('openFileButton')).click();
  await page.getByRole('combobox', { name: setup('enclaveLabel') }).fill('fleet');
  await button(page, setup('planButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(
      request('fetchEnclavePlanTitle', { images: 49, size: ANY, workspace: 'mirror', enclave: 'fleet' }),
    ),
  );
  const planned = mebibytes(await sentence(page).textContent());
  const sums = page.getByRole('region', { name: plan('contentsLabel') });
  await expect(sums).toContainText(new RegExp(`${plan('toCopyLabel')}[\\d.]+ MiB`));
  await page.getByRole('textbox', { name: plan('searchLabel') }).fill('release-images:4.16.2');
  await expect(page.getByRole('grid', { name: plan('imagesTitle') }).getByRole('row')).toHaveCount(2);

  await button(page, setup('startFetchButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(live('transferTitle', { transfer: 'fleet-0001', images: 49, size: ANY, duration: ANY })),
    RUN,
  );
  // Signatures add to the bytes of the plan. Blobs that images share are fetched once.
  expect((await app.ask('runs.list', {})).runs[0]!.bytes!.fetched).toBeLessThan(planned * 1.02);
  await button(page, ended('verifyButton')).click();
  await expect(
    page.getByText(anyNumber((blobs) => ended('verified', { transfer: 'fleet-0001', blobs, size: ANY }))),
  ).toBeVisible();

  await page.getByRole('link', { name: live('pushTransferButton', { transfer: 'fleet-0001' }) }).click();
  await page.getByRole('combobox', { name: setup('destinationLabel') }).fill(world.destination!);
  await button(page, setup('testButton')).click();
  await expect(page.getByText(containing(registries('plainHttp', { host: ANY, reason: ANY })))).toBeVisible();
  await button(page, setup('planButton')).click();
  await button(page, setup('startPushButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(live('pushedTitle', { images: 49, registry: ANY, size: ANY, duration: ANY })),
    RUN,
  );
  await expect(
    button(page.getByRole('list', { name: ended('resourceFilesLabel') }), /^(idms|itms)-oc-mirror\.yaml/),
  ).toHaveCount(2);
  const copies = join(app.directory, 'resources');
  await button(page, ended('saveToDirectoryButton')).click();
  await page.getByRole('combobox', { name: ended('directoryLabel') }).fill(copies);
  await button(page, ended('saveFilesButton')).click();
  await expect(
    page.getByText(anyNumber((files) => ended('filesSaved', { files, folder: copies }))),
  ).toBeVisible();

  await button(page, ended('handoffButton')).click();
  const sheet = page.getByRole('dialog', { name: ended('handoffTitle') });
  const text = sheet.frameLocator('iframe').locator('body');
  await expect(text).toContainText(manifests('sheetTitle'));
  await expect(text).toContainText('airlock cluster-config apply');
  await expect(button(sheet, ended('printButton'))).toBeEnabled();
  await button(sheet.getByRole('contentinfo'), ended('closeButton')).click();
  const { config } = await app.ask('runs.live', { run: (await app.ask('runs.list', {})).runs[0]!.run });
  await page.getByRole('link', { name: ended('applyButton') }).click();
  await expect(page.getByRole('combobox', { name: cluster('directoryLabel') })).toHaveValue(config!);
});

test('paused and resumed, nothing is fetched twice', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const complete = await app.ask('plans.make', {
    settings: { workflow: 'mirrorToDisk', directory: world.workspace!, configFile: world.configFile! },
    ticket: 'e2e',
  });
  const first = await startFetch(page, { rate: '2' });
  await reaches(page, 50);
  await button(page, live('pauseButton')).click();
  await expect(sentence(page)).toHaveText(matching(live('pausedFetchAtTitle', { progress: ANY })));
  await expect(page).toHaveTitle(matching(live('windowTitle', { state: parts('runPaused'), run: ANY })));

  await button(page, live('resumeButton')).click();
  await expect(page).toHaveURL(new RegExp(`#/run/${first + 1}\\?`));
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
  );
  const root = world.workspace!;
  const fetched = await Promise.all(
    [first, first + 1].map(
      async (sequence) => (await app.ask('runs.describe', { run: { root, sequence } })).live.bytes!.fetched,
    ),
  );
  expect(fetched[0]).toBeGreaterThan(complete.bytes / 2);
  expect(fetched[1]).toBeGreaterThan(0);
  // Twenty connections were closed; of each at most the chunk that was being read comes again.
  expect(fetched[0]! + fetched[1]!).toBeLessThan(1.02 * complete.bytes);
});

test('the rate is changed in mid-run; the run ends sooner for it', async ({ page, app }) => {
  await openPractice(page, app);
  // 12 MiB at this rate take a minute: it ends within the time of this test only when the change arrives.
  await startFetch(page, { rate: '0.25' });
  const limits = page.getByRole('region', { name: live('limitsLabel') });
  await expect(limits).toContainText('256.0 KiB/s');
  await limits.getByRole('slider', { name: live('rateLimitLabel') }).focus();
  for (let steps = 0; steps < 11; steps++) await page.keyboard.press('ArrowRight');
  await expect(limits).toContainText(live('noRateLimit'));
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
  );
});

test('a run is stopped after a confirmation, and can be resumed', async ({ page, app }) => {
  await openPractice(page, app);
  await startFetch(page, { rate: '1' });
  await reaches(page, 5);
  await button(page, live('stopButton')).click();
  const question = page.getByRole('dialog', { name: live('stopTitle') });
  await expect(question).toContainText(live('stopText'));
  await button(question, live('stopButton')).click();
  await expect(sentence(page)).toHaveText(
    either(
      matching(live('pausedFetchAtTitle', { progress: ANY })),
      matching(live('failedReasonAtTitle', { progress: ANY, reason: ANY })),
      matching(live('interruptedAtTitle', { progress: ANY })),
    ),
  );
  await expect(
    page.getByRole('main').getByRole('button', {
      name: either(matching(live('resumeButton')), matching(live('retryRunButton'))),
    }),
  ).toBeVisible();
});

test('reloaded in mid-run, the screen is the same; a second window follows the same run', async ({
  page,
  app,
}) => {
  await openPractice(page, app);
  const number = await startFetch(page, { rate: '1' });
  await reaches(page, 15);
  await button(page, live('logTab')).click();
  const before = await progress(page);
  await page.reload();
  await expect(button(page, live('pauseButton'))).toBeVisible();
  expect(runNumber(page)).toBe(number);
  await expect.poll(() => progress(page)).toBeGreaterThanOrEqual(before);
  await expect(button(page, live('logTab'))).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: live('limitsLabel') })).toContainText('1.0 MiB/s');

  const second = await page.context().newPage();
  await second.goto(new URL('/', app.url).href);
  await second
    .getByRole('banner')
    .getByRole('link', {
      name: either(
        containing(parts('numberedRunTitle', { workflow: parts('fetchRun'), run: 1 })),
        /default-0001/,
      ),
    })
    .click();
  await expect(button(second, live('pauseButton'))).toBeVisible();
  await button(second, live('pauseButton')).click();
  await expect(sentence(second)).toHaveText(matching(live('pausedFetchAtTitle', { progress: ANY })));
  await expect(sentence(page)).toHaveText((await sentence(second).textContent())!);
  await go(second, 'home');
  await expect(second.getByText(matching(home('pausedText', { run: ANY, ago: ANY })))).toBeVisible();
});

/** Returns the size in a title, in bytes. */
function mebibytes(text: string | null): number {
  return Number(/([\d.]+) MiB/.exec(text ?? '')?.[1]) * 1024 ** 2;
}
