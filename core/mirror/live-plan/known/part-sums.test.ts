import { array, assert, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { contentTable } from './content-table.ts';
import { partSums } from './part-sums.ts';

const table = contentTable();
const NUMBERS = Array.from({ length: 30 }, (_, i) => table.numberOf(sha256(`${i}`), (i + 1) * 7));

test('a part adds what the total loses without it; nothing counts twice or is lost', () => {
  const parts = array(uniqueArray(integer({ min: 0, max: NUMBERS.length - 1 })), { maxLength: 8 });
  const places = record({
    there: uniqueArray(integer({ min: 0, max: 29 })),
    stored: uniqueArray(integer({ min: 0, max: 29 })),
  });
  assert(
    property(parts, places, (contents, { there, stored }) => {
      const where = { there: (n: number) => there.includes(n), stored: (n: number) => stored.includes(n) };
      const all = contents.map((each, i) => ({
        ...{
          id: `${i}`,
          kind: 'additional' as const,
          name: `${i}`,
          why: '',
          images: [`${i}`],
          moreImages: 1,
        },
        ...{ contents: Uint32Array.from(each), estimated: false },
      }));
      const sums = partSums(all, table, where);
      const unique = new Set(contents.flat());
      const bytesOf = (numbers: Iterable<number>) =>
        [...numbers].reduce((sum, n) => sum + table.sizes[n]!, 0);
      expect(sums.bytes).toBe(bytesOf(unique));
      expect(sums.bytesDelivered + sums.bytesStored + sums.bytesToFetch).toBe(sums.bytes);
      expect(sums.images).toBe(contents.length * 2);
      for (const [i, part] of sums.parts.entries()) {
        const without = partSums(all.toSpliced(i, 1), table, where);
        expect(part.adds).toBe(sums.bytes - without.bytes);
        expect(part.bytes).toBe(bytesOf(contents[i]!));
        expect(part.toFetch).toBe(
          bytesOf(contents[i]!.filter((n) => !there.includes(n) && !stored.includes(n))),
        );
      }
    }),
  );
});

test('a part with content of unknown size is marked, and its sums exclude that content', () => {
  const guesses = contentTable();
  const contents = [guesses.guess('a', 5, 'learned'), guesses.guess('b', 0, 'unknown')];
  const part = { ...{ id: 'p', kind: 'helm' as const, name: 'p', why: '', images: [] }, moreImages: 1 };
  const where = { there: () => false, stored: () => false };
  const sumsOf = (numbers: number[]) =>
    partSums([{ ...part, contents: Uint32Array.from(numbers), estimated: true }], guesses, where).parts[0]!;
  expect(sumsOf(contents)).toMatchObject({ bytes: 5, unknown: true });
  expect(sumsOf([contents[0]!]).unknown).toBeUndefined();
});
