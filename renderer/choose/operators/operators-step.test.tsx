import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs } from '../../engine/screen.fixture.tsx';
import { cardOf, lookUpOf, mirrorText, openInDraft } from '../draft/draft.fixture.tsx';
import { packageAddress } from '../draft/steps.ts';
import { t as frame } from '../frame/messages.ts';
import { t } from './messages.ts';
import OperatorsStep from './step.tsx';

const CATALOG = 'registry.redhat.io/redhat/redhat-operator-index:v4.18';
const NAMED = mirrorText(`
operators:
  - catalog: ${CATALOG}
    packages:
      - name: anvil
        channels:
          - name: stable
`);

const CARDS = [
  cardOf('anvil', { displayName: 'Anvil', adds: 3 * 1024 ** 2 }),
  cardOf('bolt', { displayName: 'Bolt', adds: 1024 ** 2, estimated: true }),
  cardOf('clamp', { notForTarget: 'its maximum is 4.17' }),
];

/** The catalog with three packages, filtered by search and selection. */
const PACKAGES = ({ search = '', only }: RequestInput<'drafts.packages'>) => {
  const cards = CARDS.filter((card) => card.package.includes(search) && (!only || card.package === 'anvil'));
  return {
    asOf: '2026-01-01T00:00:00Z',
    total: 3,
    matching: cards.length,
    lookUp: lookUpOf('catalog'),
    cards,
  };
};

const operators = (draft: object = {}, answers: Answers = {}) =>
  openInDraft(
    <OperatorsStep />,
    { text: NAMED, to: '4.18.9', ...draft },
    { 'drafts.packages': PACKAGES, ...answers },
    '/choose/d1/operators',
  );

const packages = (page: ReturnType<typeof operators>) =>
  page.view().catalogs.flatMap((catalog) => catalog.packages.map(({ name }) => name));

const selectedCount = (count: number) =>
  t.parts('selectedFilter', { count, number: (inner) => inner.join('') }).join('');

const boxOf = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: t('selectLabel', { name }) });

test('without a version and without a catalog the step shows what to do', async () => {
  const { requested } = operators({ text: mirrorText('{}'), to: undefined });
  await screen.findByText(t('noCatalogTitle'));
  expect(requested('drafts.packages')).toEqual([]);
});

// Before the first fetch, the plan has no graph and only warns.
test.each(['error' as const, 'warning' as const])(
  "a version that doesn't exist has no catalogs, and nothing is offered for download: %s",
  async (level) => {
    const problems = [{ code: 'release-unknown', level, message: 'no', subject: '4.99' }];
    const { requested } = operators(
      { text: mirrorText('{}'), to: '4.99' },
      { 'drafts.plan': { problems }, 'upgrades.versions': { versions: [{ version: '4.18.9' }] } },
    );
    await screen.findByText(t('unknownVersionTitle', { version: '4.99' }));
    const link = screen.getByRole('link', { name: t('changeVersionButton') });
    expect(link.getAttribute('href')).toMatch(/\/cluster$/);
    expect(screen.queryByText(/v4\.99/)).toBeNull();
    expect(requested('drafts.packages').length).toBeLessThan(2);
  },
);

test('packages show the size that they add and whether they are selected', async () => {
  const { requested } = operators();
  expect((await boxOf('Anvil')).checked).toBe(true);
  expect((await boxOf('Bolt')).checked).toBe(false);
  expect((await boxOf('clamp')).disabled).toBe(true);
  expect(
    screen.getAllByRole('row').map((row) => row.lastElementChild?.lastElementChild?.textContent),
  ).toEqual(expect.arrayContaining(['3.0 MiB', '+1.0 MiB', 'Not available for 4.18. Its maximum is 4.17.']));
  expect(requested('drafts.packages')[0]).toMatchObject({ catalog: CATALOG, offset: 0 });
});

test('a click selects a package in its default channel, and another one removes it', async () => {
  const page = operators();
  await page.user.click(await boxOf('Bolt'));
  await expect.poll(() => packages(page)).toEqual(['anvil', 'bolt']);
  expect(page.view().catalogs[0]!.packages[1]!.channels).toMatchObject([{ name: 'stable' }]);
  await page.user.click(await boxOf('Bolt'));
  await expect.poll(() => page.draft().text).toBe(NAMED);
});

test('the last package removes its catalog', async () => {
  const page = operators();
  await page.user.click(await boxOf('Anvil'));
  await expect.poll(() => page.view().catalogs).toEqual([]);
});

