import { expect, test } from 'vitest';
import { applyTextEdits } from '../../../base/document/edit/text-edits.ts';
import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { validateInstallConfig } from '../validate-install-config.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const F = `${V}.failureDomains`;
const trap = (edits: Edits, message: string, retains: Edits = []) =>
  rule('vsphere-multi-vcenter', edits, message, { retains, level: 'warning' });
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
  trap(
    fourth('vcenter-d.example.com'),
    'spec.platformSpec.vsphere.vcenters: Too many: 4: must have at most 3 items (the installer does not count; the API server does)',
  ),
  trap(
    [[`${V}.vcenters[1].server`, 'vcenter-a.example.com']],
    'vcenters must have unique server values: vcenter-a.example.com is there twice',
  ),
  trap(
    fourth('vcenter-a.example.com.'),
    'vcenter-a.example.com. and vcenter-a.example.com are one host: their credentials get the same keys',
    fourth('vcenter-d.example.com'),
  ),
  trap(
    [[`${V}.vcenters[3]`, vcenter('vcenter-d.example.com')]],
    'no failure domain is in vCenter vcenter-d.example.com: no machine can be placed there',
    fourth('vcenter-d.example.com'),
  ),
  trap(
    [[`${V}.vcenters[0].datacenters[1]`, 'dc-x']],
    'no failure domain uses datacenter dc-x of vcenter-a.example.com',
  ),
  trap(
    [[`${V}.vcenters[1].datacenters`, ['dc-x']]],
    'datacenter dc-b of failure domain fd-2 is not among the datacenters of vcenter-b.example.com: the cloud provider does not look there, its nodes stay uninitialised',
  ),
  trap(
    [['controlPlane.platform.vsphere.zones', ['fd-1', 'fd-2']]],
    '2 of 3 control plane machines are in failure domain fd-1; when it is lost, etcd loses its quorum',
  ),
  trap(
    [
      [`${F}[1].server`, 'vcenter-a.example.com'],
      [`${V}.vcenters[0].datacenters[1]`, 'dc-b'],
    ],
    '2 of 3 control plane machines are in vCenter vcenter-a.example.com; when it is lost, etcd loses its quorum',
  ),
  trap(
    [[`${F}[1].zone`, undefined]],
    'storage over several vCenters goes by region and zone: a failure domain of vcenter-b.example.com has none',
  ),
  trap(
    [],
    'with 3 failure domains the tags of the categories openshift-region and openshift-zone must be attached in each vCenter',
    [
      [`${F}[2]`, undefined],
      [`${F}[1]`, undefined],
    ],
  ),
  trap(
    [],
    'virtual addresses move between the machines: the networks of all failure domains must be one layer-2 network',
    [[`${V}.loadBalancer.type`, 'UserManaged']],
  ),
  trap(
    [
      [`${V}.apiVIPs`, undefined],
      [`${V}.ingressVIPs`, undefined],
    ],
    'without apiVIPs and ingressVIPs a load balancer and DNS records of api, api-int and *.apps must be there before installing',
  ),
  trap(
    [],
    'additionalTrustBundle is missing: the CAs of the vCenters must be trusted where the installer runs',
    [['additionalTrustBundle', '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n']],
  ),
  trap(
    [...MIRRORED, [`${F}[1].topology.template`, undefined]],
    'failure domain fd-2 has no template and clusterOSImage is not set: the installer would fetch the RHCOS image from the internet',
    MIRRORED,
  ),
]);

test('traps do not change the verdict, and their code says that the installer is silent', () => {
  const { ok, problems } = validateInstallConfig(
    complete('vsphere-multi-vcenter', fourth('vcenter-d.example.com')),
  );
  expect(ok).toBe(true);
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['install-config-unnoticed']));
});

test('a datacenter that is not listed is added by the fix', () => {
  const document = complete('vsphere-multi-vcenter', [[`${V}.vcenters[1].datacenters`, ['dc-x']]]);
  const fix = problemsOf(document).find(({ path }) => path === `${F}[1].topology.datacenter`)?.fix;
  const after = readYaml(applyTextEdits(document.text, fix!.edits));
  expect(valueAt(after, ['platform', 'vsphere', 'vcenters', 1, 'datacenters'])).toEqual(['dc-x', 'dc-b']);
});
