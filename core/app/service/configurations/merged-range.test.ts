import fc from 'fast-check';
import { parse } from 'semver';
import { expect, test } from 'vitest';
import { versionRange } from '../../../image-set/config/version-range.ts';
import { type Bounds, mergedRange } from './merged-range.ts';

const VERSIONS = [
  '0.9.0',
  '1.0.0',
  '1.1.0',
  '1.1.0-2',
  '1.2.0',
  '1.2.7-rhodf',
  '1.3.0',
  '2.0.0-rc.1',
  '2.0.0',
];
const HEAD = '2.0.0';

function accepted({ minVersion, maxVersion }: Bounds): string[] {
  const range = versionRange(minVersion, maxVersion);
  if (!range) return [HEAD];
  if ('invalid' in range) throw new Error(range.invalid);
  return VERSIONS.filter((version) => range.contains(parse(version)!));
}

test.each<[string, Bounds, Bounds]>([
  ['two heads', {}, {}],
  [
    'an equal range',
    { minVersion: '1.0.0', maxVersion: '1.2.0' },
    { minVersion: '1.0.0', maxVersion: '1.2.0' },
  ],
  ['a part of it', { minVersion: '1.0.0' }, { minVersion: '1.1.0', maxVersion: '1.2.0' }],
  ['a head, which is in a range without an upper bound', { minVersion: '1.0.0' }, {}],
])('%s changes nothing', (_what, a, b) => {
  expect(mergedRange(a, b)).toEqual(a);
});

test.each([
  [
    'joins the lowest and the highest bound',
    { minVersion: '1.0.0', maxVersion: '1.1.0' },
    { minVersion: '0.9.0', maxVersion: '1.3.0' },
    { minVersion: '0.9.0', maxVersion: '1.3.0' },
  ],
  ['extends to the head', { minVersion: '1.0.0', maxVersion: '1.1.0' }, {}, { minVersion: '1.0.0' }],
  [
    'combines a range without a lower bound with the head',
    { maxVersion: '1.1.0' },
    {},
    { minVersion: '0.0.0' },
  ],
  [
    'retains a short bound, which includes its patches',
    { minVersion: '1', maxVersion: '1.2' },
    { minVersion: '1.1.0', maxVersion: '1.2.7' },
    { minVersion: '1', maxVersion: '1.2' },
  ],
  [
    'still accepts pre-releases',
    { minVersion: '1.1.0-2', maxVersion: '1.2.0' },
    { minVersion: '1.0.0', maxVersion: '1.3.0' },
    { minVersion: '1.0.0-0', maxVersion: '1.3.0' },
  ],
])('%s', (_what, a, b, merged) => {
  expect(mergedRange(a, b)).toEqual(merged);
  expect(mergedRange(b, a)).toEqual(merged);
});

test('accepts every version that either range accepts, by the rules of the filter', () => {
  const version = fc.constantFrom(...VERSIONS, '1', '1.1', 'v1.2');
  const bounds = fc.record({ minVersion: version, maxVersion: version }, { requiredKeys: [] });
  fc.assert(
    fc.property(bounds, bounds, (a, b) => {
      const merged = accepted(mergedRange(a, b));
      for (const each of [...accepted(a), ...accepted(b)]) expect(merged).toContain(each);
    }),
  );
});
