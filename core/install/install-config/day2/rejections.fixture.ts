import { DAY2_GATE } from './checks-of-change.ts';
import { type ClusterOptions, FD_B, INI, VC_A, VC_B } from './day2.fixture.ts';
import { t } from './messages.ts';
import type { ClusterFailureDomain, Day2Change } from './plan.ts';

/** Adds a vCenter with a failure domain. */
export const ADD: Day2Change = { addVCenters: [VC_B], addFailureDomains: [FD_B] };
const with_ = (changes: Partial<ClusterFailureDomain>, topology: object = {}): Day2Change => ({
  addVCenters: [VC_B],
  addFailureDomains: [{ ...FD_B, ...changes, topology: { ...FD_B.topology, ...topology } }],
});
const HOST_GROUP = { hostGroup: 'h', vmGroup: 'v', vmHostRule: 'r' };
const HOST_GROUPS = { enabled: ['VSphereMultiVCenterDay2', 'VSphereHostVMGroupZonal'] };
/** Quotes the API server. */
const ONCE_SET =
  'spec.platformSpec.vsphere.vcenters: Invalid value: vcenters cannot be added or removed once set';
const THREE = [VC_A, { ...VC_A, server: 'vc-c.lan' }, { ...VC_A, server: 'vc-d.lan' }];

/** Rejected changes with the expected message. `unless`: a similar change that is accepted. */
export const REJECTED: [
  why: string,
  cluster: ClusterOptions,
  change: Day2Change,
  message: string | RegExp,
  unless: [ClusterOptions, Day2Change],
][] = [
  ['a request without a change', {}, {}, t('changeMissing'), [{}, ADD]],
  [
    'adding and removing vCenters in one plan',
    {},
    { ...ADD, removeVCenters: [VC_A.server] },
    /Cannot add and remove vCenters at the same time$/,
    [{}, ADD],
  ],
  [
    'a disabled gate',
    { enabled: ['VSphereMultiVCenters'], disabled: ['VSphereMultiVCenterDay2'] },
    ADD,
    t('gateOff', { message: ONCE_SET, gate: DAY2_GATE }),
    [{}, ADD],
  ],
  [
    "a gate that the release doesn't contain",
    { enabled: [], version: '4.19.1' },
    ADD,
    t('gateMissing', { message: ONCE_SET, release: '4.19.1', gate: DAY2_GATE }),
    [{}, ADD],
  ],
  [
    'a release that is too old for YAML',
    { version: '4.16.9', config: INI },
    { convertCloudConfig: true },
    t('releaseTooOld', { change: 'yaml', version: '4.16.9' }),
    [{ version: '4.18.1', config: INI }, { convertCloudConfig: true }],
  ],
  [
    '4.17 without its gate',
    { version: '4.17.9', enabled: [], config: INI },
    { convertCloudConfig: true },
    t('releaseGateOff', { change: 'yaml' }),
    [{ version: '4.17.9', config: INI }, { convertCloudConfig: true }],
  ],
  [
    'a fourth vCenter',
    { vcenters: THREE },
    ADD,
    /Too many: 4: must have at most 3 items/,
    [{ vcenters: THREE.slice(0, 2) }, ADD],
  ],
  [
    'an existing server',
    {},
    { addVCenters: [{ ...VC_A, server: 'VC-A.example.lan.' }] },
    /unique server values/,
    [{}, ADD],
  ],
  [
    'a URL as server',
    {},
    { addVCenters: [{ ...VC_B, server: 'https://vc-b.example.lan' }] },
    /server: Invalid value/,
    [{}, ADD],
  ],
  [
    'a port above the maximum',
    {},
    { addVCenters: [{ ...VC_B, port: 40000 }] },
    /port in body should be less than or equal to 32767/,
    [{}, { addVCenters: [{ ...VC_B, port: 8443 }] }],
  ],
  [
    'a vCenter without datacenters',
    {},
    { addVCenters: [{ ...VC_B, datacenters: [] }] },
    /at least 1 items/,
    [{}, ADD],
  ],
  [
    'a failure domain without its vCenter',
    {},
    { addFailureDomains: [FD_B] },
    /all failure domains must have a corresponding vCenter entry/,
    [{}, ADD],
  ],
  ['a repeated name', {}, with_({ name: 'fd-a' }), /Duplicate value: \{"name":"fd-a"\}/, [{}, ADD]],
  ['a missing region', {}, with_({ region: undefined }), /region: Required value/, [{}, ADD]],
  [
    'a zone that is too long',
    {},
    with_({ zone: 'z'.repeat(81) }),
    /zone: Too long/,
    [{}, with_({ zone: 'z'.repeat(80) })],
  ],
  [
    'a relative path of a compute cluster',
    {},
    with_({}, { computeCluster: 'c1' }),
    /should match '\^\/\.\*\?\/host/,
    [{}, ADD],
  ],
  [
    'a malformed path of a datastore',
    {},
    with_({}, { datastore: '/DC2/ds' }),
    /topology\.datastore in body should match/,
    [{}, ADD],
  ],
  [
    'a missing network',
    {},
    with_({}, { networks: [] }),
    /networks in body should have at least 1/,
    [{}, ADD],
  ],
  [
    'two networks without the gate',
    {},
    with_({}, { networks: ['a', 'b'] }),
    /must have at most 1 item$/,
    [{ enabled: ['VSphereMultiVCenterDay2', 'VSphereMultiNetworks'] }, with_({}, { networks: ['a', 'b'] })],
  ],
  [
    'eleven networks',
    { enabled: ['VSphereMultiVCenterDay2', 'VSphereMultiNetworks'] },
    with_({}, { networks: Array.from({ length: 11 }, (_, i) => `n${i}`) }),
    /Too many: 11: must have at most 10 items/,
    [{}, ADD],
  ],
  [
    'host groups without the gate',
    {},
    with_({
      regionAffinity: { type: 'ComputeCluster' },
      zoneAffinity: { type: 'HostGroup', hostGroup: HOST_GROUP },
    }),
    t('hostGroupGate', { field: 'spec.platformSpec.vsphere.failureDomains[1].zoneAffinity' }),
    [{}, ADD],
  ],
  [
    'host groups without clusters as regions',
    HOST_GROUPS,
    with_({ zoneAffinity: { type: 'HostGroup', hostGroup: HOST_GROUP } }),
    /when zoneAffinity type is HostGroup, regionAffinity type must be ComputeCluster/,
    [
      HOST_GROUPS,
      with_({
        regionAffinity: { type: 'ComputeCluster' },
        zoneAffinity: { type: 'HostGroup', hostGroup: HOST_GROUP },
      }),
    ],
  ],
  [
    'clusters as zones without datacenters as regions',
    HOST_GROUPS,
    with_({ zoneAffinity: { type: 'ComputeCluster' } }),
    /when zoneAffinity type is ComputeCluster, regionAffinity type must be Datacenter/,
    [
      HOST_GROUPS,
      with_({ regionAffinity: { type: 'Datacenter' }, zoneAffinity: { type: 'ComputeCluster' } }),
    ],
  ],
  [
    'a host group of a zone that is a cluster',
    HOST_GROUPS,
    with_({
      regionAffinity: { type: 'Datacenter' },
      zoneAffinity: { type: 'ComputeCluster', hostGroup: HOST_GROUP },
    }),
    /hostGroup is required when type is HostGroup, and forbidden otherwise/,
    [{}, ADD],
  ],
];
