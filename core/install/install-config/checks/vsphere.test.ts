import { expect, test } from 'vitest';
import { complete, type Edits, PASSWORD, problemsOf, rule } from '../model/install-config.fixture.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const VC = `${V}.vcenters[0]`;
const HOST = 'must be the domain name or IP address of the vCenter';

const account = { user: 'u', password: PASSWORD };
const components = Object.fromEntries(
  ['machineManagement', 'storage', 'cloudControllerManager', 'vsphereProblemDetector'].map((name) => [
    name,
    account,
  ]),
);
const SCOPED: Edits = [
  [`${V}.credentialType`, 'ComponentScoped'],
  [`${VC}.user`, undefined],
  [`${VC}.password`, undefined],
  [`${VC}.componentCredentials`, components],
];

const host = (role: string, last: number, more = {}) => ({
  role,
  networkDevice: { ipAddrs: [`192.0.2.${last}/24`], gateway: '192.0.2.1', nameservers: ['192.0.2.1'] },
  ...more,
});
const HOSTS: Edits = [
  [
    `${V}.hosts`,
    [
      host('bootstrap', 20),
      ...[21, 22, 23].map((last) => host('control-plane', last)),
      ...[24, 25, 26].map((last) => host('compute', last)),
    ],
  ],
];
const H = `${V}.hosts`;

