import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selectReleases } from '../../content/release/select.ts';
import { parseUpdateGraph } from '../../content/release/update-graph.ts';
import { loadImageSet } from '../../image-set/config/load-image-set.ts';
import { imageSetYaml } from '../answers/image-set-of.ts';
import { findPath } from './answers.ts';
import { configurationFor, configurationsPerHop } from './configuration-for.ts';
import { answerOf, type SketchedGraph, sketched } from './graph.fixture.ts';
import { mergeGraphs } from './graph.ts';
import type { PathFound } from './hops.ts';

const CHANNEL: SketchedGraph = {
  versions: ['4.16.1', '4.16.2', '4.16.3', '4.16.4', '4.16.5'].map(
    (version) => [version, 'stable-4.16'] as const,
  ),
  plain: ['4.16.1 4.16.2', '4.16.2 4.16.3', '4.16.3 4.16.4', '4.16.1 4.16.4', '4.16.4 4.16.5'],
  conditional: ['4.16.1 4.16.3 A', '4.16.3 4.16.5 B'],
  channel: 'stable-4.16',
};

function pathOf(graph: ReturnType<typeof sketched>, query: Parameters<typeof findPath>[1]): PathFound {
  const found = findPath(graph, query);
  if (!('hops' in found)) throw new Error(found.reason);
  return found;
}

const entry = (minVersion: string, maxVersion: string, shortestPath: boolean, name = 'stable-4.16') => ({
  name,
  type: 'ocp' as const,
  minVersion,
  maxVersion,
  shortestPath,
  full: false,
});

test('the shortest path of oc-mirror is exactly the path', async () => {
  const graph = sketched(CHANNEL);
  const found = pathOf(graph, { from: '4.16.1', to: '4.16.5', avoidRisks: true });
  expect(found.path).toEqual(['4.16.1', '4.16.4', '4.16.5']);
  expect(await configurationFor(graph, found)).toEqual({
    channels: [entry('4.16.1', '4.16.5', true)],
    releases: [{ version: '4.16.1' }, { version: '4.16.4' }, { version: '4.16.5' }],
    extra: [],
    problems: [],
    loaded: ['stable-4.16'],
  });
});

test('names the loaded channels that contain the path, the only ones that were considered', async () => {
  const graph = {
    ...sketched(CHANNEL),
    channels: ['stable-4.16', 'candidate-4.17', 'eus-4.16'],
    nodes: sketched(CHANNEL).nodes.map((node) => ({ ...node, channels: ['stable-4.16', 'fast-4.16'] })),
  };
  const found = pathOf(graph, { from: '4.16.1', to: '4.16.5', via: ['4.16.3'] });
  const { extra, loaded } = (await configurationFor(graph, found))!;
  expect(extra).not.toEqual([]);
  expect(loaded).toEqual(['stable-4.16']);
});

test('a path with a conditional update, which oc-mirror ignores, also selects other releases, listed with their bytes', async () => {
  const graph = sketched(CHANNEL);
  const found = pathOf(graph, { from: '4.16.1', to: '4.16.5', via: ['4.16.3'] });
  expect(found.path).toEqual(['4.16.1', '4.16.3', '4.16.5']);
  const answer = await configurationFor(graph, found, {
    bytesOf: (version) => Number(version.split('.')[2]) * 100,
  });
  expect(answer).toMatchObject({
    channels: [entry('4.16.1', '4.16.5', false)],
    extra: [
      { version: '4.16.2', bytes: 200 },
      { version: '4.16.4', bytes: 400 },
    ],
  });
});

test('one configuration for each update, without other releases', async () => {
  const graph = sketched(CHANNEL);
  const found = pathOf(graph, { from: '4.16.1', to: '4.16.5', via: ['4.16.3'] });
  const answers = await configurationsPerHop(graph, found);
  expect(answers?.map(({ channels }) => channels)).toEqual([
    // From 4.16.1 to 4.16.3, oc-mirror would select 4.16.2, too.
    [entry('4.16.3', '4.16.3', false)],
    [entry('4.16.5', '4.16.5', false)],
  ]);
  expect(answers?.flatMap(({ extra }) => extra)).toEqual([]);
});

test('across channels: the configuration selects the listed releases when the collector reads it with its own graphs', async () => {
  const sketches: SketchedGraph[] = [
    {
      channel: 'stable-4.16',
      versions: [
        ['4.16.1', 'stable-4.16'],
        ['4.16.2', 'stable-4.16', 'stable-4.17'],
        ['4.16.3', 'stable-4.16', 'stable-4.17'],
        ['4.16.4', 'stable-4.16'],
      ],
      plain: ['4.16.1 4.16.2', '4.16.2 4.16.3', '4.16.3 4.16.4', '4.16.1 4.16.3'],
    },
    {
      channel: 'stable-4.17',
      versions: [
        ['4.16.2', 'stable-4.16', 'stable-4.17'],
        ['4.16.3', 'stable-4.16', 'stable-4.17'],
        ['4.17.1', 'stable-4.17'],
        ['4.17.2', 'stable-4.17'],
      ],
      plain: ['4.16.2 4.16.3', '4.16.3 4.17.1', '4.17.1 4.17.2', '4.16.3 4.17.2'],
    },
  ];
  const graph = mergeGraphs(sketches.map(sketched));
  const found = pathOf(graph, { from: '4.16.1', to: '4.17.2' });
  expect(found.path).toEqual(['4.16.1', '4.16.3', '4.17.2']);
  expect(found.hops.map(({ channel }) => channel)).toEqual(['stable-4.16', 'stable-4.17']);
  const answer = (await configurationFor(graph, found))!;
  // The path across channels contains the head of stable-4.16.
  expect(answer.extra).toEqual([{ version: '4.16.4' }]);
  const { releases } = await selectReleases(answer.channels, async ({ name }) =>
    parseUpdateGraph(answerOf(sketches.find(({ channel }) => channel === name)!), name),
  );
  expect(releases.map(({ version }) => version)).toEqual(answer.releases.map(({ version }) => version));
});

test("a version that isn't in the channels has no configuration", async () => {
  const graph = { ...sketched(CHANNEL), channels: [] };
  const found = pathOf(graph, { from: '4.16.1', to: '4.16.2' });
  expect(await configurationFor(graph, found)).toBeUndefined();
  expect(await configurationsPerHop(graph, found)).toBeUndefined();
});

test('the current version as target is one release', async () => {
  const graph = sketched(CHANNEL);
  const answer = await configurationFor(graph, pathOf(graph, { from: '4.16.2', to: '4.16.2' }));
  expect(answer).toMatchObject({ channels: [entry('4.16.2', '4.16.2', false)], extra: [] });
});

test('the text loads as the intended configuration', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-ocp-'));
  try {
    const channels = [
      entry('4.16.1', '4.16.5', true),
      { ...entry('4.17.1', '4.17.1', false, 'candidate-4.17'), type: 'okd' as const, full: true },
    ];
    await writeFile(join(directory, 'isc.yaml'), imageSetYaml({ architecture: 'arm64', channels }));
    const { configuration, problems } = await loadImageSet(join(directory, 'isc.yaml'));
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
    expect(configuration?.platform?.channels).toMatchObject(channels);
    expect(configuration?.platform?.architectures).toEqual(['arm64']);
    expect(imageSetYaml({ architecture: 'amd64', channels })).not.toContain('architectures');
  } finally {
    await rm(directory, { recursive: true });
  }
});
