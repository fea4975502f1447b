import { expect, test } from 'vitest';
import { answered, RISK } from './answer.fixture.ts';
import { t } from './messages.ts';
import { pathPreferenceIn, type UpgradeQuestion, viaIn } from './upgrade-question.ts';
import {
  foldedWords,
  originText,
  patchOf,
  pausedNote,
  poolsAt,
  riskTitle,
  upgradeNote,
  upgradeSentence,
} from './upgrade-words.ts';

test('the title shows the path, the number of updates and risks, and further facts', () => {
  expect(upgradeSentence(answered(['4.16.1', '4.16.5'], ['4.16.5']))).toBe(
    'Upgrade 4.16.1 → 4.16.5: 1 update, 1 known risk',
  );
  expect(upgradeSentence(answered(['4.16.20', '4.17.25', '4.18.9']), ['1.0 GiB to mirror'])).toBe(
    'Upgrade 4.16.20 → 4.17.25 → 4.18.9: 2 updates, no known risks, 1.0 GiB to mirror',
  );
  expect(upgradeSentence(answered(['4.16.1']))).toBe(t('noUpdateTitle', { version: '4.16.1' }));
  const many = ['4.10.1', '4.11.1', '4.12.1', '4.13.1', '4.14.1', '4.15.1', '4.16.1', '4.17.1'];
  expect(upgradeSentence(answered(many))).toContain('4.10.1 → 4.11.1 → … → 4.16.1 → 4.17.1: 7 updates');
});

test('the title counts answered risks apart from open ones', () => {
  const answer = answered(['4.16.1', '4.16.2', '4.16.5'], ['4.16.2', '4.16.5']);
  const [first, second] = answer.answer!.hops;
  first!.risks = [{ ...RISK, answer: { applies: false, reason: 'No NFS' } }];
  second!.risks = [];
  expect(upgradeSentence(answer)).toMatch(/: 2 updates, 1 answered risk$/);
  second!.risks = [{ ...RISK, name: 'OtherRisk' }];
  expect(upgradeSentence(answer)).toMatch(/: 2 updates, 1 known risk, 1 answered risk$/);
});

test('the note describes the risks and the alternative path', () => {
  expect(upgradeNote(answered(['4.16.1', '4.16.2']))).toBe(t('recommendedNote'));
  expect(upgradeNote(answered(['4.16.1', '4.16.5'], ['4.16.5'], ['4.16.1', '4.16.2', '4.16.5']))).toBe(
    'The update to 4.16.5 is conditional because it has a known risk. Each cluster evaluates whether the known risk affects it. An alternative path with 2 updates has no known risks.',
  );
  expect(upgradeNote(answered(['4.16.1', '4.16.2', '4.16.5'], ['4.16.2', '4.16.5']))).toBe(
    `2 updates on this path are conditional because they have known risks. ${t('affectsSomeNote', { risks: 1 })} ${t('noAlternativeNote')}`,
  );
});

test('each reason without a path has its own title', () => {
  const titleOf = (kind: string, to = '4.18.9', alternatives: string[] = []) =>
    upgradeSentence({
      origins: [],
      to,
      notes: [],
      problems: [],
      command: '',
      rejection: {
        kind,
        message: '',
        alternatives,
        channels: [],
        nearestReachable: [],
        nearestSources: [],
        blocked: [],
        conditional: [],
      },
    });
  const kinds = [
    'unknown-version',
    'missing-minor',
    'empty-graph',
    'unknown-channel',
    'backwards',
    'risks',
    'blocked',
    'no-path',
  ];
  expect(new Set(kinds.map((kind) => titleOf(kind))).size).toBe(kinds.length);
  expect(titleOf('missing-minor', '4.99', ['4.18'])).toBe(t('unknownMinorTitle', { version: '4.99' }));
  expect(titleOf('missing-minor', '4.18.9', ['4.17'])).toBe(t('unknownMinorTitle', { version: '4.17' }));
});

test('names of risks, origins and patches are readable', () => {
  expect(riskTitle({ name: 'RHELFailedRebootMissingService' })).toBe('RHEL failed reboot missing service');
  expect(riskTitle({ name: 'FCoEBootFromSANKernelDriverQedf' })).toBe(
    'FCoE boot from SAN kernel driver qedf',
  );
  expect(riskTitle({ name: '' })).toBe(t('unnamedRisk'));
  const now = new Date('2026-01-04T00:00:00Z');
  const origin = { origin: 'https://api.example.com/graph', channels: ['stable-4.16'] };
  expect(originText({ kind: 'cached', asOf: '2026-01-01T00:00:00Z', ...origin }, now)).toBe(
    'stable-4.16 from api.example.com/graph, queried 3 days ago',
  );
  expect(originText({ kind: 'service', ...origin }, now)).toBe(
    t('graphQueriedNow', { graph: 'stable-4.16 from api.example.com/graph' }),
  );
  expect(patchOf('4.16.20+amd64')).toBe('20');
});

test('paused worker pools are shown at both ends of each part and in a note', () => {
  const segments = [
    { from: '4.14.9', to: '4.16.2', controlPlaneOnly: ['4.15.3'], pausePools: true },
    { from: '4.16.2', to: '4.18.1', controlPlaneOnly: ['4.17.4'], pausePools: true },
    { from: '4.18.1', to: '4.18.9', controlPlaneOnly: [], pausePools: false },
  ];
  expect(pausedNote(segments)).toBe(t('pausedNote', { ranges: '4.14.9 → 4.16.2 and 4.16.2 → 4.18.1' }));
  expect(pausedNote(segments.slice(2))).toBe('');
  expect(poolsAt('4.14.9', segments)).toEqual([t('pausePools')]);
  expect(poolsAt('4.15.3', segments)).toEqual([t('controlPlaneOnly')]);
  expect(poolsAt('4.16.2', segments)).toEqual([t('unpausePools'), t('pausePools')]);
  expect(poolsAt('4.18.1', segments)).toEqual([t('unpausePools')]);
  expect(poolsAt('4.18.9', segments)).toEqual([]);
});

test('collapsed options are shown if they differ from their defaults', () => {
  const question: UpgradeQuestion = {
    from: '4.16.20',
    to: '4.18.9',
    channel: 'stable',
    architecture: 'amd64',
    source: 'service',
    file: '',
    avoidRisks: true,
    preference: 'shortest',
    via: '',
    perHop: false,
  };
  expect(foldedWords(question)).toBe('');
  expect(foldedWords({ ...question, preference: 'eus', architecture: 'multi', perHop: true })).toBe(
    `${t('eusOption')} · multi · ${t('perUpdateLabel')}`,
  );
  expect(foldedWords({ ...question, via: '4.17.12, 4.17.20' })).toBe(
    t('viaFolded', { versions: '4.17.12 and 4.17.20' }),
  );
  expect(viaIn(' 4.17.12,4.17.20  4.18.1 ')).toEqual(['4.17.12', '4.17.20', '4.18.1']);
  expect([
    pathPreferenceIn('eus'),
    pathPreferenceIn('fewest-risks'),
    pathPreferenceIn('other'),
    pathPreferenceIn(null),
  ]).toEqual(['eus', 'fewest-risks', 'shortest', 'shortest']);
});