testRules([
  rule(
    'vsphere',
    [[`${V}.diskType`, 'Thin']],
    'platform.vsphere.diskType: Invalid value: "Thin": diskType must be one of [eagerZeroedThick thick thin]',
    { follows: [[`${V}.diskType`, 'thin']] },
  ),
  rule(
    'vsphere',
    [[`${V}.vcenters`, undefined]],
    'platform.vsphere.vcenters: Required value: must be defined',
  ),
  rule(
    'vsphere',
    [[`${VC}.server`, undefined]],
    `platform.vsphere.vcenters[0].server: Required value: ${HOST}`,
  ),
  rule(
    'vsphere',
    [[`${VC}.server`, 'VC.example.com']],
    `platform.vsphere.vcenters[0].server: Invalid value: "VC.example.com": ${HOST}`,
  ),
  rule(
    'vsphere',
    [[`${VC}.server`, 'https://vc.example.com']],
    `platform.vsphere.vcenters[0].server: Invalid value: "https://vc.example.com": ${HOST}`,
    { follows: [[`${VC}.server`, '192.0.2.10']] },
  ),
  rule(
    'vsphere',
    [[`${VC}.user`, undefined]],
    'platform.vsphere.vcenters[0].username: Required value: must specify the username',
  ),
  rule(
    'vsphere',
    [[`${VC}.password`, '']],
    'platform.vsphere.vcenters[0].password: Required value: must specify the password',
  ),
  rule(
    'vsphere',
    [[`${VC}.datacenters`, undefined]],
    'platform.vsphere.vcenters[0].datacenters: Required value: must specify at least one datacenter',
  ),
  rule(
    'vsphere',
    [[`${VC}.port`, 40000]],
    'platform.vsphere.vcenters[0].port: Invalid value: 40000: should be in the range of 1 to 32767',
    { follows: [[`${VC}.port`, 8443]] },
  ),
  rule(
    'vsphere',
    [[`${V}.failureDomains`, undefined]],
    'platform.vsphere.failureDomains: Required value: must be defined',
  ),
  rule(
    'vsphere',
    [[`${V}.credentialType`, 'Scoped']],
    'platform.vsphere.credentialType: Unsupported value: "Scoped": supported values: "ComponentScoped", "Global"',
  ),
  rule(
    'vsphere',
    [[`${VC}.componentCredentials`, components]],
    'platform.vsphere.vcenters[0].componentCredentials: Forbidden: componentCredentials may only be specified when credentialType is ComponentScoped',
    { follows: SCOPED },
  ),
  rule(
    'vsphere',
    [...SCOPED, [`${VC}.password`, PASSWORD]],
    'platform.vsphere.vcenters[0].password: Invalid value: "********": password must not be set when credentialType is ComponentScoped',
    { follows: SCOPED },
  ),
  rule(
    'vsphere',
    [...SCOPED, [`${VC}.componentCredentials.storage.user`, '']],
    'platform.vsphere.vcenters[0].componentCredentials.storage.user: Required value: must specify the user',
    { follows: SCOPED },
  ),
  rule(
    'vsphere',
    [[`${V}.nodeNetworking.external.networkSubnetCidr`, ['x']]],
    'platform.vsphere.nodeNetworking.external.networkSubnetCidr: Invalid value: "x": invalid CIDR address: x',
    { follows: [[`${V}.nodeNetworking.external.networkSubnetCidr`, ['192.0.2.0/24']]] },
  ),
  rule(
    'vsphere',
    [[`${V}.nodeNetworking.internal.excludeNetworkSubnetCidr`, ['']]],
    'platform.vsphere.nodeNetworking.internal.excludeNetworkSubnetCidr: Invalid value: "": must specify a IP address with CIDR',
  ),
  rule(
    'vsphere',
    [[`${V}.nodeNetworking.external.network`, 'other']],
    'platform.vsphere.nodeNetworking.external.network: Invalid value: "other": network must be defined in topology',
    { follows: [[`${V}.nodeNetworking.external.network`, 'VM Network']] },
  ),
  rule(
    'vsphere',
    [[`${V}.loadBalancer.type`, 'Mine']],
    'platform.vsphere.loadBalancer.type: Invalid value: "Mine": invalid load balancer type',
    { follows: [[`${V}.loadBalancer.type`, 'UserManaged']] },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[0]`, undefined]],
    'platform.vsphere.hosts: Invalid value: "bootstrap": a single host with the bootstrap role must be defined',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1]`, undefined]],
    'platform.vsphere.hosts: Invalid value: "control-plane": not enough hosts found (2) to support all the configured control plane replicas (3)',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, ['controlPlane.replicas', 1]],
    'platform.vsphere.hosts: Invalid value: "control-plane": too many hosts found (3) for the configured control plane replicas (1)',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, ['compute[0].replicas', 4]],
    'platform.vsphere.hosts: Invalid value: "compute": not enough hosts found (3) to support all the configured compute replicas (4)',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, ['compute[0].replicas', 2]],
    'platform.vsphere.hosts: Invalid value: "compute": too many hosts found (3) for the configured compute replicas (2)',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[0].role`, 'worker']],
    'platform.vsphere.hosts.role: Unsupported value: "worker": supported values: "bootstrap", "compute", "control-plane"',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].failureDomain`, 'fd-9']],
    'platform.vsphere.hosts.failureDomain: Invalid value: "fd-9": failure domain not found',
    { follows: [...HOSTS, [`${H}[1].failureDomain`, 'fd-1']] },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice`, undefined]],
    'platform.vsphere.hosts.networkDevice: Required value: must specify networkDevice configuration',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice.ipAddrs`, undefined]],
    'platform.vsphere.hosts.networkDevice.ipAddrs: Required value: must specify a IP',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice.ipAddrs[0]`, '192.0.2.21']],
    'platform.vsphere.hosts.networkDevice.ipAddrs: Invalid value: "192.0.2.21": invalid CIDR address: 192.0.2.21',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice.nameservers`, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']]],
    'platform.vsphere.hosts.networkDevice.nameservers: Too many: 4: must have at most 3 items',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice.nameservers[0]`, 'dns']],
    'platform.vsphere.hosts.networkDevice.nameservers: Invalid value: "dns": "dns" is not a valid IP',
    { follows: HOSTS },
  ),
  rule(
    'vsphere',
    [...HOSTS, [`${H}[1].networkDevice.gateway`, '192.0.2.300']],
    'platform.vsphere.hosts.networkDevice.gateway: Invalid value: "192.0.2.300": "192.0.2.300" is not a valid IP',
    { follows: HOSTS },
  ),
]);

test('skips the checks below missing vCenters and failure domains', () => {
  const problems = problemsOf(
    complete('vsphere', [
      [`${V}.vcenters`, undefined],
      [`${V}.failureDomains`, undefined],
    ]),
  );
  expect(problems.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    'platform.vsphere.vcenters: Required value: must be defined',
  ]);
});

test('accepts accounts of components', () => {
  expect(problemsOf(complete('vsphere', SCOPED)).filter(({ level }) => level === 'error')).toEqual([]);
});
