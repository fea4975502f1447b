import { expect, test } from 'vitest';
import type { PlannedPart } from '../../../core/contract/topics/drafts.ts';
import { certainty, mediaWords, shares, sticks } from './running-words.ts';

const GIB = 1024 ** 3;

function part(kind: PlannedPart['kind'], toFetch: number): PlannedPart {
  const name = `${kind} x`;
  const sizes = { bytes: toFetch, adds: toFetch, toFetch, images: 1 };
  return { id: name, kind, name, estimated: true, why: '', ...sizes };
}

test('sticks are counted by the size printed on them, with room for what else is on them', () => {
  expect(sticks(0)).toBe(0);
  expect(sticks(1)).toBe(1);
  expect(sticks(48.2 * GIB)).toBe(2);
  expect(sticks(32e9)).toBe(2);
  expect(mediaWords(48.2 * GIB)).toBe('2 × 32 GB sticks');
  expect(mediaWords(5 * GIB)).toBe('1 × 32 GB stick');
  expect(mediaWords(0)).toBe('none');
});

test('shares add up to what is fetched, also where deliverables share content', () => {
  const parts = [part('release', 60), part('release', 60), part('operator', 30), part('catalog', 10)];
  const found = shares({ parts, bytesToFetch: 80 });
  expect(found.map(({ kind, label, bytes }) => [kind, label, bytes])).toEqual([
    ['releases', '2 releases', 60],
    ['operators', '1 operator', 15],
    ['rest', 'Catalog', 5],
  ]);
  expect(found.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(80);
});

test('nothing to fetch has no shares of it, and names what there is', () => {
  expect(shares({ parts: [part('graph', 0), part('helm', 0)], bytesToFetch: 0 })).toEqual([
    { kind: 'images', label: '1 image or chart', bytes: 0 },
    { kind: 'rest', label: 'Graph', bytes: 0 },
  ]);
});

test('an estimate says how far it may be off', () => {
  expect(certainty({ exact: false, error: 0.041, images: 5 })).toBe('estimate ± 4 %');
  expect(certainty({ exact: false, images: 5 })).toBe('estimate');
  expect(certainty({ exact: true, images: 5 })).toBe('exact');
  expect(certainty({ exact: false, error: 0.1, images: 0 })).toBeUndefined();
});
