import { t as appState } from '../renderer/app-state/messages.ts';
import { t as review } from '../renderer/choose/review/messages.ts';
import { t as cluster } from '../renderer/cluster/messages.ts';
import { t as remove } from '../renderer/delete/messages.ts';
import { t as firstStart } from '../renderer/first-start/messages.ts';
import { t as home } from '../renderer/home/messages.ts';
import { t as carry } from '../renderer/media/carry/messages.ts';
import { t as receive } from '../renderer/media/receive/messages.ts';
import { t as practice } from '../renderer/practice/messages.ts';
import { t as live } from '../renderer/run/live/messages.ts';
import { t as request } from '../renderer/run/request/messages.ts';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { t as tour } from '../renderer/tour/messages.ts';
import { t as upgrades } from '../renderer/upgrades/question/messages.ts';
import { expect, type Page, test } from './fixtures/app.ts';
import { ANY, anyNumber, beginning, matching } from './fixtures/messages.ts';
import { countReading, WORDS_A_MINUTE } from './fixtures/reading.ts';
import { button, sentence, tabTo } from './fixtures/steps.ts';

type StepName = 'choose' | 'fetch' | 'carry' | 'receive' | 'push' | 'apply' | 'upgrade' | 'delete';

/** The names of the screens of the tour. */
const SCREENS = ['homeName', 'chooseName', 'carryName', 'registryName', 'upgradesName'] as const;

/** A run may take longer than a screen. */
const RUN = { timeout: 30_000 };

/** Title of Practice at a step. */
const step = (number: number, name: StepName) =>
  practice('stepTitle', { number, total: 8, step: practice(`${name}Title`) });

/** Opens the screen of the next step from Practice or the bar of practice, which then shows the step. */
async function begin(page: Page, name: StepName, label: string): Promise<void> {
  await button(page, label).click({ timeout: 20_000 });
  await showsStep(page, name);
}

/** The bar shows the step, and the screen has the only primary button. */
async function showsStep(page: Page, name: StepName): Promise<void> {
  const bar = page.getByRole('region', { name: practice('barLabel') });
  await expect(bar).toContainText(practice(`${name}Title`));
  await expect(bar.locator('.pf-m-primary')).toHaveCount(0);
}

