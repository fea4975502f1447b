import { expect, test } from 'vitest';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const F = `${V}.failureDomains`;
const T = `${F}[0].topology`;
const of1 = ' (failure domain "fd-1")';
const of2 = ' (failure domain "fd-2")';

/** Returns a rule for the topology of the only failure domain in the preset. */
const topology = (field: string, value: unknown, message: string, follows?: unknown) =>
  rule('vsphere', [[`${T}.${field}`, value]], `${F}.topology.${field}: ${message}${of1}`, {
    follows: follows === undefined ? undefined : ([[`${T}.${field}`, follows]] as Edits),
  });

const GROUPS: Edits = [
  [`${F}[0].regionType`, 'ComputeCluster'],
  [`${F}[0].zoneType`, 'HostGroup'],
  [`${T}.hostGroup`, 'rack-1'],
];

testRules([
  rule('vsphere-multi-vcenter', [[`${F}[1].name`, 'fd-1']], `${F}.name[1]: Duplicate value: "fd-1"`),
  rule(
    'vsphere-multi-vcenter',
    [[`${F}[1].zone`, 'zone-1']],
    `${F}.zone: Invalid value: "zone-1": cannot be used more than once for the failure domain region "region-1"${of2}`,
    {
      follows: [
        [`${F}[1].zone`, 'zone-1'],
        [`${F}[1].region`, 'region-2'],
      ],
    },
  ),
  rule(
    'vsphere',
    [[`${F}[0].zoneType`, 'ComputeCluster']],
    `${F}.regionType: Required value: must specify regionType if zoneType is defined${of1}`,
    {
      follows: [
        [`${F}[0].zoneType`, 'ComputeCluster'],
        [`${F}[0].regionType`, 'Datacenter'],
      ],
    },
  ),
  rule(
    'vsphere',
    [[`${F}[0].regionType`, 'Datacenter']],
    `${F}.zoneType: Required value: must specify zoneType if regionType is defined${of1}`,
    { follows: GROUPS },
  ),
  rule(
    'vsphere',
    [...GROUPS, [`${F}[0].regionType`, 'HostGroup']],
    `${F}.regionType: Invalid value: "HostGroup": region type cannot be used for host group failure domains${of1}`,
    { follows: GROUPS },
  ),
  rule(
    'vsphere',
    [...GROUPS, [`${F}[0].zoneType`, 'ComputeCluster']],
    `${F}.regionType: Required value: zoneType must be HostGroup${of1}`,
    { follows: GROUPS },
  ),
  rule(
    'vsphere',
    [...GROUPS, [`${F}[0].zoneType`, 'ComputeCluster']],
    `${F}.zoneType: Required value: something something...${of1}`,
    { follows: GROUPS },
  ),
  rule(
    'vsphere',
    [...GROUPS, [`${T}.hostGroup`, undefined]],
    `${F}.hostGroup: Required value: must not be empty if zoneType is HostGroup${of1}`,
    { follows: GROUPS },
  ),
  rule(
    'vsphere',
    [...GROUPS, [`${F}[0].zoneType`, 'Rack']],
    `${F}.zoneType: Unsupported value: "Rack": supported values: "ComputeCluster", "HostGroup"${of1}`,
    { follows: GROUPS },
  ),
  rule('vsphere', [[`${F}[0].name`, undefined]], `${F}.name: Required value: must specify the name`),
  rule(
    'vsphere',
    [[`${F}[0].server`, undefined]],
    `${F}.server: Required value: must specify a vCenter server${of1}`,
  ),
  rule(
    'vsphere',
    [[`${F}[0].server`, 'Vcenter-a.example.com']],
    `${F}.server: Invalid value: "Vcenter-a.example.com": server does not exist in vcenters${of1}`,
  ),
  rule(
    'vsphere',
    [[`${F}[0].zone`, undefined]],
    `${F}.zone: Required value: must specify zone tag value${of1}`,
  ),
  rule(
    'vsphere',
    [[`${F}[0].region`, undefined]],
    `${F}.region: Required value: must specify region tag value${of1}`,
  ),
  topology('datacenter', undefined, 'Required value: must specify a datacenter'),
  topology('datastore', undefined, 'Required value: must specify a datastore'),
  topology(
    'datastore',
    '/dc-a/datastores/one',
    'Invalid value: "/dc-a/datastores/one": full path of datastore must be provided in format /<datacenter/datastore/<datastore>',
  ),
  topology(
    'datastore',
    '/other/datastore/one',
    'Invalid value: "/other/datastore/one": the datastore defined does not exist in the correct datacenter',
  ),
  topology(
    'tagIDs',
    Array.from({ length: 11 }, (_, i) => `urn:vmomi:InventoryServiceTag:${i}:GLOBAL`),
    `Invalid value: ${JSON.stringify(Array.from({ length: 11 }, (_, i) => `urn:vmomi:InventoryServiceTag:${i}:GLOBAL`))}: a maximum of 10 tags are allowed`,
  ),
  topology(
    'tagIDs',
    ['backup'],
    'Invalid value: "backup": tag ID must be in the format of urn:vmomi:InventoryServiceTag:<UUID>:GLOBAL',
    ['urn:vmomi:InventoryServiceTag:5736bf56-49f5-4667-b38c-b97e09dc9578:GLOBAL'],
  ),
  topology('networks', undefined, 'Required value: must specify a network'),
  topology(
    'networks',
    Array.from({ length: 11 }, (_, i) => `n${i}`),
    'Too many: 11: must have at most 10 items',
  ),
  topology(
    'folder',
    '/dc-a/folder',
    'Invalid value: "/dc-a/folder": full path of folder must be provided in format /<datacenter>/vm/<folder>',
    '/dc-a/vm/folder',
  ),
  topology(
    'folder',
    '/other/vm/folder',
    'Invalid value: "/other/vm/folder": the folder defined does not exist in the correct datacenter',
  ),
  topology('computeCluster', undefined, 'Required value: must specify a computeCluster'),
  topology(
    'computeCluster',
    '/dc-a/cluster',
    'Invalid value: "/dc-a/cluster": full path of compute cluster must be provided in format /<datacenter>/host/<cluster>',
  ),
  topology(
    'computeCluster',
    '/other/host/cluster-a',
    'Invalid value: "/other/host/cluster-a": compute cluster must be in datacenter dc-a',
  ),
  topology(
    'resourcePool',
    '/dc-a/host/cluster-a',
    'Invalid value: "/dc-a/host/cluster-a": full path of resource pool must be provided in format /<datacenter>/host/<cluster>/...',
    '/dc-a/host/cluster-a/Resources/pool',
  ),
  topology(
    'resourcePool',
    '/other/host/cluster-a/Resources',
    'Invalid value: "/other/host/cluster-a/Resources": resource pool must be in datacenter dc-a',
  ),
  topology(
    'resourcePool',
    '/dc-a/host/cluster-b/Resources',
    'Invalid value: "/dc-a/host/cluster-b/Resources": resource pool must be in compute cluster /dc-a/host/cluster-a',
  ),
  rule(
    'vsphere',
    [[`${V}.clusterOSImage`, 'http://files.example.com/rhcos.ova']],
    `${F}.topology.template: Invalid value: "/dc-a/vm/rhcos": cannot be specified when clusterOSImage is set${of1}`,
    {
      follows: [
        [`${V}.clusterOSImage`, 'http://files.example.com/rhcos.ova'],
        [`${T}.template`, undefined],
      ],
    },
  ),
  rule(
    'vsphere',
    [[`${V}.clusterOSImage`, 'http://files.example.com/rhcos.ova']],
    `${V}.clusterOSImage: Invalid value: "http://files.example.com/rhcos.ova": cannot be specified when failuredomain.topology.template is set`,
  ),
  // The installer doesn't detect it after an earlier valid failure domain.
  rule(
    'vsphere-multi-vcenter',
    [[`${F}[1].server`, 'vcenter-x.example.com']],
    t('domainServerUnlisted', { name: 'fd-2', server: 'vcenter-x.example.com' }),
    { level: 'warning' },
  ),
  rule(
    'vsphere-multi-vcenter',
    [
      [`${F}[0].server`, 'vcenter-x.example.com'],
      [`${F}[1].server`, 'vcenter-x.example.com'],
    ],
    `${F}.server: Invalid value: "vcenter-x.example.com": server does not exist in vcenters${of2}`,
  ),
]);

