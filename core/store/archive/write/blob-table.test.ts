import { expect, test } from 'vitest';
import type { Digest } from '../../../base/image/digest.ts';
import { BlobTable } from './blob-table.ts';

/** More than the rows that a table has at first, so that it grows several times. */
const ROWS = 1000;
const LARGE = 2 ** 34;

const digestOf = (number: number): Digest => `sha256:${number}`;
const stretchOf = (number: number) => ({
  volume: 1 + (number % 3),
  offset: LARGE + 512 * number,
  length: LARGE + number,
});

test('rows keep their numbers and states while the table grows', () => {
  const table = new BlobTable();
  const states = ['reserved', 'partial', 'done', 'failed'] as const;
  for (let number = 0; number < ROWS; number++) {
    const blob = table.add(digestOf(number), LARGE + number, stretchOf(number));
    blob.state = states[number % 4]!;
    blob.bytes = number;
    blob.wanted = number % 2 === 0;
  }
  const rows = [...table.all()];
  expect(rows.map(([digest]) => digest)).toEqual(
    Array.from({ length: ROWS }, (_, number) => digestOf(number)),
  );
  for (const [number, [digest, blob]] of rows.entries()) {
    const { size, state, bytes, wanted, stretch } = blob;
    expect({ size, state, bytes, wanted, stretch }).toEqual({
      size: LARGE + number,
      state: states[number % 4],
      bytes: number,
      wanted: number % 2 === 0,
      stretch: stretchOf(number),
    });
    expect(table.get(digest)!.size).toBe(size);
    expect(table.at(stretch.volume, stretch.offset)!.size).toBe(size);
  }
  const { stretch } = rows[500]![1];
  table.passed(stretch);
  expect(table.at(stretch.volume, stretch.offset)).toBeUndefined();
});
