import { expect, test } from 'vitest';
import { capitalized, firstWords, wordList } from './words.ts';

test('joins words to a list', () => {
  expect(['', 'a b', 'åb', '1a'].map(capitalized)).toEqual(['', 'A b', 'Åb', '1a']);
  expect([[], ['a'], ['a', 'b'], [1, 2, 3]].map(wordList)).toEqual(['', 'a', 'a and b', '1, 2 and 3']);
  expect([0, 2, 3, 5].map((length) => firstWords(['a', 'b', 'c', 'd', 'e'].slice(0, length), 2))).toEqual([
    '',
    'a, b',
    'a, b and 1 more',
    'a, b and 3 more',
  ]);
});
