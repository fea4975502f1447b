import { expect, test } from 'vitest';
import { readGcfg } from './gcfg.ts';

const values = (text: string) => readGcfg(text).entries.map(({ key, value }) => [key, value]);

test('reads sections, subsections, comments, quotes, escapes, repeated keys and keys without a value', () => {
  const text = `; first
[Global] # behind a section
  a = plain text ; behind a value
  b = "quoted # ; and \\"more\\" \\\\ \\n \\t"
  c = half" quoted "too
  alone
  d =
[VirtualCenter "vc \\"1\\" \\\\x"]
  a = 1
  A = 2
`;
  const { sections, entries, comments, faults } = readGcfg(text);
  expect(faults).toEqual([]);
  expect(comments).toBe(3);
  expect(sections).toMatchObject([
    { section: 'Global', line: 2, column: 1 },
    { section: 'VirtualCenter', subsection: 'vc "1" \\x', line: 8 },
  ]);
  expect(entries.map(({ section, key, value, line }) => [section, key, value, line])).toEqual([
    ['Global', 'a', 'plain text', 3],
    ['Global', 'b', 'quoted # ; and "more" \\ \n \t', 4],
    ['Global', 'c', 'half quoted too', 5],
    ['Global', 'alone', undefined, 6],
    ['Global', 'd', '', 7],
    ['VirtualCenter', 'a', '1', 9],
    ['VirtualCenter', 'A', '2', 10],
  ]);
});

test('continues a line after a backslash, and reads Windows line ends', () => {
  expect(values('[s]\r\na = one, \\\r\n  two\r\nb = "x"\r\n')).toEqual([
    ['a', 'one,   two'],
    ['b', 'x'],
  ]);
});

test('keeps quoted trailing blanks', () => {
  expect(values('[s]\na = "x  "  \nb = x  \n')).toEqual([
    ['a', 'x  '],
    ['b', 'x'],
  ]);
});

test('returns the place of a value', () => {
  const text = '[s]\n  a =  "x y"  # z\n';
  const [entry] = readGcfg(text).entries;
  expect(text.slice(entry!.valueStart, entry!.valueEnd)).toBe('"x y"');
});

test.each<[string, string, number, number]>([
  ['a = 1', 'expected section header', 1, 1],
  ['[s]\nIP string `x`', "expected '='", 2, 4],
  ['[s]\na = "x\nb = 1', 'string not terminated', 2, 5],
  ['[s]\na = \\x', 'unknown escape sequence', 2, 5],
  ['[s "', 'string not terminated', 1, 5],
  ['[s ""]', 'empty subsection name', 1, 6],
  ['[s "x"', 'expected right bracket', 1, 7],
  ['[s x]', 'expected subsection name or right bracket', 1, 4],
  ['[1]', 'expected section name', 1, 2],
  ['[s] x', 'expected EOL, EOF, or comment', 1, 5],
  ['[s]\n= 1', 'expected section header or variable name', 2, 1],
])('%j: %s', (text, message, line, column) => {
  const { faults } = readGcfg(text);
  expect(faults[0]).toMatchObject({ message, line, column });
});

test('continues with the next line after a fault', () => {
  expect(values('[s]\n%\na = 1\nb c\nd = 2')).toEqual([
    ['a', '1'],
    ['d', '2'],
  ]);
});
