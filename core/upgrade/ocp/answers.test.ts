import { describe, expect, test } from 'vitest';
import { allPaths, findPath, newestOf, reachableFrom } from './answers.ts';
import { eusPath } from './eus-path.ts';
import { sketched } from './graph.fixture.ts';
import { t } from './messages.ts';
import { channelsUpTo } from './versions.ts';

const in416 = ['stable-4.16', 'stable-4.17', 'eus-4.18'] as const;
const in417 = ['stable-4.17', 'stable-4.18', 'eus-4.18'] as const;
const in418 = ['stable-4.18', 'eus-4.18'] as const;

/** From 4.16 to 4.18, with a short path that has a risk. */
const graph = sketched({
  versions: [
    ['4.16.1', ...in416],
    ['4.16.9', ...in416],
    ['4.16.10', ...in416],
    ['4.17.2', ...in417],
    ['4.17.5', ...in417],
    ['4.18.0-rc.1', 'candidate-4.18'],
    ['4.18.1', ...in418],
    ['4.18.3', ...in418],
  ],
  plain: [
    '4.16.1 4.16.9',
    '4.16.1 4.16.10',
    '4.16.9 4.17.2',
    '4.16.10 4.17.2',
    '4.16.10 4.17.5',
    '4.17.2 4.18.1',
    '4.17.5 4.18.1',
  ],
  conditional: ['4.16.1 4.17.2 Storage', '4.17.5 4.18.3 Storage Network'],
});

describe('a path', () => {
  test('has the fewest updates, also conditional ones, with channel and risks of each', () => {
    expect(findPath(graph, { from: '4.16.1', to: '4.18.1' })).toEqual({
      path: ['4.16.1', '4.17.2', '4.18.1'],
      hops: [
        {
          from: '4.16.1',
          to: '4.17.2',
          channel: 'eus-4.18',
          risks: [expect.objectContaining({ name: 'Storage', message: 'Storage may happen.' })],
        },
        { from: '4.17.2', to: '4.18.1', channel: 'eus-4.18', risks: [] },
      ],
    });
  });

  test('without risks avoids them, with the newest of several alternatives', () => {
    expect(findPath(graph, { from: '4.16.1', to: '4.18.1', avoidRisks: true }).path).toEqual([
      '4.16.1',
      '4.16.10',
      '4.17.5',
      '4.18.1',
    ]);
    expect(findPath(graph, { from: '4.16.1', to: '4.18.1' }, 'fewest-risks').path).toEqual([
      '4.16.1',
      '4.16.10',
      '4.17.5',
      '4.18.1',
    ]);
    expect(findPath(graph, { from: '4.16.1', to: '4.18.3' }, 'fewest-risks').path).toEqual([
      '4.16.1',
      '4.16.10',
      '4.17.5',
      '4.18.3',
    ]);
  });

  test('changes the channel as rarely as the given channels allow', () => {
    const channels = channelsUpTo(graph, 'stable-4.18', '4.16.1');
    expect(channels).toEqual(['stable-4.16', 'stable-4.17', 'stable-4.18']);
    const found = findPath(graph, { from: '4.16.1', to: '4.18.1', avoidRisks: true, channels });
    expect('hops' in found && found.hops.map(({ channel }) => channel)).toEqual([
      'stable-4.17',
      'stable-4.17',
      'stable-4.18',
    ]);
  });

  test('through a version', () => {
    const query = { from: '4.16.1', to: '4.18.1', via: ['4.16.9'] };
    expect(findPath(graph, query).path).toEqual(['4.16.1', '4.16.9', '4.17.2', '4.18.1']);
    expect(findPath(graph, { ...query, via: ['4.17.5', '4.16.9'] })).toMatchObject({
      path: null,
      why: { kind: 'backwards', nearestReachable: [] },
    });
  });

  test('to the current version has no updates', () => {
    expect(findPath(graph, { from: '4.16.1', to: '4.16.1' })).toEqual({ path: ['4.16.1'], hops: [] });
  });

  test('is one of several, which are all counted', () => {
    const query = { from: '4.16.1', to: '4.18.1', avoidRisks: true };
    expect(allPaths(graph, query)).toMatchObject({ total: 3, truncated: false });
    expect(allPaths(graph, query, { limit: 2 })).toMatchObject({
      paths: [
        { path: ['4.16.1', '4.16.10', '4.17.5', '4.18.1'] },
        { path: ['4.16.1', '4.16.10', '4.17.2', '4.18.1'] },
      ],
      total: 3,
      truncated: true,
    });
  });

  test('between extended-update releases pauses the worker pools', () => {
    expect(eusPath(graph, { from: '4.16.1', to: '4.18.1', channels: ['eus-4.18'] })).toMatchObject({
      path: ['4.16.1', '4.17.2', '4.18.1'],
      segments: [{ from: '4.16.1', to: '4.18.1', controlPlaneOnly: ['4.17.2'], pausePools: true }],
    });
    const long = sketched({
      versions: ['4.14.1', '4.15.1', '4.16.1', '4.16.2', '4.17.1', '4.18.1', '4.19.1'],
      plain: [
        '4.14.1 4.15.1',
        '4.15.1 4.17.1',
        '4.15.1 4.16.1',
        '4.16.1 4.16.2',
        '4.16.2 4.17.1',
        '4.17.1 4.18.1',
        '4.18.1 4.19.1',
      ],
    });
    expect(findPath(long, { from: '4.14.1', to: '4.18.1' }).path).not.toContain('4.16.2');
    expect(eusPath(long, { from: '4.14.1', to: '4.19.1' })).toMatchObject({
      segments: [
        { from: '4.14.1', to: '4.16.2', controlPlaneOnly: ['4.15.1', '4.16.1'], pausePools: true },
        { from: '4.16.2', to: '4.18.1', controlPlaneOnly: ['4.17.1'], pausePools: true },
        { from: '4.18.1', to: '4.19.1', controlPlaneOnly: [], pausePools: false },
      ],
    });
  });

  test('newest version of a minor version: no pre-release if there are releases', () => {
    expect(newestOf(graph, '4.18')).toEqual({ newest: '4.18.3' });
    expect(newestOf(graph, '4.18', { from: '4.16.1', avoidRisks: true })).toMatchObject({
      newest: '4.18.3',
      answer: { path: null, why: { kind: 'risks' } },
      newestReachable: '4.18.1',
    });
    expect(newestOf(graph, '4.18', { channels: ['candidate-4.18'] })).toEqual({ newest: '4.18.0-rc.1' });
    expect(newestOf(graph, '4.19')).toMatchObject({
      path: null,
      why: { alternatives: ['4.16', '4.17', '4.18'] },
    });
    expect(newestOf(graph, 'newest')).toMatchObject({ path: null });
  });

  test('reachable versions, and those only with a risk', () => {
    expect(reachableFrom(graph, '4.17.2')).toEqual([{ version: '4.18.1', hops: 1, onlyWithRisks: false }]);
    expect(reachableFrom(graph, '4.17.5')).toContainEqual({
      version: '4.18.3',
      hops: 1,
      onlyWithRisks: true,
    });
    expect(reachableFrom(graph, '4.1.1')).toMatchObject({ path: null });
  });
});

