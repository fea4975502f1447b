import { expect, test } from 'vitest';
import type { RunComparison, RunSummary } from '../../core/contract/topics/run.ts';
import { compareAddress, compareSentence, differenceLines, imagesThere, runOfKey } from './compare-words.ts';

function run(sequence: number, transfer = `fleet-000${sequence}`): RunSummary {
  return {
    run: { root: '/srv/a@b', sequence },
    workflow: 'mirrorToDisk',
    status: 'complete',
    startedAt: `2026-01-0${sequence}T10:00:00Z`,
    transfer,
    directory: '/x',
  };
}

function comparison(changes: Partial<RunComparison>): RunComparison {
  return {
    a: run(7),
    b: run(8),
    added: [],
    addedTotal: 0,
    removed: [],
    removedTotal: 0,
    moved: [],
    movedTotal: 0,
    same: 546,
    configuration: '',
    ...changes,
  };
}

test('the difference in words', () => {
  const said = (changes: Partial<RunComparison>) => compareSentence(comparison(changes));
  expect(said({ addedTotal: 12, movedTotal: 3 })).toBe(
    'fleet-0008 has 12 images more than fleet-0007 and moved 3 tags.',
  );
  expect(said({})).toBe('fleet-0008 has the same images as fleet-0007.');
  expect(said({ addedTotal: 1, removedTotal: 4, movedTotal: 1 })).toBe(
    'fleet-0008 has 1 image that fleet-0007 has not, lacks 4 of its images and moved 1 tag.',
  );
  expect(said({ removedTotal: 1 })).toBe('fleet-0008 has 1 image less than fleet-0007.');
  expect(said({ movedTotal: 2 })).toBe('fleet-0008 has the images of fleet-0007, with 2 tags moved.');
  expect(said({ b: run(8, 'fleet-0007'), addedTotal: 2 })).toBe(
    'fleet-0007 (run 8) has 2 images more than fleet-0007 (run 7).',
  );
});

test('the older run comes first, and an address leads back to the runs', () => {
  const address = compareAddress(run(8), run(7));
  const query = new URLSearchParams(address.slice(address.indexOf('?')));
  expect(runOfKey(query.get('a'))).toEqual({ root: '/srv/a@b', sequence: 7 });
  expect(runOfKey(query.get('b'))).toEqual({ root: '/srv/a@b', sequence: 8 });
  for (const wrong of [null, '', '7', '0@/w', 'x@/w', '7@']) expect(runOfKey(wrong)).toBeUndefined();
});

test('lines of a difference are told apart, also removed lines that look like heads', () => {
  const unified =
    '--- run 7/a.yaml\n+++ run 8/a.yaml\n@@ -1,3 +1,3 @@\n kind: x\n--- a comment\n+++ b\n same\n';
  expect(differenceLines(unified).map(({ kind }) => kind)).toEqual([
    'file',
    'file',
    'place',
    'same',
    'removed',
    'added',
    'same',
  ]);
});

test('a run that did not bring all of its images says how many it has', () => {
  expect(imagesThere({ total: 49, copied: 40, present: 9, failed: 0 })).toBe('49 images');
  expect(imagesThere({ total: 49, copied: 10, present: 2, failed: 1 })).toBe('12 of 49 images');
});
