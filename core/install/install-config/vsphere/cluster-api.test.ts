import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../model/install-config.fixture.ts';
import { manifestsOf, worked } from './worked.fixture.ts';

/** fd-2 and fd-3 have their own vCenters. The last one has only workers. */
const COMPUTE_ONLY = worked([
  [
    'datacenters: [DC2, DC3]}',
    `datacenters: [DC2]}\n    - {server: vc-c.example.lan, user: u, password: ${PASSWORD}, datacenters: [DC3]}`,
  ],
  ['zone: west-2, server: vc-b', 'zone: west-2, server: vc-c'],
  ['zones: [fd-1, fd-2, fd-3]', 'zones: [fd-1, fd-2]'],
]);

const clusters = (paths: string[]) => paths.filter((path) => /01_(capi|vsphere)-/.test(path));
const three = (index: number) =>
  ['01_capi-cluster', '01_vsphere-cluster', '01_vsphere-creds'].map(
    (name) => `cluster-api/${name}-${index}.yaml`,
  );

describe('vCenters', () => {
  test('with only workers have no cluster and no credentials', () => {
    const { paths, files } = manifestsOf(COMPUTE_ONLY);
    expect(clusters(paths)).toEqual([...three(0), ...three(1)].sort());
    // The installed cluster uses all three.
    const root = files.find(({ path }) => path === 'openshift/99_cloud-creds-secret.yaml');
    expect(root?.text).toContain('vc-c.example.lan.password');
  });

  test('all have them on request, as in current installers', () => {
    const { paths, object } = manifestsOf(COMPUTE_ONLY, { clustersFor: 'every-vcenter' });
    expect(clusters(paths)).toEqual([...three(0), ...three(1), ...three(2)].sort());
    expect(object('cluster-api/01_vsphere-cluster-2.yaml')).toMatchObject({
      spec: { server: 'https://vc-c.example.lan', identityRef: { name: 'vsphere-creds-2' } },
    });
  });

  test('use their position as number even if one before them has only workers', () => {
    const { paths, object } = manifestsOf(
      COMPUTE_ONLY.replace('zones: [fd-1, fd-2],', 'zones: [fd-1, fd-3],'),
    );
    expect(clusters(paths)).toEqual([...three(0), ...three(2)].sort());
    const machine = object('cluster-api/machines/10_machine_multi-8tpnt-master-1.yaml');
    expect(machine).toMatchObject({ spec: { clusterName: 'multi-8tpnt-2' } });
  });
});

test('creates machines with the account for machine management', () => {
  const account = `credentialType: ComponentScoped\n    vcenters:`;
  const scoped = worked([
    [
      `port: 443, user: u, password: ${PASSWORD}`,
      `componentCredentials: {machineManagement: {user: m, password: ${PASSWORD}}, storage: {user: s, password: x}}`,
    ],
    ['vcenters:', account],
  ]);
  const { object, paths } = manifestsOf(scoped);
  expect(object('cluster-api/01_vsphere-creds-0.yaml').data).toEqual({
    username: btoa('m'),
    password: btoa(PASSWORD),
  });
  expect(paths).not.toContain('openshift/99_cloud-creds-secret.yaml');
  expect(object('openshift/99_cloud-creds-storage-secret.yaml')).toMatchObject({
    metadata: { namespace: 'openshift-cluster-csi-drivers' },
    data: { 'vc-a.example.lan.username': btoa('s') },
  });
});

test('writes additional objects for host groups with any name', () => {
  const grouped = worked([
    [
      'zone: east-1, server: vc-a.example.lan, topology: {',
      'zone: east-1, regionType: ComputeCluster, zoneType: HostGroup, server: vc-a.example.lan, topology: {hostGroup: rack-1, ',
    ],
    ['fd-1', '../fd-1'],
  ]);
  const { object, paths, files } = manifestsOf(grouped);
  expect(files.every(({ path }) => !path.includes('..') || path.includes('..-fd-1'))).toBe(true);
  expect(paths).toContain('cluster-api/01_vsphere-deploymentzone-..-fd-1.yaml');
  expect(object('cluster-api/01_vsphere-failuredomain-..-fd-1.yaml')).toMatchObject({
    spec: {
      region: { name: 'east', type: 'ComputeCluster', tagCategory: 'openshift-region' },
      topology: { hosts: { vmGroupName: 'multi-8tpnt-../fd-1', hostGroupName: 'rack-1' } },
    },
  });
  expect(object('cluster-api/machines/10_inframachine_multi-8tpnt-master-0.yaml')).toMatchObject({
    spec: { failureDomain: '../fd-1' },
  });
  expect(object('openshift/99_openshift-cluster-api_master-machines-0.yaml')).toMatchObject({
    spec: { providerSpec: { value: { workspace: { vmGroup: 'multi-8tpnt-../fd-1' } } } },
  });
});

test('writes passwords only to files marked as secret', () => {
  const { files, notes } = manifestsOf(COMPUTE_ONLY, { clustersFor: 'every-vcenter' });
  const matches = (text: string) =>
    [PASSWORD, btoa(PASSWORD), 'bWlycm9yOktn'].some((each) => text.includes(each));
  expect(files.filter(({ text }) => matches(text)).map(({ path }) => path)).toEqual(
    files.filter(({ secret }) => secret).map(({ path }) => path),
  );
  expect(files.filter(({ secret }) => secret)).toHaveLength(4);
  expect(matches(JSON.stringify([notes, files.map(({ text: _, ...each }) => each)]))).toBe(false);
});
