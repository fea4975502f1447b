import { parseUpdateGraph, type UpdateGraph } from './update-graph.ts';

/** A graph by versions and edges between their indexes. */
export function graphOf(
  versions: readonly string[],
  edges: readonly (readonly number[])[] = [],
): UpdateGraph {
  const nodes = versions.map((version) => ({ version, payload: `q.example/release@sha256:of-${version}` }));
  return parseUpdateGraph(Buffer.from(JSON.stringify({ nodes, edges })), 'vectors');
}

const V40 = ['4.0.0-4', '4.0.0-5', '4.0.0-6', '4.0.0-0.okd-0', '4.0.0-7', '4.0.0-8'];
const E40 = [
  [0, 1],
  [1, 2],
  [2, 4],
  [2, 5],
  [4, 5],
];

/** The channels of oc-mirror's tests (internal/pkg/release/core-cincinnati_test.go). */
export const VECTORS: Readonly<Record<string, UpdateGraph>> = {
  'stable-4.0': graphOf(V40, E40),
  'stable-4.1': graphOf([...V40, '4.1.0-6'], [...E40, [5, 6]]),
  'stable-4.2': graphOf(
    ['4.1.0-6', '4.2.0-2', '4.2.0-3', '4.2.0-5'],
    [
      [0, 2],
      [1, 2],
      [2, 3],
    ],
  ),
  'stable-4.3': graphOf(['4.3.0', '4.3.1'], [[0, 1]]),
  'fast-4.3': graphOf(
    ['4.2.0-5', '4.3.0', '4.3.1', '4.3.2'],
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
  ),
  'empty-4.0': graphOf([]),
};
