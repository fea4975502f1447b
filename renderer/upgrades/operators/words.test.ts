import { expect, test } from 'vitest';
import type {
  ContractOperatorAnswer,
  ContractOperatorHop,
} from '../../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
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

test('the title shows the path, the number of updates and changes of the channel', () => {
  const titleOf = (hops: ContractOperatorHop[]) => operatorSentence('odf', '4.16.6', { ...EMPTY, hops });
  expect(titleOf([])).toBe(t('noUpdateTitle', { operator: 'odf' }));
  expect(titleOf([hop('4.16.6', '4.17.6')])).toBe('Upgrade odf 4.16.6 → 4.17.6: 1 update');
  expect(titleOf([hop('4.16.6', '4.17.6', true), hop('4.17.6', '4.18.2')])).toBe(
    'Upgrade odf 4.16.6 → 4.17.6 → 4.18.2: 2 updates, 1 channel change',
  );
});

test('the title without a path, and without a channel', () => {
  const rejection = { reason: 'none', nearest: [] };
  expect(operatorSentence('odf', '1.0.0', { ...EMPTY, rejection })).toBe(
    t('noPathTitle', { operator: 'odf', version: '1.0.0' }),
  );
  expect(operatorSentence('odf', '', EMPTY)).toBe(t('noChannelTitle', { operator: 'odf' }));
});
