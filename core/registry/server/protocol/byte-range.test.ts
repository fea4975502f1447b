import { assert, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { parseContentRange, parseRange } from './byte-range.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-', { offset: 0, length: 10 }],
  ['bytes=3-5', { offset: 3, length: 3 }],
  ['bytes=9-100', { offset: 9, length: 1 }],
  ['bytes=-4', { offset: 6, length: 4 }],
  ['bytes=-40', { offset: 0, length: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=0-1', undefined],
])('%s of ten bytes', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

test('a range is always within the content', () => {
  assert(
    property(record({ first: nat(50), last: nat(50), size: nat(40) }), ({ first, last, size }) => {
      const range = parseRange(`bytes=${first}-${last}`, size);
      if (range === undefined) return last < first;
      if (range === 'unsatisfiable') return first >= size;
      return range.offset === first && range.length > 0 && range.offset + range.length <= size;
    }),
  );
});

test('parses the range of an upload', () => {
  expect(parseContentRange('10-19')).toEqual({ offset: 10, length: 10 });
  expect(parseContentRange('bytes 0-0/*')).toEqual({ offset: 0, length: 1 });
  expect(parseContentRange('19-10')).toBeUndefined();
  expect(parseContentRange('10-')).toBeUndefined();
});
