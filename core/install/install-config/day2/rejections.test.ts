import { describe, expect, test } from 'vitest';
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
const THREE = [VC_A, { ...VC_A, server: 'vc-c.lan' }, { ...VC_A, server: 'vc-d.lan' }];

/** What is refused, in which words; `unless`: what makes the same change right. */
const REFUSED: [
  why: string,
  cluster: ClusterOptions,
  change: Day2Change,
  words: RegExp,
  unless: [ClusterOptions, Day2Change],
][] = [
  ['nothing asked', {}, {}, /no change is asked for/, [{}, ADD]],
  [
    'add and remove',
    {},
    { ...ADD, removeVCenters: ['x'] },
    /^Cannot add and remove vCenters at the same time$/,
    [{}, ADD],
  ],
  [
    'gate off',
    { enabled: ['VSphereMultiVCenters'], disabled: ['VSphereMultiVCenterDay2'] },
    ADD,
    /vcenters cannot be added or removed once set.*is off/,
    [{}, ADD],
  ],
  [
    'gate not known to the release',
    { enabled: [], version: '4.19.1' },
    ADD,
    /4\.19\.1 does not know the feature gate/,
    [{}, ADD],
  ],
  [
    'too old to read YAML',
    { version: '4.16.9', config: INI },
    { convertCloudConfig: true },
    /needs OpenShift 4\.18/,
    [{ version: '4.18.1', config: INI }, { convertCloudConfig: true }],
  ],
  [
    '4.17 without its gate',
    { version: '4.17.9', enabled: [], config: INI },
    { convertCloudConfig: true },
    /VSphereMultiVCenters on 4\.17/,
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
    'a server twice',
    {},
    { addVCenters: [{ ...VC_A, server: 'VC-A.example.lan.' }] },
    /unique server values/,
    [{}, ADD],
  ],
  [
    'an address for a server',
    {},
    { addVCenters: [{ ...VC_B, server: 'https://vc-b.example.lan' }] },
    /server: Invalid value/,
    [{}, ADD],
  ],
  [
    'a port beyond the API',
    {},
    { addVCenters: [{ ...VC_B, port: 40000 }] },
    /must be between 1 and 32767/,
    [{}, { addVCenters: [{ ...VC_B, port: 8443 }] }],
  ],
  ['no datacenter', {}, { addVCenters: [{ ...VC_B, datacenters: [] }] }, /at least 1 items/, [{}, ADD]],
  [
    'a datacenter twice',
    {},
    { addVCenters: [{ ...VC_B, datacenters: ['D', 'D'] }] },
    /Duplicate value/,
    [{}, ADD],
  ],
  [
    'a failure domain without vCenter',
    {},
    { addFailureDomains: [FD_B] },
    /^all failure domains must have a corresponding vCenter entry/,
    [{}, ADD],
  ],
  ['a name twice', {}, with_({ name: 'fd-a' }), /Duplicate value: \{"name":"fd-a"\}/, [{}, ADD]],
  ['no region', {}, with_({ region: '' }), /region: Required value/, [{}, ADD]],
  [
    'a zone too long',
    {},
    with_({ zone: 'z'.repeat(81) }),
    /zone: Too long/,
    [{}, with_({ zone: 'z'.repeat(80) })],
  ],
  [
    'a relative cluster',
    {},
    with_({}, { computeCluster: 'c1' }),
    /should match '\^\/\.\*\?\/host/,
    [{}, ADD],
  ],
  [
    'a datastore elsewhere',
    {},
    with_({}, { datastore: '/DC2/ds' }),
    /topology\.datastore in body should match/,
    [{}, ADD],
  ],
  ['no network', {}, with_({}, { networks: [] }), /networks in body should have at least 1/, [{}, ADD]],
  [
    'two networks',
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
    'host groups without gate',
    {},
    with_({
      zoneAffinity: { type: 'HostGroup', hostGroup: { hostGroup: 'h', vmGroup: 'v', vmHostRule: 'r' } },
    }),
    /VSphereHostVMGroupZonal/,
    [{}, ADD],
  ],
];