test('from the first start through all eight steps of practice, by what the screens offer', async ({
  page,
  app,
}) => {
  test.setTimeout(150_000);
  const reader = await countReading(page);
  await page.goto(app.url);
  await expect(sentence(page)).toHaveText(firstStart('title'));
  await page.getByRole('link', { name: firstStart('practiceLink') }).click();
  await expect(button(page, practice('startButton'))).toBeVisible();
  const { words: wordsBefore } = await reader.read();
  await button(page, practice('startButton')).click();
  await expect(sentence(page)).toHaveText(step(1, 'choose'));
  const began = performance.now();

  await begin(page, 'choose', practice('chooseButton'));
  await button(page, review('saveButton')).click();

  await begin(page, 'fetch', practice('fetchButton'));
  await expect(page.getByRole('combobox', { name: setup('configurationLabel') })).toHaveValue(
    /imageset-config\.yaml$/,
  );
  await button(page, setup('planButton')).click();
  await expect(page.getByRole('row', { name: /^Release 4\.16\.1-x86_64 14 / })).toBeVisible();
  await button(page, setup('startFetchButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
    RUN,
  );

  // The primary button of the screen leads there as well.
  await page.getByRole('link', { name: live('carryButton', { transfer: 'default-0001' }) }).click();
  await showsStep(page, 'carry');
  await button(page, carry('writeButton', { count: 2 })).click();
  await begin(page, 'receive', practice('receiveButton'));
  await expect(page.getByText(/For this exercise, Airlock damaged DRIVE-B/)).toBeVisible();
  await button(page, receive('receiveFromButton', { drives: 'DRIVE-A and DRIVE-B' })).click();
  await expect(page.getByText(/Bytes [\d,]+ to [\d,]+ of .*default-0001-v0002\.tar/).first()).toBeVisible({
    timeout: 20_000,
  });
  await begin(page, 'receive', practice('repairButton', { volume: 2 }));
  await button(page, carry('writeNumbersButton', { count: 1, volumes: '2' })).click();
  await begin(page, 'receive', practice('againButton'));
  await button(page, receive('receiveFromButton', { drives: 'DRIVE-A and DRIVE-B' })).click();

  await button(page, receive('pushButton', { transfer: 'default-0001' })).click({ timeout: 20_000 });
  await showsStep(page, 'push');
  await expect(page.getByRole('combobox', { name: setup('destinationLabel') })).toHaveValue(
    /^127\.0\.0\.1:\d+$/,
  );
  await button(page, setup('startUnplannedButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
    RUN,
  );

  await page.getByRole('link', { name: live('applyButton') }).click();
  await showsStep(page, 'apply');
  await button(page, cluster('compareButton')).click();
  await button(
    page,
    anyNumber((objects) => cluster('applyButton', { objects })),
  ).click();
  await button(page, cluster('restartButton')).click({ timeout: 20_000 });
  for (const ready of [1, 2, 3, 4])
    await expect(page.getByText(cluster('waitPools', { ready, expected: 5 })).first()).toBeVisible({
      timeout: 20_000,
    });
  await expect(sentence(page)).toHaveText(
    anyNumber((count) => cluster('appliedTitle', { count })),
    { timeout: 30_000 },
  );

  await begin(page, 'upgrade', practice('upgradeButton'));
  // The result of the apply stays.
  await page.goBack();
  await expect(sentence(page)).toHaveText(anyNumber((count) => cluster('appliedTitle', { count })));
  await begin(page, 'upgrade', practice('upgradeButton'));
  await button(page, upgrades('addButton')).first().click();
  const dialog = page.getByRole('dialog', { name: upgrades('addTitle') });
  await button(dialog, upgrades('saveButton')).click();
  await dialog.getByRole('link', { name: upgrades('fetchLink') }).click();
  await showsStep(page, 'upgrade');
  await button(page, setup('startUnplannedButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0002', images, size: ANY, duration: ANY }),
    ),
    RUN,
  );
  await begin(page, 'upgrade', practice('upgradePushButton'));
  await button(page, setup('startUnplannedButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
    RUN,
  );

  await begin(page, 'delete', practice('deleteButton'));
  await button(page, remove('readButton')).click();
  const tree = page.getByRole('tree', { name: remove('treeTip') });
  await tree
    .getByRole('treeitem', { name: /4\.16\.2/ })
    .first()
    .click();
  const deleting = button(
    page,
    anyNumber((images) => remove('deleteButton', { images })),
  );
  const count = /\d+/.exec((await deleting.textContent())!)![0];
  const { destination, versions } = await app.ask('practice.state', {});
  await page.getByRole('textbox', { name: remove('typeLabel') }).fill(`${destination} ${count}`);
  await deleting.click();
  await expect(page.getByRole('heading', { name: remove('resultTitle') })).toBeVisible({ timeout: 20_000 });
  // The release that the cluster runs stays, and so does that of its update.
  const tags = (await (
    await fetch(`http://${destination}/v2/openshift/release-images/tags/list`)
  ).json()) as {
    tags: string[];
  };
  expect(tags.tags).toEqual(expect.arrayContaining([`${versions[0]}-x86_64`, `${versions.at(-1)}-x86_64`]));
  expect(tags.tags).not.toContain('4.16.2-x86_64');
  await button(page, practice('backButton')).click();
  await expect(sentence(page)).toHaveText(practice('finishedTitle'), { timeout: 20_000 });
  // About ten minutes for a person who reads every text at average speed.
  const { words, clicks } = await reader.read();
  console.log(`practice: ${words - wordsBefore} words, ${clicks} clicks`);
  expect((words - wordsBefore) / WORDS_A_MINUTE).toBeLessThan(11);
  expect(clicks).toBeLessThanOrEqual(34);
  expect(performance.now() - began).toBeLessThan(120_000);

  await button(page, practice('removeButton')).click();
  await expect(sentence(page)).toHaveText(practice('offTitle'));
});

test('the same by keyboard alone, to a fetched transfer', async ({ page, app }) => {
  await page.goto(app.url);
  await expect(button(page, beginning(appState('connected')))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(home('createTitle'));
  await expect(sentence(page)).toBeFocused();

  await tabTo(page, page.getByRole('main').getByRole('link', { name: home('practiceLinkLabel') }));
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, practice('startButton')));
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(step(1, 'choose'));

  const { workspace = '', configFile = '' } = await app.ask('practice.state', {});
  await page.goto(app.at(`/fetch?${new URLSearchParams({ workspace, config: configFile })}`));
  // The button stays the same once the configuration is read.
  await expect(
    page.getByRole('textbox', { name: setup('editorLabel', { file: 'imageset.yaml' }) }),
  ).toBeVisible();
  await tabTo(page, button(page, setup('planButton')));
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(
    matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
  );

  await tabTo(page, button(page, setup('startFetchButton')));
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
  );

  // Letters open screens, and Escape closes them.
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/#\/history/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: shell('keysTitle') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('F1');
  await expect(button(page, shell('closeHelpButton'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, shell('closeHelpButton'))).toHaveCount(0);
});

test('after the first answer, a tour shows five screens once', async ({ page, app }) => {
  await page.goto(app.url);
  await expect(sentence(page)).toHaveText(firstStart('title'));
  await button(page, new RegExp(`^${appState('connected')}`)).click();
  const bar = page.getByRole('region', { name: tour('tourLabel') });
  for (const [index, name] of SCREENS.entries()) {
    const number = index + 1;
    await expect(bar).toContainText(tour('tourTitle', { number, total: SCREENS.length, screen: tour(name) }));
    const next = SCREENS[number];
    await button(bar, next ? tour('nextButton', { screen: tour(next) }) : tour('finishButton')).click();
  }
  await expect(bar).toBeHidden();
  await expect(sentence(page)).not.toHaveText(firstStart('title'));
  await page.reload();
  await expect(sentence(page)).toBeVisible();
  await expect(bar).toBeHidden();
});
