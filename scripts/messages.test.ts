import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { LOCALE } from '../core/base/messages/translator.ts';
import { allTexts, faultsOf } from './texts.ts';

const originals = await allTexts();
const catalogs = Object.entries(originals).map(([folder, texts]) => ({
  folder,
  messages: Object.entries(texts),
}));

/** The maximum number of characters of a text, by the end of its key. Placeholders count as written. */
const LONGEST: readonly (readonly [suffix: string, characters: number])[] = [
  ['Button', 40],
  ['Column', 28],
  ['Label', 40],
  ['Title', 90],
  ['Tab', 28],
  ['Menu', 60],
  ['Tip', 120],
  ['Status', 80],
];
describe.each(catalogs)('the texts of $folder', ({ messages }) => {
  test('are valid, and have values where they need them', () => {
    for (const [key, text] of messages) expect(() => new IntlMessageFormat(text, LOCALE), key).not.toThrow();
  });

  test('fit their place', () => {
    const long = messages.filter(([key, text]) => {
      const most = LONGEST.find(([suffix]) => key.endsWith(suffix))?.[1];
      return (
        most !== undefined && text.replaceAll(/\{(\w+), plural,.*?other \{([^}]*)\}\}/g, '$2').length > most
      );
    });
    expect(long).toEqual([]);
  });

  test('are plain sentences', () => {
    expect(
      messages.filter(([, text]) => / - |\.\.\.|!|e\.g\.|i\.e\.|\bplease\b|\bsuccessfully\b/i.test(text)),
    ).toEqual([]);
  });
});

test('all catalogs are found', () => {
  expect(catalogs.length).toBeGreaterThan(100);
});

test('a translation needs every text, with the same placeholders', () => {
  expect(faultsOf(originals, originals)).toEqual([]);
  const original = { a: { one: '{count, plural, one {# image} other {# images}} of {name}', two: 'x' } };
  expect(faultsOf({ a: { one: '{count} von {wem}', three: '{' } }, original)).toEqual([
    'a one: different placeholders: wem, name',
    'a two: is missing',
    'a three: no such text exists',
  ]);
  expect(faultsOf({ a: { one: '{', two: 'y' } }, original)).toEqual([
    expect.stringContaining('a one: invalid ICU MessageFormat'),
  ]);
});