test('the engine searches, and an empty result is shown', async () => {
  const page = operators();
  await boxOf('Anvil');
  await page.user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'zzz');
  await screen.findByText(t('noMatchText'));
  expect(page.requested('drafts.packages').at(-1)).toMatchObject({ search: 'zzz' });
});

const CERTIFIED = 'registry.redhat.io/redhat/certified-operator-index:v4.18';

test('a search also finds packages of other loaded catalogs, and selects them there', async () => {
  const page = operators(
    {},
    {
      'drafts.findPackages': {
        ...{ catalogs: 3, matching: 31 },
        packages: [
          { catalog: CERTIFIED, package: 'hammer', displayName: 'Hammer', description: 'Drives nails' },
        ],
      },
      'drafts.packages': (input) =>
        input.catalog === CERTIFIED
          ? { asOf: '2026-01-01T00:00:00Z', cards: [cardOf('hammer', { displayName: 'Hammer' })] }
          : PACKAGES(input),
    },
  );
  await boxOf('Anvil');
  await page.user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'nail');
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: t('selectInLabel', { name: 'Hammer', catalog: 'certified v4.18' }),
  });
  screen.getByText('Drives nails');
  screen.getByText(t('othersShownNote', { shown: 1, matching: 31, catalogs: 3 }));
  expect(page.requested('drafts.findPackages').at(-1)).toMatchObject({ search: 'nail', except: CATALOG });
  await expect.poll(() => box.disabled).toBe(false);
  await page.user.click(box);
  await expect
    .poll(() => page.view().catalogs.map((each) => [each.catalog, each.packages.map(({ name }) => name)]))
    .toEqual([
      [CATALOG, ['anvil']],
      [CERTIFIED, ['hammer']],
    ]);
  await page.user.click(
    screen.getByRole('button', { name: t('showInButton', { catalog: 'certified v4.18' }) }),
  );
  await expect
    .poll(() => page.requested('drafts.packages').at(-1))
    .toMatchObject({ catalog: CERTIFIED, search: 'nail' });
});

test('the search of all screens opens a catalog with its search', async () => {
  const { requested } = openInDraft(
    <OperatorsStep />,
    { text: NAMED, to: '4.18.9' },
    { 'drafts.packages': PACKAGES },
    packageAddress('d1', CERTIFIED, 'bolt'),
  );
  await boxOf('Bolt');
  expect(requested('drafts.packages')[0]).toMatchObject({ catalog: CERTIFIED, search: 'bolt' });
});

test('a filter requests its packages; a second click clears it', async () => {
  const page = operators();
  await page.user.click(await buttonThatIs('on', selectedCount(1)));
  await expect.poll(() => screen.queryByText('Bolt')).toBeNull();
  expect(page.requested('drafts.packages').at(-1)).toMatchObject({ only: 'selected' });
  await page.user.click(await buttonThatIs('on', selectedCount(1)));
  await boxOf('Bolt');
  expect(page.requested('drafts.packages').at(-1)!.only).toBeUndefined();
});

test('by keyboard, Space selects the active package and Enter opens it', async () => {
  const page = operators();
  await boxOf('Bolt');
  screen.getByRole('grid').focus();
  await page.user.keyboard('{ArrowDown}{ArrowDown} ');
  await expect.poll(() => packages(page)).toEqual(['anvil', 'bolt']);
  await page.user.keyboard('{Enter}');
  await screen.findByRole('region', { name: t('detailLabel', { package: 'bolt' }) });
  await page.user.click(await buttonThatIs('on', t('backButton')));
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('grid');
});

test("a catalog that wasn't loaded needs a click, and the request names it", async () => {
  const page = operators(
    { text: mirrorText('{}') },
    { 'drafts.packages': { lookUp: lookUpOf('catalog', { id: 'catalog redhat' }) } },
  );
  await screen.findByText(t('unreadTitle', { catalog: 'redhat v4.18' }));
  expect(page.requested('drafts.lookUp')).toEqual([]);
  await page.user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await screen.findByText(t('loadingTitle', { catalog: 'redhat v4.18' }));
  const { draft, ids } = page.requested('drafts.lookUp')[0]!;
  expect(ids).toEqual(['catalog redhat']);
  expect(draft.text).toContain(CATALOG);
  expect(page.draft().text).not.toContain(CATALOG);
  await page.user.click(await buttonThatIs('on', t('cancelButton')));
  await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' }));
});

