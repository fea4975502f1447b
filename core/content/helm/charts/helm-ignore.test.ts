import { expect, test } from 'vitest';
import { helmIgnore } from './helm-ignore.ts';

test.each<[string, string, boolean]>([
  ['*.md', 'README.md', true],
  ['a*b*c', 'abxbc', true],
  ['a*b*c', 'abxbd', false],
  ['a*b*', 'ab', true],
  ['x/*b*/c', 'x/abab/c', true],
  ['[ab]*', 'bx', true],
  ['[a/b]x', 'ax', true],
  ['a?c', 'abc', true],
  ['[z-a]', 'z', false],
])('%s and %s: ignored is %j', (text, path, ignored) => {
  expect(helmIgnore(text)(path, false)).toBe(ignored);
});

test('the time of a match grows linearly with the rule and the name', () => {
  const start = process.cpuUsage().user;
  expect(helmIgnore(`${'*a'.repeat(30)}b\n${'['.repeat(50_000)}`)('a'.repeat(250), false)).toBe(false);
  expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
});

test('too many rules are an error with the limit', () => {
  expect(() => helmIgnore('a\n'.repeat(1_000_000))).toThrow(
    expect.objectContaining({
      code: 'chart-invalid',
      message: expect.stringContaining('exceeds the limit of 10000'),
    }),
  );
});
