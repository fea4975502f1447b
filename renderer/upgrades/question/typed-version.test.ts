import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { areVersions, versionProblem } from './typed-version.ts';

test('versions are checked as they are typed', () => {
  expect(versionProblem('4.18.9', false)).toBeUndefined();
  expect(versionProblem('4.19.0-rc.1', false)).toBeUndefined();
  expect(versionProblem('', false)).toBeUndefined();
  expect(versionProblem('4.18', false)).toBe(t('fullVersionError'));
  expect(versionProblem('4.18', true)).toBeUndefined();
  expect(versionProblem('newest', true)).toBe(t('versionError'));
  expect(areVersions({ from: '4.17.3', to: '4.18' })).toBe(true);
  expect(areVersions({ from: '4.17', to: '4.18' })).toBe(false);
});