test('an invalid path stops the checks of its failure domain only', () => {
  const problems = problemsOf(
    complete('vsphere-multi-vcenter', [
      [`${F}[0].topology.datastore`, 'one'],
      [`${F}[0].topology.folder`, 'two'],
      [`${F}[0].topology.networks`, undefined],
      [`${F}[2].topology.networks`, undefined],
    ]),
    { method: 'installer' },
  ).filter(({ code }) => code === 'install-config-invalid');
  // Names are joined to paths while loading, as in the installer.
  expect(problems.map(({ path }) => path)).toEqual([
    `${F}[0].topology.networks`,
    `${F}[2].topology.networks`,
  ]);
  const stopped = problemsOf(
    complete('vsphere-multi-vcenter', [
      [`${F}[0].topology.datastore`, '/dc-a/one'],
      [`${F}[0].topology.networks`, undefined],
      [`${F}[2].topology.networks`, undefined],
    ]),
  ).filter(({ code }) => code === 'install-config-invalid');
  expect(stopped.map(({ path }) => path)).toEqual([
    `${F}[0].topology.datastore`,
    `${F}[2].topology.networks`,
  ]);
});

test('a problem of the second failure domain has its place', () => {
  const document = complete('vsphere-multi-vcenter', [[`${F}[1].topology.computeCluster`, '/other/host/c']]);
  const [problem] = problemsOf(document);
  expect(document.text.split('\n')[problem!.line! - 1]).toContain('/other/host/c');
  expect(problem!.path).toBe(`${F}[1].topology.computeCluster`);
});
