import { describe, expect, test } from 'vitest';
import { type OperatorAnswer, type OperatorQuestion, operatorPath } from './answers.ts';
import { t } from './messages.ts';
import { type SketchedEntry, short, sketchedPackage } from './operator-package.fixture.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';

type Channels = Record<string, SketchedEntry[]>;

function catalog(channels: Channels, more: Partial<OperatorCatalog> = {}): OperatorCatalog {
  return { name: 'v4.16', package: sketchedPackage(channels), ...more };
}

function request(channels: Channels, question: Partial<OperatorQuestion>): OperatorAnswer {
  return operatorPath({ package: 'p', catalogs: [catalog(channels)], from: '1.0.0', ...question });
}

function hops(answer: OperatorAnswer): string[] {
  if (!answer.path) throw new Error(answer.reason);
  return answer.hops.map(
    ({ to, channel, switched, by, catalog: of }) =>
      `${short([to])[0]} ${by} ${switched ? 'switch ' : ''}${channel} ${of}`,
  );
}

const chain = ['1.3.0 < 1.2.0', '1.2.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'];

describe('in one channel', () => {
  test('to the head, to a version, to the current version', () => {
    const toHead = request({ stable: chain }, {});
    expect(hops(toHead)).toEqual([
      '1.1.0 replaces stable v4.16',
      '1.2.0 replaces stable v4.16',
      '1.3.0 replaces stable v4.16',
    ]);
    expect(toHead).toMatchObject({
      path: ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0', 'p.v1.3.0'],
      minimumContent: [
        {
          catalog: 'v4.16',
          channels: [{ name: 'stable', bundles: ['p.v1.1.0', 'p.v1.2.0', 'p.v1.3.0'] }],
          bundles: [
            { name: 'p.v1.1.0', version: '1.1.0', image: 'quay.example/p/bundle:1.1.0' },
            { name: 'p.v1.2.0' },
            { name: 'p.v1.3.0' },
          ],
        },
      ],
      notes: [],
    });
    const toVersion = request({ stable: chain }, { to: '1.2.0' });
    expect(hops(toVersion)).toEqual(['1.1.0 replaces stable v4.16', '1.2.0 replaces stable v4.16']);
    expect(toVersion).toMatchObject({ notes: [expect.stringContaining('continues to p.v1.3.0')] });
    expect(request({ stable: chain }, { from: 'p.v1.3.0', to: 'p.v1.3.0' })).toMatchObject({
      path: ['p.v1.3.0'],
      hops: [],
      minimumContent: [],
    });
  });

  test('a range skips versions in between', () => {
    const ranged = ['1.3.0 < 1.2.0 [>=1.0.0 <1.3.0]', ...chain.slice(1)];
    expect(hops(request({ stable: ranged }, {}))).toEqual(['1.3.0 skipRange stable v4.16']);
    expect(hops(request({ stable: ranged }, { to: '1.2.0' }))).toEqual([
      '1.1.0 replaces stable v4.16',
      '1.2.0 replaces stable v4.16',
    ]);
  });

  test('the installed bundle may be missing in the catalog', () => {
    const ranged = { stable: ['1.3.0 < 1.2.0 [>=1.0.0 <1.3.0]', '1.2.0 < 0.9.0'] };
    const byRange = request(ranged, { from: '1.0.7' });
    expect(hops(byRange)).toEqual(['1.3.0 skipRange stable v4.16']);
    expect(byRange).toMatchObject({
      path: ['1.0.7', 'p.v1.3.0'],
      notes: [expect.stringContaining('bundle name is unknown')],
    });
    const byMention = request(ranged, { from: '0.9.0' });
    expect(hops(byMention)).toEqual(['1.2.0 replaces stable v4.16', '1.3.0 replaces stable v4.16']);
    expect(byMention.path![0]).toBe('p.v0.9.0');
    expect(hops(request(ranged, { from: 'other.v1.1.1' }))).toEqual(['1.3.0 skipRange stable v4.16']);
  });
});

