import { expect, test } from 'vitest';
import type { ContractJointPlan } from '../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';
import { operatorMoves, operatorsFact } from './operator-moves.ts';

const step = (type: 'operator' | 'openshift' | 'catalog', title: string) => ({
  type,
  title,
  details: type === 'operator' ? ['on 4.16.20, channel stable', `${title}: because`] : [],
  checks: [],
});
const operator = (from: string, to: string): ContractJointPlan['operators'][number] => ({
  package: 'logging',
  from,
  to,
  when: '',
  why: '',
});

test('updates of operators have their places between those of OpenShift', () => {
  const steps = [
    step('operator', 'logging 5.9 to 6.1'),
    step('openshift', '4.16 to 4.17'),
    step('catalog', 'v4.17'),
    step('operator', 'odf 4.16 to 4.17'),
    step('openshift', '4.17 to 4.18'),
    step('operator', 'odf 4.17 to 4.18'),
  ];
  expect(operatorMoves({ steps })).toEqual([
    { after: 0, title: 'logging 5.9 to 6.1', why: 'logging 5.9 to 6.1: because' },
    { after: 1, title: 'odf 4.16 to 4.17', why: 'odf 4.16 to 4.17: because' },
    { after: 2, title: 'odf 4.17 to 4.18', why: 'odf 4.17 to 4.18: because' },
  ]);
});

test('the title shows how many operators are updated, or that they block the upgrade', () => {
  const operators = [operator('1', '2'), operator('1', '1')];
  expect(operatorsFact({ operators, possible: true })).toBe('1 operator update');
  expect(operatorsFact({ operators: operators.slice(1), possible: true })).toBe(
    'no operator updates required',
  );
  expect(operatorsFact({ operators, possible: false })).toBe(t('operatorsBlockFact'));
  expect(operatorsFact({ operators: [], possible: true })).toBeUndefined();
  expect(operatorsFact(undefined)).toBeUndefined();
});
