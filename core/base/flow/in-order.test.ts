import { expect, test } from 'vitest';
import { asWorkEnds } from './in-order.ts';

test('an item that takes long delays no other, and no more than the limit are in progress', async () => {
  const long = Promise.withResolvers<void>();
  const started: number[] = [];
  const ended: number[] = [];
  let most = 0;
  const all = asWorkEnds(
    Array.from({ length: 10 }, (_, item) => item),
    () => 3,
    async (item) => {
      started.push(item);
      most = Math.max(most, started.length - ended.length);
      await (item === 0 ? long.promise : new Promise((resolve) => setTimeout(resolve, 2)));
      ended.push(item);
      if (item === 9) long.resolve();
    },
  );
  await all;
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(ended.at(-1)).toBe(0);
  expect(most).toBe(3);
});

test('a higher limit applies as soon as work ends', async () => {
  let limit = 1;
  let active = 0;
  const counts: number[] = [];
  await asWorkEnds(
    [1, 2, 3, 4, 5, 6],
    () => limit,
    async (item) => {
      counts.push(++active);
      await new Promise((resolve) => setTimeout(resolve, 2));
      active--;
      if (item === 2) limit = 3;
    },
  );
  expect(counts.slice(0, 2)).toEqual([1, 1]);
  expect(Math.max(...counts)).toBe(3);
});

test('the first error ends it, and nothing else starts', async () => {
  const started: number[] = [];
  const work = asWorkEnds(
    [1, 2, 3, 4],
    () => 2,
    async (item) => {
      started.push(item);
      if (item === 2) throw new Error('second');
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('first');
    },
  );
  await expect(work).rejects.toThrow('second');
  expect(started).toEqual([1, 2]);
});
