import { expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { t as model } from '../model/messages.ts';
import { validateInstallConfig } from '../validate-install-config.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const F = `${V}.failureDomains`;
const trap = (edits: Edits, message: string, follows: Edits = []) =>
  rule('vsphere-multi-vcenter', edits, message, { follows, level: 'warning' });
const vcenter = (server: string) => ({ server, user: 'u', password: 'p', datacenters: ['dc-d'] });
const domain = (server: string) => ({
  name: 'fd-4',
  region: 'region-1',
  zone: 'zone-4',
  server,
  topology: {
    datacenter: 'dc-d',
    computeCluster: '/dc-d/host/c',
    datastore: '/dc-d/datastore/d',
    networks: ['VM Network'],
    template: '/dc-d/vm/t',
  },
});
const fourth = (server: string): Edits => [
  [`${V}.vcenters[3]`, vcenter(server)],
  [`${F}[3]`, domain(server)],
];
const MIRRORED: Edits = [['imageDigestSources', [{ source: 'quay.io', mirrors: ['mirror.example.com'] }]]];

testRules([
  rule(
    'vsphere-multi-vcenter',
    fourth('vcenter-d.example.com'),
    t('vcentersTooMany', { count: 4, maximum: 3 }),
  ),
  trap(
    [[`${V}.vcenters[1].server`, 'vcenter-a.example.com']],
    t('vcenterTwice', { server: 'vcenter-a.example.com' }),
  ),
  trap(
    fourth('vcenter-a.example.com.'),
    t('vcenterTwiceSpelled', { server: 'vcenter-a.example.com.', other: 'vcenter-a.example.com' }),
    fourth('vcenter-d.example.com'),
  ),
  trap(
    [[`${V}.vcenters[3]`, vcenter('vcenter-d.example.com')]],
    t('vcenterUnused', { server: 'vcenter-d.example.com' }),
    fourth('vcenter-d.example.com'),
  ),
  trap(
    [[`${V}.vcenters[0].datacenters[1]`, 'dc-x']],
    t('datacenterUnused', { datacenter: 'dc-x', server: 'vcenter-a.example.com' }),
  ),
  trap(
    [[`${V}.vcenters[1].datacenters`, ['dc-x']]],
    t('datacenterUnlisted', { datacenter: 'dc-b', domain: 'fd-2', server: 'vcenter-b.example.com' }),
  ),
  trap(
    [['controlPlane.platform.vsphere.zones', ['fd-1', 'fd-2']]],
    model('quorumFailureDomain', { name: 'fd-1', count: 2, masters: 3 }),
  ),
  trap(
    [
      [`${F}[1].server`, 'vcenter-a.example.com'],
      [`${V}.vcenters[0].datacenters[1]`, 'dc-b'],
    ],
    model('quorumVCenter', { name: 'vcenter-a.example.com', count: 2, masters: 3 }),
  ),
  trap([[`${F}[1].zone`, undefined]], t('storageTopology', { server: 'vcenter-b.example.com' })),
  trap([], t('domainTags', { count: 3 }), [
    [`${F}[2]`, undefined],
    [`${F}[1]`, undefined],
  ]),
  trap([], t('vipLayer2'), [[`${V}.loadBalancer.type`, 'UserManaged']]),
  trap(
    [
      [`${V}.apiVIPs`, undefined],
      [`${V}.ingressVIPs`, undefined],
    ],
    t('vipsAbsent'),
  ),
  trap([], t('trustBundleAbsent', { count: 3 }), [
    ['additionalTrustBundle', '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n'],
  ]),
  trap(
    [...MIRRORED, [`${F}[1].topology.template`, undefined]],
    t('templateAbsent', { domain: 'fd-2' }),
    MIRRORED,
  ),
]);

test('reports undetected errors with their own code, and rejects a file that the API server rejects', () => {
  const validated = (edits: Edits) => validateInstallConfig(complete('vsphere-multi-vcenter', edits));
  expect(validated([]).ok).toBe(true);
  const { ok, problems } = validated(fourth('vcenter-d.example.com'));
  expect(ok).toBe(false);
  expect(problems.filter(({ level }) => level === 'error')).toMatchObject([
    { path: `${V}.vcenters[3]`, message: t('vcentersTooMany', { count: 4, maximum: 3 }) },
  ]);
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['install-config-unnoticed']));
});

test('adds an unlisted datacenter as a fix', () => {
  const document = complete('vsphere-multi-vcenter', [[`${V}.vcenters[1].datacenters`, ['dc-x']]]);
  const fix = problemsOf(document).find(({ path }) => path === `${F}[1].topology.datacenter`)?.fix;
  const after = readYaml(applyTextEdits(document.text, fix!.edits));
  expect(valueAt(after, ['platform', 'vsphere', 'vcenters', 1, 'datacenters'])).toEqual(['dc-x', 'dc-b']);
});
