import { expect, test } from 'vitest';
import { firstStop, nextStop, type RailStop, sameStop } from './moves.ts';
import { RAIL } from './rail.fixture.ts';

const at = (name: string): RailStop => ({ kind: 'version', name });
const range = (name: string): RailStop => ({ kind: 'range', name });

test.each([
  ['down the chain, past skipped versions', at('4'), 'ArrowDown', at('2')],
  ['up the chain', at('1'), 'ArrowUp', at('2')],
  ['not above the head', at('4'), 'ArrowUp', undefined],
  ['to the head', at('1'), 'Home', at('4')],
  ['to the last version', at('4'), 'End', at('0')],
  ['right to the skipped version', at('4'), 'ArrowRight', at('3')],
  ['right to a skipped version in the chain', at('2'), 'ArrowRight', at('1')],
  ['right of an entry that skips nothing', at('1'), 'ArrowRight', undefined],
  ['back from a skipped version', at('3'), 'ArrowLeft', at('4')],
  ['left to its own range', at('4'), 'ArrowLeft', range('4')],
  ['left to the innermost range that includes it', at('1'), 'ArrowLeft', range('2')],
  ['left without a range', at('0'), 'ArrowLeft', undefined],
  ['from a range to the next one outwards', range('2'), 'ArrowLeft', range('4')],
  ['not further than the outermost range', range('4'), 'ArrowLeft', undefined],
  ['from a range to its entry', range('4'), 'ArrowUp', at('4')],
  ['from a range to the last version in it', range('4'), 'ArrowDown', at('1')],
  ['another key', at('4'), 'Enter', undefined],
] as const)('%s', (_title, stop, key, next) => {
  expect(nextStop(RAIL, stop, key)).toEqual(next);
});

test('Tab selects the installed version, otherwise the head; another channel starts over', () => {
  expect(firstStop(RAIL)).toEqual(at('0'));
  expect(firstStop({ ...RAIL, nodes: RAIL.nodes.slice(0, 4) })).toEqual(at('4'));
  expect(firstStop({ ...RAIL, nodes: [] })).toBeUndefined();
  expect(nextStop(RAIL, at('9'), 'ArrowDown')).toEqual(at('0'));
  expect(sameStop(at('4'), range('4'))).toBe(false);
  expect(sameStop(undefined, undefined)).toBe(true);
});
