import { expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { ClusterFacts } from '../../cluster/check/cluster-facts.ts';
import { compareWithClusters } from './compare-cluster.ts';
import { compareInventories } from './compare-inventories.ts';
import type { InventoryEntry, RegistryInventory } from './inventory-file.ts';

const PAYLOAD = sha256('4.16.2');
const OPERAND = sha256('operand');

function inventory(
  images: Record<string, string>,
  { namespace = '', entries = [] }: { namespace?: string; entries?: InventoryEntry[] } = {},
): RegistryInventory {
  const named = Object.entries(images).map(([name, digest]) => ({
    repository: `${namespace && `${namespace}/`}${name.split(':')[0]}`,
    ...{ tag: name.split(':')[1]!, digest: digest as Digest, expected: [], bytes: 1 },
    ...{ requestedBy: [], transfers: [] },
  }));
  return {
    ...{ kind: 'airlock-registry-inventory', format: 1, tool: 'test', created: '2026-01-31T10:00:00Z' },
    ...{ registry: { host: 'reg.lan', namespace }, listed: true, bytes: 0, images: named, entries },
    manifests: named.map(({ digest }) => ({ digest, size: 1, children: [], blobs: [] })),
    ...{ blobs: [], transfers: [] },
  };
}

function entry(kind: InventoryEntry['kind'], name: string, part?: string): InventoryEntry {
  const nothing = { images: [], requestedBy: [], transfers: [], verdicts: {}, drift: {} };
  return { kind, name, part, count: 1, bytes: 10, shared: 4, ...nothing };
}

function facts(chosen: Partial<ClusterFacts>): ClusterFacts {
  return {
    ...{
      type: 'airlock-cluster-inspection',
      format: 1,
      inspectedAt: '',
      server: 'https://api',
      context: 'lab',
    },
    ...{ architectures: [], multi: false, conditions: [], updates: [], history: [], signatureStores: [] },
    ...{ acknowledgments: { gates: {}, given: [] }, operators: [], pools: [], mirrors: [] },
    ...{ registrySources: { insecure: [], blocked: [] }, trust: { registries: {} }, pullSecret: [] },
    ...{ signatures: [], catalogs: [], installed: [], imagePolicies: [], unread: {} },
    ...chosen,
  };
}

test('two registries are compared by name below their paths', () => {
  const first = inventory({ 'a:1': sha256('1'), 'b:1': sha256('2'), 'c:1': sha256('3') }, { namespace: 'x' });
  const second = inventory({ 'a:1': sha256('1'), 'b:1': sha256('9'), 'd:1': sha256('4') });
  expect(compareInventories(first, second)).toEqual({
    same: 1,
    onlyFirst: [{ image: 'c:1', first: sha256('3'), second: undefined, bytes: 1 }],
    onlySecond: [{ image: 'd:1', first: undefined, second: sha256('4'), bytes: 1 }],
    changed: [{ image: 'b:1', first: sha256('2'), second: sha256('9'), bytes: 1 }],
  });
});

test('images of a cluster that the registry does not serve by digest are missing', () => {
  const running = facts({
    version: '4.16.2',
    history: [{ version: '4.16.2', state: 'Completed', image: `quay.io/ocp@${PAYLOAD}` }],
    installed: [
      { name: 'anvil.v1.2.0', namespace: 'a', images: [`quay.io/x@${OPERAND}`, 'quay.io/by-tag:v1'] },
    ],
    catalogs: [
      { object: 'CatalogSource cs-redhat', image: 'reg.lan/redhat/index:v4.16', ready: true },
      { object: 'CatalogSource community', image: 'quay.io/other/index:v4.16', ready: true },
    ],
  });
  const complete = { 'ocp:4.16.2': PAYLOAD, 'x:1': OPERAND, 'redhat/index:v4.16': sha256('catalog') };
  expect(compareWithClusters(inventory(complete), [running]).missing).toEqual([]);
  expect(compareWithClusters(inventory({}), [running]).missing).toEqual([
    { cluster: 'lab', kind: 'release', name: '4.16.2', images: [`quay.io/ocp@${PAYLOAD}`] },
    { cluster: 'lab', kind: 'operator', name: 'anvil.v1.2.0', images: [`quay.io/x@${OPERAND}`] },
    {
      cluster: 'lab',
      kind: 'catalog',
      name: 'CatalogSource cs-redhat',
      images: ['reg.lan/redhat/index:v4.16'],
    },
  ]);
});

test('content is unused if no cluster runs it or may be updated to it', () => {
  const bundle = (name: string, version: string) =>
    entry('bundle', version, JSON.stringify(['bundle', 'index:v4.16', name, 'stable', version]));
  const entries = [
    ...['4.16.3-x86_64', '4.16.2-x86_64', '4.16.1-x86_64'].map((name) => entry('release', name)),
    ...['anvil.v1.3.0', 'anvil.v1.2.0', 'anvil.v1.1.0'].map((name) => bundle('anvil', name)),
    bundle('bellows', 'bellows.v2.0.0'),
    entry('image', 'quay.io/practice/docker:v1'),
  ];
  const content = inventory({}, { entries });
  const running = (version: string, chosen: Partial<ClusterFacts> = {}) =>
    facts({
      version,
      installed: [{ name: 'anvil.v1.2.0', namespace: 'a', images: [] }],
      inventory: { operators: [{ package: 'anvil', version: '1.2.0', bundle: 'anvil.v1.2.0' }] },
      ...chosen,
    });
  const names = (...clusters: ClusterFacts[]) =>
    compareWithClusters(content, clusters).unused.map(({ name }) => name);
  expect(names(running('4.16.2'))).toEqual(['4.16.1-x86_64', 'anvil.v1.1.0', 'bellows.v2.0.0']);
  expect(names(running('4.16.2'), running('4.16.1'))).toEqual(['anvil.v1.1.0', 'bellows.v2.0.0']);
  // A cluster that can't be read may need anything.
  expect(names(running('4.16.2', { unread: { installed: 'forbidden' } }))).toEqual(['4.16.1-x86_64']);
  expect(
    compareWithClusters(content, [running('4.16.2', { unread: { installed: 'forbidden' } })]).unread,
  ).toEqual([{ cluster: 'lab', part: 'installed', reason: 'forbidden' }]);
});
