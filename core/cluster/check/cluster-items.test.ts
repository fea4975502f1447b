import { expect, test } from 'vitest';
import type { ClusterFacts } from './cluster-facts.ts';
import { clusterItems, pathItems, poolItems, supportItems, versionOf } from './cluster-items.ts';
import type { CheckItem } from './report.ts';

function facts(more: Partial<ClusterFacts> = {}): ClusterFacts {
  return {
    ...{ type: 'airlock-cluster-inspection', format: 1, inspectedAt: '2026-01-31T10:00:00Z' },
    ...{ server: 'https://api.lab:6443', version: '4.16.1', architectures: ['amd64'], multi: false },
    ...{ conditions: [], updates: [], history: [], signatureStores: [], operators: [], pools: [] },
    ...{ mirrors: [], pullSecret: [], signatures: [], catalogs: [], installed: [], imagePolicies: [] },
    acknowledgments: { gates: {}, given: [] },
    registrySources: { insecure: [], blocked: [] },
    trust: { registries: {} },
    unread: {},
    ...more,
  };
}
const states = (items: CheckItem[]) => items.map(({ name, state }) => `${state} ${name}`);
const [patch, minor] = [versionOf('4.16.5')!, versionOf('4.17.2')!];

test('Upgradeable and acknowledgments block only upgrades to another minor version', () => {
  const blocked = facts({
    conditions: [{ type: 'Upgradeable', status: 'False', message: 'etcd is too old' }],
    acknowledgments: {
      gates: { 'ack-4.16-kube-1.30': 'APIs go', 'ack-4.15-old': 'past', 'ack-4.16-other': 'done' },
      given: ['ack-4.16-other'],
    },
    operators: [{ name: 'etcd', conditions: [{ type: 'Upgradeable', status: 'False', message: 'wait' }] }],
  });
  const items = clusterItems(blocked, minor);
  expect(states(items)).toEqual([
    'failed Upgradeable',
    'ok ClusterVersion',
    'failed ack-4.16-kube-1.30',
    'failed ClusterOperator etcd',
  ]);
  expect(items[0]!.message).toContain('etcd is too old');
  expect(items[2]!.remedy).toContain(`"ack-4.16-kube-1.30":"true"`);
  expect(states(clusterItems(blocked, patch)).every((one) => one.startsWith('ok'))).toBe(true);
});

test('reports degraded and unavailable operators, failing and running updates, and unreadable facts', () => {
  const items = clusterItems(
    facts({
      conditions: [
        { type: 'Failing', status: 'True', message: 'no space' },
        { type: 'Progressing', status: 'True', message: 'Working towards 4.16.2' },
      ],
      operators: [
        { name: 'dns', conditions: [{ type: 'Degraded', status: 'True' }] },
        { name: 'etcd', conditions: [{ type: 'Available', status: 'False' }] },
      ],
      unread: { acknowledgments: 'configmaps is forbidden' },
    }),
    patch,
  );
  expect(states(items)).toEqual([
    ...['failed ClusterVersion', 'warning ClusterVersion', 'ok Upgradeable', 'unknown Acknowledgments'],
    ...['failed ClusterOperator dns', 'failed ClusterOperator etcd'],
  ]);
});

test('a degraded pool fails; paused and updating pools are warnings', () => {
  const pool = (name: string, state: ClusterFacts['pools'][number]['state']) => ({
    ...{ name, state, machines: 3, updated: 1, wanted: 'rendered' },
  });
  const pools = [pool('a', 'degraded'), pool('b', 'paused'), pool('c', 'updating'), pool('d', 'updated')];
  expect(poolItems(facts({ pools })).map(({ state }) => state)).toEqual([
    ...['failed', 'warning', 'warning', 'ok'],
  ]);
});

test('finds the upgrade in the update service, with or without risks, in the metadata, or nowhere', () => {
  const offered = (risks: string[]) => facts({ updates: [{ version: '4.16.5', image: '', risks }] });
  const state = (from: ClusterFacts, previous?: string[]) => pathItems(from, patch, previous)[0]!.state;
  expect(state(offered([]))).toBe('ok');
  expect(pathItems(offered(['SlowDisk: slow']), patch, undefined)[0]).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('SlowDisk'),
  });
  expect(state(facts(), ['4.16.1'])).toBe('ok');
  expect(state(facts(), ['4.16.0'])).toBe('warning');
  expect(state(facts({ version: '4.16.5' }))).toBe('ok');
  expect(pathItems(facts(), versionOf('4.18.1')!, ['4.16.1'])[0]!.state).toBe('failed');
});

test('an operator that supports no later minor version blocks the upgrade', () => {
  const one = (mostOpenShift: string) =>
    facts({ installed: [{ name: 'op.v1', namespace: 'ns', images: [], mostOpenShift }] });
  expect(states(supportItems(one('4.16'), minor))).toEqual(['failed ns/op.v1']);
  expect(supportItems(one('4.17'), minor)).toEqual([]);
  expect(supportItems(one('4.16'), patch)).toEqual([]);
});
