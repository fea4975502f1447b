import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPaths, findPath, newestOf, reachableFrom } from '../../core/upgrade/ocp/answers.ts';
import { configurationFor } from '../../core/upgrade/ocp/configuration-for.ts';
import { eusPath } from '../../core/upgrade/ocp/eus-path.ts';
import type { OcpGraph } from '../../core/upgrade/ocp/graph.ts';
import type { PathFound } from '../../core/upgrade/ocp/hops.ts';
import { layoutGraph } from '../../core/upgrade/ocp/layout.ts';
import { openGraph } from '../../core/upgrade/ocp/open-graph.ts';

/** Graphs of public repositories. */
const data = join(import.meta.dirname, '../../../shared/data/cincinnati');
const STABLE_413 =
  'openshift__oc-mirror__unit_testdata_working-dir-fake_hold-release_cincinnati-graph-data_amd64-stable-4.13.json';
const STABLE_48 =
  'openshift__cincinnati__e2e_testdata_134475077ed4eeaedf3c339f12915b9cdaf7d194_stable-4.8_amd64_v1.json';

interface Raw {
  nodes: { version: string; payload?: string }[];
  edges?: [number, number][];
  conditionalEdges?: { edges: { from: string; to: string }[]; risks: { name: string }[] }[];
}

/** Updates by name, directly from the file: version to version to risks. */
function rawEdges(raw: Raw): Map<string, Map<string, Set<string>>> {
  const pullable = new Set(raw.nodes.flatMap(({ version, payload }) => (payload ? [version] : [])));
  const known = new Set(raw.nodes.map(({ version }) => version));
  const edges = new Map(raw.nodes.map(({ version }) => [version, new Map<string, Set<string>>()]));
  const add = (from: string, to: string, risks: string[]) => {
    if (!known.has(from) || !pullable.has(to)) return;
    const all = edges.get(from)!;
    all.set(to, new Set([...(all.get(to) ?? []), ...risks]));
  };
  for (const [from, to] of raw.edges ?? []) add(raw.nodes[from]!.version, raw.nodes[to]!.version, []);
  for (const group of raw.conditionalEdges ?? [])
    for (const { from, to } of group.edges)
      add(
        from,
        to,
        group.risks.map(({ name }) => name),
      );
  return edges;
}

/** The fewest updates from one version to each other, by breadth-first search. */
function waves(edges: Map<string, Map<string, Set<string>>>, from: string, avoidRisks: boolean) {
  const hops = new Map([[from, 0]]);
  let wave = [from];
  for (let hop = 1; wave.length > 0; hop++) {
    const next: string[] = [];
    for (const at of wave)
      for (const [to, risks] of edges.get(at)!) {
        if (hops.has(to) || (avoidRisks && risks.size > 0)) continue;
        hops.set(to, hop);
        next.push(to);
      }
    wave = next;
  }
  return hops;
}

/** The fewest risks, then the fewest updates, by relaxing all edges until nothing improves. */
function leastRisks(edges: Map<string, Map<string, Set<string>>>, from: string) {
  const best = new Map([[from, { risks: 0, hops: 0 }]]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [at, targets] of edges) {
      const here = best.get(at);
      if (!here) continue;
      for (const [to, names] of targets) {
        const there = { risks: here.risks + names.size, hops: here.hops + 1 };
        const before = best.get(to);
        if (before && (before.risks - there.risks || before.hops - there.hops) <= 0) continue;
        best.set(to, there);
        changed = true;
      }
    }
  }
  return best;
}

function risksOf(edges: Map<string, Map<string, Set<string>>>, path: readonly string[]): number {
  return path.slice(1).reduce((sum, to, step) => sum + edges.get(path[step]!)!.get(to)!.size, 0);
}

function pathIn(graph: OcpGraph, from: string, to: string): PathFound {
  const found = findPath(graph, { from, to });
  if (!('hops' in found)) throw new Error(found.reason);
  return found;
}

const graphs = readdirSync(data).filter((name) => {
  if (!name.endsWith('.json')) return false;
  try {
    return Array.isArray((JSON.parse(readFileSync(join(data, name), 'utf8')) as Raw).nodes);
  } catch {
    return false;
  }
});

test('the graphs exist', () => expect(graphs.length).toBeGreaterThan(10));

