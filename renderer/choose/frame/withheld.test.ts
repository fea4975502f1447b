import { expect, test } from 'vitest';
import { linesWords, withheldLines } from './withheld.ts';

test('lines that lack their credentials are known until they are changed', () => {
  const text = 'a:\r\n  url: https://x\r\nb: 1\n  url: https://x\n';
  expect(withheldLines({ text, withheld: ['  url: https://x'] })).toEqual([2, 4]);
  expect(withheldLines({ text: text.replaceAll('//', '//me:pw@'), withheld: ['  url: https://x'] })).toEqual(
    [],
  );
  expect(withheldLines({ text, withheld: [] })).toEqual([]);
  expect(withheldLines({ text })).toEqual([]);
});

test('they are named', () => {
  expect(linesWords([8])).toBe('line 8');
  expect(linesWords([8, 12])).toBe('lines 8 and 12');
  expect(linesWords([1, 2, 3])).toBe('lines 1, 2 and 3');
});
