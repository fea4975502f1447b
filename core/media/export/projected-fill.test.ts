import { expect, test } from 'vitest';
import { projectedFill } from './projected-fill.ts';

const VOLUMES = [1, 2, 3, 4].map((number) => ({ number, size: number === 4 ? 100 : 1000 }));
const numbers = (freeBytes: readonly (number | undefined)[], limits: object = {}) => {
  const drives = freeBytes.map((free) => (free === undefined ? undefined : { freeBytes: free, ...limits }));
  const fill = projectedFill(VOLUMES, drives);
  return [...fill.drives, fill.left].map((list) => list.map(({ number }) => number));
};

test('drives are filled in their order, each until the next volume does not fit', () => {
  expect(numbers([2100, 5000], { blockBytes: 1 })).toEqual([[1, 2], [3, 4], []]);
  // Volume 4 would fit on the first drive, but volumes are written in their order.
  expect(numbers([2900], { blockBytes: 1 })).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('volumes occupy whole blocks, and files that are too large for the file system are not written', () => {
  expect(numbers([2047, 1024], { blockBytes: 512 })).toEqual([[1], [2], [3, 4]]);
  expect(numbers([9000], { maxFileBytes: 999 })).toEqual([[], [1, 2, 3, 4]]);
});

test('a drive that cannot be written gets nothing', () => {
  expect(numbers([undefined, Number.POSITIVE_INFINITY])).toEqual([[], [1, 2, 3, 4], []]);
});
