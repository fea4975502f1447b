import { expect, test } from 'vitest';
import { parseExportDocument } from '../../media/volumes/export-document.ts';
import { parseAuthFile } from '../../registry/access/auth-file.ts';
import { parseSetIndex } from '../../store/set-format/set-index.ts';
import { JSON_LIMITS, parseJson } from './parse-json.ts';

test('reports limits', () => {
  expect(() => parseJson('['.repeat(JSON_LIMITS.depth + 1))).toThrow(/nested more than 100 levels deep/);
  expect(() => parseJson(`[${'1,'.repeat(JSON_LIMITS.values)}1]`)).toThrow(/more than 4000000 values/);
  expect(() => parseJson(' '.repeat(JSON_LIMITS.characters + 1))).toThrow(/the limit is 268435456/);
});

test('ignores characters in strings', () => {
  const value = { '[[{,\\': ['"', '\\"[', '['.repeat(200), '\\\\'] };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
  expect(() => parseJson('"[')).toThrow(SyntaxError);
});

test('readers of files report the limit', () => {
  const deep = '['.repeat(200);
  const limit = /is nested more than 100 levels deep/;
  expect(() => parseSetIndex(deep, 'index.json')).toThrow(limit);
  expect(() => parseExportDocument(deep, 'export.json')).toThrow(limit);
  expect(() => parseAuthFile(deep, 'auth.json', false)).toThrow(limit);
});
