import { expect, test } from 'vitest';
import { judgeClocks } from './clock.ts';

const MINUTE = 60_000;
const readings = (skews: Record<string, number>) =>
  Object.entries(skews).map(([host, skewMs]) => ({ host, clock: { skewMs, serverMs: 1_800_000_000_000 } }));
const judged = (skews: Record<string, number>) =>
  judgeClocks(readings(skews), 'here').map(
    ({ level, subject, message }) => `${level} ${subject}: ${message}`,
  );

test('compares with the median of the servers, and reports a single wrong server as that server', () => {
  expect(judged({})).toEqual([]);
  expect(judged({ a: 900, b: -400, c: 59_000 })).toEqual(['ok here: the clock is within 1 s of the servers']);
  expect(judged({ a: 0, b: 10 * MINUTE })).toEqual([
    'ok here: the clock is within 0 s of the servers',
    'warning b: the clock on b is 10 min behind the other servers',
  ]);
  expect(judged({ a: 3 * MINUTE, b: 3 * MINUTE, c: 0 })).toEqual([
    'warning here: the clock on this host is 3 min ahead of the servers',
  ]);
  expect(judged({ a: -3 * 86_400_000 })).toEqual(['error here: the clock on this host is 3 days behind a']);
});