describe('across channels', () => {
  const channels = {
    'stable-1': ['1.1.0 < 1.0.0', '1.0.0'],
    'stable-2': ['2.1.0 < 2.0.0', '2.0.0 < 1.1.0'],
    fast: ['2.1.0 < 1.0.0'],
  };
  test('has the fewest changes of the channel, then the fewest bundles', () => {
    expect(
      hops(
        request(
          { 'stable-1': channels['stable-1'], 'stable-2': channels['stable-2'] },
          { subscribed: 'stable-1', channel: 'stable-2' },
        ),
      ),
    ).toEqual([
      '1.1.0 replaces stable-1 v4.16',
      '2.0.0 replaces switch stable-2 v4.16',
      '2.1.0 replaces stable-2 v4.16',
    ]);
    const direct = request(channels, { subscribed: 'stable-1', channel: 'stable-2' });
    expect(hops(direct)).toEqual(['2.1.0 replaces switch fast v4.16']);
  });

  test('reports fewer bundles with more changes of the channel as an alternative path', () => {
    const answer = request(
      { stable: chain, beta: ['1.2.0 < 1.0.0'], gamma: ['1.3.0 < 1.2.0'] },
      { subscribed: 'stable', channel: 'stable' },
    );
    expect(hops(answer)).toHaveLength(3);
    expect(answer).toMatchObject({ smaller: { path: ['p.v1.0.0', 'p.v1.2.0', 'p.v1.3.0'] } });
  });

  test('uses the current channel by default, if the last catalog contains it', () => {
    expect(hops(request(channels, { subscribed: 'fast' }))).toEqual(['2.1.0 replaces fast v4.16']);
    expect(hops(request(channels, { subscribed: 'gone' }))).toEqual(['1.1.0 replaces switch stable-1 v4.16']);
  });
});

describe('across catalogs', () => {
  const older = { stable: ['1.2.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'] };
  const newer = { stable: ['2.1.0 < 2.0.0', '2.0.0 < 1.2.0'] };
  const both = (limits: Record<string, string> = {}): OperatorCatalog[] => [
    catalog(older, {
      openShift: '4.16',
      limits: new Map(
        Object.entries(limits).map(([name, text]) => {
          const [major, minor] = text.split('.').map(Number);
          return [`p.v${name}`, { highest: { major: major!, minor: minor! } }];
        }),
      ),
    }),
    catalog(newer, { name: 'v4.18', openShift: '4.18' }),
  ];

  test('updates as far as needed in the old one, and then in the new one', () => {
    const answer = request({}, { catalogs: both() });
    expect(hops(answer)).toEqual([
      '1.1.0 replaces stable v4.16',
      '1.2.0 replaces stable v4.16',
      '2.0.0 replaces stable v4.18',
      '2.1.0 replaces stable v4.18',
    ]);
    expect(answer).toMatchObject({ minimumContent: [{ catalog: 'v4.16' }, { catalog: 'v4.18' }] });
    const overlapping = both();
    overlapping[1] = catalog(
      { stable: ['2.0.0 < 1.1.0', ...older.stable.slice(1)] },
      { name: 'v4.18', openShift: '4.18' },
    );
    expect(hops(request({}, { catalogs: overlapping }))).toEqual([
      '1.1.0 replaces stable v4.18',
      '2.0.0 replaces stable v4.18',
    ]);
  });

  test('the installed bundle must support the next OpenShift', () => {
    const overlapping = both({ '1.0.0': '4.17' });
    overlapping[1] = catalog(
      { stable: ['2.0.0 < 1.1.0', ...older.stable.slice(1)] },
      { name: 'v4.18', openShift: '4.18' },
    );
    expect(hops(request({}, { catalogs: overlapping }))).toEqual([
      '1.1.0 replaces stable v4.16',
      '2.0.0 replaces stable v4.18',
    ]);
    const blocked = request({}, { catalogs: both({ '1.0.0': '4.16', '1.1.0': '4.16', '1.2.0': '4.17' }) });
    expect(blocked).toMatchObject({ path: null, nearest: [] });
    expect(!blocked.path && blocked.reason).toContain('OpenShift 4.18');
    expect(!blocked.path && blocked.reason).toContain(t('supportMissing', { reason: '', catalog: 'v4.16' }));
  });

  test('a package that the new catalog does not contain', () => {
    const removed = [both()[0]!, { name: 'v4.18', package: undefined }];
    expect(request({}, { catalogs: removed })).toMatchObject({
      path: null,
      reason: t('packageRemoved', { catalog: 'v4.18', package: 'p' }),
      nearest: [{ name: 'p.v1.2.0', channel: 'stable', catalog: 'v4.16' }],
    });
    expect(hops(request({}, { catalogs: removed, to: '1.1.0' }))).toEqual(['1.1.0 replaces stable v4.16']);
    expect(request({}, { catalogs: [{ name: 'x', package: undefined }] })).toMatchObject({
      reason: t('packageMissing', { package: 'p' }),
    });
  });
});

