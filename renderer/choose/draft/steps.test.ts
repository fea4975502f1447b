import { expect, test } from 'vitest';
import { openedAt, STEPS, stepAddress, stepBeside, stepLabel, stepOf } from './steps.ts';

test('a draft is opened at the step that it was left at', () => {
  expect(openedAt('where')).toBe('where');
  expect(openedAt('payment')).toBe('cluster');
  expect(openedAt(undefined)).toBe('cluster');
  expect(stepOf('payment')).toBeUndefined();
});

test('steps have an address, a label and neighbours', () => {
  expect(stepAddress('a1', 'review')).toBe('/choose/a1/review');
  expect(stepLabel('where')).toBe('Where');
  expect(stepBeside('cluster', 1)?.name).toBe('operators');
  expect(stepBeside('cluster', -1)).toBeUndefined();
  expect(stepBeside('review', 1)).toBeUndefined();
  expect(STEPS.map(({ name }) => stepOf(name))).toEqual(STEPS.map(({ name }) => name));
});
