import { expect, test } from 'vitest';
import { RATE_STEPS, rateText, stepOf, typedRate } from './rate-steps.ts';

const MiB = 1024 ** 2;

test('a rate has a nearest step, and the last step is unlimited', () => {
  expect(RATE_STEPS[stepOf(2 * MiB)]).toBe(2 * MiB);
  expect(RATE_STEPS[stepOf(2.4 * MiB)]).toBe(2 * MiB);
  expect(RATE_STEPS[stepOf(1024)]).toBe(0.25 * MiB);
  expect(RATE_STEPS[stepOf(10_000 * MiB)]).toBe(500 * MiB);
  expect(RATE_STEPS[stepOf(null)]).toBeNull();
});

test('a typed rate is in MiB per second, and an empty one is unlimited', () => {
  expect(typedRate('20')).toBe(20 * MiB);
  expect(typedRate(' 1,5 ')).toBe(1.5 * MiB);
  expect(typedRate('')).toBeNull();
  expect(typedRate('fast')).toBeUndefined();
  expect(typedRate('0')).toBeUndefined();
  expect(typedRate('0.0001')).toBe(1024);
  expect(rateText(1.5 * MiB)).toBe('1.5');
  expect(rateText(null)).toBe('');
});
