import { expect, test } from 'vitest';
import type { UpgradeItemLine, UpgradeReportLine } from '../../core/contract/topics/clusters.ts';
import { checkGroups, checkSentence } from './check-words.ts';

const item = (group: UpgradeItemLine['group'], state: UpgradeItemLine['state']): UpgradeItemLine => ({
  ...{ group, state, name: 'one', message: 'found', remedy: '' },
});
const report = (counts: Partial<UpgradeReportLine['counts']>): UpgradeReportLine => ({
  ...{ ok: (counts.failed ?? 0) === 0, to: '4.18.1', server: 'https://api', inspectedAt: '', checkedAt: '' },
  ...{ counts: { ok: 1, warning: 0, failed: 0, unknown: 0, ...counts }, items: [] },
});

test('groups with what stops the upgrade come first, and what is in order is apart', () => {
  const groups = checkGroups([
    ...[item('release', 'ok'), item('catalogs', 'unknown'), item('nodes', 'ok'), item('nodes', 'failed')],
  ]);
  expect(groups.map(({ title, open, fine }) => [title, open.length, fine.length])).toEqual([
    ['Nodes', 1, 1],
    ['Catalogs', 1, 0],
    ['The release', 0, 1],
  ]);
});

test('the answer in a sentence', () => {
  expect(checkSentence(report({}))).toBe('Nothing stops the upgrade to 4.18.1.');
  expect(checkSentence(report({ failed: 1, warning: 3 }))).toBe(
    'The upgrade to 4.18.1 will not go: 1 thing stops it.',
  );
  expect(checkSentence(report({ warning: 2, unknown: 1 }))).toBe(
    'Nothing was found that stops the upgrade to 4.18.1; 2 to look at, 1 not known.',
  );
});
