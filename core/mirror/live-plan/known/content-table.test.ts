import { expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { contentTable } from './content-table.ts';

test('a digest has one number, and its first size', () => {
  const table = contentTable();
  const first = table.numberOf(sha256('a'), 10);
  expect(table.numberOf(sha256('b'), 20)).not.toBe(first);
  expect(table.numberOf(sha256('a'), 99)).toBe(first);
  expect(table.sizes).toEqual([10, 20]);
  expect([table.digest(first), table.basis(first)]).toEqual([sha256('a'), undefined]);
});

test("an estimate uses the latest size and basis, and isn't a digest", () => {
  const table = contentTable();
  const number = table.guess('release 4.18.1', 1000.6, 'typical');
  expect([table.sizes[number], table.basis(number), table.digest(number)]).toEqual([
    1001,
    'typical',
    undefined,
  ]);
  expect(table.guess('release 4.18.1', 20.4, 'learned')).toBe(number);
  expect([table.sizes[number], table.basis(number)]).toEqual([20, 'learned']);
});

test("an estimate with the name of a digest doesn't change the digest", () => {
  const table = contentTable();
  const known = table.numberOf(sha256('a'), 10);
  const guess = table.guess(sha256('a'), 500, 'typical');
  expect(guess).not.toBe(known);
  expect([table.sizes[known], table.basis(known)]).toEqual([10, undefined]);
});
