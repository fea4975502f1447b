import { expect, test } from 'vitest';
import { withheldLines } from './withheld.ts';

test('lines without their credentials are known until they are changed', () => {
  const text = 'a:\r\n  url: https://x\r\nb: 1\n  url: https://x\n';
  expect(withheldLines({ text, strippedLines: ['  url: https://x'] })).toEqual([2, 4]);
  expect(
    withheldLines({ text: text.replaceAll('//', '//me:pw@'), strippedLines: ['  url: https://x'] }),
  ).toEqual([]);
  expect(withheldLines({ text, strippedLines: [] })).toEqual([]);
  expect(withheldLines({ text })).toEqual([]);
});
