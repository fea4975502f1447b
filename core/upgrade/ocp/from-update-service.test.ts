import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateService } from '../../content/release/cincinnati.ts';
import { get, type TemporaryFiles, temporaryFiles } from '../../content/release/release.fixture.ts';
import { parseUpdateGraph } from '../../content/release/update-graph.ts';
import { type PracticeWorld, startPracticeWorld } from '../../test-world/world.ts';
import { findPath } from './answers.ts';
import { corridorGraph, fromUpdateGraph, readUpdateService, serviceGraph } from './from-update-service.ts';
import { answerOf, risk, sketched } from './graph.fixture.ts';
import { mergeGraphs } from './graph.ts';
import { t } from './messages.ts';
import { savedGraph } from './open-graph.ts';

const PREFIX = 'io.openshift.upgrades.graph.';
const body = (answer: unknown) => Buffer.from(JSON.stringify(answer));
const read = (answer: unknown) => readUpdateService(body(answer), { origin: 'x' });

describe('a response of an update service', () => {
  test('versions in order, edges by name, risks, errata, channels', () => {
    const graph = read({
      version: 1,
      nodes: [
        {
          version: '4.16.10',
          payload: 'q/r@sha256:b',
          metadata: { url: 'https://errata/10', [`${PREFIX}release.channels`]: 'stable-4.17,stable-4.16' },
        },
        {
          version: '4.16.9',
          payload: 'q/r@sha256:a',
          metadata: { [`${PREFIX}release.channels`]: 'stable-4.16,candidate-4.16' },
        },
      ],
      edges: [],
      conditionalEdges: [
        {
          edges: [
            { from: '4.16.9', to: '4.16.10' },
            { from: '4.16.8', to: '4.16.10' },
          ],
          risks: [risk('A')],
        },
      ],
    });
    expect(graph.nodes.map(({ version, errata, channels }) => ({ version, errata, channels }))).toEqual([
      { version: '4.16.9', channels: ['stable-4.16', 'candidate-4.16'] },
      { version: '4.16.10', errata: 'https://errata/10', channels: ['stable-4.16', 'stable-4.17'] },
    ]);
    expect(graph.edges).toEqual([{ from: '4.16.9', to: '4.16.10', risks: [risk('A')] }]);
    expect(graph.channels).toEqual(['stable-4.16']);
  });

  test('an update that is listed both ways is conditional, and the risks of several groups are combined', () => {
    const graph = sketched({
      versions: ['4.16.9', '4.16.10'],
      plain: ['4.16.9 4.16.10'],
      conditional: ['4.16.9 4.16.10 A', '4.16.9 4.16.10 B A'],
    });
    expect(graph.edges).toEqual([
      { from: '4.16.9', to: '4.16.10', risks: [risk('A'), risk('B')], alsoPlain: true },
    ]);
    expect(findPath(graph, { from: '4.16.9', to: '4.16.10', avoidRisks: true }).path).toBeNull();
  });

  test('a conditional update without a reason stays conditional', () => {
    const { edges } = sketched({ versions: ['4.16.9', '4.16.10'], conditional: ['4.16.9 4.16.10'] });
    expect(edges[0]?.risks).toMatchObject([{ message: t('serviceReasonMissing') }]);
  });

  test('versions without a payload can be updated from, but not to', () => {
    const graph = read({
      nodes: [{ version: '4.16.8' }, { version: '4.16.9', payload: 'q/r@sha256:a' }],
      edges: [
        [0, 1],
        [1, 0],
      ],
    });
    expect(graph.edges).toEqual([{ from: '4.16.8', to: '4.16.9', risks: [] }]);
  });

  test('patterns of withdrawn updates become blocked updates', () => {
    const graph = read({
      nodes: [
        { version: '4.15.3', payload: 'a' },
        { version: '4.16.1', payload: 'b' },
        { version: '4.16.2', payload: 'c' },
        {
          version: '4.16.3',
          payload: 'd',
          metadata: { [`${PREFIX}previous.remove_regex`]: '4\\.15\\..*|4[.]16[.]1' },
        },
        { version: '4.16.4', payload: 'e', metadata: { [`${PREFIX}previous.remove_regex`]: '(' } },
      ],
      edges: [[2, 3]],
    });
    expect(graph.blocked.map(({ from, to }) => `${from} ${to}`)).toEqual(['4.15.3 4.16.3', '4.16.1 4.16.3']);
    expect(findPath(graph, { from: '4.16.1', to: '4.16.3' })).toMatchObject({ why: { kind: 'blocked' } });
    expect(graph.problems).toMatchObject([{ level: 'warning', message: expect.stringContaining('4.16.4') }]);
  });

  test('determines the architecture that all versions share', () => {
    expect(sketched({ versions: ['4.2.0+s390x', '4.2.1+s390x'] }).architecture).toBe('s390x');
    expect(sketched({ versions: ['4.2.0+s390x', '4.2.1+amd64'] }).architecture).toBeUndefined();
    expect(sketched({ versions: ['4.2.0'], architecture: 'arm64' }).nodes[0]?.architecture).toBe('arm64');
  });
});

