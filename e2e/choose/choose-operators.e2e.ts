import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { Draft } from '../../core/contract/topics/drafts.ts';
import { t as live } from '../../renderer/run/live/messages.ts';
import { t as setup } from '../../renderer/run/setup/messages.ts';
import { type App, expect, type Page, test } from '../fixtures/app.ts';
import { countedWorld } from '../fixtures/counted-world.ts';
import { ANY, anyNumber } from '../fixtures/messages.ts';
import { check } from '../fixtures/screen-check.ts';
import { button, go, openPractice, sentence, tabTo } from '../fixtures/steps.ts';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.16';

/** A draft as step 1 leaves it: two releases of the practice world. */
async function beginDraft(page: Page, app: App, changes: Partial<Draft> = {}) {
  const world = await openPractice(page, app);
  return { world, draft: await keepDraft(app, world.workspace!, changes) };
}

async function keepDraft(app: App, workspace: string, changes: Partial<Draft> = {}): Promise<Draft> {
  const { draft } = await app.ask('drafts.start', { kind: 'new', workspace });
  const text = `${HEAD}  platform:
    channels:
      # agreed with the platform team
      - name: stable-4.16
        minVersion: 4.16.1
        maxVersion: 4.16.2
`;
  const started = { ...draft, text, from: '4.16.1', to: '4.16.2', ...changes };
  await app.ask('drafts.save', started);
  return started;
}

const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';

async function openStep(page: Page, draft: Draft, step: Draft['step']): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/choose/${draft.id}/${step}`);
  await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current]')).toContainText(
    new RegExp(step, 'i'),
  );
}

function total(page: Page) {
  return page.getByRole('region', { name: 'Running total' });
}

function packages(page: Page) {
  return page.getByRole('grid', { name: `Packages of ${CATALOG}` });
}

function row(page: Page, name: string) {
  return packages(page).getByRole('row', { name: new RegExp(`^Select ${name}`) });
}

test('a catalog is read for its price, an operator selected with what it needs, and Review adds up', async ({
  page,
  app,
}) => {
  const { draft } = await beginDraft(page, app);
  await openStep(page, draft, 'operators');
  await expect(page.getByRole('heading', { name: 'redhat v4.16 was not read here yet' })).toBeVisible();
  await check(page, { name: 'not read yet' });
  await button(page, /^Read catalog, \d/).click();
  await expect(row(page, 'anvil-operator')).toBeVisible();
  await expect(page.getByText(/^Catalog read just now\. Looking for a newer one costs \d/)).toBeVisible();

  const bellows = row(page, 'bellows-operator');
  await expect(bellows).toContainText('Needs anvil-operator, which is not selected.');
  await expect(bellows).toContainText(/stable · 2\.1\.0/);
  const before = await needed(page);
  await button(bellows, /^Select both, \+\d/).click();
  await expect(packages(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect.poll(() => needed(page)).not.toBe(before);
  await expect(bellows).toContainText(/Needs anvil-operator, selected too/);
  const yaml = page.getByRole('textbox', { name: /^Configuration / });
  await expect(yaml).toContainText('# agreed with the platform team');
  await expect(yaml).toContainText('name: bellows-operator');
  await expect(button(page, 'Selected 2')).toBeVisible();
  await check(page, { name: 'read' });

  // The channel and its range, by clicking.
  await button(row(page, 'anvil-operator'), /^stable 1\.2\.0: channel and version of anvil-operator/).click();
  await page.getByRole('menuitem', { name: 'From 1.1.0' }).click();
  await expect(yaml).toContainText('minVersion: 1.1.0');
  await row(page, 'anvil-operator')
    .getByRole('button', { name: /^anvil-operator/ })
    .click();
  const details = page.getByRole('region', { name: 'Details of anvil-operator' });
  await expect(details).toContainText('carries 1.1.0 to 1.2.0');
  await check(page, { name: 'selected' });
  await details.getByRole('radio', { name: 'From 1.0.0' }).check();
  await expect(details).toContainText('carries 1.0.0 to 1.2.0');
  await page.keyboard.press('Escape');
  await expect(packages(page)).toBeFocused();

  await openStep(page, draft, 'review');
  await expect(sentence(page)).toHaveText(/^4\.16\.1 to 4\.16\.2 with 2 operators: \d/);
  // What costs little is read without a click where the link is not metered.
  await expect(page.getByRole('status').filter({ hasText: /^Manifests read, sizes exact/ })).toBeVisible({
    timeout: 30_000,
  });
  const parts = page.getByRole('region', { name: 'Why each image is here' });
  const rows = await parts.getByRole('table').first().locator('tbody tr td:nth-child(3)').allTextContents();
  const complete = await parts.locator('tfoot td').nth(1).textContent();
  expect(sumOf(rows)).toBe(sumOf([complete!]));
  expect(await sentence(page).textContent()).toContain(`: ${complete},`);
  await check(page, { name: 'review' });

  await parts.getByRole('button', { name: 'bellows-operator' }).click();
  await button(parts, 'List images').first().click();
  await expect(parts.getByRole('grid', { name: 'Images of bellows-operator' })).toContainText(
    'bellows-operator',
  );
  await expect(page.getByRole('region', { name: 'Trust' })).toContainText(/\d+ verified/);
  const saved = await readFile(draft.file, 'utf8');
  expect(saved).toContain('# agreed with the platform team');

  // The command, run as it stands, gives the same plan.
  const shown = await page
    .getByRole('region', { name: setup('commandTitle') })
    .locator('code')
    .textContent();
  const words = shown!.trim().split(/\s+/);
  expect(words.slice(0, 2)).toEqual(['airlock', 'mirror']);
  const result = await terminalPlan(app, words.slice(2));
  const images = Number((await parts.locator('tfoot td').first().textContent())!.replaceAll(',', ''));
  expect(result.images).toBe(images);
  expect(sizeText(result.bytes)).toBe(complete);

  await button(page, 'Run fetch').click();
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
  await button(page, /^Read catalog, \d/).click();
  await expect(row(page, 'anvil-operator')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search the packages' })).toBeFocused();
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

test('what is installed is selected so that it stays upgradable', async ({ page, app }) => {
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
  await go(page, 'Choose');
  await button(page, /^What is installed/).click();
  await button(page, 'Open the file').click();
  await page.getByRole('combobox', { name: /file/i }).fill(installed);
  await page.keyboard.press('Escape');
  await button(page, 'Show what is kept of it').click();
  await expect(page.getByText('Only this is kept:')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('secret-namespace');
  await page.getByRole('combobox', { name: 'I want' }).fill('4.16.5');
  await button(page, 'Suggest a configuration').click();
  await button(page, 'Go on with it').click();
  await page.getByRole('link', { name: '2 Operators' }).click();
  await button(page, /^Read catalog, \d/).click();
  await expect(button(page, 'Installed 1')).toBeVisible();
  const anvil = row(page, 'anvil-operator');
  const yaml = page.getByRole('textbox', { name: /^Configuration / });
  await expect(anvil.getByRole('checkbox')).toBeChecked();
  await expect(yaml).toContainText('minVersion: 1.0.0');
  await anvil.getByRole('checkbox').uncheck();
  await expect(page.getByText('1 installed operator not selected:')).toBeVisible();
  await button(page, /^Select anvil-operator, \+/).click();
  await expect(yaml).toContainText('minVersion: 1.0.0');
  await check(page, { name: 'installed' });
});

test('a broken file: the problem at its line, its fix, and the run', async ({ page, app }) => {
  const world = await openPractice(page, app);
  const file = `${world.workspace}/broken.yaml`;
  await writeFile(
    file,
    `${HEAD}  operators:
    - catalog: ${CATALOG}
      packages:
        - name: anvil-operatr # typed at night
