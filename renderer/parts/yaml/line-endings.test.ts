import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replacementBetween, typedInto, withPlainEndings } from './line-endings.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '  ', '- ', '\n', '\r\n', '#'), { maxLength: 30 })
  .map((parts) => parts.join(''));

test('a replacement turns one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = replacementBetween(before, after);
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});

test('unchanged lines keep their line endings', () => {
  expect(typedInto('a: 1\r\nb: 2\nc: 3\r\n', 'a: 1\nb: 2\nx: 9\nc: 3\n')).toBe(
    'a: 1\r\nb: 2\nx: 9\r\nc: 3\r\n',
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(typedInto(before, withPlainEndings(before))).toBe(before);
      const typed = withPlainEndings(after);
      expect(withPlainEndings(typedInto(before, typed))).toBe(typed);
    }),
  );
});
