import { describe, expect, it } from 'vitest';
import { HEAD_HEIGHT, rowForKey, rowsPerPage } from './grid-keys.ts';

describe('keys of a grid', () => {
  const at = { from: 50, page: 10, total: 100 };

  it.each([
    ['ArrowDown', 51],
    ['ArrowUp', 49],
    ['PageDown', 60],
    ['PageUp', 40],
    ['Home', 0],
    ['End', 99],
  ])('%s moves to row %i', (key, row) => expect(rowForKey(key, at)).toBe(row));

  it('stops at the first and the last row', () => {
    expect(rowForKey('ArrowUp', { ...at, from: 0 })).toBe(0);
    expect(rowForKey('PageUp', { ...at, from: 3 })).toBe(0);
    expect(rowForKey('ArrowDown', { ...at, from: 99 })).toBe(99);
    expect(rowForKey('PageDown', { ...at, from: 95 })).toBe(99);
  });

  it('goes to the first visible row when none is active', () => {
    expect(rowForKey('ArrowDown', { ...at, from: -1 })).toBe(0);
    expect(rowForKey('ArrowDown', { ...at, from: 41 })).toBe(42);
  });

  it('ignores other keys, including names of object properties', () => {
    for (const key of ['Enter', ' ', 'Tab', 'a', 'Escape']) expect(rowForKey(key, at)).toBeUndefined();
  });

  it('leaves one row of the previous page visible', () => {
    expect(rowsPerPage(HEAD_HEIGHT + 10 * 34, 34)).toBe(9);
    expect(rowsPerPage(HEAD_HEIGHT + 10 * 34 + 33, 34)).toBe(9);
    expect(rowsPerPage(10, 34)).toBe(1);
  });
});
