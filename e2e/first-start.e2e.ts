import { t as appState } from '../renderer/app-state/messages.ts';
import { t as firstStart } from '../renderer/first-start/messages.ts';
import { t as home } from '../renderer/home/messages.ts';
import { t as practice } from '../renderer/practice/messages.ts';
import { t as ended } from '../renderer/run/live/ended/messages.ts';
import { t as live } from '../renderer/run/live/messages.ts';
import { t as request } from '../renderer/run/request/messages.ts';
import { t as setup } from '../renderer/run/setup/messages.ts';
import { t as shell } from '../renderer/shell/messages.ts';
import { expect, test } from './fixtures/app.ts';
import { ANY, anyNumber, beginning, either, matching } from './fixtures/messages.ts';
import { button, go, sentence, tabTo } from './fixtures/steps.ts';

/** Title of Practice at a step. */
const step = (number: number, name: 'plan' | 'fetch' | 'verify' | 'push') =>
  practice('stepTitle', { number, total: 6, step: practice(`${name}Title`) });

test('from an empty Home to a finished practice mirror, by what the screens offer', async ({ page, app }) => {
  await page.goto(app.url);
  await expect(sentence(page)).toHaveText(firstStart('title'));
  await expect(button(page, beginning(appState('connected')))).toBeFocused();
  await button(page, beginning(appState('both'))).click();
  await expect(sentence(page)).toHaveText(home('createTitle'));

  await page
    .getByRole('main')
    .getByRole('link', { name: home('practiceLinkLabel') })
    .click();
  await button(page, practice('startButton')).click();
  await expect(sentence(page)).toHaveText(step(2, 'plan'));

  await button(page, practice('planButton')).first().click();
  await expect(page.getByRole('combobox', { name: setup('configurationLabel') })).toHaveValue(
    /imageset\.yaml$/,
  );
  await button(page, setup('planButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(request('fetchPlanTitle', { images: 49, size: ANY, workspace: ANY })),
  );
  await expect(page.getByRole('row', { name: /^Release 4\.16\.1-x86_64 14 / })).toBeVisible();

  await go(page, 'practice');
  await expect(sentence(page)).toHaveText(step(3, 'fetch'));
  await button(page, practice('fetchButton')).first().click();
  await button(
    page,
    either(matching(setup('startFetchButton')), matching(setup('startUnplannedButton'))),
  ).click();
  await expect(sentence(page)).toHaveText(
    matching(live('transferTitle', { transfer: 'default-0001', images: 49, size: ANY, duration: ANY })),
  );

  await go(page, 'practice');
  await expect(sentence(page)).toHaveText(step(4, 'verify'));
  await button(page, practice('verifyButton')).first().click();
  await expect(
    page.getByText(anyNumber((blobs) => practice('intactText', { blobs, size: ANY }))),
  ).toBeVisible();
  await expect(sentence(page)).toHaveText(step(5, 'push'));

  await button(page, practice('pushButton')).first().click();
  await button(page, setup('planButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(request('pushPlanTitle', { images: 49, size: ANY, registry: ANY })),
  );
  await button(page, setup('startPushButton')).click();
  await expect(sentence(page)).toHaveText(
    matching(live('pushedTitle', { images: 49, registry: ANY, size: ANY, duration: ANY })),
  );

  await button(page, live('viewResourcesButton')).click();
  // The masthead stays visible.
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
  await button(
    page.getByRole('list', { name: ended('resourceFilesLabel') }),
    /^idms-oc-mirror\.yaml/,
  ).click();
  await expect(page.getByRole('textbox', { name: 'idms-oc-mirror.yaml' })).toContainText(
    'kind: ImageDigestMirrorSet',
  );

  await go(page, 'practice');
  await expect(sentence(page)).toHaveText(matching(practice('finishedTitle', { registry: ANY })));
  const steps = page.getByRole('list', { name: practice('stepsLabel') });
  await expect(button(steps, ended('handoffButton'))).toBeVisible();
  await expect(steps.getByRole('link', { name: ended('applyButton') })).toBeVisible();
  await go(page, 'home');
  await expect(
    page.getByText(matching(home('pushedText', { transfer: 'default-0001', target: ANY, ago: ANY }))),
  ).toBeVisible();
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
  await expect(sentence(page)).toHaveText(step(2, 'plan'));

  await tabTo(page, button(page, practice('planButton')).first());
  await page.keyboard.press('Enter');
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
