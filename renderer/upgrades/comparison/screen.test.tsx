import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CatalogChange } from '../../../core/contract/topics/content/catalog-comparison.ts';
import { failing } from '../../engine/failing.fixture.ts';
import { type Answers, buttonThatIs, expectHeading, openScreen } from '../../engine/screen.fixture.tsx';
import { t } from './messages.ts';
import ComparisonScreen from './screen.tsx';
import { changeWords, matchingChanges } from './words.ts';

const CHANGES: CatalogChange[] = [
  {
    package: 'anvil',
    channel: 'stable',
    about: 'head',
    change: 'moved',
    from: 'anvil.v1',
    to: 'anvil.v2',
    versions: [],
    versionsTotal: 0,
  },
  {
    package: 'anvil',
    channel: 'stable',
    about: 'versions',
    change: 'added',
    versions: ['anvil.v2'],
    versionsTotal: 1,
  },
  { package: 'bellows', about: 'package', change: 'removed', channels: 2, versions: [], versionsTotal: 9 },
];
const FOUND = {
  from: { name: 'r.io/c:v1', digest: 'sha256:1' },
  to: { name: 'r.io/c:v2', digest: 'sha256:2' },
  packages: 2,
  changes: CHANGES,
  command: 'airlock catalog diff r.io/c:v1 r.io/c:v2',
};

const openComparison = (answers: Answers = {}) =>
  openScreen(
    <ComparisonScreen />,
    {
      'workspaces.list': { workspaces: [{ directory: '/w', name: 'north' }] },
      'upgrades.catalogs': { catalogs: ['r.io/c:v1'] },
      'upgrades.compareCatalogs': FOUND,
      ...answers,
    },
    '/upgrades/catalogs?workspace=/w',
  );

async function compare(page: ReturnType<typeof openComparison>) {
  await page.user.type(screen.getByLabelText(t('fromLabel')), 'r.io/c:v1');
  await buttonThatIs('off', t('compareButton'));
  await page.user.type(screen.getByLabelText(t('toLabel')), 'r.io/c:v2');
  await page.user.click(await buttonThatIs('on', t('compareButton')));
}

test('two catalogs are compared, and the changes are filtered', async () => {
  const page = openComparison();
  await compare(page);
  await expectHeading(t('changedTitle', { packages: 2, changes: 3 }));
  expect(page.requested('upgrades.compareCatalogs')).toMatchObject([{ from: 'r.io/c:v1', to: 'r.io/c:v2' }]);
  const table = within(screen.getByRole('grid', { name: t('changesLabel') }));
  table.getByText(t('headDetail', { from: 'anvil.v1', to: 'anvil.v2' }));
  table.getByText(t('packageDetail', { channels: 2, versions: 9 }));
  await page.user.type(screen.getByRole('textbox', { name: t('searchLabel') }), 'BELLOWS');
  await screen.findByText(t('shownCount', { shown: 1, changes: 3 }));
});

test('catalogs without differences are reported', async () => {
  const page = openComparison({ 'upgrades.compareCatalogs': { ...FOUND, packages: 0, changes: [] } });
  await compare(page);
  await expectHeading(t('sameTitle'));
});

test('a failure keeps the form', async () => {
  const page = openComparison({ 'upgrades.compareCatalogs': failing('not-found') });
  await compare(page);
  await expectHeading(t('failedTitle'));
  await page.user.click(screen.getByRole('button', { name: t('swapButton') }));
  expect(screen.getByLabelText<HTMLInputElement>(t('fromLabel')).value).toBe('r.io/c:v2');
});

test('every kind of change has details', () => {
  const change = (more: Partial<CatalogChange>): CatalogChange => ({ ...CHANGES[0]!, ...more });
  expect(changeWords(change({ about: 'default-channel', from: '', to: 'stable' }))).toBe(
    t('defaultChannelDetail', { from: t('none'), to: 'stable' }),
  );
  expect(changeWords(change({ about: 'channel', change: 'removed', versionsTotal: 4 }))).toBe(
    t('channelDetail', { head: 'anvil.v1', versions: 4 }),
  );
  expect(changeWords(CHANGES[1]!)).toBe('anvil.v2');
  expect(matchingChanges(CHANGES, ' ANVIL.V2 ')).toEqual(CHANGES.slice(0, 2));
});
