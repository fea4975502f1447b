import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { blobName, volumeName } from '../../store/set-format/entry-names.ts';
import type { IndexEntry, WrittenIndex } from '../../store/set-format/set-index.ts';
import { BLOCK, END_BYTES, headerBytes, padded } from '../../store/set-format/tar-header.ts';
import { carriedBytes, cutSet, type DriveSpace } from './cut.ts';
import type { CutVolume, Span } from './export-document.ts';
import { t } from './messages.ts';
import { entryBoundaries, isPart } from './set-bytes.ts';
import { carryVolumeBytes } from './volume-layout.ts';

/** An index with files of entries of these sizes, which need no content. */
function indexOf(files: number[][]): WrittenIndex {
  let count = 0;
  const volumes = files.map((sizes, i) => {
    let end = 0;
    const entries = sizes.map((size): IndexEntry => {
      const name = blobName(sha256(String(count++)));
      const entry: IndexEntry = [name, end, size];
      end += headerBytes(name, size) + padded(size);
      return entry;
    });
    return { name: volumeName(i + 1), size: end + END_BYTES, sha256: '0'.repeat(64), entries };
  });
  const rest = { status: 'complete' as const, images: [], failed: [], earlier: [] };
  return {
    format: 2,
    transfer: 'lab-0001',
    enclave: 'lab',
    number: 1,
    created: '2026-01-31T10:00:00Z',
    tool: 'x',
    volumes,
    ...rest,
  };
}

/** Every byte of every file except the end marker, exactly once. */
function expectCovered(index: WrittenIndex, volumes: readonly Pick<CutVolume, 'spans'>[]): void {
  for (const { name, size } of index.volumes) {
    const spans = volumes.flatMap((volume) => volume.spans).filter(({ file }) => file === name);
    let end = 0;
    for (const { offset, length } of spans.toSorted((a, b) => a.offset - b.offset)) {
      expect(offset).toBe(end);
      expect(length % BLOCK).toBe(0);
      end = offset + length;
    }
    expect(end).toBe(size - END_BYTES);
  }
}

