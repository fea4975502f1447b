import { join } from 'node:path';
import { t as appState } from '../../renderer/app-state/messages.ts';
import { t as cluster } from '../../renderer/cluster/messages.ts';
import { t as home } from '../../renderer/home/messages.ts';
import { t as shell } from '../../renderer/shell/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, matching } from '../fixtures/messages.ts';
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

test('a workspace is created, a configuration chosen, planned, fetched and pushed', async ({ page, app }) => {
  await app.side('both');
  const world = await app.practice();
  const workspace = join(app.directory, 'mirror');
  await page.goto(app.url);
  await button(page, /^Workspace /).click();
  await page.getByRole('menuitem', { name: appState('createButton') }).click();
  const dialog = page.getByRole('dialog', { name: shell('createTitle') });
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(workspace);
  await button(dialog, shell('createButton')).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(home('emptyText'))).toBeVisible();

  await button(page, home('chooseButton')).click();
  await expect(sentence(page)).toHaveText('What should a mirror be made for?');
  await go(page, 'Fetch');
  await page.getByRole('combobox', { name: 'Configuration' }).selectOption({ label: 'Open another file' });
  await page.getByRole('combobox', { name: 'File' }).fill(world.configFile!);
  await button(page, 'Open file').click();
  await page.getByRole('combobox', { name: 'Enclave' }).fill('fleet');
  await button(page, 'Plan').click();
  await expect(sentence(page)).toHaveText(/^Fetch [\d.]+ MiB in 49 images to mirror for fleet\.$/);
  const planned = mebibytes(await sentence(page).textContent());
  const sums = page.getByRole('region', { name: 'Contents of the plan' });
  await expect(sums).toContainText(/To move[\d.]+ MiB/);
  await page.getByRole('textbox', { name: 'Search the images of the plan' }).fill('release-images:4.16.2');
  await expect(page.getByRole('grid', { name: 'Images of the plan' }).getByRole('row')).toHaveCount(2);

  await button(page, 'Start fetch').click();
  await expect(sentence(page)).toHaveText(/^fleet-0001 is whole: 49 images/);
  // Signatures come beside the plan's bytes, what is shared by images is fetched once.
  expect((await app.ask('runs.list', {})).runs[0]!.bytes!.fetched).toBeLessThan(planned * 1.02);
  await button(page, 'Verify every byte').click();
  await expect(page.getByText(/^fleet-0001 is as it was written: \d+ blobs/)).toBeVisible();

  await page.getByRole('link', { name: 'Push fleet-0001' }).click();
  await page.getByRole('combobox', { name: 'Destination registry' }).fill(world.destination!);
  await button(page, 'Test').click();
  await expect(page.getByText('speaks plain HTTP: what is sent can be read on the way')).toBeVisible();
  await button(page, 'Plan').click();
  await button(page, 'Start push').click();
  await expect(sentence(page)).toHaveText(/ has all 49 images: [\d.]+ MiB sent/);
  await expect(button(page.getByRole('list', { name: 'Files' }), /^(idms|itms)-oc-mirror\.yaml/)).toHaveCount(
    2,
  );
  const copies = join(app.directory, 'resources');
  await button(page, 'Save to a folder').click();
  await page.getByRole('combobox', { name: 'Folder' }).fill(copies);
  await button(page, 'Save files').click();
  await expect(page.getByText(new RegExp(`files saved to ${copies}`))).toBeVisible();

  await button(page, 'Hand-over sheet').click();
  const sheet = page.getByRole('dialog', { name: 'Hand-over sheet' });
  const text = sheet.frameLocator('iframe').locator('body');
  await expect(text).toContainText('What to do with the cluster now');
  await expect(text).toContainText('airlock cluster-config apply');
  await expect(button(sheet, 'Print')).toBeEnabled();
  await button(sheet.getByRole('contentinfo'), 'Close').click();
  const { config } = await app.ask('runs.live', { run: (await app.ask('runs.list', {})).runs[0]!.run });
  await page.getByRole('link', { name: 'Apply to a cluster' }).click();
  await expect(page.getByRole('combobox', { name: cluster('folderLabel') })).toHaveValue(config!);
});

test('paused and resumed, nothing is fetched twice', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const complete = await app.ask('plans.make', {
    settings: { workflow: 'mirrorToDisk', directory: world.workspace!, configFile: world.configFile! },
    ticket: 'e2e',
  });
  const first = await startFetch(page, { rate: '2' });
  await reaches(page, 50);
  await button(page, 'Pause').click();
  await expect(sentence(page)).toHaveText(
    /^Paused at [\d.]+ of [\d.]+ MiB\. Nothing will be fetched twice\.$/,
  );
  await expect(page).toHaveTitle(/^Paused/);

  await button(page, 'Resume').click();
  await expect(page).toHaveURL(new RegExp(`#/run/${first + 1}\\?`));
  await expect(sentence(page)).toHaveText(/^default-0001 is whole/);
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
  const limits = page.getByRole('region', { name: 'Limits' });
  await expect(limits).toContainText('256.0 KiB/s');
  await limits.getByRole('slider', { name: 'At most' }).focus();
  for (let steps = 0; steps < 11; steps++) await page.keyboard.press('ArrowRight');
  await expect(limits).toContainText('no limit');
  await expect(sentence(page)).toHaveText(/^default-0001 is whole/);
});

test('stopped at once, after a question; it can be taken up again', async ({ page, app }) => {
  await openPractice(page, app);
  await startFetch(page, { rate: '1' });
  await reaches(page, 5);
  await button(page, 'Stop').click();
  const question = page.getByRole('dialog', { name: 'Stop this run now?' });
  await expect(question).toContainText('What is finished is kept');
  await button(question, 'Stop the run').click();
  await expect(sentence(page)).toHaveText(/^(Paused|Ended|Interrupted) at/);
  await expect(page.getByRole('main').getByRole('button', { name: /^(Resume|Try again)$/ })).toBeVisible();
});

test('reloaded in mid-run, the screen is the same; a second window follows the same run', async ({
  page,
  app,
}) => {
  await openPractice(page, app);
  const number = await startFetch(page, { rate: '1' });
  await reaches(page, 15);
  await button(page, 'Log').click();
  const before = await progress(page);
  await page.reload();
  await expect(button(page, 'Pause')).toBeVisible();
  expect(runNumber(page)).toBe(number);
  await expect.poll(() => progress(page)).toBeGreaterThanOrEqual(before);
  await expect(button(page, 'Log')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('1.0 MiB/s');

  const second = await page.context().newPage();
  await second.goto(new URL('/', app.url).href);
  await second
    .getByRole('banner')
    .getByRole('link', { name: /Fetch 1|default-0001/ })
    .click();
  await expect(button(second, 'Pause')).toBeVisible();
  await button(second, 'Pause').click();
  await expect(sentence(second)).toHaveText(/^Paused at/);
  await expect(sentence(page)).toHaveText((await sentence(second).textContent())!);
  await go(second, 'Home');
  await expect(second.getByText(matching(home('pausedText', { run: ANY, ago: ANY })))).toBeVisible();
});

/** The size that a sentence tells, in bytes. */
function mebibytes(text: string | null): number {
  return Number(/([\d.]+) MiB/.exec(text ?? '')?.[1]) * 1024 ** 2;
}
