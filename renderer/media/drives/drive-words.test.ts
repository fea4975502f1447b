import { expect, test } from 'vitest';
import { contentWords } from './drive-words.ts';

test('the content of a drive without transfers names directories that were skipped', () => {
  const line = { path: '/mnt/a', transfers: [], foreign: [], entries: 1, unreadable: 0, problems: [] };
  expect(contentWords(line)).toBe('Content: no transfers, 1 other file or directory.');
  expect(contentWords({ ...line, unreadable: 1 })).toBe(
    "Content: no transfers, 1 other file or directory. 1 directory can't be read.",
  );
});
