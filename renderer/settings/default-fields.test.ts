import { expect, test } from 'vitest';
import {
  DEFAULT_FIELDS,
  defaultsSentence,
  defaultText,
  defaultWords,
  typedDefault,
} from './default-fields.ts';

test('what is typed comes back as it was typed', () => {
  for (const [key, text] of [
    ['parallelImages', '7'],
    ['rate', '1.9'],
    ['rate', '0.25'],
    ['archiveSizeGiB', '8'],
    ['maxNestedPaths', '0'],
    ['authFile', '/home/u/auth.json'],
  ] as const) {
    const typed = typedDefault(key, text);
    expect(typed).toHaveProperty('value');
    expect(defaultText({ [key]: 'value' in typed ? typed.value : undefined }, key)).toBe(text);
  }
});

test('an empty field takes the default away', () => {
  for (const { key } of DEFAULT_FIELDS) expect(typedDefault(key, ' ')).toEqual({ value: null });
});

test('what the engine would refuse is refused in the field, with the bounds', () => {
  expect(typedDefault('parallelImages', '11')).toEqual({ error: 'From 1 to 10.' });
  expect(typedDefault('parallelLayers', '0')).toEqual({ error: 'From 1 to 10.' });
  expect(typedDefault('parallelImages', '2.5')).toEqual({ error: 'A whole number.' });
  expect(typedDefault('archiveSizeGiB', '0')).toEqual({ error: 'At least 1 GiB.' });
  expect(typedDefault('rate', '0')).toHaveProperty('error');
  expect(typedDefault('rate', 'fast')).toEqual({ error: 'A number.' });
  expect(typedDefault('authFile', 'auth.json')).toHaveProperty('error');
});

test('rates are said in both units, the sentence says what holds', () => {
  const rate = DEFAULT_FIELDS.find(({ key }) => key === 'rate')!;
  expect(defaultWords(rate, { rate: 2 * 1024 * 1024 })).toBe('2.0 MiB/s (17 Mb/s)');
  expect(defaultWords(rate, {})).toBe('no limit');
  expect(defaultsSentence({})).toBe('New runs begin with Airlock’s own defaults.');
  expect(defaultsSentence({ rate: 2 * 1024 * 1024 })).toBe(
    'New runs begin with 4 images at once and at most 2.0 MiB/s.',
  );
});
