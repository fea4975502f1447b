import { describe, expect, test } from 'vitest';
import { indexed, inFolder, sketched } from '../catalog/catalog.fixture.ts';
import { t } from './messages.ts';
import { allowsOpenShift, minorOf, openShiftLimit, openShiftLimits } from './openshift-limit.ts';

test('limits are read from the documents of the bundles', async () => {
  const limit = (value: unknown) => [{ type: 'olm.maxOpenShiftVersion', value }];
  await inFolder(async (folder) => {
    const index = await indexed(folder, {
      'p.json': sketched('p', {
        channels: { c: ['v1.3.0 < v1.2.0', 'v1.2.0 < v1.1.0', 'v1.1.0 < v1.0.0', 'v1.0.0'] },
        properties: {
          'v1.0.0': limit('4.16'),
          'v1.1.0': [...limit('4.16'), ...limit('4.17')],
          'v1.2.0': [{ type: 'note', value: 'olm.maxOpenShiftVersion' }],
        },
      }),
    });
    const { bundles } = (await index.package('p'))!;
    expect(await openShiftLimits(index, bundles)).toEqual(
      new Map([
        ['p.v1.0.0', { highest: { major: 4, minor: 16 } }],
        ['p.v1.1.0', { invalid: t('limitTwice') }],
      ]),
    );
    expect(await openShiftLimits(index, bundles.slice(1, 2))).toEqual(
      new Map([['p.v1.1.0', { invalid: t('limitTwice') }]]),
    );
    const signal = AbortSignal.abort();
    await expect(openShiftLimits(index, bundles, { signal })).rejects.toThrow('abort');
  });
});

describe('a limit as OLM parses it', () => {
  test.each([
    ['4.16', { major: 4, minor: 16 }],
    ['"4.16"', { major: 4, minor: 16 }],
    ['v4.16.0', { major: 4, minor: 16 }],
    [4.9, { major: 4, minor: 9 }],
    ['5', { major: 5, minor: 0 }],
  ])('%j', (value, highest) => expect(openShiftLimit([value])).toEqual({ highest }));

  test.each(['', '4.16.1', 'next', null, ['4.16']])('%j is invalid and blocks', (value) => {
    const limit = openShiftLimit([value]);
    expect(limit).toHaveProperty('invalid');
    expect(allowsOpenShift(limit, { major: 4, minor: 1 })).toBe(false);
  });

  test('no limit allows everything, and a limit allows up to itself', () => {
    expect(openShiftLimit([])).toBeUndefined();
    expect(allowsOpenShift(undefined, { major: 9, minor: 0 })).toBe(true);
    const limit = openShiftLimit(['4.16']);
    const allowed = ['4.15.9', '4.16.20', '4.17.0', '5.0.0'].map((version) =>
      allowsOpenShift(limit, minorOf(version)!),
    );
    expect(allowed).toEqual([true, true, false, false]);
  });
});