describe('a broken response', () => {
  const nodes = [
    { version: '4.16.9', payload: 'a' },
    { version: '4.16.10', payload: 'b' },
  ];

  test.each([
    ['not JSON', '{"nodes": [', /isn't valid JSON/],
    ['not a graph', '{"openapi": "3.0.3"}', /nodes/],
    [
      'an edge out of range',
      JSON.stringify({
        nodes,
        edges: [
          [0, 1],
          [1, 7],
        ],
      }),
      /edges\[1\] is \[1, 7\], but there are 2 nodes/,
    ],
    ['a repeated version', JSON.stringify({ nodes: [...nodes, nodes[0]] }), /4\.16\.9 occurs twice/],
    ['an invalid version', JSON.stringify({ nodes: [{ version: 'latest' }] }), /"latest" isn't a version/],
  ])('%s', (_, text, message) => {
    expect(() => readUpdateService(Buffer.from(text), { origin: 'amd64-stable-4.16.json' })).toThrow(
      expect.objectContaining({ code: 'graph-invalid', message: expect.stringMatching(message) }),
    );
  });

  test('shows the rest, and reports the ignored entries', () => {
    const text = body({
      nodes: [{ version: 'latest' }, ...nodes, nodes[0]],
      edges: [
        [1, 2],
        [1, 9],
        [0, 1],
      ],
    });
    const graph = readUpdateService(text, { origin: 'x', salvage: true });
    expect(graph.nodes.map(({ version }) => version)).toEqual(['4.16.9', '4.16.10']);
    expect(graph.edges).toEqual([{ from: '4.16.9', to: '4.16.10', risks: [] }]);
    expect(graph.problems.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
    expect(graph.problems[2]?.message).toMatch(/edges\[1\] is \[1, 9\].*The entry is ignored\./);
  });
});

test('merged graphs contain everything, and an update that is conditional in one stays conditional', () => {
  const low = sketched({
    versions: [
      ['4.16.1', 'stable-4.16'],
      ['4.16.2', 'stable-4.16', 'stable-4.17'],
    ],
    plain: ['4.16.1 4.16.2'],
  });
  const high = sketched({
    versions: [
      ['4.16.1', 'stable-4.17'],
      ['4.16.2', 'stable-4.17'],
      ['4.17.1', 'stable-4.17'],
    ],
    plain: ['4.16.2 4.17.1'],
    conditional: ['4.16.1 4.16.2 A'],
  });
  const graph = mergeGraphs([low, high]);
  expect(graph.channels).toEqual(['stable-4.16', 'stable-4.17']);
  expect(graph.nodes[0]?.channels).toEqual(['stable-4.16', 'stable-4.17']);
  expect(graph.edges).toEqual([
    { from: '4.16.1', to: '4.16.2', risks: [risk('A')], alsoPlain: true },
    { from: '4.16.2', to: '4.17.1', risks: [] },
  ]);
  expect(() =>
    mergeGraphs([low, high].map((each, at) => ({ ...each, architecture: ['amd64', 's390x'][at]! }))),
  ).toThrow(/amd64, s390x/);
});

test('the collector of releases and this reader return the same', () => {
  const answer = answerOf({
    versions: [
      ['4.16.1', 'stable-4.16'],
      ['4.16.2', 'stable-4.16'],
      ['4.16.3', 'stable-4.16'],
    ],
    plain: ['4.16.1 4.16.2', '4.16.2 4.16.3'],
    conditional: ['4.16.1 4.16.3 A'],
  });
  const options = { origin: 'x', channel: 'stable-4.16', architecture: 'amd64' };
  expect(fromUpdateGraph(parseUpdateGraph(answer, 'x'), options)).toEqual(readUpdateService(answer, options));
});

describe('a service on the network', () => {
  let world: PracticeWorld;
  let files: TemporaryFiles;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'airlock-ocp-'));
    world = await startPracticeWorld({ directory, size: 'tiny' });
    files = await temporaryFiles();
  });
  afterAll(async () => {
    await world.close();
    await files.remove();
    await rm(directory, { recursive: true });
  });

  test('is queried for every channel on the path once; its responses are used offline', async () => {
    const graphs = updateService({ get, files, updateUrl: world.services.updateUrl });
    const one = await serviceGraph(graphs, { channels: ['stable-4.16'], architecture: 'amd64' });
    const versions = one.nodes.map(({ version }) => version);
    expect(versions.length).toBeGreaterThan(2);
    const [from, to] = [versions[0]!, versions.at(-1)!];
    const graph = await corridorGraph(graphs, {
      from,
      to: '4.17.0',
      prefix: 'stable',
      architecture: 'amd64',
    });
    expect(graph).toEqual(one);
    const requested = world.services.requests.filter((request) => request.includes('/graph?'));
    expect(requested.map((request) => new URL(request, 'http://x').searchParams.get('channel'))).toEqual([
      'stable-4.16',
      'stable-4.17',
    ]);
    expect(findPath(graph, { from, to })).toMatchObject({
      path: [from, to],
      hops: [{ risks: [{ name: 'PracticeStorageRisk' }] }],
    });
    expect(findPath(graph, { from, to, avoidRisks: true }).path).toEqual(versions);
    expect(await savedGraph(files, { architecture: 'amd64' })).toEqual(one);
    await expect(savedGraph(files, { architecture: 's390x' })).rejects.toMatchObject({
      code: 'content-missing',
      message: expect.stringContaining('amd64-stable-4.16.json'),
    });
  });

  test('an unknown channel is an empty graph with a problem that explains it', async () => {
    const graphs = updateService({ get, files, updateUrl: world.services.updateUrl });
    const graph = await corridorGraph(graphs, {
      from: '4.98.1',
      to: '5.0.1',
      prefix: 'fast',
      architecture: 'amd64',
    });
    expect(findPath(graph, { from: '4.98.1', to: '5.0.1' })).toMatchObject({
      path: null,
      why: { kind: 'empty-graph', message: expect.stringContaining('fast-5.0') },
    });
    await expect(
      corridorGraph(graphs, { from: 'x', to: '4.1.1', prefix: 'fast', architecture: 'amd64' }),
    ).rejects.toMatchObject({ code: 'release-unknown' });
  });
});
