import { expect, test } from 'vitest';
import { createRulePicker, type FaultRule } from './fault-script.ts';

/** Returns the numbers of `count` equal requests that a rule affects, from 1. */
function struck(rule: FaultRule, count: number, random?: () => number): number[] {
  const pick = createRulePicker([rule], random);
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return numbers.filter(() => pick({ method: 'GET', url: '/v2/a/tags/list', blob: false }) !== undefined);
}

test('after, times and every', () => {
  expect(struck({}, 3)).toEqual([1, 2, 3]);
  expect(struck({ after: 2 }, 4)).toEqual([3, 4]);
  expect(struck({ times: 2 }, 4)).toEqual([1, 2]);
  expect(struck({ every: 3 }, 7)).toEqual([3, 6]);
  expect(struck({ after: 1, every: 2, times: 2 }, 9)).toEqual([3, 5]);
});

test('probability', () => {
  const dice = [0.9, 0.1, 0.5, 0.49];
  expect(struck({ probability: 0.5 }, 4, () => dice.shift()!)).toEqual([2, 4]);
});

test("the first matching rule that is due acts, and others don't count the request", () => {
  const first: FaultRule = { path: 'tags', times: 1 };
  const second: FaultRule = { method: 'GET', every: 2 };
  const pick = createRulePicker([first, { blobsOnly: true }, second]);
  const request = () => pick({ method: 'GET', url: '/v2/a/tags/list?n=1', blob: false });
  expect([request(), request(), request()]).toEqual([first, undefined, second]);
});
