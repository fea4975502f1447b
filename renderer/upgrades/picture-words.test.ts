import { describe, expect, test } from 'vitest';
import type { UpgradeAnswer, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { risksBetween, updateCounts, updatesAt } from './picture-words.ts';

const update = (
  from: string,
  to: string,
  kind: 'plain' | 'conditional' | 'blocked',
  risks: number[] = [],
) => ({
  from,
  to,
  kind,
  risks,
});
const picture = {
  updates: [
    update('4.16.1', '4.16.3', 'plain'),
    update('4.16.2', '4.16.3', 'plain'),
    update('4.16.1', '4.16.2', 'conditional', [0, 1]),
    update('4.16.1', '4.16.4', 'blocked', [1]),
  ],
  risks: [
    { name: 'Known', message: 'short' },
    { name: 'Drawn', message: 'only drawn' },
  ],
} as unknown as UpgradePicture;

test('updates that were withdrawn are counted apart', () => {
  expect(updateCounts(picture)).toEqual({ withdrawn: 1, others: 3 });
});

test('what leads to a version and where it leads', () => {
  expect(updatesAt(picture, '4.16.1', 'from')).toBe('1 without a known risk, 1 conditional, 1 withdrawn');
  expect(updatesAt(picture, '4.16.3', 'to')).toBe('2 without a known risk');
  expect(updatesAt(picture, '4.16.3', 'from')).toBe('none');
});

describe('risks of an update', () => {
  const risk = (name: string): UpgradeRisk => ({ name, message: 'whole', always: true }) as UpgradeRisk;
  const answer = (more: object) => ({ picture, ...more }) as unknown as UpgradeAnswer;
  const between = { from: '4.16.1', to: '4.16.2' };

  test('with their rules where the answer has the update', () => {
    const path = { hops: [{ ...between, risks: [risk('Known')] }] };
    expect(risksBetween(answer({ answer: path }), between)).toEqual([risk('Known')]);
  });

  test('with their rules where the way was refused for them', () => {
    const refusal = { conditional: [{ ...between, risks: [risk('Known')] }] };
    expect(risksBetween(answer({ refusal }), between)).toEqual([risk('Known')]);
  });

  test('as they are drawn otherwise, with what the answer knows of the same risk', () => {
    const path = { hops: [{ from: '4.16.2', to: '4.16.3', risks: [risk('Known')] }] };
    expect(risksBetween(answer({ answer: path }), between)).toEqual([
      risk('Known'),
      { name: 'Drawn', message: 'only drawn', always: false },
    ]);
  });

  test('none for an update that is not drawn', () => {
    expect(risksBetween(answer({}), { from: '4.15.1', to: '4.16.1' })).toEqual([]);
    expect(risksBetween({} as UpgradeAnswer, between)).toEqual([]);
  });
});
