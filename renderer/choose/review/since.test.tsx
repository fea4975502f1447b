import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftPlan } from '../../../core/contract/topics/drafts.ts';
import { completed } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { openInDraft } from '../draft/draft.fixture.tsx';
import { t } from './messages.ts';
import { SinceLast } from './since.tsx';

const PLAN = completed(draftPlan, { bytesToCarry: 2 * 1024 ** 3, bytesDelivered: 1024 ** 2 });

const since = (compare: Answers['drafts.compare'], draft: object = {}) =>
  openInDraft(<SinceLast plan={PLAN} />, draft, { 'drafts.compare': compare });

const line = (mark: 'same' | 'added' | 'removed', text: string) => ({ mark, text });

test.each([
  [{ enclave: 'fleet' }, 'No transfers to fleet yet', t('firstText')],
  [{}, 'No transfers to the enclave yet', t('firstText')],
  [{ goal: 'registry' }, t('nothingSentTitle'), t('nothingSentText')],
])('a first transfer of %j has nothing to compare with', async (draft, title, words) => {
  since({ lines: [] }, draft);
  await screen.findByRole('heading', { name: title });
  screen.getByText(words);
});

test('changed lines are shown with those around them', async () => {
  const same = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => line('same', text));
  since(
    { transfer: 'fleet-0002', lines: [...same, line('removed', '4.16'), line('added', '4.18')] },
    { enclave: 'fleet' },
  );
  await screen.findByRole('heading', { name: t('sinceTitle', { transfer: 'fleet-0002' }) });
  screen.getByText(t('newText', { enclave: 'fleet' }));
  screen.getByText('+2.0 GiB');
  screen.getByText('1.0 MiB');
  screen.getByText('+1 −1');
  expect(document.querySelector('pre')!.textContent).toBe(
    `${t('equalLines', { lines: 3 })}\n  d\n  e\n  f\n- 4.16\n+ 4.18\n`,
  );
});

test('an unchanged configuration is marked as such', async () => {
  since({ transfer: 'fleet-0002', lines: [line('same', 'a')] });
  await screen.findByText(t('sameText'));
  expect(document.querySelector('pre')).toBeNull();
});

test("a transfer that couldn't be compared shows the error", async () => {
  since(failing('the drive is gone'));
  await screen.findByText('The drive is gone');
});
