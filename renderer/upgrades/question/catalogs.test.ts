import { expect, test } from 'vitest';
import { catalogsIn, readingText } from './catalogs.ts';

test('catalogs of lines, each once', () => {
  expect(catalogsIn(' a:v1\n\nb:v2 a:v1 ')).toEqual(['a:v1', 'b:v2']);
  expect(catalogsIn(' \n')).toEqual([]);
});

test('how far the reading is; it is not done before it is', () => {
  expect(readingText(undefined, 'Looking')).toBe('Looking: asking for the catalog');
  expect(readingText({ progress: { done: 5 } }, 'Looking')).toBe('Looking: asking for the catalog');
  expect(readingText({ progress: { done: 0, total: 3 } }, 'Planning')).toBe(
    'Planning: reading the catalog, 0 %',
  );
  expect(readingText({ progress: { done: 2, total: 3 } }, 'Planning')).toBe(
    'Planning: reading the catalog, 66 %',
  );
  expect(readingText({ progress: { done: 3, total: 3 } }, 'Planning')).toBe(
    'Planning: reading the catalog, 99 %',
  );
});
