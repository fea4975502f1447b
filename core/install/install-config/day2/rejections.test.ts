import { describe, expect, test } from 'vitest';
import { DAY2_GATE } from './checks-of-change.ts';
import { readClusterObjects } from './cluster-objects.ts';
import {
  type ClusterOptions,
  clusterText,
  domain,
  FD_A,
  FD_B,
  INI,
  node,
  VC_A,
  VC_B,
  volume,
} from './day2.fixture.ts';
import { t } from './messages.ts';
import type { ClusterFailureDomain, Day2Change } from './plan.ts';
import { planDay2 } from './plan-day2.ts';

function planned(cluster: ClusterOptions, change: Day2Change) {
  return planDay2(readClusterObjects([{ file: 'o.yaml', text: clusterText(cluster) }]), change);
}

const ADD: Day2Change = { addVCenters: [VC_B], addFailureDomains: [FD_B] };
const with_ = (changes: Partial<ClusterFailureDomain>, topology: object = {}): Day2Change => ({
  addVCenters: [VC_B],
  addFailureDomains: [{ ...FD_B, ...changes, topology: { ...FD_B.topology, ...topology } }],
});
/** Quotes the API server. */
const ONCE_SET =
  'spec.platformSpec.vsphere.vcenters: Invalid value: vcenters cannot be added or removed once set';
const THREE = [VC_A, { ...VC_A, server: 'vc-c.lan' }, { ...VC_A, server: 'vc-d.lan' }];

/** Rejected changes with the expected message. `unless`: a similar change that is accepted. */
const REJECTED: [
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
    { ...ADD, removeVCenters: ['x'] },
    /^Cannot add and remove vCenters at the same time$/,
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
    /must be between 1 and 32767/,
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
    'a repeated datacenter',
    {},
    { addVCenters: [{ ...VC_B, datacenters: ['D', 'D'] }] },
    /Duplicate value/,
    [{}, ADD],
  ],
  [
    'a failure domain without its vCenter',
    {},
    { addFailureDomains: [FD_B] },
    /^all failure domains must have a corresponding vCenter entry/,
    [{}, ADD],
  ],
  ['a repeated name', {}, with_({ name: 'fd-a' }), /Duplicate value: \{"name":"fd-a"\}/, [{}, ADD]],
  ['a missing region', {}, with_({ region: '' }), /region: Required value/, [{}, ADD]],
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
    /must have at most 1 items/,
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
      zoneAffinity: { type: 'HostGroup', hostGroup: { hostGroup: 'h', vmGroup: 'v', vmHostRule: 'r' } },
    }),
    t('hostGroupGate', { field: 'spec.platformSpec.vsphere.failureDomains[1].zoneAffinity' }),
    [{}, ADD],
  ],
];

test.each(REJECTED)('rejects %s', (_, cluster, change, message, [rightCluster, rightChange]) => {
  const plan = planned(cluster, change);
  expect(plan.rejections.map((each) => each.message)).toContainEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
  for (const { code, remedy } of plan.rejections)
    expect([code, remedy]).toEqual(['day2-rejected', expect.stringMatching(/\w/)]);
  expect(plan.steps).toEqual([]);
  expect(planned(rightCluster, rightChange).rejections).toEqual([]);
});

describe('objects that use a removed vCenter', () => {
  const TWO = { vcenters: [VC_A, VC_B], failureDomains: [FD_A, FD_B] };
  const remove: Day2Change = { removeVCenters: ['vc-b.example.lan'] };

  test.each<[string, string, ClusterOptions, ClusterOptions]>([
    [
      'Node',
      'worker-7',
      { nodes: [node('worker-7', 'west', 'west-1')] },
      { nodes: [node('worker-7', 'east', 'east-1')] },
    ],
    [
      'PersistentVolume',
      'pvc-1',
      { volumes: [volume('pvc-1', 'west-1')] },
      { volumes: [volume('pvc-1', 'east-1')] },
    ],
  ])('%s %s', (kind, names, there, elsewhere) => {
    expect(planned({ ...TWO, ...there }, remove).rejections[0]!.message).toBe(
      t('vcenterInUse', { kind, names, count: 1, servers: 'vc-b.example.lan' }),
    );
    expect(planned({ ...TWO, ...elsewhere }, remove).rejections).toEqual([]);
  });

  test('counts many objects', () => {
    const nodes = Array.from({ length: 7 }, (_, i) => node(`w-${i}`, 'west', 'west-1'));
    expect(planned({ ...TWO, nodes }, remove).rejections[0]!.message).toMatch(/w-4 and 2 more still use /);
  });
});

test('warns about a failure domain with the zone of another or with paths in another datacenter', () => {
  const twin = domain('fd-b', 'vc-b.example.lan', 'DC2', 'east', 'east-1');
  const plan = planned(
    {},
    { ...ADD, addFailureDomains: [{ ...twin, topology: { ...twin.topology, datacenter: 'DC9' } }] },
  );
  expect(plan.rejections).toEqual([]);
  const reported = plan.warnings.map(({ message }) => message);
  expect(reported).toContain(t('domainPlaceTwice', { name: 'fd-b', region: 'east', zone: 'east-1' }));
  expect(reported).toContain(
    t('pathElsewhere', { field: 'computeCluster', name: 'fd-b', datacenter: 'DC9' }),
  );
});

test('warns about a vCenter without a failure domain', () => {
  const { warnings } = planned({}, { addVCenters: [VC_B] });
  expect(warnings.map(({ message }) => message)).toContain(
    t('vcenterWithoutDomain', { server: 'vc-b.example.lan' }),
  );
});

test('adds a check to the plan if the FeatureGate object is missing', () => {
  const text = clusterText().replace('"FeatureGate"', '"Other"');
  const plan = planDay2(readClusterObjects([{ file: 'o.yaml', text }]), ADD);
  expect(plan.rejections).toEqual([]);
  const check = plan.steps
    .find(({ id }) => id === 'infrastructure')!
    .preChecks.find(({ title }) => title === t('gateCheck', { gate: DAY2_GATE }))!;
  expect([check.verdict, check.command]).toEqual(['ask', expect.stringContaining(DAY2_GATE)]);
});

test.each([
  ['missing objects', '', t('infrastructureMissing')],
  ['invalid YAML', 'a: [', t('fileNotYaml', { file: 'o.yaml' })],
  [
    'another platform',
    clusterText().replaceAll('"VSphere"', '"AWS"'),
    t('otherPlatform', { platform: 'AWS' }),
  ],
])('rejects %s', (_, text, expected) => {
  const plan = planDay2(readClusterObjects([{ file: 'o.yaml', text }]), ADD);
  expect(plan.ok).toBe(false);
  expect(plan.rejections.map(({ message }) => message)).toContain(expected);
});
