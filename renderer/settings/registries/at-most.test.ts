import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('runs all items, at most four at once', async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await atMost(
    4,
    Array.from({ length: 11 }, (_, index) => index),
    async (item) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now--;
      done.push(item);
    },
    new AbortController().signal,
  );
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('starts no item after the signal', async () => {
  const stop = new AbortController();
  const started: number[] = [];
  await atMost(
    1,
    [1, 2, 3],
    async (item) => {
      started.push(item);
      if (item === 2) stop.abort();
    },
    stop.signal,
  );
  expect(started).toEqual([1, 2]);
});
