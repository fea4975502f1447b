import { expect, expectTypeOf, test } from 'vitest';
import { translator } from './translator.ts';

const t = translator({
  cancelButton: 'Cancel',
  images: '{count, plural, one {# image} other {# images}} in {place}',
  size: '{ratio, number, percent} full',
  help: 'See <link>the guide</link> on {topic}.',
});

test('returns a text without values as it is', () => {
  expect(t('cancelButton')).toBe('Cancel');
});

test.each([
  [0, '0 images in quay.io'],
  [1, '1 image in quay.io'],
  [999, '999 images in quay.io'],
  [1939, '1,939 images in quay.io'],
])('writes plurals and numbers: %d', (count, text) => {
  expect(t('images', { count, place: 'quay.io' })).toBe(text);
});

test('writes numbers in the style that a text names', () => {
  expect(t('size', { ratio: 0.25 })).toBe('25% full');
});

test('writes escaped syntax literally', () => {
  const escaped = translator({ host: "Write '{host}' for the host''s name" } as Readonly<
    Record<'host', string>
  >);
  expect(escaped('host')).toBe("Write {host} for the host's name");
});

test('writes values literally, whatever they contain', () => {
  expect(t('images', { count: 2, place: '{count} <b>' })).toBe('2 images in {count} <b>');
});

test('hands the content of a tag to the function of its name', () => {
  expect(t.parts('help', { topic: 'media', link: (inner) => ({ href: inner.join('') }) })).toEqual([
    'See ',
    { href: 'the guide' },
    ' on media.',
  ]);
});

test('keys and values are typed by the texts', () => {
  // @ts-expect-error: no such key
  expect(t('cancel')).toBeUndefined();
  // @ts-expect-error: a value is missing
  expect(() => t('images', { count: 1 })).toThrow(/place/);
  expectTypeOf(t.catalog.cancelButton).toEqualTypeOf<'Cancel'>();
});
