import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { t as plans } from '../../core/mirror/live-plan/messages.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as operators } from '../../renderer/choose/operators/messages.ts';
import { t as releases } from '../../renderer/choose/releases/messages.ts';
import { t as issues } from '../../renderer/choose/review/issues/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as where } from '../../renderer/choose/where/messages.ts';
import { t as drafts } from '../../renderer/editor/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { t as upgrades } from '../../renderer/upgrades/messages.ts';
import { expect, test } from '../fixtures/app.ts';
import { ANY, anyNumber, containing, either, matching } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, openPractice, sentence, tabTo } from '../fixtures/steps.ts';
import {
  begin,
  door,
  editor,
  field,
  HEAD,
  keepDraft,
  openStep,
  range,
  retained,
  total,
} from './choose.fixture.ts';

const disk = (enclave = 'default') => where('diskHeading', { workspace: 'Practice', enclave });

const next = (step: Parameters<typeof stepLabel>[0]) => frame('nextButton', { step: stepLabel(step) });

/** Why a release is selected that is on the path. */
const ON_PATH = plans('upgradeReason', { first: '4.16.1', last: '4.16.5' });

test('from nothing to a running mirror, as who has never seen it', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const began = Date.now();
  await begin(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('list', { name: upgrades('stepsLabel') })).toContainText(
    upgrades('risksButton', { risks: 1 }),
  );
  await button(page, releases('aroundButton')).click();
  await expect(page.getByText(releases('avoidedText'))).toBeVisible();
  await expect(page.getByRole('cell', { name: ON_PATH }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^4\.16\.2 / })).toBeVisible();
  await expect(total(page)).toContainText(new RegExp(`${frame('downloadLabel')}\\s*[\\d.]+ [MG]iB`));
  await expect(total(page)).toContainText(frame('drivesValue', { drives: 1, capacity: 32 }));

  await button(page, next('operators')).click();
  await button(page, next('where')).click();
  await expect(sentence(page)).toHaveText(disk());
  await field(page, setup('enclaveLabel')).fill('fleet');
  await expect(sentence(page)).toHaveText(disk('fleet'));
  await page.getByRole('textbox', { name: where('rateLabel') }).fill('200');
  await expect(total(page)).toContainText(frame('durationRateLabel', { rate: '200.0 MiB/s' }));
  await button(page, next('review')).click();
  await expect(sentence(page)).toHaveText(
    matching(
      `${frame('upgradeSummary', { from: '4.16.1', to: '4.16.5', operators: 0 })}: ${frame('downloadFact', { size: ANY })}, ${ANY}${frame('drivesFact', { drives: 1 })}`,
    ),
  );
  await button(page, review('fetchButton')).click();
  await expect(page).toHaveURL(/#\/run\/\d+/);
  expect(Date.now() - began).toBeLessThan(180_000);
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'fleet-0001', images, size: ANY, duration: ANY }),
    ),
    { timeout: 40_000 },
  );

  const { workspaces } = await app.ask('workspaces.list', {});
  const fleet = workspaces[0]!.enclaves.find(({ name }) => name === 'fleet');
  expect(fleet!.transfers.map(({ name, state }) => [name, state])).toEqual([['fleet-0001', 'complete']]);
  expect(await readFile(join(world.workspace!, 'imageset-config.yaml'), 'utf8')).toContain(
    'minVersion: 4.16.1',
  );
});

