import { expect, test } from 'vitest';
import { readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { PASSWORD, PULL_SECRET, problemsOf } from '../model/install-config.fixture.ts';
import { readDocument } from '../model/read-install-config.ts';
import { afterLoading, convertDeprecated } from './deprecated.ts';
import { t } from './messages.ts';

const OLD = `# A cluster of 2021.
apiVersion: v1
metadata: {name: old}
baseDomain: example.com
networking:
  # the LAN
  machineCIDR: 192.0.2.0/24 # one
  type: OpenshiftSDN
  serviceCIDR: 172.30.0.0/16
  clusterNetworks:
  - cidr: 10.128.0.0/14
    hostSubnetLength: 9
platform:
  vsphere:
    # the only vCenter
    vcenter: vc.example.com
    # the service account
    username: svc # not a person
    password: ${PASSWORD}
    datacenter: DC1
    defaultDatastore: ds1
    cluster: /DC1/host/c1
    network: VM Network
    apiVIP: 192.0.2.2
    ingressVIP: 192.0.2.3
    future: kept
imageContentSources:
- source: quay.io/ocp
  mirrors: [mirror.example.com/ocp]
pullSecret: '${PULL_SECRET}'
`;

const NEW = `# A cluster of 2021.
apiVersion: v1
metadata: {name: old}
baseDomain: example.com
networking:
  # the LAN
  machineNetwork: # one
  - cidr: 192.0.2.0/24
  networkType: OVNKubernetes
  serviceNetwork:
  - 172.30.0.0/16
  clusterNetwork:
  - cidr: 10.128.0.0/14
    hostPrefix: 23
platform:
  vsphere:
`;

test('converts an install-config of the first releases', () => {
  const { document, changes } = convertDeprecated(readYaml(OLD));
  expect(document.text.startsWith(NEW)).toBe(true);
  expect(document.text).toMatch(/# the only vCenter\n {4}vcenters:\n/);
  expect(document.text).toMatch(/# the service account\n\s*# not a person\n\s*user: svc/);
  expect(document.text).toContain('    future: kept\n');
  expect(valueAt(document, ['platform', 'vsphere'])).toEqual({
    vcenters: [
      { server: 'vc.example.com', user: 'svc', password: PASSWORD, port: 443, datacenters: ['DC1'] },
    ],
    failureDomains: [
      {
        name: 'generated-failure-domain',
        region: 'generated-region',
        zone: 'generated-zone',
        server: 'vc.example.com',
        topology: {
          datacenter: 'DC1',
          computeCluster: '/DC1/host/c1',
          datastore: '/DC1/datastore/ds1',
          networks: ['VM Network'],
        },
      },
    ],
    apiVIPs: ['192.0.2.2'],
    ingressVIPs: ['192.0.2.3'],
    future: 'kept',
  });
  expect(valueAt(document, ['imageDigestSources', 0, 'source'])).toBe('quay.io/ocp');
  expect(changes).toContainEqual({
    from: 'platform.vsphere.vcenter',
    to: 'platform.vsphere.vCenter',
    message: t('fieldSpelling', { old: 'vcenter', name: 'vCenter' }),
  });
  expect(changes.map(({ from, to }) => `${from ?? ''} -> ${to ?? ''}`)).toContain(
    'platform.vsphere.username -> platform.vsphere.vcenters[0].user',
  );
  expect(JSON.stringify(changes)).not.toContain(PASSWORD);
  expect(convertDeprecated(document).changes).toEqual([]);
  expect(problemsOf(document).filter(({ code }) => code === 'install-config-deprecated')).toEqual([]);
});

test('validates converted fields at the place of the deprecated ones', () => {
  const document = readYaml(
    OLD.replace('vc.example.com', 'https://vc').replace('192.0.2.0/24 #', '192.0.2.1/24 #'),
  );
  const problems = problemsOf(document);
  const at = (path: string) => problems.find((problem) => problem.path === path && problem.level === 'error');
  expect(at('platform.vsphere.vcenters[0].server')).toMatchObject({ line: 16, column: 14 });
  expect(at('networking.machineNetwork[0].cidr')).toMatchObject({ line: 7 });
  expect(at('platform.vsphere.vcenters[0].server')?.fix).toBeUndefined();
  const reported = problems
    .filter(({ code }) => code === 'install-config-deprecated')
    .map(({ message }) => message);
  expect(reported).toEqual(
    expect.arrayContaining([
      'vsphere authentication fields are now deprecated; please use vcenters',
      'vsphere topology fields are now deprecated; please use failureDomains',
      t('oldFieldRead', { old: 'networking.machineCIDR', now: 'networking.machineNetwork' }),
      'platform.vsphere.apiVIP is deprecated; please use apiVIPs',
      'imageContentSources is deprecated, please use ImageDigestSources',
    ]),
  );
});

const vsphere = (text: string) => readYaml(`apiVersion: v1\nplatform:\n  vsphere:\n${text}`);
const messages = (text: string) => problemsOf(vsphere(text)).map(({ message }) => message);

test('ignores the old login if both exist', () => {
  const text = '    vCenter: old\n    vcenters:\n    - server: new\n';
  expect(messages(text)).toContain(
    'vcenter field is deprecated please avoid using both vcenter and vcenters fields together',
  );
  expect(valueAt(convertDeprecated(vsphere(text)).document, ['platform', 'vsphere'])).toEqual({
    vcenters: [{ server: 'new' }],
  });
});

test('ignores the old topology if both exist', () => {
  const text =
    '    cluster: c\n    vcenters:\n    - server: new\n    failureDomains:\n    - name: a\n      server: new\n';
  expect(messages(text)).toContain(
    'vsphere topology fields are now deprecated; please avoid using failureDomains and the vsphere topology fields together',
  );
});

test('adds servers, datacenters and paths to files of the technology preview', () => {
  const text =
    '    vCenter: vc\n    datacenter: DC1\n    failureDomains:\n    - name: a\n      topology:\n        computeCluster: c1\n        datastore: ds\n        folder: f\n    - name: b\n      topology: {datacenter: DC2}\n';
  expect(messages(text)).toContain(
    'computeCluster as a non-path is now deprecated; please use the joined form: /DC1/host/c1',
  );
  const { document } = convertDeprecated(vsphere(text));
  expect(valueAt(document, ['platform', 'vsphere'])).toEqual({
    failureDomains: [
      {
        name: 'a',
        server: 'vc',
        topology: {
          datacenter: 'DC1',
          computeCluster: '/DC1/host/c1',
          datastore: '/DC1/datastore/ds',
          folder: '/DC1/vm/f',
        },
      },
      { name: 'b', server: 'vc', topology: { datacenter: 'DC2' } },
    ],
    vcenters: [{ server: 'vc', port: 443, datacenters: ['DC1', 'DC2'] }],
  });
});

test('converts addresses and DHCP of the provisioning network', () => {
  const { document } = convertDeprecated(
    readYaml(
      'platform:\n  baremetal:\n    provisioningHostIP: 172.22.0.3\n    provisioningDHCPExternal: true\n    apiVIP: 192.0.2.2\n    apiVIPs: [192.0.2.2]\n',
    ),
  );
  expect(document.text).toBe(
    'platform:\n  baremetal:\n    clusterProvisioningIP: 172.22.0.3\n    provisioningNetwork: Unmanaged\n    apiVIPs: [192.0.2.2]\n',
  );
});

test('leaves contradicting virtual IPs to the validation', () => {
  const text = '    apiVIP: 192.0.2.2\n    apiVIPs: [192.0.2.9]\n';
  expect(convertDeprecated(vsphere(text)).changes).toEqual([]);
});

test('a new name overrides the deprecated one', () => {
  const document = readYaml('networking:\n  type: Calico\n  networkType: OVNKubernetes\n');
  expect(afterLoading(readDocument(document, undefined).config).config.networking).toEqual({
    networkType: 'OVNKubernetes',
  });
  expect(convertDeprecated(document).document.text).toBe('networking:\n  networkType: OVNKubernetes\n');
});

test('leaves a current file unchanged', () => {
  const document = vsphere('    vcenters:\n    - server: a\n');
  expect(convertDeprecated(document)).toEqual({ document, changes: [] });
});

test('reports a value that changes in place', () => {
  const { changes } = convertDeprecated(readYaml('networking:\n  networkType: openshiftsdn\n'));
  expect(changes).toMatchObject([
    { from: 'networking.networkType', to: 'networking.networkType' },
    { from: 'networking.networkType', to: 'networking.networkType' },
  ]);
});
