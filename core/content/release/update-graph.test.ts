import fc from 'fast-check';
import { parse } from 'semver';
import { describe, expect, it } from 'vitest';
import { compareVersions, nearestVersions, parseUpdateGraph, shortestPath } from './update-graph.ts';

function graphOf(versions: string[], edges: number[][], more: object = {}) {
  const nodes = versions.map((version) => ({ version, payload: `q.example/r@sha256:${version}` }));
  return parseUpdateGraph(Buffer.from(JSON.stringify({ nodes, edges, ...more })), 'test');
}

describe('parseUpdateGraph', () => {
  it('sorts nodes by semver, pre-releases first and numbers as numbers', () => {
    const graph = graphOf(['4.9.0', '4.10.0', '4.10.0-rc.10', '4.10.0-rc.9', '4.10.0-0.okd-0'], []);
    expect(graph.nodes.map((node) => node.version)).toEqual([
      '4.9.0',
      '4.10.0-0.okd-0',
      '4.10.0-rc.9',
      '4.10.0-rc.10',
      '4.10.0',
    ]);
  });

  it('reports an edge to a missing node', () => {
    expect(() =>
      graphOf(
        ['4.1.0', '4.1.1'],
        [
          [0, 1],
          [1, 2],
        ],
      ),
    ).toThrow(
      expect.objectContaining({
        code: 'graph-invalid',
        message: expect.stringContaining('edges[1] is [1, 2], but there are 2 nodes'),
      }),
    );
    expect(() => graphOf(['4.1.0'], [[-1, 0]])).toThrow(/edges\[0\] is \[-1, 0\]/);
  });

  it.each([
    ['not JSON', '<html>', /isn't valid JSON/],
    ['no nodes', '{}', /nodes/],
    ['a list', '[]', /the response/],
    ['an edge with three ends', '{"nodes":[],"edges":[[0,1,2]]}', /edges\.0/],
    ['an invalid version', '{"nodes":[{"version":"latest","payload":"x"}]}', /"latest" isn't a version/],
    [
      'a version twice',
      '{"nodes":[{"version":"1.0.0","payload":"x"},{"version":"1.0.0","payload":"y"}]}',
      /occurs twice/,
    ],
  ])('rejects %s', (_, body, message) => {
    expect(() => parseUpdateGraph(Buffer.from(body), 'here')).toThrow(
      expect.objectContaining({ code: 'graph-invalid', message: expect.stringMatching(message) }),
    );
  });

  it('skips nodes without a payload and their edges', () => {
    const node = (version: string, payload?: string) => ({ version, payload: payload || undefined });
    const nodes = [node('4.1.0', 'q.example/r:a'), node('4.1.1'), node('4.1.2', 'q.example/r:c')];
    const body = Buffer.from(
      JSON.stringify({
        nodes,
        edges: [
          [0, 1],
          [1, 2],
          [0, 2],
        ],
      }),
    );
    const graph = parseUpdateGraph(body, 'test');
    expect(graph.nodes.map(({ version }) => version)).toEqual(['4.1.0', '4.1.2']);
    expect([...graph.successors]).toEqual([['4.1.0', ['4.1.2']]]);
  });

  it('returns conditional edges with their risks', () => {
    const risk = { name: 'R', message: 'm', url: 'https://example.com', matchingRules: [{ type: 'Always' }] };
    const graph = graphOf(['4.1.0', '4.1.1'], [], {
      conditionalEdges: [{ edges: [{ from: '4.1.0', to: '4.1.1' }], risks: [risk] }],
    });
    expect(graph.conditionalEdges).toEqual([{ edges: [{ from: '4.1.0', to: '4.1.1' }], risks: [risk] }]);
    expect(shortestPath(graph, '4.1.0', '4.1.1')).toEqual([]);
  });

  it('finds neighbors of an unknown version', () => {
    const graph = graphOf(['4.1.0', '4.1.1', '4.1.3', '4.1.4', '4.1.5'], []);
    expect(nearestVersions(graph, parse('4.1.2')!)).toEqual(['4.1.0', '4.1.1', '4.1.3', '4.1.4']);
    expect(nearestVersions(graph, parse('4.9.0')!)).toEqual(['4.1.1', '4.1.3', '4.1.4', '4.1.5']);
    expect(nearestVersions(graph, parse('4.0.0')!)).toEqual(['4.1.0', '4.1.1', '4.1.3', '4.1.4']);
    expect(nearestVersions(graphOf([], []), parse('4.0.0')!)).toEqual([]);
  });
});

describe('shortestPath', () => {
  it('is a real path, and no path is shorter', () => {
    const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 25 }),
        from: fc.nat(size - 1),
        to: fc.nat(size - 1),
      }),
    );
    fc.assert(
      fc.property(graphs, ({ size, edges, from, to }) => {
        const name = (index: number) => `4.${index}.0`;
        const graph = graphOf(
          Array.from({ length: size }, (_, index) => name(index)),
          edges,
        );
        const path = shortestPath(graph, name(from), name(to)).map((node) => node.version);
        // Floyd and Warshall use no queues, so their distances are an independent result.
        const far = Array.from({ length: size }, (_, a) =>
          Array.from({ length: size }, (_, b) => (a === b ? 0 : Infinity)),
        );
        for (const [a, b] of edges) if (a !== b) far[a]![b] = 1;
        for (let k = 0; k < size; k++)
          for (let a = 0; a < size; a++)
            for (let b = 0; b < size; b++) far[a]![b] = Math.min(far[a]![b]!, far[a]![k]! + far[k]![b]!);
        const distance = far[from]![to]!;
        if (distance === Infinity) return path.length === 0;
        const edgeNames = new Set(edges.map(([a, b]) => `${name(a)}>${name(b)}`));
        return (
          path.length === distance + 1 &&
          path[0] === name(from) &&
          path.at(-1) === name(to) &&
          path.slice(1).every((version, index) => edgeNames.has(`${path[index]}>${version}`))
        );
      }),
    );
  });

  it('prefers the newest step among equally short paths, for any order of edges', () => {
    const versions = ['4.1.0', '4.1.1', '4.1.2', '4.1.3'];
    const edges = [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ];
    for (const order of [edges, edges.toReversed()]) {
      expect(shortestPath(graphOf(versions, order), '4.1.0', '4.1.3').map((node) => node.version)).toEqual([
        '4.1.0',
        '4.1.2',
        '4.1.3',
      ]);
    }
  });
});

it('orders versions totally', () => {
  expect(compareVersions('4.1.0+amd64', '4.1.0+arm64')).toBeLessThan(0);
  expect(compareVersions('4.1.0-rc.1', '4.1.0')).toBeLessThan(0);
});
