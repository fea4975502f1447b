import { expect, test } from 'vitest';
import type { ContractLookUp } from '../../../core/contract/topics/drafts.ts';
import { attemptName, smallLookUps } from './small-look-ups.ts';

const lookUp = (kind: ContractLookUp['kind'], bytes: number, more: Partial<ContractLookUp> = {}) => ({
  ...{ id: kind, kind, name: `${kind} x`, bytes },
  ...more,
});
const graph = lookUp('graph', 500);
const payload = lookUp('payload', 12e6);
const manifests = lookUp('manifests', 2e6, { name: 'manifests of 190 images' });
const kinds = (lookUps: ContractLookUp[], tried: ContractLookUp[] = [], text = 'a: 1') =>
  smallLookUps(lookUps, text, new Set(tried.map((each) => attemptName(each, 'a: 1')))).map(
    ({ kind }) => kind,
  );

test('graphs and payloads are first, then manifests; catalogs and charts wait for a click', () => {
  const all = [lookUp('catalog', 10), graph, payload, lookUp('chart', 10), manifests];
  expect(kinds(all)).toEqual(['graph', 'payload']);
  expect(kinds(all, [graph, payload])).toEqual(['manifests']);
  expect(kinds(all, [graph, payload, manifests])).toEqual([]);
});

test("loaded data and large manifests aren't loaded", () => {
  expect(kinds([{ ...graph, asOf: '2026-01-01T00:00:00Z' }])).toEqual([]);
  expect(kinds([{ ...manifests, bytes: 9e6 }])).toEqual([]);
});

test("other manifests are loaded, the same ones aren't loaded again", () => {
  expect(kinds([{ ...manifests, name: 'manifests of 3 images' }], [manifests])).toEqual(['manifests']);
  expect(kinds([manifests], [manifests])).toEqual([]);
  expect(kinds([manifests], [manifests], 'a: 2')).toEqual(['manifests']);
});