test("a catalog that couldn't be loaded shows the error", async () => {
  const page = operators(
    {},
    { 'drafts.packages': { lookUp: lookUpOf('catalog') }, 'drafts.lookUp': failing('no credentials') },
  );
  await page.user.click(await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' })));
  await screen.findByText('No credentials');
  await buttonThatIs('on', t('loadButton', { size: '2.0 MiB' }));
});

test('an older catalog is refreshed by a click', async () => {
  const page = operators({}, { 'drafts.lookUp': { fetched: 1 } });
  await screen.findByText(t('refreshText', { size: '2.0 MiB' }), { exact: false });
  await expect.poll(() => page.requested('drafts.plan').length).toBe(1);
  await page.user.click(screen.getByRole('button', { name: t('refreshButton') }));
  await expect.poll(() => page.requested('drafts.lookUp')[0]?.ids).toEqual(['catalog a']);
  await expect.poll(() => page.requested('drafts.plan').length).toBeGreaterThan(1);
});

test("packages that couldn't be loaded are loaded again by a click", async () => {
  let answers = 0;
  const page = operators(
    {},
    { 'drafts.packages': (input) => (answers++ === 0 ? failing('no engine') : PACKAGES(input)) },
  );
  await screen.findByText('No engine');
  await page.user.click(await buttonThatIs('on', t('retryButton')));
  await boxOf('Anvil');
});

test('a catalog without packages in the text selects all of them', async () => {
  operators({ text: mirrorText(`operators:\n  - catalog: ${CATALOG}`) });
  await screen.findByText(t('allText'));
  expect((await boxOf('Bolt')).checked).toBe(true);
  await buttonThatIs('on', selectedCount(3));
});

/** Answers a search among two packages. */
const requiredPackages =
  (bolt: ReturnType<typeof cardOf>) =>
  ({ search }: { search?: string | undefined }) => {
    const cards = [cardOf('anvil'), bolt].filter((card) => card.package.includes(search ?? ''));
    return { asOf: '2026-01-01T00:00:00Z', total: 2, matching: cards.length, cards };
  };

test('required packages are selected together with a package', async () => {
  const bolt = cardOf('bolt', { needs: [{ package: 'anvil', reason: 'its API', selected: false }] });
  const page = operators(
    { text: mirrorText('{}') },
    {
      'drafts.packages': requiredPackages(bolt),
      'drafts.plan': ({ draft: { text } }) => ({ bytes: text.includes('bolt') ? 3 * 1024 ** 2 : 1024 ** 2 }),
    },
  );
  await page.user.click(
    await buttonThatIs('on', t('selectTotalButton', { label: t('selectBothButton'), size: '+2.0 MiB' })),
  );
  await expect.poll(() => packages(page)).toEqual(['anvil', 'bolt']);
});

test('the button that selects required packages has no size while some of it is unknown', async () => {
  const bolt = cardOf('bolt', { needs: [{ package: 'anvil', reason: 'its API', selected: false }] });
  operators(
    { text: mirrorText('{}') },
    {
      'drafts.packages': requiredPackages(bolt),
      'drafts.plan': ({ draft: { text } }) =>
        text.includes('bolt')
          ? { bytes: 2 * 1024 ** 2, parts: [{ name: 'bolt', unknown: true }] }
          : { bytes: 1024 ** 2 },
    },
  );
  await buttonThatIs('on', t('selectBothButton'));
});

test("installed operators that aren't selected are listed, and one click selects them", async () => {
  const installed = cardOf('bolt', { installed: '1.2.0' });
  const page = operators(
    { inventory: { operators: [{ package: 'bolt', version: '1.2.0', channel: 'stable' }] } },
    {
      'drafts.packages': ({ only }) => ({
        asOf: '2026-01-01T00:00:00Z',
        installed: 1,
        cards: only === 'installed' ? [installed] : [],
      }),
    },
  );
  await screen.findByText('bolt is installed but not selected.');
  await page.user.click(await buttonThatIs('on', /^Select bolt/));
  await expect.poll(() => packages(page)).toEqual(['anvil', 'bolt']);
  expect(page.view().catalogs[0]!.packages[1]!.channels).toMatchObject([
    { name: 'stable', minVersion: '1.2.0' },
  ]);
  expect(screen.queryByText('bolt is installed but not selected.')).toBeNull();
});

test('the bar shows the first error of the plan, and links to all of them', async () => {
  const problem = (message: string) => ({ level: 'error' as const, message });
  operators({}, { 'drafts.plan': { problems: [problem('anvil is gone'), problem('bolt is gone')] } });
  const bar = within(await screen.findByRole('contentinfo'));
  await bar.findByText('Anvil is gone.');
  bar.getByRole('link', { name: frame('reviewErrorsLink', { errors: 2 }) });
});
