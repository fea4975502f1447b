import { expect, test } from 'vitest';
import { differenceLines } from './difference-lines.ts';

test('lines of a diff have their kinds, also removed lines that look like headers', () => {
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
