import { describe, expect, test } from 'vitest';
import { findPath } from './answers.ts';
import { type ReleaseFacts, readGraphData } from './from-graph-data.ts';
import { sketched } from './graph.fixture.ts';
import { mergeGraphs } from './graph.ts';
import { t } from './messages.ts';

const CHANNEL = `# stable
feeder:
  delay: PT48H
  name: fast-4.16
name: stable-4.16
versions:
- 4.15.9

- 4.16.1
# 4.16.2 was never built
- 4.16.3+amd64
- 4.16.4+s390x   # only there
- 4.16.5
- "4.16.6"
- 4.16.7-s390x
tombstones:
- 4.16.3
`;
const RISK = `to: 4.16.5
from: ^4[.]15[.].*[+]amd64$
url: https://issues.example/1
name: SomeRisk
fixedIn: 4.16.6
autoExtend: https://issues.example/2
message: |-
  Clusters may lose
  volumes.
matchingRules:
- type: PromQL
  promql:
    promql: |
      max(up)
- type: Always
`;

const files = (more: Record<string, string> = {}) =>
  Object.entries({ version: '1.2.0\n', 'channels/stable-4.16.yaml': CHANNEL, ...more }).map(
    ([name, content]) => ({ name, content }),
  );
const read = (more: Record<string, string>, releases: ReleaseFacts[] = [], architecture = 'amd64') =>
  readGraphData(files(more), { origin: 'graph-data', architecture, releases });
const facts = (version: string, ...previous: string[]): ReleaseFacts => ({ version, previous });
const pairs = (edges: readonly { from: string; to: string }[]) =>
  edges.map(({ from, to }) => `${from} ${to}`);

