import { expect, test } from 'vitest';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import {
  awaitsAnswer,
  enclaveSentence,
  ledgerWords,
  lifeSteps,
  transferMark,
  volumeNumbersIn,
} from './enclave-words.ts';

const now = new Date('2026-03-04T12:00:00Z');
const transfer = (more: Partial<TransferLifeLine> = {}): TransferLifeLine => ({
  name: 'fleet-0007',
  number: 7,
  enclave: 'fleet',
  state: 'complete',
  createdAt: '2026-03-01T12:00:00Z',
  images: 546,
  bytes: 1,
  volumes: 13,
  directory: '/w/transfers/fleet-0007',
  step: 'fetched',
  stepAt: '2026-03-01T12:00:00Z',
  arrived: 'unknown',
  missing: 0,
  protected: false,
  received: false,
  files: [],
  failed: 0,
  events: [{ step: 'fetched', at: '2026-03-01T12:00:00Z' }],
  notes: [],
  ...more,
});
const heading = (...transfers: TransferLifeLine[]) => enclaveSentence('fleet', transfers, now);
const states = (of: TransferLifeLine) => lifeSteps(of).map(({ label, state }) => `${label} ${state}`);

test('the heading of an enclave', () => {
  expect(heading()).toBe('No transfers to fleet yet');
  expect(heading(transfer({ state: 'under-construction' }))).toBe('fleet-0007 is unfinished');
  expect(heading(transfer())).toBe('fleet-0007 fetched 3 days ago, not written to media');
  const left = transfer({ step: 'on-media', stepAt: '2026-03-04T09:00:00Z' });
  expect(heading(transfer({ name: 'fleet-0008', state: 'under-construction' }), left)).toBe(
    'fleet-0007 written to media 3 h ago, not acknowledged',
  );
  expect(heading(transfer({ arrived: 'complete' }))).toBe('fleet-0007 arrived in full');
  expect(heading(transfer({ arrived: 'partial', missing: 2 }))).toBe(
    'fleet is missing 2 volumes of fleet-0007. The next transfer includes this content.',
  );
  const lost = "fleet-0007 didn't arrive in fleet. The next transfer includes its content.";
  expect(heading(transfer({ arrived: 'nothing', missing: 'all' }))).toBe(lost);
  expect(heading(transfer({ arrived: 'partial', missing: 13 }))).toBe(
    'fleet is missing 13 volumes of fleet-0007. The next transfer includes this content.',
  );
  expect(heading(transfer({ stepAt: undefined }))).toBe('fleet-0007 fetched, not written to media');
});

test('only a transfer that has left and was not acknowledged waits for a code', () => {
  expect(awaitsAnswer(transfer())).toBe(false);
  expect(awaitsAnswer(transfer({ step: 'on-media' }))).toBe(true);
  expect(awaitsAnswer(transfer({ step: 'pushed', arrived: 'complete' }))).toBe(false);
});

test('the state of a transfer as icon and text', () => {
  expect(transferMark(transfer({ state: 'partial' }))).toEqual({
    mark: 'warning',
    word: 'Fetched, incomplete',
  });
  expect(transferMark(transfer({ state: 'moved' })).word).toBe('Not in this workspace');
  expect(transferMark(transfer({ step: 'on-media' }))).toEqual({
    mark: 'waiting',
    word: 'On media, not acknowledged',
  });
  expect(transferMark(transfer({ arrived: 'partial', missing: 1 })).word).toBe('1 volume missing');
  expect(ledgerWords([transfer(), transfer({ arrived: 'complete' }), transfer({ arrived: 'nothing' })])).toBe(
    '1 arrived in full, 1 lost, 1 not acknowledged',
  );
});

test('the steps of a transfer', () => {
  expect(states(transfer())).toEqual([
    'Fetched done',
    'On media current',
    'Imported todo',
    'Pushed todo',
    'Applied todo',
    'Acknowledged todo',
  ]);
  const event = (step: TransferLifeLine['step']) => ({ step, at: '2026-03-01T12:00:00Z' });
  const approved = transfer({ events: [event('planned'), event('approved'), event('fetched')] });
  expect(states(approved).slice(0, 4)).toEqual([
    'Planned done',
    'Approved done',
    'Fetched done',
    'On media current',
  ]);
  // Acknowledged as imported: whether it was pushed is unknown.
  const answered = transfer({ arrived: 'complete', events: [event('fetched'), event('acknowledged')] });
  expect(states(answered).slice(1)).toEqual([
    'On media done',
    'Imported done',
    'Pushed todo',
    'Applied todo',
    'Acknowledged done',
  ]);
  const lost = transfer({ arrived: 'nothing', events: [event('fetched'), event('acknowledged')] });
  expect(states(lost).slice(-1)).toEqual(['Acknowledged warning']);
  expect(states(lost)).toContain('Imported todo');
  expect(states(transfer({ events: [event('applied')] })).at(-1)).toBe('Acknowledged current');
});

test('the steps include what this host did with a transfer', () => {
  const at = '2026-03-01T12:00:00Z';
  const push: NonNullable<NonNullable<TransferLifeLine['onHost']>['push']> = {
    ...{ run: { root: '/state', sequence: 1 }, workflow: 'diskToMirror', status: 'complete' },
    ...{ startedAt: '2026-03-04T08:00:00Z', endedAt: '2026-03-04T09:00:00Z' },
    ...{ directory: '/state/runs/1', config: '/state/config' },
  };
  const carried = transfer({
    ...{
      step: 'on-media',
      events: [
        { step: 'fetched', at },
        { step: 'on-media', at },
      ],
    },
  });
  const imported = { ...carried, onHost: { importedAt: at } };
  expect(states(imported).slice(1, 4)).toEqual(['On media done', 'Imported done', 'Pushed current']);
  const pushed = { ...carried, onHost: { importedAt: at, push } };
  expect(states(pushed).slice(3)).toEqual(['Pushed done', 'Applied current', 'Acknowledged todo']);
  expect(heading(pushed)).toBe('fleet-0007 pushed 3 h ago, not acknowledged');
  expect(transferMark(pushed).word).toBe('Pushed, not acknowledged');
  const applied = { at: '2026-03-04T10:10:00Z', context: 'lab' };
  const inUse = { ...carried, onHost: { importedAt: at, push: { ...push, applied } } };
  expect(lifeSteps(inUse).slice(4)).toEqual([
    { label: 'Applied', state: 'done', at: applied.at },
    { label: 'Acknowledged', state: 'current' },
  ]);
  // Pushed from the workspace, without drives.
  expect(states(transfer({ onHost: { push } }))).toEqual([
    'Fetched done',
    'Pushed done',
    'Applied current',
    'Acknowledged todo',
  ]);
});

test('volume numbers in common notations', () => {
  expect(volumeNumbersIn('5-7, 3,3', 13)).toEqual({ numbers: [3, 5, 6, 7] });
  expect(volumeNumbersIn(' ', 13)).toEqual({ error: 'Enter volume numbers, for example 3, 5-7.' });
  expect(volumeNumbersIn('14', 13)).toEqual({ error: 'The transfer has volumes 1 to 13.' });
  expect(volumeNumbersIn('x', 13)).toEqual({ error: "x isn't a volume number." });
});