test('suggests stages if the head of a channel blocks a path', () => {
  const answer = request({ stable: ['1.5.0 < 1.4.0 ! 1.4.0', '1.4.0 < 1.0.0 ! 1.0.0', '1.0.0'] }, {});
  expect(answer).toMatchObject({
    path: null,
    reason: expect.stringContaining(t('stages', { reason: '', steps: 'p.v1.4.0 (stable), p.v1.5.0' })),
    stages: { path: ['p.v1.0.0', 'p.v1.4.0', 'p.v1.5.0'] },
  });
});

describe('a missing path is explained', () => {
  test.each<[string, Channels, Partial<OperatorQuestion>, string, string[]]>([
    [
      'an unknown installed bundle',
      { stable: chain },
      { from: 'p.v1.10' },
      t('installedUnknown', { installed: 'p.v1.10', package: 'p' }),
      ['p.v1.0.0', 'p.v1.1.0', 'p.v1.2.0'],
    ],
    [
      'unknown version',
      { stable: chain },
      { to: '1.1.5' },
      t('nearest', { reason: t('bundleUnknown', { bundle: '1.1.5', package: 'p' }), bundles: '1.1.0' }),
      ['p.v1.1.0', 'p.v1.2.0', 'p.v1.3.0'],
    ],
    [
      'above all versions',
      { stable: chain },
      { to: '9.0.0' },
      t('bundleUnknown', { bundle: '9.0.0', package: 'p' }),
      ['p.v1.3.0', 'p.v1.2.0', 'p.v1.1.0'],
    ],
    [
      'unknown channel',
      { stable: chain },
      { channel: 'stabel' },
      t('nearest', { reason: t('channelUnknown', { package: 'p', channel: 'stabel' }), bundles: 'stable' }),
      ['stable'],
    ],
    [
      'a version of another channel',
      { stable: chain, fast: ['1.4.0'] },
      { to: '1.4.0', channel: 'stable' },
      t('bundleInOtherChannels', { channel: 'stable', package: 'p', bundle: '1.4.0', channels: 'fast' }),
      ['p.v1.4.0'],
    ],
    [
      'backwards',
      { stable: chain },
      { from: '1.3.0', to: '1.1.0' },
      'is older than the installed p.v1.3.0',
      [],
    ],
    [
      'gap',
      { stable: ['1.3.0 < 1.2.0', '1.2.0 < 1.1.5', '1.1.5'], old: ['1.1.0 < 1.0.0', '1.0.0'] },
      {},
      'to p.v1.1.0 in channel old, but no update leads from p.v1.1.0 to p.v1.3.0. Upgrade paths to the target start at 1.1.5',
      ['p.v1.1.0', 'p.v1.1.5', 'p.v1.2.0'],
    ],
    [
      'no version and no bundle',
      { stable: ['1.3.0 < 1.2.0'] },
      {},
      'no entry in channel stable replaces or skips 1.0.0',
      [],
    ],
    [
      'an invalid channel',
      { stable: ['1.3.0', '1.2.0'], fast: ['1.3.0'] },
      {},
      t('channelUnusable', {
        channel: 'stable',
        package: 'p',
        catalog: 'v4.16',
        faults: 'multiple channel heads found: [p.v1.2.0 p.v1.3.0]',
      }),
      ['p.v1.3.0'],
    ],
    ['no channel', {}, {}, t('channelUnknown', { package: 'p', channel: '' }), []],
  ])('%s', (_, channels, question, reason, names) => {
    const answer = request(channels, question);
    expect(answer.path).toBeNull();
    if (answer.path) return;
    expect(answer.reason).toContain(reason);
    if (names.length > 0)
      expect(answer.nearest.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });
});
