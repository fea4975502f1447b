import { describe, expect, test } from 'vitest';
import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { isFound, railShape } from './shape.ts';

type Node = OperatorRail['nodes'][number];
const node = (name: string, row: number, more: Partial<Node> = {}): Node =>
  ({
    name,
    version: name.replace('logging.v', ''),
    row,
    column: 0,
    kind: 'entry',
    isHead: false,
    isInstalled: false,
    isOnPath: false,
    ...more,
  }) as Node;
const line = (kind: 'replaces' | 'skips', from: string, to: string, isOnPath = false) => ({
  kind,
  from,
  to,
  isOnPath,
});
const rail = (more: Partial<OperatorRail> = {}): OperatorRail =>
  ({
    catalog: 'c',
    channel: 'stable',
    rows: 3,
    lanes: 1,
    nodes: [
      node('logging.v3', 0, { isHead: true }),
      node('logging.v2', 1, { column: 1 }),
      node('logging.v1', 2),
    ],
    lines: [line('replaces', 'logging.v3', 'logging.v1', true), line('skips', 'logging.v3', 'logging.v2')],
    brackets: [],
    ...more,
  }) as OperatorRail;

describe('the diagram of a channel', () => {
  test('rows run downwards, skipped versions are next to the chain, important versions are larger', () => {
    const { dots } = railShape(rail());
    expect(dots.map(({ x, y, radius }) => [x, y, radius])).toEqual([
      [40, 22, 8],
      [70, 52, 6],
      [40, 82, 6],
    ]);
  });

  test('has the height of its rows and the width of its lanes', () => {
    const size = (more: Partial<OperatorRail>) => {
      const { width, height } = railShape(rail(more));
      return [width, height];
    };
    expect(size({})).toEqual([540, 104]);
    expect(size({ rows: 10, lanes: 3 })).toEqual([572, 314]);
    expect(size({ rows: 0, lanes: 0, nodes: [], lines: [] })).toEqual([524, 44]);
  });

  test('`replaces` is a straight line, `skips` a curve; the path is drawn last', () => {
    const { lines } = railShape(rail());
    expect(lines.map(({ kind, d }) => `${kind} ${d}`)).toEqual([
      'skips M40 22C40 37 70 37 70 52',
      'replaces M40 22V82',
    ]);
  });

  test('`skips` within the chain bends around it', () => {
    const { lines } = railShape(rail({ lines: [line('skips', 'logging.v3', 'logging.v1')] }));
    expect(lines[0]!.d).toBe('M40 22C55 22 55 82 40 82');
  });

  test('a skip range is a bracket in its lane, from its entry to the last version in it', () => {
    const bracket = { entry: 'logging.v3', skipRange: '<3', takes: [], top: 0, bottom: 2, isOnPath: false };
    const { brackets } = railShape(
      rail({
        lanes: 2,
        brackets: [
          { ...bracket, lane: 0, isOnPath: true },
          { ...bracket, lane: 1 },
        ],
      }),
    );
    expect(brackets.map(({ lane }) => lane)).toEqual([1, 0]);
    expect(brackets[1]!.d).toBe('M48 22H44Q40 22 40 26V78Q40 82 44 82H48');
  });
});

test('a search finds parts of versions and bundles, and nothing when it is empty', () => {
  const found = { name: 'logging.v5.9.1', version: '5.9.1' };
  expect(isFound(found, ' 5.9 ')).toBe(true);
  expect(isFound(found, 'logging')).toBe(true);
  expect(isFound(found, '5.8')).toBe(false);
  expect(isFound({ name: 'logging.v5', version: undefined }, '5.9')).toBe(false);
  expect(isFound(found, ' ')).toBe(false);
});
