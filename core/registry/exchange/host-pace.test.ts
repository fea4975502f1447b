import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { createHostPace, type PaceState, paceReason } from './host-pace.ts';

const fault = (code: ErrorCode, found?: string) =>
  new AirlockError(code, 'it failed', { retryable: true, found });

function paced(most: number, servesOthers = () => false) {
  let now = 1000;
  const reported: PaceState[] = [];
  let breaks = 0;
  const pace = createHostPace(
    most,
    {
      onChange: (state) => reported.push(state),
      onBreak: () => breaks++,
      servesOthers,
    },
    () => now,
  );
  return {
    pace,
    reported,
    breaks: () => breaks,
    now: () => now,
    wait(ms: number) {
      now += ms;
    },
    /** Returns an attempt that started now and fails a moment later. */
    fails(error: AirlockError) {
      const startedAt = now;
      now += 10;
      pace.setback(error, startedAt);
    },
  };
}

test('starts with the full limit and keeps it without setbacks', () => {
  const { pace, reported, wait } = paced(20);
  for (let i = 0; i < 100; i++) {
    wait(1000);
    pace.moved();
    pace.done();
  }
  expect(pace.state).toEqual({ parallel: 20, allowed: 20, setbacks: 0, stalls: 0 });
  expect(reported).toEqual([]);
});

test.each<[ErrorCode, string | undefined, number]>([
  ['rate-limited', '429', 10],
  ['server-error', '503', 10],
  ['server-error', '504', 10],
  ['connection', undefined, 14],
  ['stalled', undefined, 14],
])('%s %s leaves %i', (code, found, left) => {
  const { pace, reported, fails } = paced(20);
  fails(fault(code, found));
  expect(pace.state).toEqual({
    parallel: left,
    allowed: 20,
    reason: code,
    setbacks: 1,
    stalls: code === 'stalled' ? 1 : 0,
  });
  expect(reported).toHaveLength(1);
});

test('ignores errors that are not about the network or load', () => {
  const { pace, fails } = paced(20);
  for (const error of [
    fault('server-error', '500'),
    fault('digest-mismatch'),
    new AirlockError('connection', 'no such host'),
    new AirlockError('not-found', 'absent'),
  ])
    fails(error);
  expect(pace.state).toEqual({ parallel: 20, allowed: 20, setbacks: 0, stalls: 0 });
  expect(paceReason(fault('size-mismatch'))).toBe('connection');
});

test('counts transfers that break together once, and later ones again', () => {
  const { pace, now, wait } = paced(20);
  const startedAt = now();
  wait(50);
  for (let i = 0; i < 20; i++) pace.setback(fault('rate-limited', '429'), startedAt);
  expect(pace.state).toMatchObject({ parallel: 10, setbacks: 20 });
  wait(10);
  pace.setback(fault('rate-limited', '429'), now() - 5);
  expect(pace.state).toMatchObject({ parallel: 5, setbacks: 21 });
});

test('ignores an attempt that broke with others while content moved, but not one that broke alone', () => {
  const { pace, now, wait, breaks } = paced(20);
  const startedAt = now();
  wait(50);
  pace.moved();
  // The first failure is known to be one of several when the second is reported.
  const first = pace.setback(fault('connection'), startedAt);
  expect(first.withOthers).toBe(false);
  expect(pace.setback(fault('stalled'), startedAt).withOthers).toBe(true);
  expect(first.withOthers).toBe(true);
  // Responses about load and content aren't connection failures.
  expect(pace.setback(fault('rate-limited', '429'), startedAt).withOthers).toBe(false);
  expect(pace.setback(fault('digest-mismatch'), startedAt).withOthers).toBe(false);
  wait(10);
  const later = now();
  wait(10);
  pace.moved();
  const alone = pace.setback(fault('connection'), later);
  wait(10);
  const last = now();
  pace.setback(fault('rate-limited', '429'), later);
  expect(alone.withOthers).toBe(false);
  // No content moved, so the host is unreachable, and all failures count.
  wait(10);
  const removed = pace.setback(fault('connection'), last);
  expect(pace.setback(fault('connection'), last).withOthers).toBe(false);
  expect(removed.withOthers).toBe(false);
  expect(breaks()).toBe(3);
});

