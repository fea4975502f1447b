import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { neighborStep, openedAt, STEPS, stepAddress, stepLabel, stepOf } from './steps.ts';

test('a draft opens at the step at which it was closed', () => {
  expect(openedAt('where')).toBe('where');
  expect(openedAt('payment')).toBe('cluster');
  expect(openedAt(undefined)).toBe('cluster');
  expect(stepOf('payment')).toBeUndefined();
});

test('steps have an address, a label and neighbors', () => {
  expect(stepAddress('a1', 'review')).toBe('/choose/a1/review');
  expect(stepLabel('where')).toBe(t('targetLabel'));
  expect(neighborStep('cluster', 1)?.name).toBe('operators');
  expect(neighborStep('cluster', -1)).toBeUndefined();
  expect(neighborStep('review', 1)).toBeUndefined();
  expect(STEPS.map(({ name }) => stepOf(name))).toEqual(STEPS.map(({ name }) => name));
});
