import { expect, test } from 'vitest';
import { allRows } from './all-rows.ts';

/** A list of numbers that returns at most `most` rows at once. */
function list(length: number, most = 500) {
  const pages: { offset: number; limit: number }[] = [];
  const numbers = Array.from({ length }, (_, index) => index);
  return {
    pages,
    numbers,
    ask: async (page: { offset: number; limit: number }) => {
      pages.push(page);
      const { offset, limit } = page;
      return { matching: length, rows: numbers.slice(offset, offset + Math.min(limit, most)) };
    },
  };
}

test('requests page after page until it has every row', async () => {
  const { ask, pages, numbers } = list(1200);
  expect(await allRows(ask)).toEqual(numbers);
  expect(pages.map(({ offset }) => offset)).toEqual([0, 500, 1000]);
});

test('continues after a shorter answer', async () => {
  const { ask, pages, numbers } = list(7, 3);
  expect(await allRows(ask)).toEqual(numbers);
  expect(pages.map(({ offset }) => offset)).toEqual([0, 3, 6]);
});

test('an empty list is one request', async () => {
  const { ask, pages } = list(0);
  expect(await allRows(ask)).toEqual([]);
  expect(pages).toHaveLength(1);
});

test('ends when a list is shorter than announced', async () => {
  expect(await allRows(async ({ offset }) => ({ matching: 10, rows: offset === 0 ? [1, 2] : [] }))).toEqual([
    1, 2,
  ]);
});

test('a failure is passed on', async () => {
  const broken = new Error('engine gone');
  await expect(allRows(() => Promise.reject(broken))).rejects.toBe(broken);
});