describe('graph-data', () => {
  test('versions of an architecture, with tombstones', () => {
    const { nodes, channels } = read({});
    expect(nodes.map(({ version }) => version)).toEqual(['4.15.9', '4.16.1', '4.16.3', '4.16.5', '4.16.6']);
    expect(nodes[2]).toMatchObject({
      channels: ['stable-4.16'],
      tombstoneIn: ['stable-4.16'],
      architecture: 'amd64',
    });
    expect(channels).toEqual(['stable-4.16']);
    const s390x = read({}, [], 's390x').nodes.map(({ version }) => version);
    expect(s390x).toEqual(['4.15.9', '4.16.1', '4.16.4', '4.16.5', '4.16.6', '4.16.7-s390x']);
  });

  test('updates from the metadata of releases: previous and next, within a channel', () => {
    const other = 'name: fast-4.16\nversions:\n- 4.16.9\n- 4.16.5\n';
    const graph = read({ 'channels/fast-4.16.yaml': other }, [
      {
        version: '4.16.5',
        previous: ['4.15.9', '4.16.1', '4.16.2'],
        payload: 'q/r@sha256:x',
        errata: 'https://errata/5',
      },
      facts('4.16.9', '4.16.1', '4.16.5'),
      { ...facts('4.16.1'), next: ['4.16.6'] },
    ]);
    expect(pairs(graph.edges)).toEqual(['4.15.9 4.16.5', '4.16.1 4.16.6', '4.16.1 4.16.5', '4.16.5 4.16.9']);
    expect(graph.nodes.find(({ version }) => version === '4.16.5')).toMatchObject({
      payload: 'q/r@sha256:x',
      errata: 'https://errata/5',
    });
    expect(graph.problems).toEqual([]);
  });

  test('conditional updates, for the architecture in the pattern', () => {
    const releases = [facts('4.16.5', '4.15.9', '4.16.1')];
    const risky = read({ 'blocked-edges/4.16.5-SomeRisk.yaml': RISK }, releases);
    expect(risky.edges).toEqual([
      {
        from: '4.15.9',
        to: '4.16.5',
        risks: [
          {
            name: 'SomeRisk',
            url: 'https://issues.example/1',
            message: 'Clusters may lose\nvolumes.',
            matchingRules: [{ type: 'PromQL', promql: { promql: 'max(up)\n' } }, { type: 'Always' }],
            fixedIn: '4.16.6',
            autoExtend: 'https://issues.example/2',
          },
        ],
      },
      { from: '4.16.1', to: '4.16.5', risks: [] },
    ]);
    const arm = read({ 'blocked-edges/4.16.5-SomeRisk.yaml': RISK }, releases, 'arm64');
    expect(arm.edges.every(({ risks }) => risks.length === 0)).toBe(true);
  });

  test('an update that is also withdrawn or removed stays conditional', () => {
    const key = 'io.openshift.upgrades.graph.previous.remove';
    const always = RISK.replace(/from: .*/, 'from: .*');
    const graph = read(
      {
        'blocked-edges/4.16.5-SomeRisk.yaml': always,
        'blocked-edges/4.16.5.yaml': 'to: 4.16.5\nfrom: 4[.]16[.]1\n',
        'raw/metadata.json': JSON.stringify({ '4.16.5': { [key]: '*' } }),
      },
      [facts('4.16.5', '4.15.9', '4.16.1')],
    );
    expect(graph.edges).toMatchObject([
      { from: '4.15.9' },
      { from: '4.16.1', risks: [{ name: 'SomeRisk' }] },
    ]);
    expect(graph.blocked).toEqual([]);
  });

  test('a conditional update of one architecture is withdrawn for the others', () => {
    const rule = RISK.replace('to: 4.16.5', 'to: 4.16.5+amd64').replace(/from: .*/, 'from: .*');
    const releases = [facts('4.16.5', '4.16.1')];
    const files = { 'blocked-edges/4.16.5-SomeRisk.yaml': rule };
    expect(read(files, releases).edges).toMatchObject([{ risks: [{ name: 'SomeRisk' }] }]);
    expect(read(files, releases, 's390x').edges).toEqual([]);
    expect(read(files, releases, 's390x').blocked).toEqual([
      { from: '4.16.1', to: '4.16.5', blocks: [{ from: '.*' }] },
    ]);
  });

  test.each([
    ['.*', ['4.15.9 4.16.5', '4.16.1 4.16.5']],
    ['4[.]16[.]', ['4.16.1 4.16.5']],
    ['16[.]1', ['4.16.1 4.16.5']],
    ['^16[.]1', []],
    ['4[.]16[.]1$', []],
    ['4[.]16[.]1[+].*$ # a comment', ['4.16.1 4.16.5']],
    ["'4[.](15|16)[.]9'", ['4.15.9 4.16.5']],
  ])('withdrawn updates: %s is searched anywhere in version and architecture', (from, blocked) => {
    const graph = read({ 'blocked-edges/4.16.5.yaml': `to: 4.16.5\nfrom: ${from}\n` }, [
      facts('4.16.5', '4.15.9', '4.16.1'),
    ]);
    expect(pairs(graph.blocked)).toEqual(blocked);
    expect(graph.edges.length).toBe(2 - blocked.length);
  });

  test('withdrawn for one architecture', () => {
    const rule = { 'blocked-edges/4.16.5.yaml': 'to: 4.16.5+s390x\nfrom: .*\n' };
    const releases = [facts('4.16.5', '4.16.1')];
    expect(read(rule, releases).blocked).toEqual([]);
    expect(read(rule, releases, 's390x').blocked).toHaveLength(1);
  });

  test('files with the same content for other versions each apply to their own version', () => {
    const graph = read(
      {
        'blocked-edges/4.16.5-SomeRisk.yaml': RISK,
        'blocked-edges/4.16.6-SomeRisk.yaml': RISK.replace('to: 4.16.5', 'to: 4.16.6').replace(
          'fixedIn: 4.16.6\n',
          '',
        ),
      },
      [facts('4.16.5', '4.15.9'), facts('4.16.6', '4.15.9', '4.16.5')],
    );
    const risks = graph.edges.map(({ from, to, risks: [first] }) => [from, to, first?.name, first?.fixedIn]);
    expect(risks).toEqual([
      ['4.15.9', '4.16.6', 'SomeRisk', undefined],
      ['4.15.9', '4.16.5', 'SomeRisk', '4.16.6'],
      ['4.16.5', '4.16.6', undefined, undefined],
    ]);
  });

  test('raw metadata adds and removes', () => {
    const key = 'io.openshift.upgrades.graph.';
    const raw = {
      '4.16.5': { [`${key}previous.add`]: '4.16.1, 4.16.3', [`${key}previous.remove`]: '4.15.9' },
      '4.16.6': { [`${key}previous.remove`]: '*' },
      '4.15.9': { [`${key}next.add`]: '4.16.1' },
      '4.16.1': { [`${key}previous.remove_regex`]: '^4[.]16[.]3[+]amd64$' },
    };
    const graph = read({ 'raw/metadata.json': JSON.stringify(raw) }, [
      facts('4.16.5', '4.15.9'),
      facts('4.16.6', '4.16.5'),
      facts('4.16.1', '4.16.3'),
      facts('4.15.9'),
      facts('4.16.3'),
    ]);
    expect(pairs(graph.edges)).toEqual(['4.15.9 4.16.1', '4.16.1 4.16.5', '4.16.3 4.16.5']);
  });

  const SUGGESTED =
    'default:\n  minor_min: 4.15.9\n  minor_max: 4.15.9999\n  minor_block_list: []\n  z_min: 4.16.1\n  z_max:\n  z_block_list:\n  - 4.16.3\n';

  test.each([
    ['ranges', SUGGESTED, ['4.15.9 4.16.5', '4.16.1 4.16.5']],
    ['the later form', 'min_versions:\n- 4.15.10\n- 4.16.3\n', ['4.16.3 4.16.5']],
    ['another architecture', `default:\n  z_min: 4.16.9\narm64:\n${SUGGESTED.slice(9)}`, []],
  ])('uses build-suggestions for releases without metadata, with a warning: %s', (_, content, expected) => {
    const graph = read({ 'build-suggestions/4.16.yaml': content }, [facts('4.16.6')]);
    expect(pairs(graph.edges.filter(({ to }) => to === '4.16.5'))).toEqual(expected);
    expect(graph.edges.every(({ suggested, to }) => suggested && to !== '4.16.6')).toBe(true);
    if (expected.length === 0) return;
    expect(graph.problems).toMatchObject([
      { level: 'warning', message: t('updatesSuggested', { origin: 'graph-data', unknown: 4, count: 5 }) },
    ]);
    const found = findPath(graph, { from: expected[0]!.split(' ')[0]!, to: '4.16.5' });
    expect('hops' in found && found.hops[0]?.suggested).toBe(true);
  });

  test('a channel from a service replaces suggested updates', () => {
    const suggested = read({ 'build-suggestions/4.16.yaml': SUGGESTED });
    const served = sketched({
      versions: [
        ['4.15.9', 'stable-4.16'],
        ['4.16.1', 'stable-4.16'],
        ['4.16.5', 'stable-4.16'],
      ],
      plain: ['4.15.9 4.16.1', '4.16.1 4.16.5'],
      channel: 'stable-4.16',
      architecture: 'amd64',
    });
    const { edges } = mergeGraphs([suggested, served]);
    expect(edges.filter(({ to }) => to === '4.16.5')).toEqual([{ from: '4.16.1', to: '4.16.5', risks: [] }]);
    expect(edges.find(({ to }) => to === '4.16.6')).toMatchObject({ suggested: true });
  });
});

