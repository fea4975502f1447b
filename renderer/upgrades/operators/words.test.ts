import { expect, test } from 'vitest';
import type {
  ContractOperatorAnswer,
  ContractOperatorHop,
} from '../../../core/contract/topics/operator-upgrades.ts';
import { operatorSentence } from './words.ts';

const EMPTY: ContractOperatorAnswer = {
  channels: [],
  defaultChannel: '',
  versions: [],
  notes: [],
  rails: [],
  faults: [],
  command: '',
};
const hop = (from: string, to: string, switched = false): ContractOperatorHop => ({
  from,
  to,
  toVersion: to,
  channel: 'stable',
  switched,
  catalog: 'v4.16',
  by: 'replaces',
});

test('the sentence names the updates, their stops and changes of the channel', () => {
  const say = (hops: ContractOperatorHop[]) => operatorSentence('odf', '4.16.6', { ...EMPTY, hops });
  expect(say([])).toBe('odf is where it is to be: no update is needed');
  expect(say([hop('4.16.6', '4.17.6')])).toBe('One update of odf to 4.17.6');
  expect(say([hop('4.16.6', '4.17.6', true), hop('4.17.6', '4.18.2')])).toBe(
    'Two updates of odf to 4.18.2, by 4.17.6, with a change of the channel',
  );
});

test('without a way, and without a question', () => {
  const refusal = { reason: 'none', nearest: [] };
  expect(operatorSentence('odf', '1.0.0', { ...EMPTY, refusal })).toBe('No updates lead odf on from 1.0.0');
  expect(operatorSentence('odf', '', EMPTY)).toBe('odf has no channel that can be shown');
});
