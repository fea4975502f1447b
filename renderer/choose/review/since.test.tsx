import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftPlan } from '../../../core/contract/topics/drafts.ts';
import { completed } from '../../engine/completed.fixture.ts';
import { failing } from '../../engine/failing.fixture.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { openInDraft } from '../draft/draft.fixture.tsx';
import { SinceLast } from './since.tsx';

const PLAN = completed(draftPlan, { bytesToCarry: 2 * 1024 ** 3, bytesThere: 1024 ** 2 });

const since = (compare: Answers['drafts.compare'], draft: object = {}) =>
  openInDraft(<SinceLast plan={PLAN} />, draft, { 'drafts.compare': compare });

const line = (mark: 'same' | 'added' | 'removed', text: string) => ({ mark, text });

test.each([
  [{ enclave: 'fleet' }, 'No transfer to fleet yet', /^All of it is new there/],
  [{}, 'No transfer to the enclave yet', /^All of it is new there/],
  [{ goal: 'registry' }, 'No transfer to compare with', /is not pushed again\.$/],
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
  await screen.findByRole('heading', { name: 'Since transfer fleet-0002' });
  screen.getByText('new to fleet');
  screen.getByText('+2.0 GiB');
  screen.getByText('1.0 MiB');
  screen.getByText('+1 −1');
  expect(document.querySelector('pre')!.textContent).toBe('3 equal lines\n  d\n  e\n  f\n- 4.16\n+ 4.18\n');
});

test('an unchanged configuration says so', async () => {
  since({ transfer: 'fleet-0002', lines: [line('same', 'a')] });
  await screen.findByText('The configuration is the same.');
  expect(document.querySelector('pre')).toBeNull();
});

test('a transfer that could not be read shows why', async () => {
  since(failing('the drive is gone'));
  await screen.findByText('The drive is gone');
});
