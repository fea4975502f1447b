import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { mirroredReleases } from './mirrored-releases.ts';

const DIRECT = ['4.16.1', '4.16.5'];

test('releases outside the path have their place between its steps, and a reason', () => {
  const releases = ['4.16.1', '4.16.2', '4.16.5'];
  expect(mirroredReleases(DIRECT, releases, true)).toEqual({
    also: [{ after: 1, title: '4.16.2' }],
    sentence: t('shortestExtraSentence', { versions: '4.16.2' }),
  });
  expect(mirroredReleases(DIRECT, ['4.16.0', '4.16.1', '4.16.2', '4.16.3', '4.16.5'], false)).toEqual({
    also: [
      { after: 0, title: '4.16.0' },
      { after: 1, title: '4.16.2, 4.16.3' },
    ],
    sentence: t('rangeExtraSentence', { versions: '4.16.0, 4.16.2, 4.16.3' }),
  });
});

test('exactly the path, a missing release, and no known release', () => {
  expect(mirroredReleases(DIRECT, DIRECT, true)).toEqual({ also: [], sentence: t('pathOnlySentence') });
  expect(mirroredReleases(DIRECT, ['4.16.1'], true)!.sentence).toBe(
    t('missingSentence', { versions: '4.16.5', count: 1 }),
  );
  expect(mirroredReleases(DIRECT, [], true)).toBeUndefined();
});
