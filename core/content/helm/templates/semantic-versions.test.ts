import { expect, test } from 'vitest';
import { compareVersions } from './semantic-versions.ts';

test.each([
  ['>=1.19.0-0', '1.30.1', true],
  ['>=1.19-0', '1.30.1', true],
  ['>=1-0', '1.30.1', true],
  ['>=1.31.0-0', '1.30.1', false],
  ['<1.22-0', '1.21.9-eks.1', true],
  ['>=1.22-0', '1.22.0-alpha.1', true],
  ['>=1.22', '1.22.0-alpha.1', false],
  ['!=1.21.0, >=1.20', '1.21.0', false],
  ['no range', '1.21.0', undefined],
])('%s contains %s: %s', (range, version, expected) => {
  expect(compareVersions(range, version)).toBe(expected);
});

test('a long range of digits takes no time', () => {
  const start = performance.now();
  compareVersions('1'.repeat(50_000), '1.30.1');
  expect(performance.now() - start).toBeLessThan(1_000);
});