test('tries one more transfer after a quiet time with progress, up to the limit, and then clears the reason', () => {
  const { pace, reported, wait, fails } = paced(4);
  for (let i = 0; i < 5; i++) fails(fault('rate-limited', '429'));
  expect(pace.state.parallel).toBe(1);
  wait(1_900);
  pace.moved();
  expect(pace.state.parallel).toBe(1);
  for (const parallel of [2, 3]) {
    wait(2_000);
    pace.moved();
    pace.moved();
    expect(pace.state).toMatchObject({ parallel, reason: 'rate-limited' });
  }
  wait(2_000);
  pace.moved();
  expect(pace.state).toEqual({ parallel: 4, allowed: 4, setbacks: 5, stalls: 0 });
  expect(reported.map(({ parallel }) => parallel)).toEqual([2, 1, 2, 3, 4]);
});

test('grows only with progress, and counts short successful transfers too', () => {
  const { pace, wait, fails } = paced(8);
  fails(fault('connection'));
  expect(pace.state.parallel).toBe(5);
  wait(600_000);
  expect(pace.state.parallel).toBe(5);
  fails(fault('connection'));
  expect(pace.state.parallel).toBe(3);
  wait(2_500);
  for (let i = 0; i < 4; i++) pace.done();
  expect(pace.state.parallel).toBe(4);
});

test('grows quickly after half a minute without a setback', () => {
  const { pace, wait, fails } = paced(64);
  for (let i = 0; i < 8; i++) fails(fault('connection'));
  const low = pace.state.parallel;
  expect(low).toBeLessThan(5);
  wait(31_000);
  for (let i = 0; i < 5; i++) {
    pace.moved();
    wait(2_000);
  }
  expect(pace.state.parallel).toBe(64);
});

test('obeys the limits of the run, and remembers those of the host', () => {
  const { pace, fails } = paced(20);
  fails(fault('rate-limited', '429'));
  pace.allow(6);
  expect(pace.state).toEqual({ parallel: 6, allowed: 6, setbacks: 1, stalls: 0 });
  pace.allow(30);
  expect(pace.state).toMatchObject({ parallel: 10, allowed: 30, reason: 'rate-limited' });
});

test('keeps a quarter of the limit for a host that serves others, and restores it once that is known', () => {
  let servesOthers = true;
  const { pace, fails, wait } = paced(20, () => servesOthers);
  for (let i = 0; i < 10; i++) fails(fault('rate-limited', '429'));
  expect(pace.state.parallel).toBe(5);
  // A broken connection isn't a sign of load.
  for (let i = 0; i < 10; i++) fails(fault('connection'));
  expect(pace.state.parallel).toBe(1);
  servesOthers = false;
  fails(fault('rate-limited', '429'));
  wait(100);
  pace.moved();
  expect(pace.state.parallel).toBe(1);
  servesOthers = true;
  pace.moved();
  expect(pace.state).toMatchObject({ parallel: 5, reason: 'rate-limited' });
});

test('always allows at least one transfer and at most the limit', () => {
  const codes = ['rate-limited', 'connection', 'stalled'] as const;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(4), fc.nat(40_000), fc.integer({ min: 1, max: 64 })), { maxLength: 200 }),
      (steps) => {
        const { pace, wait, fails } = paced(20);
        for (const [kind, ms, limit] of steps) {
          wait(ms);
          if (kind < 3) fails(fault(codes[kind]!));
          else if (kind === 3) pace.moved();
          else pace.allow(limit);
          const { parallel, allowed, reason } = pace.state;
          expect(parallel).toBeGreaterThanOrEqual(1);
          expect(parallel).toBeLessThanOrEqual(allowed);
          expect(Number.isInteger(parallel)).toBe(true);
          expect(reason === undefined).toBe(parallel === allowed);
        }
      },
    ),
  );
});
