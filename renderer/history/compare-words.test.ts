import { expect, test } from 'vitest';
import type { RunComparison, RunSummary } from '../../core/contract/topics/run.ts';
import { availableImages, compareAddress, compareSentence, runOfKey } from './compare-words.ts';

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

test('the difference as a heading', () => {
  const heading = (changes: Partial<RunComparison>) => compareSentence(comparison(changes));
  expect(heading({ addedTotal: 12, movedTotal: 3 })).toBe(
    'From fleet-0007 to fleet-0008: 12 images added, 0 removed, 3 tags moved',
  );
  expect(heading({})).toBe('fleet-0008 has the same images as fleet-0007');
  expect(heading({ addedTotal: 1, removedTotal: 4, movedTotal: 1 })).toBe(
    'From fleet-0007 to fleet-0008: 1 image added, 4 removed, 1 tag moved',
  );
  expect(heading({ removedTotal: 1 })).toBe('fleet-0008 has 1 fewer unique image than fleet-0007');
  expect(heading({ movedTotal: 2 })).toBe(
    'fleet-0008 has the same images as fleet-0007, but 2 tags have moved',
  );
  expect(heading({ b: run(8, 'fleet-0007'), addedTotal: 2 })).toBe(
    'fleet-0007 (run 8) has 2 more unique images than fleet-0007 (run 7)',
  );
});

test('the older run comes first, and an address leads back to the runs', () => {
  const address = compareAddress(run(8), run(7));
  const query = new URLSearchParams(address.slice(address.indexOf('?')));
  expect(runOfKey(query.get('a'))).toEqual({ root: '/srv/a@b', sequence: 7 });
  expect(runOfKey(query.get('b'))).toEqual({ root: '/srv/a@b', sequence: 8 });
  for (const wrong of [null, '', '7', '0@/w', 'x@/w', '7@']) expect(runOfKey(wrong)).toBeUndefined();
});

test('an incomplete run shows how many of its images it has', () => {
  expect(availableImages({ total: 49, copied: 40, present: 9, failed: 0 })).toBe('49 images');
  expect(availableImages({ total: 49, copied: 10, present: 2, failed: 1 })).toBe('12 of 49 images');
});
