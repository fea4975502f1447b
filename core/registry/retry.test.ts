import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff, retryAfterMs } from './retry.ts';

const policy = { times: 5, delayMs: 0, backoffBaseMs: 1_000, maxBackoffMs: 300_000 };

test('waits double from 1 s with at most 10 % of jitter', () => {
  for (const [failed, base] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 16_000],
  ] as const) {
    const wait = backoff(policy, failed);
    expect(wait).toBeGreaterThanOrEqual(base);
    expect(wait).toBeLessThanOrEqual(base * 1.1);
  }
});

test('a constant wait stays constant; after progress it is short', () => {
  const constant = { ...policy, delayMs: 3_000 };
  expect(backoff(constant, 4)).toBeGreaterThanOrEqual(3_000);
  expect(backoff(constant, 4)).toBeLessThanOrEqual(3_300);
  expect(backoff(constant, 0)).toBeLessThanOrEqual(110);
});

test('Retry-After is waited for, but never longer than the longest wait', () => {
  expect(backoff(policy, 1, 7_000)).toBe(7_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.nat(),
      (failed, after) => backoff(policy, failed, after) <= 300_000,
    ),
  );
});

test.each([
  ['7', undefined, 7_000],
  [' 0 ', undefined, 0],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT', 30_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:30 GMT', 0],
  ['soon', undefined, undefined],
  [undefined, undefined, undefined],
])('Retry-After %s at %s is %s ms', (value, date, expected) => {
  expect(retryAfterMs(value, date)).toBe(expected);
});

test('Retry-After as a date without a server clock counts from now', () => {
  const wait = retryAfterMs(new Date(Date.now() + 20_000).toUTCString(), undefined)!;
  expect(wait).toBeGreaterThan(15_000);
  expect(wait).toBeLessThanOrEqual(20_000);
});
