import { expect, test } from 'vitest';
import { firstStop, nextStop, type RailStop, sameStop } from './moves.ts';
import { RAIL } from './rail.fixture.ts';

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
