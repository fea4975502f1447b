import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../engine/failing.fixture.ts';
import { type Answers, expectHeading, openScreen } from '../engine/screen.fixture.tsx';
import CompareScreen from './compare-screen.tsx';
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
  'the address %s names no two runs, and nothing is requested',
  async (address) => {
    const { asked } = compare({}, address);
    await expectHeading('This address does not name two runs.');
    expect(asked('runs.compare')).toEqual([]);
  },
);

test('runs of an address are compared as it names them', async () => {
  const { asked } = compare({ a: A, b: B, same: 3 });
  await expectHeading('fleet-0002 has the same images as fleet-0001.');
  expect(asked('runs.compare')).toEqual([{ a: { root: '/w', sequence: 1 }, b: { root: '/w', sequence: 2 } }]);
});

test('a comparison that failed shows why', async () => {
  compare(failing('a record is damaged', { remedy: 'Choose another run.' }));
  await expectHeading('The runs could not be compared.');
  screen.getByText('A record is damaged');
  screen.getByText('Choose another run.');
});

test('each run links to its record, with who ran it and what it has', async () => {
  compare({ a: A, b: B });
  const earlier = within(await screen.findByRole('region', { name: 'Run fleet-0001' }));
  expect(earlier.getByRole('link').getAttribute('href')).toBe('/history/1?root=%2Fw');
  earlier.getByText(/by ada on north$/);
  within(screen.getByRole('region', { name: 'Run fleet-0002' })).getByText(/7 of 9 images$/);
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
  await screen.findByRole('heading', { name: 'Added 1 image' });
  screen.getByText('only in fleet-0002');
  const added = within(screen.getByRole('grid', { name: 'Added images' }));
  added.getByText('1.5 KiB');
  expect(added.getByTitle('quay.io/lab/new:1').textContent).toContain('lab/new');
  screen.getByRole('heading', { name: 'Removed 600 images' });
  screen.getByText('only in fleet-0001; the first 1 are listed');
  screen.getByRole('heading', { name: 'Moved 1 tag' });
  within(screen.getByRole('grid', { name: 'Moved images' })).getByTitle('quay.io/lab/tag:1');
  screen.getByText(/^2 images in both\./);
});

test('tables without images are left out', async () => {
  compare({ a: A, b: B, same: 0 });
  await screen.findByText(/^No image is in both\./);
  expect(screen.queryAllByRole('grid')).toEqual([]);
});

test('configurations are the same, or show their difference line by line', async () => {
  compare({ a: A, b: B });
  await screen.findByText('The same in both.');
  expect(document.querySelector('pre')).toBeNull();
});

test('the difference of configurations marks what was added and removed', async () => {
  compare({ a: A, b: B, configuration: '--- a\n+++ b\n@@ -1 +1 @@\n-4.16\n+4.18\n same\n' });
  await screen.findByText('- earlier, + later');
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
