import { expect, test } from 'vitest';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import {
  awaitsAnswer,
  enclaveSentence,
  lackingWords,
  ledgerWords,
  lifeSteps,
  pieceNumbers,
  transferMark,
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
  pieces: 13,
  directory: '/w/transfers/fleet-0007',
  step: 'fetched',
  stepAt: '2026-03-01T12:00:00Z',
  arrived: 'unknown',
  lacks: 0,
  protected: false,
  files: [],
  failed: 0,
  events: [{ step: 'fetched', at: '2026-03-01T12:00:00Z' }],
  notes: [],
  ...more,
});
const says = (...transfers: TransferLifeLine[]) => enclaveSentence('fleet', transfers, now);
const states = (of: TransferLifeLine) => lifeSteps(of).map(({ label, state }) => `${label} ${state}`);

test('the sentence of an enclave', () => {
  expect(says()).toBe('Nothing was sent to fleet yet.');
  expect(says(transfer({ state: 'under construction' }))).toBe('fleet-0007 is under construction.');
  expect(says(transfer())).toBe('fleet-0007 was fetched 3 days ago and has not left yet.');
  const left = transfer({ step: 'on-media', stepAt: '2026-03-04T09:00:00Z' });
  expect(says(transfer({ name: 'fleet-0008', state: 'under construction' }), left)).toBe(
    'fleet-0007 was put on media 3 h ago and is not acknowledged.',
  );
  expect(says(transfer({ arrived: 'complete' }))).toBe('fleet-0007 arrived whole.');
  expect(says(transfer({ arrived: 'in part', lacks: 2 }))).toBe(
    'fleet lacks 2 pieces of fleet-0007. The next transfer carries it again.',
  );
});

test('only what has left and was not answered waits for a code', () => {
  expect(awaitsAnswer(transfer())).toBe(false);
  expect(awaitsAnswer(transfer({ step: 'on-media' }))).toBe(true);
  expect(awaitsAnswer(transfer({ step: 'pushed', arrived: 'complete' }))).toBe(false);
});

test('a transfer as icon and word', () => {
  expect(transferMark(transfer({ state: 'partial' }))).toEqual({ mark: 'warning', word: 'Fetched, partial' });
  expect(transferMark(transfer({ state: 'moved' })).word).toBe('Moved away');
  expect(transferMark(transfer({ step: 'on-media' }))).toEqual({
    mark: 'waiting',
    word: 'On media, not acknowledged',
  });
  expect(transferMark(transfer({ arrived: 'in part', lacks: 1 })).word).toBe('Lacks 1 piece');
  expect(lackingWords({ lacks: 13, pieces: 13, name: 'fleet-0007' })).toBe('all of fleet-0007');
  expect(ledgerWords([transfer(), transfer({ arrived: 'complete' }), transfer({ arrived: 'nothing' })])).toBe(
    '1 arrived whole, 1 lost, 1 without an answer',
  );
});

test('its life as steps', () => {
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
  // Answered as imported: that it was pushed is not said.
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

test('numbers of pieces as people write them', () => {
  expect(pieceNumbers('5-7, 3,3', 13)).toEqual({ numbers: [3, 5, 6, 7] });
  expect(pieceNumbers(' ', 13)).toEqual({ error: 'Name the pieces, such as 3, 5-7.' });
  expect(pieceNumbers('14', 13)).toEqual({ error: 'There are pieces 1 to 13.' });
  expect(pieceNumbers('x', 13)).toEqual({ error: 'x is no number of a piece.' });
});
