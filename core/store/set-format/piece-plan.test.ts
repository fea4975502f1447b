import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryBytes, PiecePlan, type Stretch } from './piece-plan.ts';
import { END_BYTES } from './tar-header.ts';

test('entries never overlap, pieces never exceed the size, gaps are filled first', () => {
  const sizes = fc.array(fc.nat({ max: 9000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, sizes, fc.integer({ min: 4, max: 40 }), (before, after, blocks) => {
      const archiveSizeBytes = blocks * 512;
      const first = new PiecePlan({ archiveSizeBytes, strict: false });
      const placed = before.map((size, i) => first.place(`name-${i}`, size));
      const kept = placed.filter((_, i) => i % 3 === 1);
      const second = new PiecePlan({ archiveSizeBytes, strict: false });
      second.restore(kept);
      const all: Stretch[] = [...kept];
      for (const [i, size] of after.entries()) {
        const stretch = second.place(`other-${i}`, size);
        expect(stretch.length).toBe(entryBytes(`other-${i}`, size));
        all.push(stretch);
      }
      all.push(...second.gaps);
      for (const [piece, end] of second.ends) {
        const own = all.filter((s) => s.piece === piece).toSorted((a, b) => a.offset - b.offset);
        let at = 0;
        for (const { offset, length } of own) {
          expect(offset).toBe(at);
          at += length;
        }
        expect(at).toBe(end);
        if (end + END_BYTES > archiveSizeBytes) expect(own.length).toBe(1);
      }
    }),
  );
});

test('an archive size that holds nothing is refused', () => {
  expect(() => new PiecePlan({ archiveSizeBytes: 1000, strict: false })).toThrow(
    expect.objectContaining({ code: 'archive-size' }),
  );
});
