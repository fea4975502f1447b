import { expect, test } from 'vitest';
import type { OperatorRail } from '../../../core/contract/topics/operator-upgrades.ts';
import { firstStop, nextStop, type RailNode, type RailStop, sameStop } from './rail-moves.ts';

function node(name: string, row: number, more: Partial<RailNode> = {}): RailNode {
  const plain = { kind: 'chain', isHead: row === 0, isInstalled: false, isOnPath: false, column: 0 } as const;
  return { name, version: name, row, ...plain, ...more };
}

/** 4 replaces 2, skips 3 and 2; 2 replaces and skips 1; 4 has a range over 1 and 2; 2 has one over 1; 0 is installed and not in the channel. */
const RAIL: OperatorRail = {
  catalog: 'catalog',
  channel: 'stable',
  nodes: [
    node('4', 0),
    node('3', 1, { kind: 'skipped', column: 1 }),
    node('2', 2),
    node('1', 3),
    node('0', 4, { kind: 'absent', isInstalled: true }),
  ],
  lines: [
    { kind: 'replaces', from: '4', to: '2', isOnPath: false },
    { kind: 'skips', from: '4', to: '3', isOnPath: false },
    { kind: 'skips', from: '4', to: '2', isOnPath: false },
    { kind: 'replaces', from: '2', to: '1', isOnPath: false },
    { kind: 'skips', from: '2', to: '1', isOnPath: false },
  ],
  brackets: [
    { entry: '2', skipRange: '<2', takes: ['1'], top: 2, bottom: 3, lane: 0, isOnPath: false },
    { entry: '4', skipRange: '<4', takes: ['2', '1'], top: 0, bottom: 3, lane: 1, isOnPath: false },
  ],
  rows: 5,
  lanes: 2,
};
const at = (name: string): RailStop => ({ kind: 'version', name });
const range = (name: string): RailStop => ({ kind: 'range', name });

test.each([
  ['down the line, past what is skipped', at('4'), 'ArrowDown', at('2')],
  ['up the line', at('1'), 'ArrowUp', at('2')],
  ['not above the head', at('4'), 'ArrowUp', undefined],
  ['to the head', at('1'), 'Home', at('4')],
  ['to the last', at('4'), 'End', at('0')],
  ['right to what it skips', at('4'), 'ArrowRight', at('3')],
  ['right to what it skips and what is on the line', at('2'), 'ArrowRight', at('1')],
  ['right of an entry that skips nothing', at('1'), 'ArrowRight', undefined],
  ['back from what is skipped', at('3'), 'ArrowLeft', at('4')],
  ['left to its own range', at('4'), 'ArrowLeft', range('4')],
  ['left to the innermost range that takes it', at('1'), 'ArrowLeft', range('2')],
  ['left where no range is', at('0'), 'ArrowLeft', undefined],
  ['from a range to the next one outwards', range('2'), 'ArrowLeft', range('4')],
  ['from the outermost range no further', range('4'), 'ArrowLeft', undefined],
  ['from a range to its entry', range('4'), 'ArrowUp', at('4')],
  ['from a range to the last that it takes', range('4'), 'ArrowDown', at('1')],
  ['another key', at('4'), 'Enter', undefined],
] as const)('%s', (_what, stop, key, next) => {
  expect(nextStop(RAIL, stop, key)).toEqual(next);
});

test('Tab comes to what is installed, else to the head; another channel begins anew', () => {
  expect(firstStop(RAIL)).toEqual(at('0'));
  expect(firstStop({ ...RAIL, nodes: RAIL.nodes.slice(0, 4) })).toEqual(at('4'));
  expect(firstStop({ ...RAIL, nodes: [] })).toBeUndefined();
  expect(nextStop(RAIL, at('9'), 'ArrowDown')).toEqual(at('0'));
  expect(sameStop(at('4'), range('4'))).toBe(false);
  expect(sameStop(undefined, undefined)).toBe(true);
});
