import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import CompareScreen from './compare-screen.tsx';
import { t } from './messages.ts';
import { runOf } from './runs.fixture.ts';

const A = runOf(1, { transfer: 'fleet-0001', workflow: 'mirrorToDisk', user: 'ada', host: 'north' });
const B = runOf(2, {
  transfer: 'fleet-0002',
  workflow: 'mirrorToDisk',
  images: { total: 9, copied: 4, present: 3 },
});

const image = (name: string, bytes = 0) => ({
  origin: `quay.io/lab/${name}:1`,
  digest: `sha256:${'a'.repeat(64)}`,
  bytes,
});

const compare = (answer: Answers['runs.compare'], address = '/history/compare?a=1@/w&b=2@/w') =>
  openScreen(<CompareScreen />, { 'runs.compare': answer }, address);

test.each(['/history/compare', '/history/compare?a=1@/w', '/history/compare?a=0@/w&b=2@/w'])(
  'the address %s does not contain two runs, and nothing is requested',
  async (address) => {
    const { requested } = compare({}, address);
    await expectHeading(t('addressTitle'));
    expect(requested('runs.compare')).toEqual([]);
  },
);

test('the runs of an address are compared in its order', async () => {
  const { requested } = compare({ a: A, b: B, same: 3 });
  await expectHeading(t('sameTitle', { earlier: 'fleet-0001', later: 'fleet-0002' }));
  expect(requested('runs.compare')).toEqual([
    { a: { root: '/w', sequence: 1 }, b: { root: '/w', sequence: 2 } },
  ]);
});

test('a comparison that failed shows the reason', async () => {
  compare(failing('a record is damaged', { remedy: 'Choose another run.' }));
  await expectHeading(t('compareFailedTitle'));
  screen.getByText('A record is damaged');
  screen.getByText('Choose another run.');
});

test('each run links to its record, with its user and images', async () => {
  compare({ a: A, b: B });
  const earlier = within(await screen.findByRole('region', { name: t('runLabel', { run: 'fleet-0001' }) }));
  expect(earlier.getByRole('link').getAttribute('href')).toBe('/history/1?root=%2Fw');
  earlier.getByText(/ada on north$/);
  within(screen.getByRole('region', { name: t('runLabel', { run: 'fleet-0002' }) })).getByText(
    /7 of 9 images$/,
  );
});

test('added, removed and moved images have a table each', async () => {
  compare({
    a: A,
    b: B,
    added: [image('new', 1536)],
    addedTotal: 1,
    removed: [image('old')],
    removedTotal: 600,
    moved: [
      { origin: 'quay.io/lab/tag:1', from: `sha256:${'b'.repeat(64)}`, to: `sha256:${'c'.repeat(64)}` },
    ],
    movedTotal: 1,
    same: 2,
  });
  await screen.findByRole('heading', { name: t('addedListTitle', { images: 1 }) });
  screen.getByText(t('onlyNote', { run: 'fleet-0002' }));
  const added = within(screen.getByRole('grid', { name: t('addedLabel') }));
  added.getByText('1.5 KiB');
  expect(added.getByTitle('quay.io/lab/new:1').textContent).toContain('lab/new');
  screen.getByRole('heading', { name: t('removedListTitle', { images: 600 }) });
  screen.getByText(t('onlyFirstNote', { run: 'fleet-0001', listed: '1' }));
  screen.getByRole('heading', { name: t('movedListTitle', { tags: 1 }) });
  within(screen.getByRole('grid', { name: t('movedLabel') })).getByTitle('quay.io/lab/tag:1');
  screen.getByText(t('bothText', { images: 2 }));
});

test('tables without images are left out', async () => {
  compare({ a: A, b: B, same: 0 });
  await screen.findByText(t('bothText', { images: 0 }));
  expect(screen.queryAllByRole('grid')).toEqual([]);
});

test('configurations are the same, or show their difference line by line', async () => {
  compare({ a: A, b: B });
  await screen.findByText(t('sameConfigurationText'));
  expect(document.querySelector('pre')).toBeNull();
});

test('the difference of configurations marks added and removed lines', async () => {
  compare({ a: A, b: B, configuration: '--- a\n+++ b\n@@ -1 +1 @@\n-4.16\n+4.18\n same\n' });
  await screen.findByText(t('differenceNote'));
  const lines = Array.from(document.querySelectorAll('pre span'), (line) => [
    line.className.replace('al-difference-', ''),
    line.textContent?.trim(),
  ]);
  expect(lines.slice(3)).toEqual([
    ['removed', '-4.16'],
    ['added', '+4.18'],
    ['same', 'same'],
  ]);
});
