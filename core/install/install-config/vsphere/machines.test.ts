import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { t } from './messages.ts';
import { manifestsOf, worked } from './worked.fixture.ts';

const MACHINES = 'cluster-api/machines/10_';
const MAPI = 'openshift/99_openshift-cluster-api_';

type Values = Record<string, Record<string, unknown>>;
const provider = (object: Record<string, unknown>) => {
  const spec = object.spec as { template?: { spec: Values }; providerSpec?: { value: unknown } };
  return (spec.template?.spec ?? spec).providerSpec?.value as Record<string, unknown>;
};

describe('machines of three failure domains on two vCenters', () => {
  const made = manifestsOf(worked(), { openShiftVersion: '4.20' });

  test.each([
    ['bootstrap', 'vc-a.example.lan', 0, 1],
    ['master-0', 'vc-a.example.lan', 0, 1],
    ['master-1', 'vc-b.example.lan', 1, 2],
    ['master-2', 'vc-b.example.lan', 1, 3],
  ] as const)('%s', (name, server, vcenter, n) => {
    const place = {
      server,
      datacenter: `DC${n}`,
      datastore: `/DC${n}/datastore/d1`,
      folder: `/DC${n}/vm/multi-8tpnt`,
      resourcePool: `/DC${n}/host/c1/Resources`,
    };
    expect(made.object(`${MACHINES}inframachine_multi-8tpnt-${name}.yaml`)).toMatchObject({
      spec: {
        ...place,
        template: `multi-8tpnt-rhcos-fd-${n}`,
        numCPUs: 8,
        numCoresPerSocket: 2,
        diskGiB: 120,
      },
    });
    expect(made.object(`${MACHINES}machine_multi-8tpnt-${name}.yaml`)).toMatchObject({
      spec: { clusterName: `multi-8tpnt-${vcenter}` },
    });
    if (name === 'bootstrap') return;
    expect(provider(made.object(`${MAPI}master-machines-${name.at(-1)}.yaml`))).toMatchObject({
      ...{ workspace: place, template: `multi-8tpnt-rhcos-fd-${n}` },
      userDataSecret: { name: 'master-user-data' },
      network: { devices: [{ networkName: 'pg-10' }] },
    });
  });

  test('have a MachineSet for each zone, the first with one more replica, with defaults of the installer', () => {
    const sets = [0, 1].map((i) => made.object(`${MAPI}worker-machineset-${i}.yaml`));
    expect(sets.map((set) => (set.spec as { replicas: number }).replicas)).toEqual([3, 2]);
    expect(sets.map((set) => (provider(set).workspace as { datacenter: string }).datacenter)).toEqual([
      'DC2',
      'DC3',
    ]);
    expect(provider(sets[0]!)).toMatchObject({ numCPUs: 4, memoryMiB: 16384, diskGiB: 120 });
  });

  test('have a ControlPlaneMachineSet that only refers to failure domains', () => {
    const set = made.object('openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml');
    const template = (set.spec as Values).template!.machines_v1beta1_machine_openshift_io as Values;
    expect(template.failureDomains).toEqual({
      platform: 'VSphere',
      vsphere: [{ name: 'fd-1' }, { name: 'fd-2' }, { name: 'fd-3' }],
    });
    const value = (template.spec!.providerSpec as { value: object }).value;
    expect(value).toMatchObject({ template: '', workspace: {}, network: { devices: null }, numCPUs: 8 });
    expect(JSON.stringify(value)).not.toContain('vc-a');
    const old = manifestsOf(worked(), { openShiftVersion: '4.15' });
    expect(old.paths.filter((path) => path.includes('control-plane-machine-set'))).toEqual([]);
  });
});

test('distributes all replicas among MachineSets', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.subarray(['fd-1', 'fd-2', 'fd-3'], { minLength: 1 }),
      (n, zones) => {
        const text = worked([
          ['replicas: 5', `replicas: ${n}`],
          ['[fd-2, fd-3]', `[${zones.join(', ')}]`],
        ]);
        const sets = manifestsOf(text).files.filter(({ kind }) => kind === 'MachineSet');
        const replicas = sets.map(
          (file) => (parse(file.text) as { spec: { replicas: number } }).spec.replicas,
        );
        expect(replicas).toHaveLength(zones.length);
        expect(replicas.reduce((a, b) => a + b, 0)).toBe(n);
        expect(Math.max(...replicas) - Math.min(...replicas)).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 25 },
  );
});

test('pads numbers in file names', () => {
  const { paths } = manifestsOf(worked([['replicas: 3', 'replicas: 12']]));
  const files = paths.filter((path) => path.includes('master-machines'));
  expect(files).toHaveLength(12);
  expect(files[2]).toBe(`${MAPI}master-machines-02.yaml`);
});

