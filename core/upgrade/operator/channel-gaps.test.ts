import { expect, test } from 'vitest';
import { channelGaps } from './channel-gaps.ts';
import { t } from './messages.ts';
import { sketchedPackage } from './operator-package.fixture.ts';

test('a valid channel has only one gap: the name below its lowest entry', () => {
  expect(channelGaps(sketchedPackage({ c: ['1.1.0 < 1.0.0', '1.0.0 < 0.9.0'] }))).toEqual([
    {
      channel: 'c',
      faults: [],
      danglingReferences: [{ entry: 'p.v1.0.0', by: 'replaces', name: 'p.v0.9.0', inOtherChannel: false }],
      withoutBundle: [],
      unreadable: [],
      gaps: [],
    },
  ]);
});

test('entries below a skipped entry of the chain are unreachable', () => {
  const [found] = channelGaps(
    sketchedPackage({ c: ['3.0.0 < 2.0.0 ! 2.0.0', '2.0.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'] }),
  );
  const why = t('replacementSkipped', { entry: 'p.v2.0.0', by: 'p.v3.0.0', bundle: 'p.v1.1.0' });
  expect(found!.gaps).toEqual([
    { entry: 'p.v1.1.0', remainsAt: 'p.v1.1.0', why },
    { entry: 'p.v1.0.0', remainsAt: 'p.v1.1.0', why },
  ]);
});

test("reports names of other channels, missing bundles and ranges that OLM can't read", () => {
  const [c, d] = channelGaps(
    sketchedPackage(
      { c: ['2.0.0 < 1.0.0 ! 1.5.0 [>=1.0 <2.0.0]', '1.9.0'], d: ['1.0.0'] },
      { without: ['2.0.0'] },
    ),
  );
  expect(c!.faults).toEqual(['multiple channel heads found: [p.v1.9.0 p.v2.0.0]']);
  expect(d).toMatchObject({ faults: [], gaps: [] });
  const [sound] = channelGaps(
    sketchedPackage({ c: ['2.0.0 < 1.0.0 ! 1.5.0 [>=1.0 <2.0.0]'], d: ['1.0.0'] }, { without: ['2.0.0'] }),
  );
  expect(sound).toMatchObject({
    danglingReferences: [
      { name: 'p.v1.0.0', by: 'replaces', inOtherChannel: true },
      { name: 'p.v1.5.0', by: 'skips', inOtherChannel: false },
    ],
    withoutBundle: ['p.v2.0.0'],
    unreadable: [{ entry: 'p.v2.0.0', skipRange: '>=1.0 <2.0.0' }],
  });
});
