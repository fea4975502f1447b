import { describe, expect, test } from 'vitest';
import { DAY2_GATE } from './checks-of-change.ts';
import { readClusterObjects } from './cluster-objects.ts';
import {
  type ClusterOptions,
  clusterText,
  domain,
  FD_A,
  FD_B,
  node,
  VC_A,
  VC_B,
  volume,
} from './day2.fixture.ts';
import { t } from './messages.ts';
import type { Day2Change } from './plan.ts';
import { planDay2 } from './plan-day2.ts';
import { ADD, REJECTED } from './rejections.fixture.ts';

function planned(cluster: ClusterOptions, change: Day2Change) {
  return planDay2(readClusterObjects([{ file: 'o.yaml', text: clusterText(cluster) }]), change);
}

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
