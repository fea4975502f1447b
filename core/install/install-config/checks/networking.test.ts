import { expect, test } from 'vitest';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { t as model } from '../model/messages.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const N = 'networking';
const MACHINE = `${N}.machineNetwork[0].cidr`;
const CLUSTER = `${N}.clusterNetwork[0].cidr`;
const SERVICE = `${N}.serviceNetwork[0]`;
/** A dual-stack cluster, IPv4 first. */
const DUAL: Edits = [
  [`${N}.machineNetwork`, [{ cidr: '192.0.2.0/24' }, { cidr: '2001:db8::/64' }]],
  [
    `${N}.clusterNetwork`,
    [
      { cidr: '10.128.0.0/14', hostPrefix: 23 },
      { cidr: 'fd01::/48', hostPrefix: 64 },
    ],
  ],
  [`${N}.serviceNetwork`, ['172.30.0.0/16', 'fd02::/112']],
];
const JOIN = `${N}.ovnKubernetesConfig.ipv4.internalJoinSubnet`;

testRules([
  rule(
    'single-node',
    [[`${N}.networkType`, 'OpenshiftSDN']],
    'networking.networkType: Invalid value: "OpenShiftSDN": networkType OpenShiftSDN is not supported, please use OVNKubernetes',
    { notIn: '4.14', follows: [[`${N}.networkType`, 'Calico']] },
  ),
  rule(
    'single-node',
    [[`${N}.networkType`, 'Kuryr']],
    'networking.networkType: Invalid value: "Kuryr": networkType Kuryr is not supported on OpenShift later than 4.14',
    { notIn: '4.14' },
  ),
  rule(
    'single-node',
    [[MACHINE, 'net']],
    'networking.machineNetwork[0]: Invalid value: "net": invalid CIDR address: net',
  ),
  ...[`${N}.machineNetwork`, `${N}.clusterNetwork`].map((list) =>
    rule(
      'single-node',
      [[list, [{}]]],
      t('cidrMissing', { field: list === `${N}.machineNetwork` ? `${list}[0]` : `${list}[0].cidr` }),
      { level: 'warning' },
    ),
  ),
  rule('single-node', [[SERVICE, null]], t('cidrMissing', { field: SERVICE }), { level: 'warning' }),
  rule(
    'single-node',
    [[MACHINE, '']],
    'networking.machineNetwork[0]: Invalid value: "": invalid CIDR address: ',
  ),
  rule(
    'single-node',
    [[SERVICE, '172.30.0.0']],
    'networking.serviceNetwork[0]: Invalid value: "172.30.0.0": invalid CIDR address: 172.30.0.0',
  ),
  rule(
    'single-node',
    [[CLUSTER, '10.0.0.256/8']],
    'networking.clusterNetwork[0].cidr: Invalid value: "10.0.0.256/8": invalid CIDR address: 10.0.0.256/8',
  ),
  rule(
    'single-node',
    [[MACHINE, '192.0.2.5/24']],
    'networking.machineNetwork[0]: Invalid value: "192.0.2.5/24": invalid network address. got 192.0.2.5/24, expecting 192.0.2.0/24',
  ),
  rule(
    'single-node',
    [[MACHINE, '0.0.0.0/0']],
    'networking.machineNetwork[0]: Invalid value: "0.0.0.0/0": address must be specified',
  ),
  rule(
    'single-node',
    [[`${N}.machineNetwork`, [{ cidr: '192.0.2.0/24' }, { cidr: '192.0.2.128/25' }]]],
    'networking.machineNetwork[1]: Invalid value: "192.0.2.128/25": machine network must not overlap with machine network 0',
    { follows: [[`${N}.machineNetwork`, [{ cidr: '192.0.2.0/25' }, { cidr: '192.0.2.128/25' }]]] },
  ),
  rule(
    'single-node',
    [[MACHINE, '172.17.5.0/24']],
    t('containerNetworkOverlap', { network: '172.17.5.0/24' }),
    { level: 'warning' },
  ),
  rule(
    'single-node',
    [[SERVICE, '172.16.0.0/11']],
    'networking.serviceNetwork[0]: Invalid value: "172.16.0.0/11": subnet size for IPv4 service network must be /12 or greater (/16 is recommended)',
    { follows: [[SERVICE, '172.16.0.0/12']] },
  ),
  rule(
    'single-node',
    [...DUAL, [`${N}.serviceNetwork[1]`, 'fd02::/104']],
    'networking.serviceNetwork[1]: Invalid value: "fd02::/104": subnet size for IPv6 service network should be /112',
    { follows: DUAL },
  ),
  rule(
    'single-node',
    [[SERVICE, '192.0.0.0/16']],
    'networking.serviceNetwork[0]: Invalid value: "192.0.0.0/16": service network must not overlap with any of the machine networks',
  ),
  rule(
    'single-node',
    [[`${N}.serviceNetwork`, ['172.30.0.0/16', '172.30.1.0/24']]],
    'networking.serviceNetwork[1]: Invalid value: "172.30.1.0/24": service network must not overlap with service network 0',
  ),
  rule(
    'single-node',
    [[CLUSTER, '192.0.0.0/14']],
    'networking.clusterNetwork[0].cidr: Invalid value: "192.0.0.0/14": cluster network must not overlap with any of the machine networks',
  ),
  rule(
    'single-node',
    [[CLUSTER, '172.30.0.0/15']],
    'networking.clusterNetwork[0].cidr: Invalid value: "172.30.0.0/15": cluster network must not overlap with service network 0',
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetwork[1]`, { cidr: '10.129.0.0/16', hostPrefix: 23 }]],
    'networking.clusterNetwork[1].cidr: Invalid value: "10.129.0.0/16": cluster network must not overlap with cluster network 0',
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetwork[0].hostPrefix`, -1]],
    'networking.clusterNetwork[0].hostPrefix: Invalid value: -1: hostPrefix must be positive',
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetwork[0].hostPrefix`, 13]],
    'networking.clusterNetwork[0].hostPrefix: Invalid value: 13: cluster network host subnetwork prefix must not be larger size than CIDR 10.128.0.0/14',
    { follows: [[`${N}.clusterNetwork[0].hostPrefix`, 14]] },
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetwork[0].hostPrefix`, undefined]],
    'networking.clusterNetwork[0].hostPrefix: Invalid value: 0: cluster network host subnetwork prefix must not be larger size than CIDR 10.128.0.0/14',
    {
      follows: [
        [`${N}.clusterNetwork[0].hostPrefix`, undefined],
        [`${N}.networkType`, 'Calico'],
      ],
    },
  ),
  rule(
    'single-node',
    [...DUAL, [`${N}.clusterNetwork[1].hostPrefix`, 65]],
    'networking.clusterNetwork[1].hostPrefix: Invalid value: 65: cluster network host subnetwork prefix must be 64 for IPv6 networks',
    { follows: DUAL },
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetwork[1]`, { cidr: '10.200.0.0/16', hostPrefix: 24 }]],
    'networking.clusterNetwork[1].hostPrefix: Invalid value: 24: cluster network host subnetwork prefix must be the same value for IPv4 networks',
    { follows: [[`${N}.clusterNetwork[1]`, { cidr: '10.200.0.0/16', hostPrefix: 23 }]] },
  ),
  rule(
    'single-node',
    [[MACHINE, '100.64.1.0/24']],
    'networking.machineNetwork[0]: Invalid value: "100.64.1.0/24": must not overlap with OVNKubernetes default internal subnet 100.64.0.0/16',
    {
      follows: [
        [MACHINE, '100.64.1.0/24'],
        [`${N}.networkType`, 'Calico'],
      ],
    },
  ),
  rule(
    'single-node',
    [[SERVICE, '100.88.0.0/20']],
    'networking.serviceNetwork[0]: Invalid value: "100.88.0.0/20": must not overlap with OVNKubernetes default transit subnet 100.88.0.0/16',
  ),
  rule(
    'single-node',
    [[CLUSTER, '169.254.64.0/18']],
    'networking.clusterNetwork[0]: Invalid value: "169.254.64.0/18": must not overlap with OVNKubernetes default masquerade subnet 169.254.0.0/17',
    { notIn: '4.17' },
  ),
  ...(
    [
      ['fd98::/64', 'internal subnet fd98::/64'],
      ['fd97::/64', 'transit subnet fd97::/64'],
      ['fd69::/112', 'masquerade subnet fd69::/112'],
    ] as const
  ).map(([network, which]) =>
    rule(
      'single-node',
      [...DUAL, [`${N}.machineNetwork[1].cidr`, network]],
      `networking.machineNetwork[1]: Invalid value: "${network}": must not overlap with OVNKubernetes default ${which}`,
      { follows: DUAL },
    ),
  ),
  rule(
    'single-node',
    [[`${N}.serviceNetwork`, ['172.30.0.0/16', '172.31.0.0/16']]],
    'networking.serviceNetwork: Invalid value: "172.30.0.0/16, 172.31.0.0/16": only one service network can be specified',
  ),
  rule(
    'single-node',
    [...DUAL, [`${N}.serviceNetwork[2]`, '172.31.0.0/16']],
    'networking.serviceNetwork: Invalid value: "172.30.0.0/16, 172.31.0.0/16, fd02::/112": when installing dual-stack IPv4/IPv6 you must provide two service networks, one for each IP address type',
    { follows: DUAL },
  ),
  rule(
    'single-node',
    [...DUAL, [`${N}.machineNetwork[1]`, undefined]],
    'networking.machineNetwork: Invalid value: "192.0.2.0": dual-stack IPv4/IPv6 requires an IPv6 network in this list',
    { follows: DUAL },
  ),
  rule(
    'single-node',
    [...DUAL, [`${N}.clusterNetwork[0]`, undefined]],
    'networking.clusterNetwork: Invalid value: "fd01::": dual-stack IPv4/IPv6 requires an IPv4 network in this list',
    { follows: DUAL },
  ),
  rule(
    'single-node',
    [
      ['platform', { aws: { region: 'us-east-1' } }],
      [`${N}.serviceNetwork`, ['fd02::/112']],
    ],
    'networking: Invalid value: "IPv6": single-stack IPv6 is not supported for this platform',
    { follows: [[`${N}.serviceNetwork`, ['fd02::/112']]] },
  ),
  rule(
    'single-node',
    [
      ['platform', { aws: { region: 'us-east-1' } }],
      ...DUAL,
      [`${N}.serviceNetwork`, ['fd02::/112', '172.30.0.0/16']],
    ],
    'networking.serviceNetwork: Invalid value: "172.30.0.0/16, fd02::/112": IPv4 addresses must be listed before IPv6 addresses',
    { follows: [...DUAL, [`${N}.serviceNetwork`, ['fd02::/112', '172.30.0.0/16']]] },
  ),
  rule(
    'single-node',
    [[`${N}.clusterNetworkMTU`, 1400]],
    'networking.clusterNetworkMTU: Invalid value: 1400: cluster network MTU is allowed only in AWS deployments',
  ),
  rule(
    'single-node',
    [[JOIN, '10.128.0.0/16']],
    'networking.ovnKubernetesConfig.ipv4.internalJoinSubnet: Invalid value: "10.128.0.0/16": must not overlap with clusterNetwork 10.128.0.0/14',
    { follows: [[JOIN, '100.70.0.0/16']] },
  ),
  rule(
    'single-node',
    [[JOIN, '192.0.0.0/16']],
    'networking.ovnKubernetesConfig.ipv4.internalJoinSubnet: Invalid value: "192.0.0.0/16": must not overlap with machineNetwork 192.0.2.0/24',
  ),
  rule(
    'single-node',
    [[JOIN, '172.30.0.0/16']],
    'networking.ovnKubernetesConfig.ipv4.internalJoinSubnet: Invalid value: "172.30.0.0/16": must not overlap with serviceNetwork 172.30.0.0/16',
  ),
  rule(
    'single-node',
    [[JOIN, '100.70.0.0/23']],
    'networking.ovnKubernetesConfig.ipv4.internalJoinSubnet: Invalid value: "100.70.0.0/23": ipv4InternalJoinSubnet is not large enough for the maximum number of nodes which can be supported by ClusterNetwork',
    { follows: [[JOIN, '100.70.0.0/22']] },
  ),
  rule(
    'single-node',
    [
      [JOIN, '100.70.0.0/16'],
      [`${N}.networkType`, 'Calico'],
    ],
    'networking.ovnKubernetesConfig: Invalid value: {"ipv4":{"internalJoinSubnet":"100.70.0.0/16"}}: ovnKubernetesConfig may only be specified with the OVNKubernetes networkType',
  ),
]);

test('uses the defaults of the installer for missing networks', () => {
  expect(problemsOf(complete('single-node', [[N, undefined]]))).toEqual([]);
});

test('accepts dual stack and single-stack IPv6', () => {
  expect(problemsOf(complete('single-node', DUAL))).toEqual([]);
  const six: Edits = [
    [`${N}.machineNetwork`, [{ cidr: '2001:db8::/64' }]],
    [`${N}.clusterNetwork`, [{ cidr: 'fd01::/48', hostPrefix: 64 }]],
    [`${N}.serviceNetwork`, ['fd02::/112']],
  ];
  expect(problemsOf(complete('single-node', six))).toEqual([]);
});

test('the fix of a network with host bits writes the network address', () => {
  const [problem] = problemsOf(complete('single-node', [[MACHINE, '192.0.2.5/24']]));
  expect(problem?.fix).toMatchObject({
    label: model('changeFix', { value: '192.0.2.0/24' }),
    edits: [{ text: '0' }],
  });
});
