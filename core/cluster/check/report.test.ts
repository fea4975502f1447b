import { expect, test } from 'vitest';
import { okItem, reportOf, verdictOf } from './report.ts';

const about = { server: 'https://api', inspectedAt: '', checkedAt: '' };
const items = [okItem('release', 'Digest', 'found')];

test('the verdict names both versions', () => {
  expect(verdictOf(reportOf({ ...about, to: '4.18.2', version: '4.18.1' }, items))).toBe(
    'Nothing blocks the upgrade from 4.18.1 to 4.18.2.',
  );
});

test('the verdict reports that the release is already installed', () => {
  const failed = { group: 'nodes', name: 'w', state: 'failed', message: '', remedy: '' } as const;
  const at = { ...about, to: '4.18.1', version: '4.18.1' };
  expect(verdictOf(reportOf(at, items))).toBe('The cluster already runs 4.18.1: 0 checks failed.');
  expect(verdictOf(reportOf(at, [...items, failed]))).toBe(
    'The cluster already runs 4.18.1: 1 check failed.',
  );
});
