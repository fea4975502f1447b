import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing } from '../../engine/failing.fixture.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { openInDraft, type PlanPart } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';
import { RunningLine, RunningTotal } from './running-total.tsx';

const GIB = 1024 ** 3;

const PLAN: PlanPart = {
  images: 195,
  bytes: 10 * GIB,
  bytesDelivered: 3 * GIB,
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

const card = () => within(screen.getByRole('region', { name: t('totalTitle') }));

const lines = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('dl > div'), (line) => [
      line.querySelector('dt')!.textContent,
      line.querySelector('dd')!.textContent,
    ]),
  );

test('the sums add up: the total size is what the enclave and the workspace have, and the download', async () => {
  total({}, { enclave: 'fleet' });
  await card().findByText(t('estimateErrorLabel', { percent: 4 }));
  expect(lines()).toEqual({
    [t('imagesLabel')]: '195',
    [t('sizeLabel')]: '10.0 GiB',
    [t('presentText', { place: 'fleet' })]: '3.0 GiB',
    [t('localLabel')]: '2.0 GiB',
    [t('downloadLabel')]: '5.0 GiB',
    '1 release': '3.8 GiB',
    '1 operator': '1.2 GiB',
    [t('durationRateLabel', { rate: '2.0 MiB/s' })]: '45 min',
    [t('drivesLabel')]: '2 × 32 GB drives',
  });
  expect(document.querySelector('.al-choose-line')!.textContent).toBe(
    'Running total 10.0 GiB in total · 5.0 GiB to download · 45 min · 2 × 32 GB drives · Estimate (± 4%)',
  );
});

test('zero sizes are omitted, and the duration needs a download', async () => {
  total({ bytes: 0, bytesDelivered: 0, bytesToFetch: 0, bytesToCarry: 0, exact: true });
  await card().findByText(t('durationNone'));
  expect(Object.keys(lines())).toEqual([
    t('imagesLabel'),
    t('sizeLabel'),
    t('downloadLabel'),
    t('durationRateLabel', { rate: '2.0 MiB/s' }),
    t('drivesLabel'),
  ]);
  expect(lines()[t('drivesLabel')]).toBe(t('drivesValue', { drives: 0, capacity: 32 }));
});

test('without a rate the card suggests to set one', async () => {
  total({ bytesPerSecond: undefined, durationMs: undefined });
  await card().findByText(t('durationUnknown'));
  expect(card().queryByText(t('measuredText'))).toBeNull();
});

test('a measured rate is marked as such', async () => {
  total({ rateFrom: 'measured' });
  await card().findByText(t('measuredText'));
});

test('a registry needs no drives', async () => {
  total({}, { goal: 'registry', destination: 'r.lab:5000/m' });
  await card().findByText(t('presentText', { place: 'r.lab:5000' }));
  expect(Object.keys(lines())).not.toContain(t('drivesLabel'));
});

test.each([
  [4 * GIB, t('shortText', { size: '1.0 GiB' })],
  [5 * GIB, undefined],
])('%d free bytes in the workspace', async (freeBytes, warning) => {
  total({}, {}, { 'workspaces.list': { workspaces: [{ directory: '/w', freeBytes }] } });
  await card().findByText(t('freeLabel'));
  expect(card().queryByRole('status')?.textContent).toBe(warning);
});

test('the plan uses the rate of the draft', async () => {
  const { requested } = total({}, { options: { rate: 1024 ** 2 } });
  await expect.poll(() => requested('drafts.plan')[0]?.bytesPerSecond).toBe(1024 ** 2);
});

test('before the first answer the card shows what appears there', async () => {
  openInDraft(<RunningTotal />, {}, { 'drafts.plan': () => new Promise(() => {}) });
  await screen.findByText(t('totalWaitingText'));
  expect(screen.getByRole('region', { name: t('totalTitle') }).getAttribute('aria-busy')).toBe('true');
});

test('a failed plan shows the error, and Try again repeats it', async () => {
  const { user, requested } = total(failing('no engine'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No engine.');
  await user.click(within(alert).getByRole('button', { name: t('totalRetryButton') }));
  await expect.poll(() => requested('drafts.plan')).toHaveLength(2);
});

test('content without a size makes sizes and drives lower bounds, and does not count as one', async () => {
  const operator = { id: 'p', kind: 'operator' as const, unknown: true };
  total({ parts: [{ id: 'r', kind: 'release', toFetch: 5 * GIB }, operator] });
  await card().findByText(t('unknownSizesText', { count: 1 }));
  card().getByText(t('incompleteLabel'));
  const atLeast = (value: string) => t('atLeastValue', { value });
  expect(lines()).toMatchObject({
    [t('sizeLabel')]: atLeast('10.0 GiB'),
    [t('downloadLabel')]: atLeast('5.0 GiB'),
    [t('releasesLabel', { count: 1 })]: '5.0 GiB',
    [t('operatorsLabel', { count: 1 })]: t('unknownValue'),
    [t('durationRateLabel', { rate: '2.0 MiB/s' })]: atLeast('45 min'),
    [t('drivesLabel')]: atLeast('2 × 32 GB drives'),
  });
});

test('content without any known size has no size of 0 B', async () => {
  total({
    ...{ bytes: 0, bytesDelivered: 0, bytesToFetch: 0, bytesToCarry: 0, durationMs: 0 },
    parts: [{ id: 'p', kind: 'operator', unknown: true }],
  });
  await card().findByText(t('unknownSizesText', { count: 1 }));
  const unknown = t('unknownValue');
  expect(lines()).toMatchObject({
    [t('sizeLabel')]: unknown,
    [t('downloadLabel')]: unknown,
    [t('durationRateLabel', { rate: '2.0 MiB/s' })]: unknown,
    [t('drivesLabel')]: unknown,
  });
  expect(document.querySelector('.al-choose-line')?.textContent).toContain(
    `${t('unknownSizeFact')} · ${t('unknownDownloadFact')}`,
  );
});
