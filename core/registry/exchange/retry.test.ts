import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { createFirstContact } from '../access/first-contact.ts';
import { createHostPace } from './host-pace.ts';
import { backoff, countAttempts, type RetryContext, retryAfterMs } from './retry.ts';
import { createTransferQueue } from './transfer-queue.ts';

const policy = { times: 5, delayMs: 0, backoffBaseMs: 1_000, maxBackoffMs: 300_000 };

test('doubles waits from 1 s with at most 10 % of jitter', () => {
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

test('keeps a constant wait, and shortens it after progress', () => {
  const constant = { ...policy, delayMs: 3_000 };
  expect(backoff(constant, 4)).toBeGreaterThanOrEqual(3_000);
  expect(backoff(constant, 4)).toBeLessThanOrEqual(3_300);
  expect(backoff(constant, 0)).toBeLessThanOrEqual(110);
});

test("failures that don't count wait a tenth of the first back-off, and twice as long each time up to eight times it", () => {
  for (const [excused, least] of [
    [1, 100],
    [2, 200],
    [5, 1_600],
    [8, 8_000],
    [20, 8_000],
  ] as const) {
    const wait = backoff(policy, 0, 0, excused);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(least * 1.1);
  }
  expect(backoff({ ...policy, delayMs: 300 }, 0, 0, 20)).toBeLessThanOrEqual(330);
});

test('spreads the retries of requests that were rejected together', () => {
  const waits = Array.from({ length: 50 }, () => backoff(policy, 0, 1_000, 1));
  expect(new Set(waits).size).toBeGreaterThan(40);
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(50);
});

test('observes Retry-After, up to the maximum wait', () => {
  expect(backoff(policy, 1, 7_000)).toBeGreaterThanOrEqual(7_000);
  expect(backoff(policy, 1, 7_000)).toBeLessThan(7_250);
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

test('measures a Retry-After date from now without a server clock', () => {
  const wait = retryAfterMs(new Date(Date.now() + 20_000).toUTCString(), undefined)!;
  expect(wait).toBeGreaterThan(15_000);
  expect(wait).toBeLessThanOrEqual(20_000);
});

/** Attempts at a host with five retries and minimal waits. */
function attemptsAt(times = 5, internalErrorRetries = Number.POSITIVE_INFINITY) {
  const reported = { onChange() {}, onBreak() {}, servesOthers: () => true };
  const pace = createHostPace(20, reported);
  const context: RetryContext = {
    policy: { times, delayMs: 0, backoffBaseMs: 0.001, maxBackoffMs: 1 },
    internalErrorRetries,
    counters: { requests: 0, retries: 0, fetched: 0, sent: 0 },
    signal: new AbortController().signal,
    onRetry: undefined,
    minimumBytes: 1000,
    onWait() {},
    contact: createFirstContact(true),
    onSetback: pace.setback,
    waitRejected: async () => {},
    requests: createTransferQueue(1),
    onAnswer: pace.progressed,
  };
  const attempts = countAttempts(context);
  /** Fails until it throws, at most 100 times. Returns the number of allowed attempts. */
  const endure = async (
    code: ErrorCode,
    during: (n: number) => void,
    advanced?: (n: number) => number,
    found?: string,
  ) => {
    for (let n = 1; n <= 100; n++) {
      const startedAt = performance.now();
      await sleep(2);
      during(n);
      try {
        await attempts.afterFailure(
          new AirlockError(code, 'it failed', { retryable: true, found }),
          startedAt,
          advanced?.(n),
        );
      } catch {
        return n;
      }
    }
    return undefined;
  };
  return { pace, endure };
}

test.each<ErrorCode>(['rate-limited', 'server-error', 'connection', 'unauthorized'])(
  '%s: a host that answers no requests uses up the attempts, and one that serves others gets more attempts, within bounds',
  async (code) => {
    expect(await attemptsAt().endure(code, () => {})).toBe(6);
    const alive = attemptsAt();
    expect(await alive.endure(code, () => alive.pace.progressed())).toBe(21);
    // Content that the host serves between two attempts excuses the earlier one.
    const between = attemptsAt();
    expect(await between.endure(code, (n) => n % 3 === 0 && between.pace.progressed())).toBeGreaterThan(12);
    expect(await attemptsAt(0).endure(code, () => {})).toBe(1);
    const once = attemptsAt(0);
    expect(await once.endure(code, () => once.pace.progressed())).toBe(1);
  },
);

test('counts damaged content even if the host serves others', async () => {
  const { pace, endure } = attemptsAt();
  expect(await endure('digest-mismatch', () => pace.progressed())).toBe(6);
});

test('allows any number of breaks of a transfer that advances', async () => {
  expect(
    await attemptsAt().endure(
      'connection',
      () => {},
      (n) => (n < 90 ? 1 : 0),
    ),
  ).toBe(95);
});

test('counts a stall below the minimum rate as no progress', async () => {
  expect(
    await attemptsAt().endure(
      'stalled',
      () => {},
      () => 999,
    ),
  ).toBe(6);
  expect(
    await attemptsAt().endure(
      'stalled',
      () => {},
      () => 1000,
    ),
  ).toBeUndefined();
});

test('a limit for status 500 applies to no other failure', async () => {
  const status = (found: string) => attemptsAt(5, 2).endure('server-error', () => {}, undefined, found);
  expect(await status('500')).toBe(3);
  expect(await status('503')).toBe(6);
  expect(await attemptsAt(5, 2).endure('connection', () => {})).toBe(6);
});
