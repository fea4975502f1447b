import { t as runs } from '../../core/runs/messages.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as runWindows } from '../../renderer/windows/messages.ts';
import { expect, type Locator, type Page, test } from '../fixtures/app.ts';
import { ANY, anyNumber, beginning, containing, either, matching, tagged } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, openPractice, prepareFetch, sentence, tabTo } from '../fixtures/steps.ts';

// Accessibility rules run in two themes on screens with hundreds of cells.
test.describe.configure({ timeout: 120_000 });

const SLOW = 1024 * 1024;

/** An hour of the week, by its day and the time at which it begins. */
const hour = (
  place: Page | Locator,
  day: 'monday' | 'tuesday' | 'wednesday' | 'friday' | 'saturday' | 'sunday',
  from: string,
) => {
  const values = { day: runWindows(day), from, to: ANY };
  const name = either(
    matching(runWindows('closedHour', values)),
    matching(runWindows('openHour', values)),
    matching(runWindows('limitedHour', { ...values, rate: ANY })),
  );
  return place.getByRole('gridcell').getByRole('button', { name });
};

/** The week behind its line on the Fetch screen. */
async function openWeek(page: Page): Promise<Locator> {
  await prepareFetch(page);
  await button(page, setup('moreOptionsButton')).click();
  await button(page, runWindows('setButton')).click();
  return page.getByRole('grid', { name: runWindows('weekLabel') });
}

