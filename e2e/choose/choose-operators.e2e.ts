import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { Draft } from '../../core/contract/topics/drafts.ts';
import { stepLabel } from '../../renderer/choose/draft/steps.ts';
import { t as frame } from '../../renderer/choose/frame/messages.ts';
import { t as operators } from '../../renderer/choose/operators/messages.ts';
import { t as review } from '../../renderer/choose/review/messages.ts';
import { t as start } from '../../renderer/choose/start/messages.ts';
import { t as parts } from '../../renderer/parts/messages.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as plan } from '../../renderer/run/plan/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import {
  ANY,
  anyNumber,
  beginning,
  containing,
  matching,
  numbered,
  plain,
  tagged,
} from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, openPractice, sentence, tabTo } from '../fixtures/steps.ts';
import { keepDraft, LOAD, openStep, packages, row, total } from './choose.fixture.ts';

/** The age of the catalog and the size of a refresh. */
const LOADED = beginning(
  `${operators.parts('loadedText', { when: () => parts('timeNow') }).join('')} ${operators('refreshText', { size: ANY })}`,
);

/** A draft after step 1, with two releases of the practice world. */
async function beginDraft(page: Page, app: App, changes: Partial<Draft> = {}) {
  const world = await openPractice(page, app);
  return { world, draft: await keepDraft(app, world.workspace!, changes) };
}

