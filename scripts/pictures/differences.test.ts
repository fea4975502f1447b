import { expect, test } from 'vitest';
import { markChanges } from './differences.ts';

const WHITE = [255, 255, 255, 255];

test('pixels that differ are counted and marked in red; smoothed text is not', () => {
  const before = new Uint8ClampedArray([...WHITE, ...WHITE, ...WHITE]);
  const after = new Uint8ClampedArray([...WHITE, 240, 240, 240, 255, 0, 0, 0, 255]);
  expect(markChanges(before, after)).toBe(1);
  expect([...after.slice(8, 11)]).toEqual([224, 0, 0]);
  expect(after[0]).toBeGreaterThan(200);
});
