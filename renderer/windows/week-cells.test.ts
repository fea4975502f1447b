import { describe, expect, test } from 'vitest';
import { between, type Cells, moveOf, only, painted, toggled, toggledAll } from './week-cells.ts';

const closed: Cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => undefined));
/** The painted hours as `day-hour`. */
const open = (cells: Cells) =>
  cells.flatMap((day, d) => day.flatMap((cell, h) => (cell === undefined ? [] : [`${d}-${h}`])));

describe('keys', () => {
  test('arrows move around the edges of the week', () => {
    expect(moveOf('ArrowRight', [0, 22])).toEqual({ to: [0, 23], step: true });
    expect(moveOf('ArrowRight', [0, 23])).toEqual({ to: [0, 0], step: true });
    expect(moveOf('ArrowLeft', [3, 0])).toEqual({ to: [3, 23], step: true });
    expect(moveOf('ArrowUp', [0, 5])).toEqual({ to: [6, 5], step: true });
    expect(moveOf('ArrowDown', [6, 5])).toEqual({ to: [0, 5], step: true });
  });

  test('Home and End stay on the day; other keys do nothing', () => {
    expect(moveOf('Home', [2, 9])).toEqual({ to: [2, 0], step: false });
    expect(moveOf('End', [2, 9])).toEqual({ to: [2, 23], step: false });
    for (const key of ['Tab', 'Enter', ' ', 'a', 'toString']) expect(moveOf(key, [2, 9])).toBeUndefined();
  });
});

describe('painting', () => {
  test('changes one hour and leaves the previous week unchanged', () => {
    const next = painted(closed, only([1, 2]), null);
    expect(open(next)).toEqual(['1-2']);
    expect(open(closed)).toEqual([]);
  });

  test('fills a rectangle from any corner', () => {
    const expected = ['1-3', '1-4', '2-3', '2-4'];
    expect(open(painted(closed, between([1, 3], [2, 4]), 5))).toEqual(expected);
    expect(open(painted(closed, between([2, 4], [1, 3]), 5))).toEqual(expected);
    expect(open(painted(closed, between([2, 3], [1, 4]), 5))).toEqual(expected);
  });

  test('the same brush closes an hour, another brush paints over it', () => {
    expect(toggled(undefined, null)).toBeNull();
    expect(toggled(null, null)).toBeUndefined();
    expect(toggled(5, 5)).toBeUndefined();
    expect(toggled(5, null)).toBeNull();
    expect(toggled(null, 5)).toBe(5);
  });

  test('a day is closed only if all of its hours are painted', () => {
    const monday = (day: number) => day === 0;
    const part = painted(closed, only([0, 7]), null);
    expect(toggledAll(part, monday, null)).toBeNull();
    const full = painted(closed, monday, null);
    expect(toggledAll(full, monday, null)).toBeUndefined();
    expect(toggledAll(full, monday, 5)).toBe(5);
    expect(toggledAll(full, (_day, hour) => hour === 3, null)).toBeNull();
  });
});
