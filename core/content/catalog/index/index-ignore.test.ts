import { expect, test } from 'vitest';
import { ignoreRules } from './index-ignore.ts';

test.each<[string, string, boolean]>([
  ['*.md', 'README.md', true],
  ['*.md', 'foo/README.md', true],
  ['*.md', 'README.mdx', false],
  ['/README.md', 'foo/README.md', false],
  ['/README.md', 'README.md', true],
  ['foo/', 'foo/a/b.json', true],
  ['foo/', 'bar/foo/x.json', true],
  ['foo/', 'foo', false],
  ['foo/*.json', 'foo/x.json', true],
  ['foo/*.json', 'foo/bar/x.json', false],
  ['foo/**/x.json', 'foo/x.json', true],
  ['foo/**/x.json', 'foo/a/b/x.json', true],
  ['**/x.json', 'a/x.json', true],
  ['foo/**', 'foo/a/x.json', true],
  ['file?.json', 'file1.json', true],
  ['file?.json', 'file.json', false],
  ['[!a].json', 'b.json', true],
  ['[!a].json', 'a.json', false],
  ['[]a].json', '].json', true],
  ['\\#x', '#x', true],
  ['# x', '# x', false],
  ['x.json   ', 'x.json', true],
  ['a+b(c).json', 'a+b(c).json', true],
  ['[z-a]', 'z', false],
  ['*\n!keep.json', 'keep.json', false],
  ['*\n!keep.json', 'other.json', true],
  ['foo/\n!foo/keep.json', 'foo/keep.json', true],
  ['!x\nx', 'x', true],
  ['', 'x', false],
  ['a*b*c.json', 'abxbc.json', true],
  ['a*b*c.json', 'abxbd.json', false],
  ['a/*b*/c', 'a/bb/c', true],
  ['a/*b*/c', 'a/b/b/c', false],
  ['a/**/b/**/c', 'a/x/b/b/y/c', true],
  ['a/**/b/**/c', 'a/x/y/c', false],
  ['**/a/**/b*c', 'x/a/y/bac', true],
  ['constructor', 'constructor', true],
  [`[${'x'.repeat(300)}`, 'x', false],
])('%j: %s is ignored: %j', (text, path, ignored) => {
  const rules = ignoreRules();
  rules.add('.indexignore', text);
  expect(rules.ignores(path)).toBe(ignored);
});

test('rules apply below their own folder, the deeper ones last, in any order of adding', () => {
  const rules = ignoreRules();
  rules.add('foo/.indexignore', '!*.txt\n/only.json\n');
  rules.add('.indexignore', '*.txt\n');
  expect(rules.ignores('foo/a.txt')).toBe(false);
  expect(rules.ignores('bar/a.txt')).toBe(true);
  expect(rules.ignores('foo/only.json')).toBe(true);
  expect(rules.ignores('only.json')).toBe(false);
});

test('the time of a match grows linearly with the rule and the path', () => {
  const rules = ignoreRules();
  rules.add('.indexignore', `${'*a'.repeat(30)}b\n${'**/a/'.repeat(30)}b\n${'['.repeat(50_000)}\n`);
  const start = process.cpuUsage().user;
  expect(rules.ignores('a'.repeat(250))).toBe(false);
  expect(rules.ignores('a/'.repeat(120))).toBe(false);
  expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
});

test('too many rules are an error with the limit', () => {
  expect(() => ignoreRules().add('.indexignore', 'a\n'.repeat(1_000_000))).toThrow(
    expect.objectContaining({
      code: 'catalog-invalid',
      message: expect.stringContaining('10000 ignore rules'),
    }),
  );
});