describe('no path', () => {
  const why = (query: Parameters<typeof findPath>[1], of = graph) => {
    const answer = findPath(of, query);
    if (answer.path !== null) throw new Error(`there is one: ${answer.path.join(' ')}`);
    expect(answer.reason).toBe(answer.why.message);
    return answer.why;
  };

  test('for an unknown version: the nearest', () => {
    expect(why({ from: '4.16.7', to: '4.18.1' })).toMatchObject({
      kind: 'unknown-version',
      message: t('versionUnknown', {
        version: '4.16.7',
        channels: 'any',
        nearest: '4.16.1, 4.16.9, 4.16.10, 4.17.2',
      }),
      alternatives: ['4.16.1', '4.16.9', '4.16.10', '4.17.2'],
    });
    expect(why({ from: '4.16.1', to: '4.17' })).toMatchObject({ alternatives: ['4.17.2', '4.17.5'] });
    expect(why({ from: 'latest', to: '4.17.5' }).alternatives).toHaveLength(4);
  });

  test('for an unknown channel, and for one without the version', () => {
    expect(why({ from: '4.16.1', to: '4.18.1', channels: ['stable-4.19'] })).toMatchObject({
      kind: 'unknown-channel',
      alternatives: ['stable-4.16', 'stable-4.17', 'stable-4.18'],
    });
    expect(why({ from: '4.16.1', to: '4.18.1', channels: ['stable-4.18'] })).toMatchObject({
      kind: 'not-in-channel',
      message: t('versionInOtherChannels', {
        version: '4.16.1',
        channels: 'stable-4.18',
        known: 'stable-4.16, stable-4.17 and eus-4.18',
      }),
      channels: ['stable-4.16', 'stable-4.17', 'eus-4.18'],
    });
    expect(why({ from: '4.16.1', to: '4.18.1', channels: ['stable-4.18', 'stable-4.99'] }).message).toBe(
      "Version 4.16.1 isn't in stable-4.18 or stable-4.99, but is in stable-4.16, stable-4.17 and eus-4.18.",
    );
    const gap = why({ from: '4.16.1', to: '4.18.1', channels: ['stable-4.16', 'stable-4.18'] });
    expect(gap).toMatchObject({ kind: 'other-channel', channels: ['stable-4.17'] });
    const path = '4.16.1 -> 4.17.2 -> 4.18.1';
    expect(gap.message).toContain(t('pathWithChannels', { channels: 'stable-4.17', path }));
  });

  test('without risks: the conditional updates with their risks', () => {
    const { kind, message, conditional } = why({ from: '4.16.1', to: '4.18.3', avoidRisks: true });
    expect(kind).toBe('risks');
    expect(message).toContain('Network: Network may happen. (https://risks.example/Network)');
    expect(message).toContain(
      t('pathMissingWithoutRisks', { from: '4.16.1', to: '4.18.3', channels: 'any' }),
    );
    expect(conditional).toMatchObject([{ from: '4.17.5', to: '4.18.3' }]);
  });

  test('because the target is older, also in other channels or if a version is missing in the graph', () => {
    const backwards = { kind: 'backwards', message: t('backwards', { from: '4.18.1', to: '4.16.1' }) };
    expect(why({ from: '4.18.1', to: '4.16.1' })).toMatchObject(backwards);
    expect(why({ from: '4.18.1', to: '4.16.1', channels: ['stable-4.16'] })).toMatchObject(backwards);
    expect(why({ from: '4.18.1', to: '4.2.1' })).toMatchObject({ kind: 'backwards' });
  });

  test('because a minor version is missing: the nearest versions on both sides', () => {
    const holes = sketched({
      versions: ['4.14.1', '4.14.2', '4.16.5', '4.16.6'],
      plain: ['4.14.1 4.14.2', '4.16.5 4.16.6'],
    });
    expect(why({ from: '4.14.1', to: '4.16.6' }, holes)).toMatchObject({
      kind: 'missing-minor',
      message: [
        t('pathMissing', { from: '4.14.1', to: '4.16.6', channels: 'any' }),
        t('minorsBetweenMissing', { minors: '4.15', count: 1 }),
        t('nearestReachable', { from: '4.14.1', version: '4.14.2' }),
        t('nearestSources', { to: '4.16.6', versions: '4.16.5' }),
      ].join(' '),
      nearestReachable: ['4.14.2'],
      nearestSources: ['4.16.5'],
    });
  });

  test('because updates were withdrawn', () => {
    const blocked = {
      ...sketched({ versions: ['4.16.1', '4.16.2'] }),
      blocked: [{ from: '4.16.1', to: '4.16.2', blocks: [{ from: '.*', message: 'it does not boot' }] }],
    };
    expect(why({ from: '4.16.1', to: '4.16.2' }, blocked)).toMatchObject({
      kind: 'blocked',
      message: expect.stringContaining(
        t('updateWithdrawn', { from: '4.16.1', to: '4.16.2', reasons: 'it does not boot' }),
      ),
      blocked: blocked.blocked,
    });
  });

  test('in an empty graph', () => {
    const empty = sketched({ versions: [], channel: 'stable-4.99' });
    expect(why({ from: '4.16.1', to: '4.16.2' }, empty)).toMatchObject({
      kind: 'empty-graph',
      message: t('graphEmpty', { channels: 'stable-4.99' }),
    });
    expect(newestOf(empty, '4.16')).toMatchObject({ path: null, why: { kind: 'empty-graph' } });
    expect(eusPath(empty, { from: '4.16.1', to: '4.18.1' })).toMatchObject({ path: null });
  });

  test('between architectures that both have the version', () => {
    const several = sketched({
      versions: ['4.2.0+ppc64le', '4.2.0+s390x', '4.2.1+s390x'],
      plain: ['4.2.0+s390x 4.2.1+s390x'],
    });
    expect(why({ from: '4.2.0', to: '4.2.1' }, several)).toMatchObject({
      kind: 'ambiguous-version',
      alternatives: ['4.2.0+ppc64le', '4.2.0+s390x'],
    });
    expect(findPath(several, { from: '4.2.0', to: '4.2.1', architecture: 's390x' }).path).toEqual([
      '4.2.0+s390x',
      '4.2.1+s390x',
    ]);
  });
});
