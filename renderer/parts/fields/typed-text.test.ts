import { expect, test } from 'vitest';
import { typedText } from './typed-text.ts';

test('blanks are an empty text', () => {
  expect(typedText('')).toBeUndefined();
  expect(typedText(' \t\n')).toBeUndefined();
  expect(typedText(' a b ')).toBe('a b');
});
