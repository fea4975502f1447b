import { expect, test } from 'vitest';
import { inertJson, inHtml, visibleLine, visibleText } from './inert-text.ts';

const HOSTILE = [
  'x\x1b[31m\x07\rPWN.tar',
  'c1 \u009b31m',
  'bidi \u202egpj.exe\u2066\u2069\u200f\u061c',
  'tags \u{e0041}',
  'lines\u2028\u2029',
  "\"><script>alert('1')</script>&",
];
// Listed here, so that the test doesn't depend on the code's own list.
const ACTIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

test.each(HOSTILE)('%j is shown and not acted on', (text) => {
  expect(visibleText(text)).not.toMatch(ACTIVE);
  expect(visibleLine(text)).not.toMatch(ACTIVE);
  expect(visibleLine(text)).not.toMatch(/[\n\t]/);
  expect(inHtml(text)).not.toMatch(ACTIVE);
  expect(inHtml(text)).not.toMatch(/[<>"']/);
  expect(inertJson({ text })).not.toMatch(ACTIVE);
  expect(JSON.parse(inertJson({ text }))).toEqual({ text });
});

test('leaves other text unchanged', () => {
  for (const text of ['søk 日本 👩‍💻', 'two\nlines\tand a tab', 'a=b'])
    expect([visibleText(text), JSON.parse(inertJson(text))]).toEqual([text, text]);
  expect(visibleText('\x1b[0m')).toBe('\\x1b[0m');
  expect(visibleLine('a\n\r\tb\x1b')).toBe('a\\n\\r\\tb\\x1b');
});
