import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRanges } from './byte-ranges.ts';

test('agrees with a plain list of bytes for every byte', () => {
  const step = fc.record({
    add: fc.boolean(),
    from: fc.nat(40),
    length: fc.nat(12),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(45), fc.nat(20), (steps, from, length) => {
      const ranges = new ByteRanges();
      const bytes = new Array<boolean>(80).fill(false);
      for (const { add, from: start, length: count } of steps) {
        if (add) ranges.add(start, start + count);
        else ranges.remove(start, start + count);
        bytes.fill(add, start, start + count);
      }
      const requested = bytes.slice(from, from + length);
      expect(ranges.bytes).toBe(bytes.filter(Boolean).length);
      expect(ranges.head).toBe(bytes.indexOf(false));
      expect(new ByteRanges(ranges.ahead).bytes).toBe(ranges.bytes - ranges.head);
      expect(ranges.covers(from, from + length)).toBe(requested.every(Boolean));
      expect(ranges.within(from, from + length)).toBe(requested.filter(Boolean).length);
      const missing = new Set(
        ranges.gaps(from, from + length).flatMap(([low, high]) => {
          expect(high).toBeGreaterThan(low);
          return Array.from({ length: high - low }, (_, i) => low + i);
        }),
      );
      expect(missing).toEqual(new Set(requested.flatMap((there, i) => (there ? [] : [from + i]))));
    }),
  );
});

test('removing nothing inside a range leaves the range unchanged', () => {
  const ranges = new ByteRanges();
  ranges.add(0, 2);
  ranges.remove(1, 1);
  expect(ranges.head).toBe(2);
});
