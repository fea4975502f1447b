import { expect, test } from 'vitest';
import {
  DEFAULT_FIELDS,
  defaultsSentence,
  defaultText,
  defaultWords,
  typedDefault,
} from './default-fields.ts';
import { t } from './messages.ts';

test('a saved value is shown as it was entered', () => {
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

test('an empty field removes the default', () => {
  for (const { key } of DEFAULT_FIELDS) expect(typedDefault(key, ' ')).toEqual({ value: null });
});

test('values that the engine rejects are rejected in the field, with the bounds', () => {
  expect(typedDefault('parallelImages', '11')).toEqual({ error: t('parallelError') });
  expect(typedDefault('parallelLayers', '0')).toEqual({ error: t('parallelError') });
  expect(typedDefault('parallelImages', '2.5')).toEqual({ error: t('integerError') });
  expect(typedDefault('archiveSizeGiB', '0')).toEqual({ error: t('archiveSizeError') });
  expect(typedDefault('rate', '0')).toHaveProperty('error');
  expect(typedDefault('rate', 'fast')).toEqual({ error: t('numberError') });
  expect(typedDefault('authFile', 'auth.json')).toHaveProperty('error');
});

test('rates are shown in both units, and the heading names the limit', () => {
  const rate = DEFAULT_FIELDS.find(({ key }) => key === 'rate')!;
  expect(defaultWords(rate, { rate: 2 * 1024 * 1024 })).toBe('2.0 MiB/s (17 Mbit/s)');
  expect(defaultWords(rate, {})).toBe(t('noLimit'));
  expect(defaultsSentence({})).toBe(t('ownDefaultsTitle'));
  expect(defaultsSentence({ rate: 2 * 1024 * 1024 })).toBe(
    'New runs copy 4 images in parallel at up to 2.0 MiB/s by default',
  );
});
