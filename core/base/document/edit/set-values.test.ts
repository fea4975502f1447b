import { expect, test } from 'vitest';
import { asAirlockError } from '../../errors/airlock-error.ts';
import { readYaml } from '../yaml-text.ts';
import { setValue } from './edit.ts';
import { type Setting, setValues } from './set-values.ts';

const SETTINGS: Setting[] = [
  { path: ['a'], value: 2 },
  { path: ['sources'], value: [{ source: 'x', mirrors: ['y'], policy: undefined }] },
  { path: ['bundle'], value: 'one\ntwo\n' },
];

test.each([
  ['a mapping', '# head\na: 1 # why\nb: {c: 1}\n'],
  ['a text without a last line ending', 'a: 1\nb: 2'],
  ['a mapping in braces', '{b: 1}\n'],
  ['existing values', 'bundle: |\n  zero\na: 2\nsources:\n- source: x\n'],
  ['carriage returns', 'b: 1\r\nc: 2\r\n'],
  ['an empty text', ''],
  ['comments only', '# none\n'],
  ['several documents', 'b: 1\n---\nc: 1\n'],
])('several values are written as one after the other: %s', (_, text) => {
  const wanted = SETTINGS.reduce((doc, { path, value }) => setValue(doc, path, value), readYaml(text));
  expect(setValues(readYaml(text), SETTINGS).text).toBe(wanted.text);
});

test('returns the same object for a text that has all values', () => {
  const doc = readYaml('a: 2\n');
  expect(setValues(doc, SETTINGS.slice(0, 1))).toBe(doc);
});

test('rejects a position that cannot be filled', () => {
  let code = '';
  try {
    setValues(readYaml('a: 1\n'), [
      { path: ['b'], value: 1 },
      { path: ['a', 'b'], value: 1 },
    ]);
  } catch (error) {
    code = asAirlockError(error).code;
  }
  expect(code).toBe('document-uneditable');
});