`,
  );
  const { draft } = await app.ask('drafts.start', { kind: 'file', file, workspace: world.workspace! });
  await openStep(page, draft, 'review');
  const known = page.getByRole('region', { name: 'Things to know' });
  await button(known, /^Read, \d/).click();
  await expect(known.getByRole('status').first()).toHaveText('1 of them prevents the run');
  await expect(known).toContainText(/Line 7.*anvil-operatr/);
  await expect(button(page, 'Run fetch')).toBeDisabled();
  await button(known, 'Line 7').click();
  await expect(page.locator('.cm-activeLine')).toContainText('anvil-operatr');
  await known
    .getByRole('listitem')
    .filter({ hasText: 'anvil-operatr' })
    .getByRole('button', { name: /anvil-operator/ })
    .click();
  await expect(known).not.toContainText('anvil-operatr ');
  await expect(button(page, 'Run fetch')).toBeEnabled();
  await button(page, 'Run fetch').click();
  await expect(sentence(page)).toHaveText(
    anyNumber((images) =>
      live('transferTitle', { transfer: 'default-0001', images, size: ANY, duration: ANY }),
    ),
    { timeout: 30_000 },
  );
  expect(await readFile(file, 'utf8')).toContain('- name: anvil-operator # typed at night');
});

test('metered: neither the registry nor the update service is asked before a click', async ({
  page,
  app,
}) => {
  const world = await countedWorld(app);
  try {
    const draft = await keepDraft(app, world.workspace, { metered: true });
    await page.goto(app.url);
    const before = world.asked();
    for (const step of ['cluster', 'operators', 'where', 'review'] as const) {
      await openStep(page, draft, step);
      await expect(button(page, 'YAML')).toBeVisible();
      await page.waitForTimeout(500);
    }
    await openStep(page, draft, 'operators');
    await expect(button(page, /^Read catalog, \d/)).toBeVisible();
    expect(world.asked()).toEqual(before);
    await button(page, /^Read catalog, \d/).click();
    await expect(row(page, 'anvil-operator')).toBeVisible();
    const read = world.asked();
    expect(read.registry).toBeGreaterThan(before.registry);
    expect(read.services).toBe(before.services);
    await packages(page)
      .getByRole('checkbox', { name: /anvil-operator/ })
      .check();
    await openStep(page, draft, 'review');
    const rest = button(page, /^Read what is not known, \d/);
    await expect(rest).toBeVisible();
    expect(world.asked()).toEqual(read);
    await rest.click();
    await expect(page.getByText(/^Manifests read, sizes exact|sizes exact/).first()).toBeVisible({
      timeout: 20_000,
    });
    const complete = world.asked();
    expect(complete.registry).toBeGreaterThan(read.registry);
    expect(complete.services).toBeGreaterThan(read.services);
  } finally {
    await world.close();
  }
});

/** What is needed in all, as the running total says it. */
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
  let reported = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    reported += chunk.toString();
  });
  await once(child, 'close');
  return JSON.parse(reported.trim().split('\n').at(-1)!) as { images: number; bytes: number };
}