test('in a hurry: a wrong version, nothing selected, then a hundred images that do not exist', async ({
  page,
  app,
}) => {
  const { workspace } = await openPractice(page, app);
  const steps = page.getByRole('navigation', { name: frame('stepsLabel') });
  const draft = await keepDraft(app, workspace!, {
    text: `${HEAD.trimEnd()} {}\n`,
    from: '4.16.1',
    to: '4.16.5',
  });
  await openStep(page, draft, 'cluster');
  await expect(sentence(page)).toHaveText(range('4.16.1', '4.16.5'));
  await field(page, releases('toLabel')).fill('4.99');
  await field(page, releases('toLabel')).press('Enter');
  await expect(steps.getByRole('link', { name: /has errors/ })).toContainText(stepLabel('cluster'));
  await check(page, { name: 'wrong-version' });
  await steps.getByRole('link', { name: containing(stepLabel('operators')) }).click();
  await expect(page.getByText(operators('unknownVersionTitle', { version: '4.99' }))).toBeVisible();
  await steps.getByRole('link', { name: containing(stepLabel('review')) }).click();
  const list = page.getByRole('region', { name: issues('issuesLabel') });
  await expect(list).toContainText('4.99');
  await expect(button(page, review('fetchButton'))).toBeDisabled();
  await button(list, matching(plans('useFix', { name: ANY }))).click();
  await expect(steps.getByRole('link', { name: /has errors/ })).toHaveCount(0);
  await expect(button(page, review('fetchButton'))).toBeEnabled();

  const text = (names: readonly string[]) =>
    `${HEAD}  additionalImages:\n${names.map((name) => `    - name: ${name}\n`).join('')}`;
  const image = 'quay.io/practice/oci:v1';
  const missing = Array.from({ length: 100 }, (_, position) => `quay.io/lab/nowhere-${position}:v1`);
  const typo = await keepDraft(app, workspace!, {
    text: text([image, ...missing]),
    from: undefined,
    to: undefined,
  });
  await openStep(page, typo, 'review');
  await expect(list).toContainText(issues('notFoundTitle', { count: 100 }));
  await expect(button(page, review('fetchButton'))).toBeDisabled();
  await check(page, { name: 'missing-images' });
  await button(list, issues('removeButton', { count: 100 })).click();
  await expect(list).toContainText(issues('noIssuesTitle'));
  await expect(button(page, review('fetchButton'))).toBeEnabled();
  await expect.poll(async () => (await retained(page, app)).text).toBe(text([image]));
});

test('by keyboard alone: the focus is on the title of each step', async ({ page, app }) => {
  await openPractice(page, app);
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(sentence(page)).toBeFocused();
  await tabTo(page, door(page, start('newTitle')));
  await tabTo(page, field(page, start('versionLabel')));
  await page.keyboard.type('4.16');
  await page.keyboard.press('Enter');
  await expect(sentence(page)).toHaveText(
    either(
      matching(releases('releaseTitle', { version: '4.16.5' })),
      matching(releases('newestTitle', { channel: 'stable-4.16' })),
    ),
  );
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: stepLabel('operators') })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(sentence(page)).toHaveText(disk());
  await expect(sentence(page)).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('link', { name: stepLabel('operators') })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await page.keyboard.press('y');
  await expect(editor(page)).toHaveCount(0);
});

test("accessible: start, cluster, target, and a text that can't be parsed", async ({ page, app }) => {
  await openPractice(page, app);
  const fold = [button(page, frame('closeButton'))];
  await begin(page, '4.16.1', '4.16.5');
  await expect(page.getByRole('row', { name: /^4\.16\.5 / })).toBeVisible();
  await button(page, upgrades('risksButton', { risks: 1 })).click();
  await button(page, releases('allFieldsTitle')).click();
  await check(page, { name: 'cluster', fold });
  await page.getByRole('link', { name: stepLabel('where') }).click();
  await page.getByRole('radio', { name: where('bothLabel') }).check();
  for (const section of [
    where('moreTitle'),
    where('imagesTitle', { count: 0 }),
    where('chartsTitle', { count: 0 }),
  ])
    await button(page, section).click();
  await check(page, { name: 'where', fold });
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  : [');
  await expect(
    page.getByRole('heading', { name: containing(drafts('faultTitle', { line: ANY, column: ANY })) }),
  ).toBeVisible();
  await check(page, { name: 'fault', fold });
});