const SETS = fc
  .array(fc.array(fc.oneof(fc.nat(3000), fc.nat(60_000), fc.nat(900_000)), { minLength: 1, maxLength: 30 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map(indexOf);
const MEDIA = fc.array(
  fc.record({
    freeBytes: fc.integer({ min: -10_000, max: 1_500_000 }),
    blockBytes: fc.constantFrom(512, 4096),
  }),
  { maxLength: 5 },
);
const SIZES = fc.integer({ min: 20_000, max: 400_000 });

test('every byte is in exactly one volume, no volume is too large, and equal input results in equal volumes', () => {
  fc.assert(
    fc.property(SETS, MEDIA, SIZES, (index, media, volumeSize) => {
      const volumes = cutSet(index, { volumeSize, media });
      expectCovered(index, volumes);
      const boundaries = entryBoundaries(index);
      const part = (span: Span): boolean => isPart(span, boundaries);
      volumes.forEach(({ number, size, spans, name }, i) => {
        expect(number).toBe(i + 1);
        expect(name).toBe(`lab-0001-v${String(number).padStart(4, '0')}.tar`);
        expect(size).toBe(carryVolumeBytes(spans, part));
        expect(size).toBeLessThanOrEqual(volumeSize);
        expect(spans.length).toBeGreaterThan(0);
      });
      expect(cutSet(structuredClone(index), { volumeSize, media })).toEqual(volumes);
    }),
    { numRuns: 300 },
  );
});

test('volumes fit the given drives in order, as an export fills them', () => {
  fc.assert(
    fc.property(SETS, MEDIA, SIZES, (index, media, volumeSize) => {
      const volumes = cutSet(index, { volumeSize, media });
      // The volumes that a simulated export writes to each drive before the next one doesn't fit.
      let next = 0;
      for (const { freeBytes, blockBytes } of media) {
        let room = freeBytes;
        for (let volume = volumes[next]; volume; volume = volumes[next]) {
          const accepted = Math.ceil(volume.size / blockBytes) * blockBytes;
          if (accepted > room) break;
          room -= accepted;
          next++;
        }
      }
      const roomy = media.reduce((sum, { freeBytes }) => sum + Math.max(0, freeBytes), 0);
      // If volumes remain, they needed more than the space of the drives without the unused ends.
      const overhead = media.length * (volumeSize / 8 + 8192) + volumes.length * 12_000;
      if (next < volumes.length) expect(carriedBytes(index)).toBeGreaterThan(roomy - overhead);
    }),
    { numRuns: 300 },
  );
});

test('written volumes are unchanged, and the rest is divided around them, also inside entries', () => {
  fc.assert(
    fc.property(
      SETS,
      SIZES,
      SIZES,
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      (index, before, after, saved) => {
        const written = cutSet(index, { volumeSize: before, media: [] }).filter((_, i) => saved[i % 40]);
        const volumes = cutSet(index, { volumeSize: after, media: [], written });
        expectCovered(index, [...written, ...volumes]);
        const numbers = [...written, ...volumes].map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const { size } of volumes) expect(size).toBeLessThanOrEqual(after);
      },
    ),
    { numRuns: 300 },
  );
});

test('divides only entries larger than a volume, and volumes are nearly full', () => {
  fc.assert(
    fc.property(SETS, fc.integer({ min: 100_000, max: 400_000 }), (index, volumeSize) => {
      const volumes = cutSet(index, { volumeSize, media: [] });
      const boundaries = entryBoundaries(index);
      for (const { spans } of volumes)
        for (const span of spans.filter((found) => isPart(found, boundaries))) {
          const file = index.volumes.find(({ name }) => name === span.file)!;
          const entry = file.entries.findLast(([, offset]) => offset <= span.offset)!;
          expect(entry[2]).toBeGreaterThan(volumeSize - 4096);
        }
      // First fit never needs more than twice the number of volumes that the bytes need.
      const least = Math.ceil(carriedBytes(index) / (volumeSize - 4096));
      expect(volumes.length).toBeLessThanOrEqual(2 * least + 1);
    }),
    { numRuns: 300 },
  );
});

test('uses given drives with enough space completely by dividing blobs where necessary', () => {
  // Each of three drives has space for two complete entries and two thirds of another.
  const index = indexOf([[100_000, 100_000, 100_000, 100_000, 100_000, 100_000, 100_000, 100_000]]);
  const room: DriveSpace = { freeBytes: 278_000 };
  const volumes = cutSet(index, { volumeSize: 1_000_000, media: [room, room, room] });
  expect(volumes).toHaveLength(3);
  expectCovered(index, volumes);
  expect(
    cutSet(index, { volumeSize: 1_000_000, media: [room, room, room, room] }).map(
      ({ spans }) => spans.length,
    ),
  ).toEqual([1, 1, 1, 1]);
});

test('drives get full volumes and a shorter last one, within the limit of the file system', () => {
  const index = indexOf([Array.from({ length: 100 }, () => 10_000)]);
  const sizes = (media: DriveSpace[]): number[] =>
    cutSet(index, { volumeSize: 200_000, media }).map(({ size }) => size);
  const [a, b, c, d] = sizes([{ freeBytes: 560_000 }, { freeBytes: 90_000 }]);
  for (const full of [a, b]) expect(full).toBeGreaterThan(180_000);
  expect(c).toBeGreaterThan(130_000);
  expect(c).toBeLessThanOrEqual(160_000);
  expect(d).toBeLessThanOrEqual(90_000);
  expect(Math.max(...sizes([{ freeBytes: 5_000_000, maxFileBytes: 65_535 }]))).toBeLessThanOrEqual(65_535);
});

test('divides blobs of 12 GB for drives of 4.5 GB, and 20,000 images quickly', () => {
  const index = indexOf([[12_000_000_000, 300_000_000, 5_000_000_000]]);
  const media = [{ freeBytes: 4_500_000_000 }, { freeBytes: 4_500_000_000 }, { freeBytes: 9_000_000_000 }];
  const volumes = cutSet(index, { volumeSize: 4_000_000_000, media });
  expectCovered(index, volumes);
  for (const { size } of volumes) expect(size).toBeLessThanOrEqual(4_000_000_000);
  // A call with the rest of so many entries as its arguments fails.
  const many = indexOf([Array.from({ length: 300_000 }, (_, i) => (i % 7) * 1_000_000 + i)]);
  const begin = performance.now();
  expectCovered(many, cutSet(many, { volumeSize: 700_000_000, media: [] }));
  expect(performance.now() - begin).toBeLessThan(10_000);
});

test('rejects a volume size that is too small for any content', () => {
  expect(() => cutSet(indexOf([[100]]), { volumeSize: 2000, media: [] })).toThrow(
    t('volumeTooSmall', { size: '2000' }),
  );
});
