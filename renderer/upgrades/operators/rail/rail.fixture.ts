import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import type { RailNode } from './moves.ts';

function node(name: string, row: number, more: Partial<RailNode> = {}): RailNode {
  const plain = { kind: 'chain', isHead: row === 0, isInstalled: false, isOnPath: false, column: 0 } as const;
  return { name, version: name, row, ...plain, ...more };
}

/** 4 replaces 2 and skips 3 and 2. 2 replaces and skips 1. The range of 4 includes 1 and 2, that of 2 includes 1. 0 is installed but not in the channel. */
export const RAIL: OperatorRail = {
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
