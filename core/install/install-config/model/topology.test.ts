import { expect, test } from 'vitest';
import { afterLoading } from '../deprecated/deprecated.ts';
import { complete, type Edits } from './install-config.fixture.ts';
import { readDocument } from './read-install-config.ts';
import { topologyOf } from './topology.ts';

const V = 'platform.vsphere';
const of = (edits: Edits, preset: Parameters<typeof complete>[0] = 'vsphere-multi-vcenter') =>
  topologyOf(afterLoading(readDocument(complete(preset, edits), undefined).config).config);
const masters = (edits: Edits) =>
  of(edits)!.machines.map(({ name, failureDomain, vcenter }) => `${name} ${failureDomain} ${vcenter}`);

test('one control plane machine per failure domain, bootstrap with the first', () => {
  expect(masters([])).toEqual(['bootstrap fd-1 0', 'master-0 fd-1 0', 'master-1 fd-2 1', 'master-2 fd-3 2']);
  const topology = of([])!;
  expect(
    topology.failureDomains.map(({ name, bootstrap, masters: m, workers }) => [name, bootstrap, m, workers]),
  ).toEqual([
    ['fd-1', true, ['master-0'], 1],
    ['fd-2', false, ['master-1'], 1],
    ['fd-3', false, ['master-2'], 1],
  ]);
  expect(topology.quorum).toEqual([]);
});

test('three machines over two zones: the first has two', () => {
  const edits: Edits = [['controlPlane.platform.vsphere.zones', ['fd-2', 'fd-1']]];
  expect(masters(edits)).toEqual([
    'bootstrap fd-2 1',
    'master-0 fd-2 1',
    'master-1 fd-1 0',
    'master-2 fd-2 1',
  ]);
  expect(of(edits)!.quorum).toMatchObject([
    { of: 'failureDomain', name: 'fd-2', masters: 2 },
    { of: 'vcenter', name: 'vcenter-b.example.com', masters: 2 },
  ]);
});

test('a vCenter for workers only has no control plane', () => {
  const topology = of([['controlPlane.platform.vsphere.zones', ['fd-1', 'fd-2']]])!;
  expect(
    topology.vcenters.map(({ server, controlPlane, workers }) => [server, controlPlane, workers]),
  ).toEqual([
    ['vcenter-a.example.com', true, 1],
    ['vcenter-b.example.com', true, 1],
    ['vcenter-c.example.com', false, 1],
  ]);
});

test('workers: one MachineSet per zone, the first ones with one more', () => {
  const topology = of([
    ['compute[0].replicas', 5],
    ['compute[0].platform.vsphere.zones', ['fd-3', 'fd-1']],
  ])!;
  expect(topology.workerSets).toEqual([
    { name: 'worker-0', failureDomain: 'fd-3', vcenter: 2, replicas: 3 },
    { name: 'worker-1', failureDomain: 'fd-1', vcenter: 0, replicas: 2 },
  ]);
});

test('zones of all machines come from defaultMachinePlatform', () => {
  expect(
    masters([
      ['controlPlane.platform', undefined],
      [`${V}.defaultMachinePlatform.zones`, ['fd-3']],
    ]),
  ).toEqual(['bootstrap fd-3 2', 'master-0 fd-3 2', 'master-1 fd-3 2', 'master-2 fd-3 2']);
});

test('the failure domain of a host with a static address decides', () => {
  const host = (failureDomain?: string) => ({ role: 'control-plane', failureDomain });
  expect(masters([[`${V}.hosts`, [{ role: 'bootstrap' }, host('fd-3'), host(), host('fd-1')]]])).toEqual([
    'bootstrap fd-3 2',
    'master-0 fd-3 2',
    'master-1 fd-2 1',
    'master-2 fd-1 0',
  ]);
});

test('reports undefined zones and servers', () => {
  const topology = of([
    ['controlPlane.platform.vsphere.zones', ['fd-9']],
    [`${V}.failureDomains[1].server`, 'other'],
  ])!;
  expect(topology.unknownZones).toEqual(['fd-9']);
  expect(topology.failureDomains[1]?.vcenter).toBe(-1);
  expect(topology.machines[0]).toMatchObject({ failureDomain: 'fd-9', vcenter: -1 });
});

test('returns listed datacenters and unlisted ones in use', () => {
  const [first] = of([
    [`${V}.vcenters[0].datacenters`, ['dc-a', 'dc-x']],
    [`${V}.failureDomains[1].server`, 'vcenter-a.example.com'],
  ])!.vcenters;
  expect(first?.datacenters).toEqual([
    { name: 'dc-a', listed: true, clusters: [{ path: '/dc-a/host/cluster-a', failureDomains: ['fd-1'] }] },
    { name: 'dc-x', listed: true, clusters: [] },
    { name: 'dc-b', listed: false, clusters: [{ path: '/dc-b/host/cluster-b', failureDomains: ['fd-2'] }] },
  ]);
});

test('places machines of deprecated fields, and none of other platforms', () => {
  const topology = of(
    [
      [`${V}.vcenters`, undefined],
      [`${V}.failureDomains`, undefined],
      [`${V}.vCenter`, 'vc'],
      [`${V}.datacenter`, 'DC1'],
      [`${V}.cluster`, 'c1'],
    ],
    'vsphere',
  )!;
  expect(topology.failureDomains).toMatchObject([
    { name: 'generated-failure-domain', vcenter: 0, workers: 3 },
  ]);
  expect(of([], 'baremetal')).toBeUndefined();
});

test('limits the number of replicas', () => {
  expect(of([['controlPlane.replicas', 1_000_000_000]])!.machines).toHaveLength(101);
});