describe('every graph: answers equal an exhaustive search', () => {
  test.each(graphs)(
    '%s',
    async (name) => {
      const raw = JSON.parse(readFileSync(join(data, name), 'utf8')) as Raw;
      const edges = rawEdges(raw);
      const graph = await openGraph(join(data, name), { architecture: 'amd64' });
      expect(graph.nodes.map(({ version }) => version).sort()).toEqual(
        raw.nodes.map(({ version }) => version).sort(),
      );
      const versions = graph.nodes.map(({ version }) => version);
      const order = new Map(versions.map((version, at) => [version, at]));
      const step = Math.max(1, Math.ceil(versions.length / 12));
      for (const from of versions.filter((_, at) => at % step === 0)) {
        for (const avoidRisks of [false, true]) {
          const hops = waves(edges, from, avoidRisks);
          const reached = reachableFrom(graph, from, { avoidRisks });
          expect(
            new Map(Array.isArray(reached) ? reached.map((each) => [each.version, each.hops]) : []),
          ).toEqual(
            new Map(
              [...hops]
                .filter(([version]) => version !== from)
                .sort((a, b) => order.get(a[0])! - order.get(b[0])!),
            ),
          );
          for (const to of versions.filter((_, at) => at % step === step - 1 || at === versions.length - 1)) {
            const { path } = findPath(graph, { from, to, avoidRisks });
            expect(path === null ? undefined : path.length - 1, `${from} to ${to}`).toBe(hops.get(to));
            if (!path) continue;
            // Each step is the newest version that still reaches the target.
            for (const [at, version] of path.slice(1).entries()) {
              const choices = [...edges.get(path[at]!)!].flatMap(([next, risks]) => {
                if (avoidRisks && risks.size > 0) return [];
                return waves(edges, next, avoidRisks).get(to) === path.length - 2 - at ? [next] : [];
              });
              expect(version).toBe(choices.sort((a, b) => order.get(b)! - order.get(a)!)[0]);
            }
          }
        }
        const careful = leastRisks(edges, from);
        for (const to of versions.filter((_, at) => at % step === 0)) {
          const { path } = findPath(graph, { from, to }, 'fewest-risks');
          const found = path && { risks: risksOf(edges, path), hops: path.length - 1 };
          expect(found ?? undefined, `${from} to ${to}`).toEqual(careful.get(to));
        }
      }
    },
    120_000,
  );
});

describe('answers that were derived from the files manually', () => {
  test('stable-4.13', async () => {
    const graph = await openGraph(join(data, STABLE_413), { architecture: 'amd64' });
    expect(graph.channels).toEqual(['stable-4.13']);
    const path = (from: string, to: string, avoidRisks = false) =>
      findPath(graph, { from, to, avoidRisks }).path;
    expect(newestOf(graph, '4.13')).toEqual({ newest: '4.13.43' });
    expect(path('4.12.0', '4.13.43')).toEqual(['4.12.0', '4.12.58', '4.13.43']);
    expect(path('4.12.0', '4.13.42')).toEqual(['4.12.0', '4.12.57', '4.13.42']);
    expect(path('4.13.0', '4.13.41')).toEqual(['4.13.0', '4.13.41']);
    expect(findPath(graph, { from: '4.13.0', to: '4.13.41' })).toMatchObject({
      hops: [{ channel: 'stable-4.13', risks: [{ name: 'CephCapDropPanic' }] }],
    });
    // 4.12.1 is in both lists, and clusters treat it as conditional.
    expect(path('4.12.0', '4.12.1')).toEqual(['4.12.0', '4.12.1']);
    expect(path('4.12.0', '4.12.1', true)).toBeNull();
    // 4.12.58 came after 4.13.42: it updates to 4.13.43 only.
    expect(findPath(graph, { from: '4.12.58', to: '4.13.42' })).toMatchObject({
      path: null,
      why: { nearestReachable: [], nearestSources: ['4.13.0', '4.13.1', '4.13.2'] },
    });
    const carried = await configurationFor(graph, pathIn(graph, '4.12.0', '4.13.43'));
    expect(carried).toMatchObject({
      channels: [{ name: 'stable-4.13', minVersion: '4.12.0', maxVersion: '4.13.43', shortestPath: true }],
      extra: [],
    });
  });

  test('candidate-4.12 of several architectures', async () => {
    const name = graphs.find((each) => each.includes('candidate-4.12_multi'))!;
    const graph = await openGraph(join(data, name), { architecture: 'multi' });
    expect(findPath(graph, { from: '4.12.0-rc.0', to: '4.12.0-rc.4' }).path).toHaveLength(2);
    const through = findPath(graph, {
      from: '4.12.0-rc.0',
      to: '4.12.0-rc.4',
      via: ['4.12.0-rc.3', '4.12.0-rc.1'],
    });
    expect(through).toMatchObject({ path: null, why: { kind: 'backwards' } });
  });

  test('stable-4.8: a conditional update of vSphere without an alternative', async () => {
    const raw = JSON.parse(readFileSync(join(data, STABLE_48), 'utf8')) as Raw;
    const graph = await openGraph(join(data, STABLE_48), { architecture: 'amd64' });
    const { edges, risks } = raw.conditionalEdges![0]!;
    expect(risks[0]!.name).toBe('VSphereNodeNameChanges');
    for (const { from, to } of edges) {
      expect(findPath(graph, { from, to })).toMatchObject({ path: [from, to], hops: [{ risks }] });
      const round = findPath(graph, { from, to, avoidRisks: true });
      if (round.path === null)
        expect(round).toMatchObject({ why: { kind: 'risks', conditional: [{ from, to }] } });
      else expect(round.path.length).toBeGreaterThan(2);
    }
  });

  test('4.6 to 4.7 in the graph of all architectures', async () => {
    const name = graphs.find((each) => each.includes('20211124.083150_graph-gb-with'))!;
    const graph = await openGraph(join(data, name), { architecture: 'amd64' });
    const found = findPath(graph, { from: '4.6.8', to: '4.7.0' });
    expect(found.path?.at(0)).toBe('4.6.8+amd64');
    expect(found.path?.every((version) => version.endsWith('+amd64'))).toBe(true);
  });
});