describe('invalid graph data', () => {
  test.each([
    ['a schema of another major version', { version: '2.0.0' }, /schema version is "2.0.0"/],
    ['invalid raw metadata', { 'raw/metadata.json': '{"4.1.0": [1]}' }, /raw\/metadata\.json: 4\.1\.0/],
  ])('%s', (_, more, message) => {
    expect(() => read(more)).toThrow(
      expect.objectContaining({ code: 'graph-invalid', message: expect.stringMatching(message) }),
    );
  });

  test('no channels', () => {
    const nothing = [{ name: 'README.md', content: 'x' }];
    expect(() => readGraphData(nothing, { origin: 'there', architecture: 'amd64' })).toThrow(
      t('channelsMissing'),
    );
  });

  test('ignores and names invalid files', () => {
    const graph = read(
      {
        'channels/fast-4.16.yaml': 'name: fast-4.16\nversions:\n- 4.16.1\n- 4.16\n',
        'blocked-edges/a.yaml': 'to: 4.16.5\n',
        'blocked-edges/b.yaml': 'to: [',
        'blocked-edges/c.yaml': 'to: 4.16.5\nfrom: "(?=4)"\n',
        'blocked-edges/d.yaml': 'to: 4.16.5\nfrom: .*\nname: Incomplete\n',
        version: '1.9.0',
      },
      [facts('4.16.5', '4.16.1')],
    );
    expect(graph.channels).toEqual(['stable-4.16']);
    expect(graph.edges).toHaveLength(1);
    expect(graph.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('schema version 1.9.0'),
      expect.stringContaining(
        t('fieldInvalid', {
          field: `channels/fast-4.16.yaml is ignored: ${t('fileItself')}`,
          reason: t('notVersion'),
        }),
      ),
      expect.stringContaining('blocked-edges/a.yaml is ignored: from'),
      expect.stringContaining('blocked-edges/b.yaml'),
      expect.stringContaining('blocked-edges/d.yaml is ignored: url'),
      expect.stringContaining('"(?=4)"'),
    ]);
    expect(graph.problems.every(({ level }) => level === 'warning')).toBe(true);
  });
});
