import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCloudConfig } from '../../cloud-config/read-cloud-config.ts';
import type { ManifestOptions } from '../manifests/install-manifests.ts';
import { manifestsOf, worked } from './worked.fixture.ts';

function config(text: string, options: ManifestOptions = {}): string {
  const { data } = manifestsOf(text, options).object('manifests/cloud-provider-config.yaml');
  return (data as { config: string }).config;
}

/** A configuration with all machines in fd-1 of one vCenter. */
const SINGLE = worked([
  ['zones: [fd-1, fd-2, fd-3]', 'zones: [fd-1]'],
  ['zones: [fd-2, fd-3]', 'zones: [fd-1]'],
])
  .split('\n')
  .filter((line) => !/vc-b/.test(line))
  .join('\n');

test('writes INI byte for byte as old installers, with datacenters of failure domains and without labels for one zone', () => {
  expect(
    config(worked([['datacenters: [DC2, DC3]', 'datacenters: [DC2]']]), { cloudConfig: 'ini' }),
  ).toBe(`[Global]
secret-name = "vsphere-creds"
secret-namespace = "kube-system"
insecure-flag = "1"

[VirtualCenter "vc-a.example.lan"]
port = "443"

datacenters = "DC1"

[VirtualCenter "vc-b.example.lan"]
datacenters = "DC2,DC3"

[Workspace]
server = "vc-a.example.lan"
datacenter = "DC1"
default-datastore = "/DC1/datastore/d1"
folder = "/DC1/vm/multi-8tpnt"
resourcepool-path = "/DC1/host/c1/Resources"

[Labels]
region = "openshift-region"
zone = "openshift-zone"
`);
  expect(config(SINGLE, { cloudConfig: 'ini' })).not.toContain('Labels');
});

test('writes the newer layout sorted and without empty fields', () => {
  expect(config(worked(), { cloudConfig: 'minimal' })).toBe(`global:
  insecureFlag: true
  secretName: vsphere-creds
  secretNamespace: kube-system
labels:
  region: openshift-region
  zone: openshift-zone
nodes:
  externalNetworkSubnetCidr: 10.0.0.0/24
  internalNetworkSubnetCidr: 10.0.0.0/24
vcenter:
  vc-a.example.lan:
    datacenters:
    - DC1
    port: 443
    server: vc-a.example.lan
  vc-b.example.lan:
    datacenters:
    - DC2
    - DC3
    server: vc-b.example.lan
`);
  expect(parse(config(SINGLE, { cloudConfig: 'minimal' }))).not.toHaveProperty('labels');
});

test('writes empty labels for one failure domain, because nodes would wait for tags', () => {
  expect(parse(config(SINGLE))).toMatchObject({ labels: { zone: '', region: '' }, global: { port: 0 } });
  expect(parse(config(worked()))).toMatchObject({
    labels: { zone: 'openshift-zone', region: 'openshift-region' },
    vcenter: { 'vc-b.example.lan': { port: 443, datacenters: ['DC2', 'DC3'] } },
  });
});

test('selects the form by release', () => {
  const form = (text: string, openShiftVersion?: string) => {
    const written = config(text, openShiftVersion === undefined ? {} : { openShiftVersion });
    return written.startsWith('[Global]')
      ? 'ini'
      : written.includes('soapRoundtripCount')
        ? 'full'
        : 'minimal';
  };
  expect(['4.15', '4.17', '4.18', '4.21', '4.22', undefined].map((version) => form(SINGLE, version))).toEqual(
    ['ini', 'ini', 'full', 'full', 'minimal', 'full'],
  );
  expect(form(worked(), '4.17')).toBe('full');
  expect(form(`featureSet: TechPreviewNoUpgrade\n${SINGLE}`, '4.17')).toBe('full');
});

test('writes the given node networks', () => {
  const text = worked([
    [
      '    apiVIPs:',
      '    nodeNetworking: {external: {networkSubnetCidr: [10.0.0.0/25, 10.1.0.0/25]}, internal: {network: pg-10, excludeNetworkSubnetCidr: [10.0.0.5/32]}}\n    apiVIPs:',
    ],
  ]);
  expect(parse(config(text, { cloudConfig: 'minimal' }))).toMatchObject({
    nodes: {
      externalNetworkSubnetCidr: '10.0.0.0/25,10.1.0.0/25',
      internalVmNetworkName: 'pg-10',
      excludeInternalNetworkSubnetCidr: '10.0.0.5/32',
    },
  });
});

test('writes forms with the same effect on the cloud provider', () => {
  // Only the newer layout contains node networks. An operator in the cluster adds them to the others.
  const effective = (cloudConfig: 'full' | 'minimal' | 'ini', text: string) => {
    const { effective: read, problems } = readCloudConfig(config(text, { cloudConfig }));
    expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
    const { nodes: _, ...rest } = read;
    return rest;
  };
  for (const text of [SINGLE, worked()]) {
    expect(effective('minimal', text)).toEqual(effective('full', text));
    expect(effective('ini', text)).toEqual(effective('full', text));
  }
});