test('a catalog is read for its price, an operator selected with what it needs, and Review adds up', async ({
  page,
  app,
}) => {
  const { draft } = await beginDraft(page, app);
  await openStep(page, draft, 'operators');
  await expect(
    page.getByRole('heading', { name: operators('unreadTitle', { catalog: 'redhat v4.16' }) }),
  ).toBeVisible();
  await check(page, { name: 'not read yet' });
  await button(page, LOAD).click();
  await expect(row(page, 'anvil-operator')).toBeVisible();
  await expect(page.getByText(LOADED)).toBeVisible();

  const bellows = row(page, 'bellows-operator');
  await expect(bellows).toContainText(
    operators.parts('requiresHint', { packages: 'anvil-operator', count: 1, strong: plain }).join(''),
  );
  await expect(bellows).toContainText(/stable · 2\.1\.0/);
  const before = await needed(page);
  // Its images were never read, so neither the row nor the button shows a size.
  await expect(bellows).toContainText(operators('addsUnknown'));
  await button(bellows, operators('selectBothButton')).click();
  await expect(packages(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect.poll(() => needed(page)).not.toBe(before);
  await expect(bellows).toContainText(
    containing(
      operators
        .parts('requiresSelectedHint', { packages: 'anvil-operator', reason: ANY, strong: plain })
        .join(''),
    ),
  );
  const yaml = page.getByRole('textbox', { name: matching(frame('yamlLabel', { file: ANY })) });
  await expect(yaml).toContainText('# agreed with the platform team');
  await expect(yaml).toContainText('name: bellows-operator');
  await expect(
    button(page, operators.parts('selectedFilter', { count: 2, number: plain }).join('')),
  ).toBeVisible();
  await check(page, { name: 'read' });

  // The channel and its range, by clicking.
  await button(
    row(page, 'anvil-operator'),
    operators('channelMenu', { channel: 'stable', more: 0, version: '1.2.0', package: 'anvil-operator' }),
  ).click();
  await page.getByRole('menuitem', { name: operators('fromOption', { version: '1.1.0' }) }).click();
  await expect(yaml).toContainText('minVersion: 1.1.0');
  await row(page, 'anvil-operator')
    .getByRole('button', { name: /^anvil-operator/ })
    .click();
  const details = page.getByRole('region', { name: operators('detailLabel', { package: 'anvil-operator' }) });
  await expect(details).toContainText(operators('fullRange', { from: '1.1.0', to: '1.2.0' }));
  await check(page, { name: 'selected' });
  await details.getByRole('radio', { name: operators('fromLabel', { version: '1.0.0' }) }).check();
  await expect(details).toContainText(operators('fullRange', { from: '1.0.0', to: '1.2.0' }));
  await page.keyboard.press('Escape');
  await expect(packages(page)).toBeFocused();

  await openStep(page, draft, 'review');
  await expect(sentence(page)).toHaveText(
    beginning(
      `${frame('upgradeSummary', { from: '4.16.1', to: '4.16.2', operators: 2 })}: ${frame('sizeFact', { size: ANY })}`,
    ),
  );
  // Small data is loaded without a click on a connection that isn't metered.
  await expect(page.getByRole('status').filter({ hasText: review('exactText') })).toBeVisible({
    timeout: 30_000,
  });
  const included = page.getByRole('region', { name: review('partsTitle') });
  const rows = await included
    .getByRole('table')
    .first()
    .locator('tbody tr td:nth-child(3)')
    .allTextContents();
  const sum = await included.locator('tfoot td').nth(1).textContent();
  expect(sumOf(rows)).toBe(sumOf([sum!]));
  expect(await sentence(page).textContent()).toContain(`: ${frame('sizeFact', { size: sum! })},`);
  await check(page, { name: 'review' });

  await included.getByRole('button', { name: 'bellows-operator' }).click();
  await button(included, review('listButton')).first().click();
  await expect(
    included.getByRole('grid', { name: review('imagesLabel', { name: 'bellows-operator' }) }),
  ).toContainText('bellows-operator');
  await expect(page.getByRole('region', { name: review('signaturesTitle') })).toContainText(
    containing(numbered((images) => plan('verifiedCount', { images }))),
  );
  const saved = await readFile(draft.file, 'utf8');
  expect(saved).toContain('# agreed with the platform team');

  // The displayed command creates the same plan.
  const shown = await page
    .getByRole('region', { name: setup('commandTitle') })
    .locator('code')
    .textContent();
  const words = shown!.trim().split(/\s+/);
  expect(words.slice(0, 2)).toEqual(['airlock', 'mirror']);
  const result = await terminalPlan(app, words.slice(2));
  const images = Number((await included.locator('tfoot td').first().textContent())!.replaceAll(',', ''));
  expect(result.images).toBe(images);
  expect(sizeText(result.bytes)).toBe(sum);

  await button(page, review('fetchButton')).click();
  await expect(page).toHaveURL(/#\/run\/\d+/);
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
    { timeout: 30_000 },
  );
});

test('by keyboard: search, arrows and Space in the list, Enter for the details', async ({ page, app }) => {
  const { draft } = await beginDraft(page, app);
  await openStep(page, draft, 'operators');
  await button(page, LOAD).click();
  await expect(row(page, 'anvil-operator')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: operators('searchLabel') })).toBeFocused();
  await page.keyboard.type('bellows');
  await expect(packages(page).getByRole('row')).toHaveCount(2);
  await tabTo(page, packages(page));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(packages(page).getByRole('checkbox', { checked: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'bellows-operator', level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(packages(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(packages(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(packages(page).getByRole('checkbox', { checked: true })).toHaveCount(1);
});

test('installed operators are selected, so that they stay upgradable', async ({ page, app }) => {
  await openPractice(page, app);
  const installed = `${app.directory}/installed.yaml`;
  await writeFile(
    installed,
    JSON.stringify({
      kind: 'List',
      apiVersion: 'v1',
      items: [
        { kind: 'ClusterVersion', status: { history: [{ state: 'Completed', version: '4.16.1' }] } },
        {
          kind: 'Subscription',
          apiVersion: 'operators.coreos.com/v1alpha1',
          metadata: { name: 'anvil', namespace: 'secret-namespace' },
          spec: { name: 'anvil-operator', channel: 'stable', source: 'redhat-operators' },
          status: { installedCSV: 'anvil-operator.v1.0.0' },
        },
      ],
    }),
  );
  await go(page, 'choose');
  await button(page, beginning(start('installedTitle'))).click();
  await button(page, start('inventoryFileButton')).click();
  await page.getByRole('combobox', { name: start('inventoryFileLabel') }).fill(installed);
  await page.keyboard.press('Escape');
  await button(page, start('readButton')).click();
  await expect(page.getByText(tagged(start.catalog.usedText, 'strong'))).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('secret-namespace');
  await page.getByRole('combobox', { name: start('toLabel') }).fill('4.16.5');
  await button(page, start('suggestButton')).click();
  await button(page, start('continueButton')).click();
  await page.getByRole('link', { name: `2 ${stepLabel('operators')}` }).click();
  await button(page, LOAD).click();
  await expect(
    button(page, operators.parts('installedFilter', { count: 1, number: plain }).join('')),
  ).toBeVisible();
  const anvil = row(page, 'anvil-operator');
  const yaml = page.getByRole('textbox', { name: matching(frame('yamlLabel', { file: ANY })) });
  await expect(anvil.getByRole('checkbox')).toBeChecked();
  await expect(yaml).toContainText('minVersion: 1.0.0');
  // The sizes of selected operators are loaded without a click; those of other operators aren't.
  await expect(anvil).toContainText(/\d [KM]iB/);
  await anvil.getByRole('checkbox').uncheck();
  await expect(
    page.getByText(
      operators.parts('installedHint', { operators: 'anvil-operator', count: 1, strong: plain }).join(''),
    ),
  ).toBeVisible();
  await button(
    page,
    matching(
      operators('selectTotalButton', {
        label: operators('selectOneButton', { package: 'anvil-operator' }),
        size: ANY,
      }),
    ),
  ).click();
  await expect(yaml).toContainText('minVersion: 1.0.0');
  await check(page, { name: 'installed' });
});

/** The total size in the running total. */
async function needed(page: Page): Promise<string | null> {
  return total(page)
    .getByText(/^[\d.]+ [KMG]iB$/)
    .first()
    .textContent();
}

const UNITS: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Sizes as written, in tenths of the largest unit among them, rounded. */
function sumOf(texts: string[]): number {
  const sizes = texts.flatMap((text) => (/([\d.,]+) (B|KiB|MiB|GiB)/.exec(text)?.slice(1, 3) ? [text] : []));
  const bytes = sizes.reduce((sum, text) => {
    const [, number, unit] = /([\d.,]+) (B|KiB|MiB|GiB)/.exec(text)!;
    return sum + Number(number!.replaceAll(',', '')) * UNITS[unit!]!;
  }, 0);
  return Math.round((bytes / UNITS.MiB!) * 10);
}

function sizeText(bytes: number): string {
  return `${(bytes / UNITS.MiB!).toFixed(1)} MiB`;
}

/** `airlock plan` with the arguments of a mirror, in a terminal. */
async function terminalPlan(app: App, args: string[]): Promise<{ images: number; bytes: number }> {
  const child = app.terminal(['plan', ...args, '--json'], await app.practiceEnvironment());
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return JSON.parse(output.trim().split('\n').at(-1)!) as { images: number; bytes: number };
}
