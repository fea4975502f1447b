import { expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import type { Preset } from '../presets.ts';
import { validateInstallConfig } from '../validate-install-config.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const options = { method: 'user-provisioned' } as const;
const user = (edits: Edits, message: string, follows: Edits, preset: Preset['id'] = 'vsphere') =>
  rule(preset, edits, message, { follows, level: 'warning', options });
const NO_WORKERS: Edits = [['compute[0].replicas', 0]];
const NO_VIPS: Edits = [
  [`${V}.apiVIPs`, undefined],
  [`${V}.ingressVIPs`, undefined],
];
const OWN_BALANCER: Edits = [[`${V}.loadBalancer.type`, 'UserManaged']];
const MIRRORED: Edits = [
  ['imageDigestSources', [{ source: 'quay.io', mirrors: ['mirror.example.com'] }]],
  [`${V}.failureDomains[0].topology.template`, undefined],
];
const HOST = { role: 'bootstrap', networkDevice: { ipAddrs: ['192.0.2.10/24'] } };

testRules([
  user(
    [['compute[0].replicas', 2]],
    t('userReplicas', { field: 'compute[0].replicas', count: 2 }),
    NO_WORKERS,
  ),
  user(
    [['compute[0].replicas', undefined]],
    t('userReplicasMissing', { field: 'compute[0].replicas', count: 3 }),
    NO_WORKERS,
  ),
  user([['compute', undefined]], t('userPoolMissing', { count: 3 }), NO_WORKERS),
  user([['compute', []]], t('userPoolMissing', { count: 3 }), NO_WORKERS),
  user([], t('userVips', { field: 'apiVIPs' }), NO_VIPS),
  user([], t('userVips', { field: 'ingressVIPs' }), OWN_BALANCER),
  user([[`${V}.hosts`, [HOST]]], t('userHosts'), []),
  user(NO_VIPS, t('vipsAbsent'), []),
  user([], t('userBareMetal'), [['platform', { none: {} }]], 'baremetal'),
]);

test('fixes the number of workers, also without a pool', () => {
  const after = (edits: Edits) => {
    const document = complete('vsphere', edits);
    const { fix } = problemsOf(document, options).find(({ path = '' }) => path.startsWith('compute'))!;
    return readYaml(applyTextEdits(document.text, fix!.edits));
  };
  expect(valueAt(after([['compute[0].replicas', 2]]), ['compute', 0, 'replicas'])).toBe(0);
  expect(valueAt(after([['compute', undefined]]), ['compute'])).toEqual([{ name: 'worker', replicas: 0 }]);
});

test('accepts a file for user-provisioned machines, with the remedies for them', () => {
  const document = complete('vsphere-multi-vcenter', [...NO_WORKERS, ...NO_VIPS, ...MIRRORED]);
  const { ok, problems } = validateInstallConfig(document, options);
  expect(ok).toBe(true);
  expect(problems.map(({ message }) => message)).toEqual([
    t('domainTags', { count: 3 }),
    t('vipsAbsent'),
    t('trustBundleAbsent', { count: 3 }),
  ]);
  expect(problems[1]!.remedy).toBe(t('loadBalancerRemedy'));
});

test('warns only about user-provisioned machines', () => {
  const document = complete('vsphere', [['compute', undefined]]);
  const found = (method: 'installer' | 'agent') => problemsOf(document, { method }).map(({ path }) => path);
  expect([...found('installer'), ...found('agent')]).not.toContain('compute');
});
