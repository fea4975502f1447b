import { expect, test } from 'vitest';
import { catalogsIn, readingText } from './catalogs.ts';
import { t } from './messages.ts';

test('catalogs of a text, each once', () => {
  expect(catalogsIn(' a:v1\n\nb:v2 a:v1 ')).toEqual(['a:v1', 'b:v2']);
  expect(catalogsIn(' \n')).toEqual([]);
});

test('the progress of reading a catalog stays below 100%', () => {
  expect(readingText(undefined)).toBe(t('requestingCatalog'));
  expect(readingText({ progress: { done: 5 } })).toBe(t('requestingCatalog'));
  expect(readingText({ progress: { done: 0, total: 3 } })).toBe('Reading the catalog: 0%');
  expect(readingText({ progress: { done: 2, total: 3 } })).toBe('Reading the catalog: 66%');
  expect(readingText({ progress: { done: 3, total: 3 } })).toBe('Reading the catalog: 99%');
});
