import { expect, test } from 'vitest';
import type { PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { boundedValue, certainty, drivesFor, driveWords, shares, unknownCount } from './running-words.ts';

const GIB = 1024 ** 3;

function part(kind: PlannedPart['kind'], toFetch: number): PlannedPart {
  const name = `${kind} x`;
  const sizes = { bytes: toFetch, adds: toFetch, toFetch, images: 1 };
  return { id: name, kind, name, estimated: true, why: '', ...sizes };
}

test('drives are counted by their printed capacity, with space for the file system', () => {
  expect(drivesFor(0)).toBe(0);
  expect(drivesFor(1)).toBe(1);
  expect(drivesFor(48.2 * GIB)).toBe(2);
  expect(drivesFor(32e9)).toBe(2);
  expect(driveWords(48.2 * GIB)).toBe('2 × 32 GB drives');
  expect(driveWords(5 * GIB)).toBe('1 × 32 GB drive');
  expect(driveWords(0)).toBe('No drives needed');
});

test('shares add up to the download, also where deliverables share content', () => {
  const parts = [part('release', 60), part('release', 60), part('operator', 30), part('catalog', 10)];
  const found = shares({ parts, bytesToFetch: 80 });
  expect(found.map(({ kind, label, bytes }) => [kind, label, bytes])).toEqual([
    ['releases', '2 releases', 60],
    ['operators', '1 operator', 15],
    ['rest', 'Catalog', 5],
  ]);
  expect(found.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(80);
});

test('without a download, shares only name the content', () => {
  expect(shares({ parts: [part('graph', 0), part('helm', 0)], bytesToFetch: 0 })).toMatchObject([
    { kind: 'images', label: '1 image or chart', bytes: 0 },
    { kind: 'rest', label: 'Update graph', bytes: 0 },
  ]);
});

test('an estimate has its error', () => {
  const parts: Parameters<typeof certainty>[0]['parts'] = [];
  expect(certainty({ exact: false, error: 0.041, images: 5, parts })).toBe('Estimate (± 4%)');
  expect(certainty({ exact: false, images: 5, parts })).toBe('Estimate');
  expect(certainty({ exact: true, images: 5, parts })).toBe('Exact');
  expect(certainty({ exact: false, error: 0.1, images: 0, parts })).toBeUndefined();
});

test('sizes are lower bounds while one is unknown', () => {
  const parts = [part('operator', 7), { ...part('helm', 0), unknown: true }];
  expect(unknownCount({ parts })).toBe(1);
  expect(boundedValue({ parts }, 7, '7 B')).toBe('at least 7 B');
  expect(boundedValue({ parts }, 0, '0 B')).toBe('Unknown');
  expect(boundedValue({ parts: parts.slice(0, 1) }, 7, '7 B')).toBe('7 B');
  expect(certainty({ exact: false, error: 0.1, images: 5, parts })).toBe('Incomplete');
});
