import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  at,
  cellsIn,
  filledDown,
  isInRange,
  moved,
  pasted,
  printBlock,
  rangeOf,
  readBlock,
  within,
} from './grid-moves.ts';

const size = { rows: 10, columns: 4, page: 5 };
const press = (key: string, shift = false, ctrl = false) => ({ key, shift, ctrl });

test('arrows stay in the table, and Shift extends the selection', () => {
  expect(moved(at(0, 0), press('ArrowUp'), size)).toEqual(at(0, 0));
  expect(moved(at(0, 0), press('ArrowDown'), size)).toEqual(at(1, 0));
  expect(moved(at(2, 3), press('ArrowRight'), size)).toEqual(at(2, 3));
  const wide = moved(at(2, 1), press('ArrowRight', true), size)!;
  expect(wide).toEqual({ fromRow: 2, fromColumn: 1, row: 2, column: 2 });
  expect(cellsIn(rangeOf(moved(wide, press('ArrowDown', true, true), size)!))).toBe(16);
  expect(moved(at(4, 2), press('Home', false, true), size)).toEqual(at(0, 0));
  expect(moved(at(4, 2), press('End'), size)).toEqual(at(4, 3));
  expect(moved(at(4, 2), press('PageDown'), size)).toEqual(at(9, 2));
  expect(cellsIn(rangeOf(moved(at(4, 2), press('a', false, true), size)!))).toBe(40);
  expect(moved(at(4, 2), press('x'), size)).toBeUndefined();
});

test('a selection is limited to a table that became smaller', () => {
  expect(within({ fromRow: 1, fromColumn: 0, row: 9, column: 3 }, 4, 2)).toEqual({
    fromRow: 1,
    fromColumn: 0,
    row: 3,
    column: 1,
  });
  expect(isInRange(rangeOf({ fromRow: 3, fromColumn: 2, row: 1, column: 1 }), 2, 1)).toBe(true);
});

test('copied cells are pasted unchanged', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '1', '"', '\t', '\n', '.', ' ') })
    .map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (block) => {
      expect(readBlock(printBlock(block))).toEqual(block);
    }),
  );
  expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('pastes one cell to the entire selection, and a block from its corner', () => {
  const range = { top: 1, bottom: 3, left: 2, right: 2 };
  expect(pasted([['x']], range).map(({ row }) => row)).toEqual([1, 2, 3]);
  expect(
    pasted(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      { top: 0, bottom: 0, left: 1, right: 1 },
    ),
  ).toEqual([
    { row: 0, column: 1, text: 'a' },
    { row: 0, column: 2, text: 'b' },
    { row: 1, column: 1, text: 'c' },
    { row: 1, column: 2, text: 'd' },
  ]);
  expect(pasted([], range)).toEqual([]);
});

test('fills down a series or the same value', () => {
  expect(filledDown('192.0.2.9/24', 3, true)).toEqual(['192.0.2.9/24', '192.0.2.10/24', '192.0.2.11/24']);
  expect(filledDown('worker-09', 3, true)).toEqual(['worker-09', 'worker-10', 'worker-11']);
  expect(filledDown('9000', 2, false)).toEqual(['9000', '9000']);
});
