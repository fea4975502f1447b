import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { mirroredReleases } from './mirrored-releases.ts';

const DIRECT = ['4.16.1', '4.16.5'];

test('releases outside the path have their place between its steps, and a reason', () => {
  const releases = ['4.16.1', '4.16.2', '4.16.5'];
  expect(mirroredReleases(DIRECT, releases, 'shortest')).toEqual({
    also: [{ after: 1, title: '4.16.2' }],
    sentence: t('shortestExtraSentence', { versions: '4.16.2' }),
  });
  expect(mirroredReleases(DIRECT, ['4.16.0', '4.16.1', '4.16.2', '4.16.3', '4.16.5'], 'every')).toEqual({
    also: [
      { after: 0, title: '4.16.0' },
      { after: 1, title: '4.16.2, 4.16.3' },
    ],
    sentence: t('rangeExtraSentence', { versions: '4.16.0, 4.16.2, 4.16.3' }),
  });
});

test('exactly the path, a missing release, and no known release', () => {
  expect(mirroredReleases(DIRECT, DIRECT, 'shortest')).toEqual({ also: [], sentence: t('pathOnlySentence') });
  expect(mirroredReleases(DIRECT, ['4.16.1'], 'shortest')!.sentence).toBe(
    t('shortestMissingSentence', { versions: '4.16.5', count: 1 }),
  );
  expect(mirroredReleases(DIRECT, [], 'shortest')).toBeUndefined();
});

test.each(['mixed', 'none'] as const)('the reason of %s ranges is not guessed', (limit) => {
  const sentence = (releases: string[]) => mirroredReleases(DIRECT, releases, limit)!.sentence;
  expect(sentence(['4.16.1', '4.16.2', '4.16.5'])).toBe(t('extraSentence', { versions: '4.16.2', count: 1 }));
  expect(sentence(['4.16.1'])).toBe(t('missingSentence', { versions: '4.16.5', count: 1 }));
});

test('ranges that already contain all of their releases are not recommended', () => {
  expect(mirroredReleases(DIRECT, ['4.16.1'], 'every')!.sentence).toBe(
    t('missingSentence', { versions: '4.16.5', count: 1 }),
  );
});