describe('hosts with static addresses', () => {
  const host = (role: string, n: number, more = '') =>
    `    - {role: ${role}${more}, networkDevice: {ipAddrs: [10.0.0.${n}/24, 'fd00::${n}/64'], gateway: 10.0.0.1, nameservers: [10.0.0.2, 'fd00::2']}}`;
  const text = worked([
    [
      '    failureDomains:',
      `    hosts:\n${[
        host('bootstrap', 10),
        host('control-plane', 11),
        host('control-plane', 12, ', failureDomain: fd-3'),
        host('control-plane', 13),
        host('compute', 21),
        host('compute', 22, ', failureDomain: fd-1'),
      ].join('\n')}\n    failureDomains:`,
    ],
    ['replicas: 5', 'replicas: 2'],
  ]);
  const { object, paths } = manifestsOf(text);
  const kargs = (name: string) =>
    (object(`${MACHINES}inframachine_multi-8tpnt-${name}.yaml`).spec as Values).customVMXKeys![
      'guestinfo.afterburn.initrd.network-kargs'
    ];

  test('have them as kernel arguments, also for the bootstrap machine', () => {
    const line = (n: number) =>
      `ip=10.0.0.${n}::10.0.0.1:255.255.255.0:::none ip=[fd00::${n}]:::64:::none nameserver=10.0.0.2 nameserver=[fd00::2]`;
    expect(kargs('master-1')).toBe(line(12));
    expect(kargs('bootstrap')).toBe(line(10));
  });

  test('are in the failure domain of the host', () => {
    expect(object(`${MACHINES}inframachine_multi-8tpnt-master-1.yaml`)).toMatchObject({
      spec: { datacenter: 'DC3' },
    });
    expect(provider(object(`${MAPI}worker-machines-1.yaml`))).toMatchObject({
      workspace: { datacenter: 'DC1' },
    });
  });

  test('claim their addresses, and MachineSets have no replicas', () => {
    const name = 'multi-8tpnt-master-1-claim-0-1';
    expect(object(`openshift/99_openshift-machine-api_address-${name}.yaml`)).toMatchObject({
      spec: { address: 'fd00::12', prefix: 64, gateway: '10.0.0.1', claimRef: { name } },
    });
    expect(object(`openshift/99_openshift-machine-api_claim-${name}.yaml`)).toMatchObject({
      spec: { poolRef: { apiGroup: 'installer.openshift.io', kind: 'IPPool', name: 'default-1' } },
    });
    expect(paths.filter((path) => path.includes('_claim-'))).toHaveLength(10);
    expect(object(`${MAPI}worker-machineset-0.yaml`)).toMatchObject({ spec: { replicas: 0 } });
    expect(provider(object(`${MAPI}master-machines-0.yaml`))).toMatchObject({
      network: {
        devices: [
          {
            nameservers: ['10.0.0.2', 'fd00::2'],
            addressesFromPools: [{ name: 'default-0' }, { name: 'default-1' }],
          },
        ],
      },
    });
  });
});

test('names an undefined zone or server', () => {
  expect(() => manifestsOf(worked([['zones: [fd-1, fd-2, fd-3]', 'zones: [fd-9]']]))).toThrow(
    'zone [fd-9] specified by machinepool is not defined',
  );
  expect(() => manifestsOf(worked([['east-1, server: vc-a', 'east-1, server: vc-x']]))).toThrow(
    t('serverUnlisted', { domain: 'fd-1', server: 'vc-x.example.lan' }),
  );
});

test('cleans paths, and copies data disks and tags', () => {
  const text = worked([
    [
      'networks: [pg-10]',
      "networks: [/DC1/network/pg-10], tagIDs: ['urn:vmomi:InventoryServiceTag:x:GLOBAL'], template: /DC1/vm/rhcos/",
    ],
    ['datastore: /DC1/datastore/d1', 'datastore: /DC1//datastore/d1/'],
    ['cpus: 8,', 'cpus: 8, dataDisks: [{name: etcd, sizeGiB: 20, provisioningMode: Thin}],'],
  ]);
  const { object } = manifestsOf(text);
  const disks = [{ name: 'etcd', sizeGiB: 20, provisioningMode: 'Thin' }];
  expect(object(`${MACHINES}inframachine_multi-8tpnt-master-0.yaml`)).toMatchObject({
    spec: {
      ...{ datastore: '/DC1/datastore/d1', template: '/DC1/vm/rhcos', dataDisks: disks },
      network: { devices: [{ dhcp4: true, networkName: '/DC1/network/pg-10' }] },
    },
  });
  expect(provider(object(`${MAPI}master-machines-0.yaml`))).toMatchObject({
    ...{ dataDisks: disks, tagIDs: ['urn:vmomi:InventoryServiceTag:x:GLOBAL'] },
  });
});
