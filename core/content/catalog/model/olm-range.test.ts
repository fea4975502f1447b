import { expect, test } from 'vitest';
import { versionsIn } from './olm-range.ts';

/** Ranges of dependencies are OLM's (blang/semver), where pre-releases are versions like any other. */
test.each<[string, string, boolean]>([
  ['1.2.3', '>=1.0.0 <2.0.0', true],
  ['2.0.0', '>=1.0.0 <2.0.0', false],
  ['1.2.3-5', '>=1.0.0 <2.0.0', true],
  ['1.2.3', '1.x', true],
  ['3.0.0', '1.x || >=3.0.0', true],
  ['1.2.3', '!=1.2.3', false],
  ['1.2.4', '>1.0.0 !1.2.3', true],
  ['1.2.3', '>= 1.0.0', true],
  ['1.2.3', '==1.2.3', true],
  ['1.2.3', '', false],
  ['1.2.3', '^1.2.0', false],
  ['1.2.3', 'newest', false],
])('%s in %j: %j', (version, range, inside) => {
  expect(versionsIn(range)(version)).toBe(inside);
});
