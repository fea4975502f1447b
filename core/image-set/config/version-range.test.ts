import { parse } from 'semver';
import { expect, test } from 'vitest';
import { versionRange } from './version-range.ts';

/** Semantics of oc-mirror's constraint library, Masterminds/semver. */
test.each<[string | undefined, string | undefined, string, boolean]>([
  ['1.1.0', undefined, '1.2.0', true],
  ['1.1.0', undefined, '1.2.0-5', false],
  ['1.1.0-0', undefined, '1.2.0-5', true],
  ['1.1.0', '1.3.0-0', '1.2.0-5', true],
  ['5.8.1-12', undefined, '5.8.1-13', true],
  ['5.8.1-12', undefined, '5.8.1-2', false],
  [undefined, '1.2', '1.2.9', true],
  [undefined, '1.2', '1.3.0', false],
  [undefined, '1', '1.9.9', true],
  [undefined, '1', '2.0.0', false],
  ['v1.2', undefined, '1.2.0', true],
  ['1.2.3', '1.2.3', '1.2.3+build', true],
  ['2.0.0', '1.0.0', '1.5.0', false],
])('from %s to %s: %s is %s', (min, max, version, inside) => {
  const range = versionRange(min, max);
  if (!range || 'invalid' in range) return expect.unreachable('it is a range');
  expect(range.contains(parse(version)!)).toBe(inside);
});

test('hides versions that only the pre-release rule excludes', () => {
  const range = versionRange('1.1.0', '2.0.0');
  if (!range || 'invalid' in range) return expect.unreachable('it is a range');
  expect(range.hides(parse('1.2.0-5')!)).toBe(true);
  expect(range.hides(parse('1.0.0-5')!)).toBe(false);
  expect(range.hides(parse('1.2.0')!)).toBe(false);
  expect(range.text).toBe('>=1.1.0 <=2.0.0');
});

test('returns undefined without bounds, and the bound that is not a version', () => {
  expect(versionRange(undefined, '')).toBeUndefined();
  expect(versionRange('1.0.0', 'newest')).toEqual({ invalid: 'newest' });
  expect(versionRange('1.x', undefined)).toEqual({ invalid: '1.x' });
});