test('the week is painted by mouse and by keyboard, and the text follows both', async ({ page, app }) => {
  await openPractice(page, app);
  const week = await openWeek(page);
  const text = page.getByRole('textbox', { name: runWindows('textLabel') });
  const zone = page.getByRole('combobox', { name: runWindows('zoneLabel') });
  await zone.selectOption('Europe/Oslo');

  // By keyboard: Tuesday from 22:00 on, over midnight.
  await tabTo(page, hour(week, 'monday', '00:00'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(hour(week, 'tuesday', '22:00')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(hour(week, 'tuesday', '23:00')).toBeFocused();
  await expect(text).toHaveValue('Tue 22:00-24:00 Europe/Oslo');
  await hour(week, 'wednesday', '00:00').click();
  await expect(text).toHaveValue('Tue 22:00-01:00 Europe/Oslo');

  // By mouse: dragged, with a rate limit.
  await page.getByRole('radio', { name: runWindows('brushLimitedLabel') }).check();
  await page.getByRole('textbox', { name: runWindows('brushRateLabel') }).fill('20');
  const [from, to] = [hour(week, 'saturday', '08:00'), hour(week, 'saturday', '11:00')];
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
  await expect(hour(week, 'saturday', '10:00')).toHaveAccessibleName(
    runWindows('limitedHour', {
      day: runWindows('saturday'),
      from: '10:00',
      to: '11:00',
      rate: '20.0 MiB/s',
    }),
  );
  await button(week, runWindows('toggleDayLabel', { short: 'Sun', day: runWindows('sunday') })).click();
  await page.getByRole('textbox', { name: runWindows('exceptLabel') }).fill('2026-12-24');
  await page.getByRole('textbox', { name: runWindows('exceptLabel') }).press('Tab');
  await expect(text).toHaveValue(
    [
      'Tue 22:00-01:00 Europe/Oslo except 2026-12-24',
      'Sat 08:00-12:00 Europe/Oslo @20MiB/s except 2026-12-24',
      'Sun 00:00-24:00 Europe/Oslo @20MiB/s except 2026-12-24',
    ].join('\n'),
  );
  await check(page, { name: 'week of windows' });

  // Valid text changes the week. Invalid text shows its position and leaves the week unchanged.
  await text.fill('Mon-Fri 00:00-04:00\nSat 25:00-26:00');
  await expect(
    page.getByText(beginning(runWindows('windowError', { line: 2, column: 5, reason: ANY }))),
  ).toBeVisible();
  await text.fill('Mon-Fri 00:00-04:00 UTC');
  await expect(hour(week, 'friday', '03:00')).toHaveAttribute('aria-pressed', 'true');
  await expect(hour(week, 'sunday', '03:00')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(runWindows('weekNote', { hours: 20 }))).toBeVisible();

  await button(page, runWindows('useButton')).click();
  await expect(week).toBeHidden();
  await button(page, runWindows('saveForWorkspaceButton')).click();
  await expect(page.getByText(runWindows('workspaceNote'))).toBeVisible();
  await page.reload();
  await expect(button(page, setup('moreOptionsButton'))).toBeVisible();
  await button(page, setup('moreOptionsButton')).click();
  await expect(
    page.getByText(runWindows('weeklyWindow', { days: 'Mon-Fri', from: '00:00', to: '04:00', zone: 'UTC' })),
  ).toBeVisible();
});

/** The title of a run that waits for its first or only window. */
const waits = either(
  matching(runWindows('waitsTitle', { opens: ANY })),
  matching(runWindows('waitsForSeveralTitle', { opens: ANY, windows: 2 })),
);

test('a run waits for its window, runs outside of it, and gets other windows', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const windows = ['2126-01-01T00:00:00Z/2126-01-01T04:00:00Z', 'daily 03:00-03:01 Pacific/Kiritimati'];
  const { run } = await app.ask('runs.start', {
    settings: {
      workflow: 'mirrorToDisk',
      directory: world.workspace!,
      configFile: world.configFile!,
      windows,
      rate: SLOW / 8,
    },
  });
  await page.goto(app.at(`/run/${run.sequence}?root=${encodeURIComponent(run.root)}`));
  await expect(sentence(page)).toHaveText(waits);
  const card = page.getByRole('region', { name: runWindows('runLabel') });
  await expect(card).toContainText(runWindows('closedLabel'));
  await expect(card.getByRole('timer')).toHaveText(
    matching(tagged(runWindows.catalog.opensText, 'timer').replace('{time}', ANY)),
  );
  await check(page, {
    name: 'run that waits for its window',
    says: waits,
    fold: [button(card, runWindows('runOutsideButton')), button(page, live('pauseButton'))],
  });
  await button(card, runWindows('runOutsideButton')).click();
  await expect(card).toContainText(runWindows('ignoredLabel'));
  await expect(page.getByRole('progressbar', { name: live('progressLabel') })).not.toHaveAttribute(
    'aria-valuenow',
    '0',
  );
  await button(card, runWindows('waitForWindowButton')).click();
  await expect(card).toContainText(runWindows('closedLabel'));

  await button(card, runWindows('changeButton')).click();
  await page.getByRole('textbox', { name: runWindows('textLabel') }).fill('daily 00:00-24:00 UTC @1MiB/s');
  await button(page, runWindows('setForRunButton')).click();
  await expect(card).toContainText(runWindows('openLabel'));
  await expect(card).toContainText(runWindows('rateText', { rate: '1.0 MiB/s' }));
  await button(page, live('logTab')).click();
  await expect(
    page.getByText(containing(runs('requestLine', { requester: ANY, request: runs('ignoreWindows') }))),
  ).toBeVisible();
  await app.ask('runs.adjust', { run, limits: { rate: null } });
  await expect(sentence(page)).toHaveText(
    anyNumber((images) => live('transferTitle', { transfer: ANY, images, size: ANY, duration: ANY })),
    { timeout: 30_000 },
  );
});

test('windows in the wizard are saved in the draft and shown in total, title and command', async ({
  page,
  app,
}) => {
  const world = await openPractice(page, app);
  const { draft } = await app.ask('drafts.start', { kind: 'new', workspace: world.workspace! });
  const platform =
    'platform:\n    channels:\n      - name: stable-4.16\n        minVersion: 4.16.1\n        maxVersion: 4.16.2\n';
  const head = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
  await app.ask('drafts.save', {
    ...draft,
    text: `${head}  ${platform}`,
    from: '4.16.1',
    to: '4.16.2',
    options: { rate: SLOW },
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/choose/${draft.id}/where`);
  await button(page, runWindows('setButton')).click();
  await page.getByRole('textbox', { name: runWindows('textLabel') }).fill('daily 00:00-01:00 UTC');
  await button(page, runWindows('useButton')).click();
  await page.getByRole('checkbox', { name: runWindows('pauseLabel') }).check();
  await check(page, { name: 'windows in the wizard' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const total = page.getByRole('region', { name: frame('totalTitle') });
  await expect(total).toContainText(
    containing(`${frame('windowsLabel')}${frame('windowsValue', { windows: 1, when: ANY })}`),
  );
  await page
    .getByRole('navigation', { name: frame('stepsLabel') })
    .getByRole('link', { name: stepLabel('review') })
    .click();
  await expect(sentence(page)).toHaveText(containing(`, ${frame('windowsFact', { windows: 1 })}, `));
  await expect(page.getByText(/--window 'daily 00:00-01:00 UTC' --exit-at-close/)).toBeVisible();
});
