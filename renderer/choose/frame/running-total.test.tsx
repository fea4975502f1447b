import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import { RunningLine, RunningTotal } from './running-total.tsx';

const GIB = 1024 ** 3;

const PLAN: PlanPart = {
  images: 195,
  bytes: 10 * GIB,
  bytesThere: 3 * GIB,
  bytesToFetch: 5 * GIB,
  bytesToCarry: 40e9,
  error: 0.04,
  bytesPerSecond: 2 * 1024 ** 2,
  durationMs: 2_700_000,
  parts: [
    { id: 'r', kind: 'release', toFetch: 3 * GIB },
    { id: 'o', kind: 'operator', toFetch: GIB },
  ],
};

const total = (plan: PlanPart | Error = {}, draft: object = {}, answers: Answers = {}) =>
  openInDraft(
    <>
      <RunningTotal />
      <RunningLine />
    </>,
    draft,
    {
      'drafts.plan': plan instanceof Error ? (plan as ReturnType<typeof failing>) : { ...PLAN, ...plan },
      ...answers,
    },
  );

const card = () => within(screen.getByRole('region', { name: 'Running total' }));

const lines = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('dl > div'), (line) => [
      line.querySelector('dt')!.textContent,
      line.querySelector('dd')!.textContent,
    ]),
  );

test('the sums add up: needed is what exists there, here, and is to be fetched', async () => {
  total({}, { enclave: 'fleet' });
  await card().findByText('estimate ± 4 %');
  expect(lines()).toEqual({
    Images: '195',
    Needed: '10.0 GiB',
    'Already at fleet': '3.0 GiB',
    'Held here': '2.0 GiB',
    'To fetch': '5.0 GiB',
    '1 release': '3.8 GiB',
    '1 operator': '1.2 GiB',
    'At 2.0 MiB/s': '45 min',
    Media: '2 × 32 GB sticks',
  });
  expect(document.querySelector('.al-choose-line')!.textContent).toBe(
    'Running total 10.0 GiB needed, 5.0 GiB to fetch, 45 min, 2 × 32 GB sticks, estimate ± 4 %',
  );
});

test('what is zero is left out, and nothing to fetch takes no time', async () => {
  total({ bytes: 0, bytesThere: 0, bytesToFetch: 0, bytesToCarry: 0, exact: true });
  await card().findByText('no time');
  expect(Object.keys(lines())).toEqual(['Images', 'Needed', 'To fetch', 'At 2.0 MiB/s', 'Media']);
  expect(lines().Media).toBe('none');
});

test('without a rate the card asks for one, and with a measured one says so', async () => {
  total({ bytesPerSecond: undefined, durationMs: undefined });
  await card().findByText('set a rate');
  expect(card().queryByText('The rate is that of the last runs here.')).toBeNull();
});

test('a measured rate is marked as such', async () => {
  total({ rateFrom: 'measured' });
  await card().findByText('The rate is that of the last runs here.');
});

test('a registry needs no media', async () => {
  total({}, { goal: 'registry', destination: 'r.lab:5000/m' });
  await card().findByText('Already at r.lab:5000');
  expect(Object.keys(lines())).not.toContain('Media');
});

test.each([
  [4 * GIB, 'The workspace lacks 1.0 GiB.'],
  [5 * GIB, undefined],
])('%d free bytes in the workspace', async (freeBytes, warning) => {
  total({}, {}, { 'workspaces.list': { workspaces: [{ directory: '/w', freeBytes }] } });
  await card().findByText('Free here');
  expect(card().queryByText(/^The workspace lacks/)?.textContent).toBe(warning);
});

test('the rate of the draft is asked about', async () => {
  const { asked } = total({}, { options: { rate: 1024 ** 2 } });
  await expect.poll(() => asked('drafts.plan')[0]?.bytesPerSecond).toBe(1024 ** 2);
});

test('before the first answer the card says what will stand there', async () => {
  openInDraft(<RunningTotal />, {}, { 'drafts.plan': () => new Promise(() => {}) });
  await screen.findByText('What the draft comes to will stand here.');
  expect(screen.getByRole('region', { name: 'Running total' }).getAttribute('aria-busy')).toBe('true');
});

test('a failed plan shows why, and Try again asks anew', async () => {
  const { user, asked } = total(failing('no engine'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not up to date. no engine.');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => asked('drafts.plan')).toHaveLength(2);
});
