import fc from 'fast-check';
import { expect, test } from 'vitest';
import { END_BYTES } from './tar-header.ts';
import { entryBytes, type Stretch, VolumePlan } from './volume-plan.ts';

test('entries never overlap, archive files never exceed the size, and gaps are filled first', () => {
  const sizes = fc.array(fc.nat({ max: 9000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, sizes, fc.integer({ min: 4, max: 40 }), (before, after, blocks) => {
      const archiveSizeBytes = blocks * 512;
      const first = new VolumePlan({ archiveSizeBytes, strict: false });
      const placed = before.map((size, i) => first.place(`name-${i}`, size));
      const saved = placed.filter((_, i) => i % 3 === 1);
      const second = new VolumePlan({ archiveSizeBytes, strict: false });
      second.restore(saved);
      const all: Stretch[] = [...saved];
      for (const [i, size] of after.entries()) {
        const stretch = second.place(`other-${i}`, size);
        expect(stretch.length).toBe(entryBytes(`other-${i}`, size));
        all.push(stretch);
      }
      all.push(...second.gaps);
      for (const [volume, end] of second.ends) {
        const own = all.filter((s) => s.volume === volume).toSorted((a, b) => a.offset - b.offset);
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

test('rejects an archive size that is too small for any content', () => {
  expect(() => new VolumePlan({ archiveSizeBytes: 1000, strict: false })).toThrow(
    expect.objectContaining({ code: 'archive-size' }),
  );
});