test('a configuration that claims to select exactly the path does so, for many paths of stable-4.13', async () => {
  const graph = await openGraph(join(data, STABLE_413), { architecture: 'amd64' });
  const versions = graph.nodes.map(({ version }) => version);
  let exact = 0;
  for (const [at, from] of versions.entries()) {
    if (at % 8 !== 0) continue;
    const found = findPath(graph, { from, to: versions.at(-1)!, avoidRisks: true });
    if (!('hops' in found)) continue;
    const answer = await configurationFor(graph, found);
    const carried = answer?.releases.map(({ version }) => version) ?? [];
    expect(found.path.every((version) => carried.includes(version))).toBe(true);
    expect(answer?.extra.map(({ version }) => version)).toEqual(
      carried.filter((version) => !found.path.includes(version)),
    );
    if (answer?.extra.length === 0) exact++;
  }
  expect(exact).toBeGreaterThan(3);
});

describe('all of graph-data', () => {
  let graph: OcpGraph;

  test('loads and answers in under 2 s', async () => {
    const start = performance.now();
    const before = process.cpuUsage();
    graph = await openGraph(join(data, 'graph-data.tar.gz'), { architecture: 'amd64' });
    const query = { from: '4.19.3', to: '4.22.3' };
    const found = findPath(graph, query);
    const all = allPaths(graph, query);
    const eus = eusPath(graph, { from: '4.20.3', to: '4.22.3' });
    layoutGraph(graph, { path: found.path ?? [] }, { show: 'all' });
    const elapsed = performance.now() - start;
    const { user } = process.cpuUsage(before);
    console.log(`graph-data: ${elapsed.toFixed(0)} ms, ${(user / 1000).toFixed(0)} ms of CPU time`);
    expect(found.path).toHaveLength(5);
    expect(all).toMatchObject({ truncated: true });
    expect(eus).toMatchObject({ segments: [{ from: '4.20.3', to: '4.22.3', pausePools: true }] });
    // CPU time of this process: the limit must not depend on other load of the host.
    expect(user / 1000).toBeLessThan(2000);
  });

  test('reports that its updates are from build-suggestions', () => {
    expect(graph.problems).toMatchObject([
      { level: 'warning', message: expect.stringContaining('build suggestions') },
    ]);
    expect(graph.channels).toHaveLength(56);
    expect(graph.nodes.find(({ version }) => version === '4.3.11')?.tombstoneIn).toContain('candidate-4.3');
  });

  test('reports missing minor versions as such', () => {
    expect(findPath(graph, { from: '4.11.3', to: '4.16.3' })).toMatchObject({
      path: null,
      reason: expect.stringMatching(/\w/),
    });
    expect(newestOf(graph, '4.6')).toMatchObject({});
    expect(newestOf(graph, '4.40')).toMatchObject({ path: null, why: { kind: 'missing-minor' } });
  });

  test('a folder with channels only: no updates, but no crash either', async () => {
    const channels = await openGraph(join(data, 'graph-data'), { architecture: 'amd64' });
    expect(channels.nodes.length).toBe(graph.nodes.length);
    expect(findPath(channels, { from: '4.16.3', to: '4.16.9' })).toMatchObject({
      path: null,
      why: { kind: 'no-path' },
    });
  });
});

test.each([
  ['openshift__cincinnati__policy-engine_src_openapiv3.json', /nodes/],
  ['openshift__cincinnati__AGENTS.md.L211-215.json', /isn't valid JSON/],
  [
    'openshift__oc-mirror__internal_e2e_templates_release_templates_cincinnati_stable-4.15.json',
    /isn't valid JSON/,
  ],
  ['openshift__cincinnati__README.md.L20-39.yaml', /neither .*update service.* nor/],
])('%s is rejected as a graph', async (name, message) => {
  await expect(openGraph(join(data, name), { architecture: 'amd64' })).rejects.toMatchObject({
    code: 'graph-invalid',
    message: expect.stringMatching(message),
  });
});
