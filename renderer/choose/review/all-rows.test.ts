import { expect, test } from 'vitest';
import { allRows } from './all-rows.ts';

/** A list of numbers that answers at most `most` rows at once. */
function list(length: number, most = 500) {
  const asked: { offset: number; limit: number }[] = [];
  const numbers = Array.from({ length }, (_, index) => index);
  return {
    asked,
    numbers,
    ask: async (window: { offset: number; limit: number }) => {
      asked.push(window);
      const { offset, limit } = window;
      return { matching: length, rows: numbers.slice(offset, offset + Math.min(limit, most)) };
    },
  };
}

test('requests window after window until it has every row', async () => {
  const { ask, asked, numbers } = list(1200);
  expect(await allRows(ask)).toEqual(numbers);
  expect(asked.map(({ offset }) => offset)).toEqual([0, 500, 1000]);
});

test('continues where a shorter answer ended', async () => {
  const { ask, asked, numbers } = list(7, 3);
  expect(await allRows(ask)).toEqual(numbers);
  expect(asked.map(({ offset }) => offset)).toEqual([0, 3, 6]);
});

test('an empty list is one request', async () => {
  const { ask, asked } = list(0);
  expect(await allRows(ask)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('ends when a list has become shorter than it said', async () => {
  expect(await allRows(async ({ offset }) => ({ matching: 10, rows: offset === 0 ? [1, 2] : [] }))).toEqual([
    1, 2,
  ]);
});

test('a failure is passed on', async () => {
  const broken = new Error('engine gone');
  await expect(allRows(() => Promise.reject(broken))).rejects.toBe(broken);
});
