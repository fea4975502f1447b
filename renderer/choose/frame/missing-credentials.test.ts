import { expect, test } from 'vitest';
import { linesMissingCredentials } from './missing-credentials.ts';

test('lines without their credentials are known until they are changed', () => {
  const text = 'a:\r\n  url: https://x\r\nb: 1\n  url: https://x\n';
  expect(linesMissingCredentials({ text, strippedLines: ['  url: https://x'] })).toEqual([2, 4]);
  expect(
    linesMissingCredentials({ text: text.replaceAll('//', '//me:pw@'), strippedLines: ['  url: https://x'] }),
  ).toEqual([]);
  expect(linesMissingCredentials({ text, strippedLines: [] })).toEqual([]);
  expect(linesMissingCredentials({ text })).toEqual([]);
});