test.each(REFUSED)('%s', (_, cluster, change, words, [rightCluster, rightChange]) => {
  const plan = planned(cluster, change);
  expect(plan.rejections.map(({ message }) => message).join('\n')).toMatch(words);
  for (const { code, remedy } of plan.rejections)
    expect([code, remedy]).toEqual(['day2-rejected', expect.stringMatching(/\w/)]);
  expect(plan.steps).toEqual([]);
  expect(planned(rightCluster, rightChange).rejections).toEqual([]);
});

describe('what is still on a vCenter', () => {
  const TWO = { vcenters: [VC_A, VC_B], failureDomains: [FD_A, FD_B] };
  const remove: Day2Change = { removeVCenters: ['vc-b.example.lan'] };

  test.each<[string, ClusterOptions, ClusterOptions]>([
    [
      'Node worker-7',
      { nodes: [node('worker-7', 'west', 'west-1')] },
      { nodes: [node('worker-7', 'east', 'east-1')] },
    ],
    [
      'PersistentVolume pvc-1',
      { volumes: [volume('pvc-1', 'west-1')] },
      { volumes: [volume('pvc-1', 'east-1')] },
    ],
  ])('%s', (name, there, elsewhere) => {
    expect(planned({ ...TWO, ...there }, remove).rejections[0]!.message).toBe(
      `${name} still is on vc-b.example.lan`,
    );
    expect(planned({ ...TWO, ...elsewhere }, remove).rejections).toEqual([]);
  });

  test('many are counted', () => {
    const nodes = Array.from({ length: 7 }, (_, i) => node(`w-${i}`, 'west', 'west-1'));
    expect(planned({ ...TWO, nodes }, remove).rejections[0]!.message).toMatch(/w-4 and 2 more still are on/);
  });
});

test('a failure domain with the place of another, or whose paths are elsewhere: a warning', () => {
  const twin = domain('fd-b', 'vc-b.example.lan', 'DC2', 'east', 'east-1');
  const plan = planned(
    {},
    { ...ADD, addFailureDomains: [{ ...twin, topology: { ...twin.topology, datacenter: 'DC9' } }] },
  );
  expect(plan.rejections).toEqual([]);
  const reported = plan.warnings.map(({ message }) => message).join('\n');
  expect(reported).toMatch(/has the region and zone of another: east\/east-1/);
  expect(reported).toMatch(/computeCluster of fd-b is not in its datacenter DC9/);
});

test('a vCenter without failure domain: a warning', () => {
  const { warnings } = planned({}, { addVCenters: [VC_B] });
  expect(warnings.map(({ message }) => message)).toContain(
    'no failure domain is added for vc-b.example.lan: no machine can be made there',
  );
});

test('without the FeatureGate object the plan asks', () => {
  const text = clusterText().replace('"FeatureGate"', '"Other"');
  const plan = planDay2(readClusterObjects([{ file: 'o.yaml', text }]), ADD);
  expect(plan.rejections).toEqual([]);
  const check = plan.steps
    .find(({ id }) => id === 'infrastructure')!
    .preChecks.find(({ title }) => title.includes('gate'))!;
  expect([check.verdict, check.command]).toEqual(['ask', expect.stringContaining('VSphereMultiVCenterDay2')]);
});

test.each([
  ['none', '', /no Infrastructure object/],
  ['no YAML', 'a: [', /is no YAML/],
  ['another platform', clusterText().replaceAll('"VSphere"', '"AWS"'), /not on vSphere: AWS/],
])('objects: %s', (_, text, words) => {
  const plan = planDay2(readClusterObjects([{ file: 'o.yaml', text }]), ADD);
  expect(plan.ok).toBe(false);
  expect(plan.rejections.map(({ message }) => message).join('\n')).toMatch(words);
});
