import { expect, test } from 'vitest';
import { csvCell, csvTable, csvText } from './csv.ts';

// Listed here, so that the test doesn't depend on the code's own list.
const ACTIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

test.each([
  "=cmd|'/c calc'!A1",
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1',
  'x\x1b[31m\x07\rPWN.tar',
  'c1 \u009b31m',
  'bidi \u202egpj.exe\u2066\u2069\u200f\u061c',
  'tags \u{e0041}',
  'lines\u2028\u2029',
])('no spreadsheet executes %j', (text) => {
  const cell = csvCell(text);
  expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/);
  expect(cell).not.toMatch(ACTIVE);
});

test('reads a cell back unchanged', () => {
  for (const text of ['-', '=x', "'=x", "'quoted'", 'plain']) expect(csvText(csvCell(text)), text).toBe(text);
});

test('quotes and guards texts, but not numbers', () => {
  expect(
    csvTable([
      ['a', 'b c'],
      [-1, undefined, true, '-1'],
      ['"x"', 'a,b', 'a\nb', ' x'],
    ]),
  ).toBe('a,b c\r\n-1,,true,\'-1\r\n"""x""","a,b","a\nb"," x"\r\n');
  expect(csvCell('a;b,c', ';')).toBe('"a;b,c"');
});
