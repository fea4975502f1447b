import { expect, test } from 'vitest';
import type { UpgradeItemLine, UpgradeReportLine } from '../../core/contract/topics/clusters.ts';
import { checkGroups, checkSentence } from './check-words.ts';
import { t } from './messages.ts';

const item = (group: UpgradeItemLine['group'], state: UpgradeItemLine['state']): UpgradeItemLine => ({
  ...{ group, state, name: 'one', message: 'found', remedy: '' },
});
const report = (counts: Partial<UpgradeReportLine['counts']>): UpgradeReportLine => ({
  ...{ ok: (counts.failed ?? 0) === 0, to: '4.18.1', server: 'https://api', inspectedAt: '', checkedAt: '' },
  ...{ counts: { ok: 1, warning: 0, failed: 0, unknown: 0, ...counts }, items: [] },
});

test('groups that block the upgrade come first, with passed checks apart', () => {
  const groups = checkGroups([
    ...[item('release', 'ok'), item('catalogs', 'unknown'), item('nodes', 'ok'), item('nodes', 'failed')],
  ]);
  expect(groups.map(({ title, open, passed }) => [title, open.length, passed.length])).toEqual([
    [t('groupNodes'), 1, 1],
    [t('groupCatalogs'), 1, 0],
    [t('groupRelease'), 0, 1],
  ]);
});

test('the title counts failures, otherwise warnings and unknown results', () => {
  expect(checkSentence(report({}))).toBe('Nothing blocks the upgrade to 4.18.1');
  expect(checkSentence(report({ failed: 1, warning: 3 }))).toBe(
    'Upgrade to 4.18.1 is blocked: 1 failed check',
  );
  const found = (more: Partial<UpgradeReportLine['counts']>) => checkSentence(report(more));
  const version = '4.18.1';
  expect(found({ warning: 2 })).toBe(t('checkWarningsTitle', { version, warnings: 2 }));
  expect(found({ unknown: 1 })).toBe(t('checkUnknownTitle', { version, unknown: 1 }));
  expect(found({ warning: 2, unknown: 1 })).toBe(
    'No blockers found for the upgrade to 4.18.1: 2 warnings, 1 unknown result',
  );
  expect(checkSentence({ ...report({}), version })).toBe('The cluster already runs 4.18.1');
  expect(checkSentence({ ...report({ failed: 2 }), version })).toBe(
    'The cluster already runs 4.18.1: 2 failed checks',
  );
});
