import { describe, expect, test } from 'vitest';
import type { UpgradeAnswer, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { t } from './graph/messages.ts';
import { updatesAt } from './graph/words.ts';
import { risksBetween, updateCounts } from './picture-words.ts';

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
    { name: 'Known', message: 'short', url: '', always: true },
    { name: 'Drawn', message: 'diagram only', url: '', always: false },
  ],
} as unknown as UpgradePicture;

test('blocked updates are counted separately', () => {
  expect(updateCounts(picture)).toEqual({ blocked: 1, others: 3 });
});

test('the updates from and to a version by kind', () => {
  expect(updatesAt(picture, '4.16.1', 'from')).toBe('1 without known risks, 1 conditional, 1 blocked');
  expect(updatesAt(picture, '4.16.3', 'to')).toBe('2 without known risks');
  expect(updatesAt(picture, '4.16.3', 'from')).toBe(t('noneUpdates'));
});

describe('risks of an update', () => {
  const risk = (name: string): UpgradeRisk => ({ name, message: 'long', always: true }) as UpgradeRisk;
  const answer = (more: object) => ({ picture, ...more }) as unknown as UpgradeAnswer;
  const between = { from: '4.16.1', to: '4.16.2' };

  test('with their rules if the answer contains the update', () => {
    const path = { hops: [{ ...between, risks: [risk('Known')] }] };
    expect(risksBetween(answer({ answer: path }), between)).toEqual([risk('Known')]);
  });

  test('with their rules if they prevented a path', () => {
    const rejection = { conditional: [{ ...between, risks: [risk('Known')] }] };
    expect(risksBetween(answer({ rejection }), between)).toEqual([risk('Known')]);
  });

  test('otherwise those of the diagram', () => {
    const path = { hops: [{ from: '4.16.2', to: '4.16.3', risks: [risk('Known')] }] };
    expect(risksBetween(answer({ answer: path }), between)).toEqual(picture.risks);
  });

  test('none for an update outside the diagram', () => {
    expect(risksBetween(answer({}), { from: '4.15.1', to: '4.16.1' })).toEqual([]);
    expect(risksBetween({} as UpgradeAnswer, between)).toEqual([]);
  });
});
