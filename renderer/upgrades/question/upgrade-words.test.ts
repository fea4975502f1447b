import { expect, test } from 'vitest';
import { answered } from './answer.fixture.ts';
import { type UpgradeQuestion, viaIn, wayIn } from './upgrade-question.ts';
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

test('the sentence names the steps, the stops, the risks and what is to be carried', () => {
  expect(upgradeSentence(answered(['4.16.1', '4.16.5'], ['4.16.5']))).toBe(
    'One update from 4.16.1 to 4.16.5, with 1 known risk',
  );
  expect(upgradeSentence(answered(['4.16.20', '4.17.25', '4.18.9']), 2 ** 30)).toBe(
    'Two updates to 4.18.9, by 4.17.25, without a known risk: carry 1.0 GiB',
  );
  expect(upgradeSentence(answered(['4.16.1']))).toBe('4.16.1 is what is wanted: no update is needed');
  const many = ['4.10.1', '4.11.1', '4.12.1', '4.13.1', '4.14.1', '4.15.1', '4.16.1', '4.17.1'];
  expect(upgradeSentence(answered(many))).toContain('by 4.11.1, 4.12.1, 3 more and 4.16.1');
});

test('the note says whom a risk concerns and whether there is a way round it', () => {
  expect(upgradeNote(answered(['4.16.1', '4.16.2']))).toBe('Every update is recommended to all clusters.');
  expect(upgradeNote(answered(['4.16.1', '4.16.5'], ['4.16.5'], ['4.16.1', '4.16.2', '4.16.5']))).toBe(
    'The update is conditional: each cluster finds out by itself whether it is concerned. There is a way round it with 2 updates.',
  );
  expect(upgradeNote(answered(['4.16.1', '4.16.2', '4.16.5'], ['4.16.5']))).toMatch(
    /^The update to 4\.16\.5 is conditional: .* There is no way without a known risk\.$/,
  );
});

test('a refusal has a sentence of its own for each kind', () => {
  const refused = (kind: string) =>
    upgradeSentence({
      origins: [],
      to: '4.18.9',
      notes: [],
      problems: [],
      command: '',
      refusal: {
        kind,
        message: '',
        alternatives: [],
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
  expect(new Set(kinds.map(refused)).size).toBe(kinds.length);
});

test('names of risks, origins and patches are readable', () => {
  expect(riskTitle({ name: 'RHELFailedRebootMissingService' })).toBe('RHEL failed reboot missing service');
  expect(riskTitle({ name: 'FCoEBootFromSANKernelDriverQedf' })).toBe(
    'FCoE boot from SAN kernel driver qedf',
  );
  expect(riskTitle({ name: '' })).toBe('A risk without a name');
  const now = new Date('2026-01-04T00:00:00Z');
  const origin = { origin: 'https://api.example.com/graph', channels: ['stable-4.16'] };
  expect(originText({ kind: 'kept', asOf: '2026-01-01T00:00:00Z', ...origin }, now)).toBe(
    'stable-4.16 of api.example.com/graph, asked 3 days ago',
  );
  expect(originText({ kind: 'service', ...origin }, now)).toMatch(/asked now$/);
  expect(patchOf('4.16.20+amd64')).toBe('20');
});

test('paused pools are told at both ends of each part, and in a sentence', () => {
  const segments = [
    { from: '4.14.9', to: '4.16.2', controlPlaneOnly: ['4.15.3'], pausePools: true },
    { from: '4.16.2', to: '4.18.1', controlPlaneOnly: ['4.17.4'], pausePools: true },
    { from: '4.18.1', to: '4.18.9', controlPlaneOnly: [], pausePools: false },
  ];
  expect(pausedNote(segments)).toMatch(
    /^Worker pools stay paused from 4\.14\.9 to 4\.16\.2 and from 4\.16\.2 to 4\.18\.1: /,
  );
  expect(pausedNote(segments.slice(2))).toBe('');
  expect(poolsAt('4.14.9', segments)).toEqual(['pause the pools']);
  expect(poolsAt('4.15.3', segments)).toEqual(['control plane only']);
  expect(poolsAt('4.16.2', segments)).toEqual(['resume the pools', 'pause the pools']);
  expect(poolsAt('4.18.1', segments)).toEqual(['resume the pools']);
  expect(poolsAt('4.18.9', segments)).toEqual([]);
});

test('what is folded away is told when it is not as it is by itself', () => {
  const question: UpgradeQuestion = {
    from: '4.16.20',
    to: '4.18.9',
    channel: 'stable',
    architecture: 'amd64',
    source: 'service',
    file: '',
    avoidRisks: true,
    way: 'shortest',
    via: '',
    perHop: false,
  };
  expect(foldedWords(question)).toBe('');
  expect(foldedWords({ ...question, way: 'eus', architecture: 'multi', perHop: true })).toBe(
    'EUS to EUS, pools paused, multi, one configuration per update',
  );
  expect(foldedWords({ ...question, via: '4.17.12, 4.17.20' })).toBe('through 4.17.12 and 4.17.20');
  expect(viaIn(' 4.17.12,4.17.20  4.18.1 ')).toEqual(['4.17.12', '4.17.20', '4.18.1']);
  expect([wayIn('eus'), wayIn('fewest-risks'), wayIn('other'), wayIn(null)]).toEqual([
    'eus',
    'fewest-risks',
    'shortest',
    'shortest',
  ]);
});
