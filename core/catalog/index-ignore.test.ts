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
])('%j: %s is ignored: %j', (text, path, ignored) => {
  const rules = ignoreRules();
  rules.add('.indexignore', text);
  expect(rules.ignores(path)).toBe(ignored);
});

test('rules count below their own folder, the deeper ones last, whichever came first', () => {
  const rules = ignoreRules();
  rules.add('foo/.indexignore', '!*.txt\n/only.json\n');
  rules.add('.indexignore', '*.txt\n');
  expect(rules.ignores('foo/a.txt')).toBe(false);
  expect(rules.ignores('bar/a.txt')).toBe(true);
  expect(rules.ignores('foo/only.json')).toBe(true);
  expect(rules.ignores('only.json')).toBe(false);
});
