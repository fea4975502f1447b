import { t as appState } from '../renderer/app-state/messages.ts';
import { t as draft } from '../renderer/choose/draft/messages.ts';
import { t as chooseFrame } from '../renderer/choose/frame/messages.ts';
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
import { t as upgrades } from '../renderer/upgrades/question/messages.ts';
import { expect, type Page, test } from './fixtures/app.ts';
import { ANY, anyNumber, beginning, matching } from './fixtures/messages.ts';
import { button, sentence, tabTo } from './fixtures/steps.ts';

type StepName = 'choose' | 'fetch' | 'carry' | 'receive' | 'push' | 'apply' | 'upgrade' | 'delete';

/** Title of Practice at a step. */
const step = (number: number, name: StepName) =>
  practice('stepTitle', { number, total: 8, step: practice(`${name}Title`) });

/** Opens the screen of the next step from Practice. The step is shown above the screen. */
async function begin(page: Page, name: StepName, label: string): Promise<void> {
  await button(page, label).click();
  await expect(page.getByRole('region', { name: practice('barLabel') })).toContainText(
    practice(`${name}Title`),
  );
}

/** Returns to Practice by the bar, and waits for the title. */
async function back(page: Page, title: string | RegExp): Promise<void> {
  await button(page, practice('backButton')).click();
  await expect(sentence(page)).toHaveText(title, { timeout: 20_000 });
}

test('from the first start through all eight steps of practice, by what the screens offer', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  await page.goto(app.url);
  await expect(sentence(page)).toHaveText(firstStart('title'));
  await page.getByRole('link', { name: firstStart('practiceLink') }).click();
  await button(page, practice('startButton')).click();
  await expect(sentence(page)).toHaveText(step(1, 'choose'));
  const began = performance.now();

  await begin(page, 'choose', practice('chooseButton'));
  for (const next of ['operatorsLabel', 'targetLabel', 'reviewLabel'] as const)
    await button(page, chooseFrame('nextButton', { step: draft(next) })).click();
  await button(page, review('saveButton')).click();
  await back(page, step(2, 'fetch'));

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
  );
  await back(page, step(3, 'carry'));

  await begin(page, 'carry', practice('carryButton'));
  await button(page, carry('writeButton', { count: 2 })).click();
  await expect(page.getByRole('region', { name: practice('barLabel') })).toContainText(
    practice('barDoneTitle', { number: 3, total: 8, step: practice('carryTitle') }),
    { timeout: 20_000 },
  );
  await back(page, step(4, 'receive'));
  await expect(page.getByText(/Airlock damaged DRIVE-B for this exercise/)).toBeVisible();

  await begin(page, 'receive', practice('receiveButton'));
  await button(page, receive('receiveFromButton', { drives: 'DRIVE-A and DRIVE-B' })).click();
  await expect(page.getByText(/Bytes [\d,]+ to [\d,]+ of .*default-0001-v0002\.tar/).first()).toBeVisible({
    timeout: 20_000,
  });
  await back(page, step(4, 'receive'));
  await button(page, practice('repairButton', { volume: 2 })).click();
  await button(page, carry('writeNumbersButton', { count: 1, volumes: '2' })).click();
  await expect(page.getByRole('region', { name: practice('barLabel') })).toContainText(
    practice('againHint'),
    { timeout: 20_000 },
  );
  await back(page, step(4, 'receive'));
  await expect(page.getByText(practice('repairedText', { volume: 2, drive: 'DRIVE-B' }))).toBeVisible();
  await button(page, practice('againButton')).click();
  await button(page, receive('receiveFromButton', { drives: 'DRIVE-A and DRIVE-B' })).click();
  await expect(
    button(page, receive('pushButton', { transfer: 'default-0001' }))
      .or(page.getByText(practice('barDoneTitle', { number: 4, total: 8, step: practice('receiveTitle') })))
      .first(),
  ).toBeVisible({ timeout: 20_000 });
  await back(page, step(5, 'push'));

  await begin(page, 'push', practice('pushButton'));
  await button(page, setup('planButton')).click();
  await button(page, setup('startPushButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
  );
  await back(page, step(6, 'apply'));

  await begin(page, 'apply', practice('applyButton'));
  await button(page, cluster('compareButton')).click();
  await button(
    page,
    anyNumber((objects) => cluster('applyButton', { objects })),
  ).click();
  await button(page, cluster('restartButton')).click({ timeout: 20_000 });
  await back(page, step(7, 'upgrade'));

  await begin(page, 'upgrade', practice('upgradeButton'));
  await button(page, upgrades('addButton')).first().click();
  const dialog = page.getByRole('dialog', { name: upgrades('addTitle') });
  await button(dialog, upgrades('saveButton')).click();
  await dialog.getByRole('link', { name: upgrades('fetchLink') }).click();
  await button(page, setup('planButton')).click();
  await button(page, setup('startFetchButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0002', images, size: ANY, duration: ANY }),
    ),
  );
  await back(page, step(7, 'upgrade'));
  await begin(page, 'upgrade', practice('upgradePushButton'));
  await button(page, setup('planButton')).click();
  await button(page, setup('startPushButton')).click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('pushedTitle', { images, registry: ANY, size: ANY, duration: ANY })),
  );
  await back(page, step(8, 'delete'));

  await begin(page, 'delete', practice('deleteButton'));
  await button(page, remove('readButton')).click();
  const tree = page.getByRole('tree', { name: remove('treeTip') });
  const oldest = tree.getByRole('treeitem', { name: /4\.16\.1/ }).first();
  await oldest.click();
  const deleting = button(
    page,
    anyNumber((images) => remove('deleteButton', { images })),
  );
  const count = /\d+/.exec((await deleting.textContent())!)![0];
  const { destination } = await app.ask('practice.state', {});
  await page.getByRole('textbox', { name: remove('typeLabel') }).fill(`${destination} ${count}`);
  await deleting.click();
  await expect(page.getByRole('heading', { name: remove('resultTitle') })).toBeVisible({ timeout: 20_000 });
  await back(page, matching(practice('finishedTitle', { registry: ANY })));
  // By a person, it takes about ten minutes.
  expect(performance.now() - began).toBeLessThan(90_000);

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
