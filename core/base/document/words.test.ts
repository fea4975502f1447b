import { expect, test } from 'vitest';
import { alternativeList, asSentence, capitalized, firstWords, sentenceStart, wordList } from './words.ts';

test('joins words to a list', () => {
  expect(['', 'a b', 'åb', '1a'].map(capitalized)).toEqual(['', 'A b', 'Åb', '1a']);
  expect([[], ['a'], ['a', 'b'], [1, 2, 3]].map(wordList)).toEqual(['', 'a', 'a and b', '1, 2 and 3']);
  expect([[], ['a'], ['a', 'b'], [1, 2, 3]].map(alternativeList)).toEqual(['', 'a', 'a or b', '1, 2 or 3']);
  expect([0, 2, 3, 5].map((length) => firstWords(['a', 'b', 'c', 'd', 'e'].slice(0, length), 2))).toEqual([
    '',
    'a, b',
    'a, b and 1 more',
    'a, b and 3 more',
  ]);
});

test('writes a message as a sentence', () => {
  expect(sentenceStart('ghcr.io: the name is unknown')).toBe('ghcr.io: the name is unknown');
  expect(sentenceStart('no path')).toBe('No path');
  expect(asSentence('no path was found')).toBe('No path was found.');
  expect(asSentence('Fix it.')).toBe('Fix it.');
  expect(asSentence('the catalog reports "gone"')).toBe('The catalog reports "gone"');
  expect(asSentence('quay.io: no answer')).toBe('quay.io: no answer.');
  expect(asSentence('localhost:5000: no answer')).toBe('localhost:5000: no answer.');
  expect(asSentence('anvil-operator is missing')).toBe('anvil-operator is missing.');
});
