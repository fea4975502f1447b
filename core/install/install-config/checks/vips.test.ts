import { type Edits, rule } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const V = 'platform.vsphere';
const B = 'platform.baremetal';
const DUAL: Edits = [
  ['networking.machineNetwork', [{ cidr: '192.0.2.0/24' }, { cidr: '2001:db8::/64' }]],
  [
    'networking.clusterNetwork',
    [
      { cidr: '10.128.0.0/14', hostPrefix: 23 },
      { cidr: 'fd01::/48', hostPrefix: 64 },
    ],
  ],
  ['networking.serviceNetwork', ['172.30.0.0/16', 'fd02::/112']],
  [`${B}.apiVIPs`, ['192.0.2.2', '2001:db8::2']],
  [`${B}.ingressVIPs`, ['192.0.2.3', '2001:db8::3']],
];
const agent = { method: 'agent' } as const;

testRules([
  rule(
    'baremetal',
    [
      [`${B}.apiVIPs`, undefined],
      [`${B}.ingressVIPs`, undefined],
    ],
    'platform.baremetal.apiVIPs: Required value: must specify at least one VIP for the API',
  ),
  rule(
    'vsphere',
    [
      [`${V}.apiVIPs`, undefined],
      [`${V}.ingressVIPs`, undefined],
    ],
    'platform.vsphere.ingressVIPs: Required value: must specify at least one VIP for the Ingress',
    { options: agent },
  ),
  rule(
    'vsphere',
    [[`${V}.ingressVIPs`, undefined]],
    'platform.vsphere.ingressVIPs: Required value: must specify VIP for ingress, when VIP for API is set',
    {
      follows: [
        [`${V}.apiVIPs`, undefined],
        [`${V}.ingressVIPs`, undefined],
      ],
    },
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIPs`, undefined]],
    'platform.vsphere.apiVIPs: Required value: must specify VIP for API, when VIP for ingress is set',
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIPs`, ['192.0.2.2', '2001:db8::2', '192.0.2.4']]],
    'platform.vsphere.apiVIPs: Too many: 3: must have at most 2 items',
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIPs[0]`, '192.0.2']],
    'platform.vsphere.apiVIPs: Invalid value: "192.0.2": "192.0.2" is not a valid IP',
  ),
  rule(
    'baremetal',
    [[`${B}.apiVIPs[0]`, '192.0.2.3']],
    'platform.baremetal.apiVIPs: Invalid value: "192.0.2.3": VIP for API must not be one of the Ingress VIPs',
    {
      follows: [
        [`${B}.apiVIPs[0]`, '192.0.2.3'],
        [`${B}.loadBalancer.type`, 'UserManaged'],
      ],
    },
  ),
  rule(
    'baremetal',
    [[`${B}.ingressVIPs[0]`, '198.51.100.3']],
    'platform.baremetal.ingressVIPs: Invalid value: "198.51.100.3": IP expected to be in one of the machine networks: 192.0.2.0/24',
    {
      follows: [
        [`${B}.ingressVIPs[0]`, '198.51.100.3'],
        [`${B}.loadBalancer.type`, 'UserManaged'],
      ],
    },
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIPs[0]`, '198.51.100.2']],
    t('vipOutside', { vip: '198.51.100.2', networks: '192.0.2.0/24' }),
    { level: 'warning' },
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIPs[0]`, '198.51.100.2']],
    'platform.vsphere.apiVIPs: Invalid value: "198.51.100.2": IP expected to be in one of the machine networks: 192.0.2.0/24',
    { options: agent },
  ),
  ...['clusterNetwork', 'machineNetwork', 'serviceNetwork'].map((list) =>
    rule(
      'baremetal',
      [...DUAL, [`${B}.apiVIPs`, ['2001:db8::2', '192.0.2.2']]],
      `platform.baremetal.apiVIPs: Invalid value: "2001:db8::2": ${list} primary IP Family and primary IP family for the API VIP should match`,
      { follows: DUAL },
    ),
  ),
  rule(
    'baremetal',
    [...DUAL, [`${B}.ingressVIPs`, ['2001:db8::3', '192.0.2.3']]],
    'platform.baremetal.ingressVIPs: Invalid value: "2001:db8::3": machineNetwork primary IP Family and primary IP family for the Ingress VIP should match',
    { follows: DUAL },
  ),
  rule(
    'baremetal',
    [[`${B}.apiVIPs`, ['192.0.2.2', '192.0.2.4']]],
    'platform.baremetal.apiVIPs: Invalid value: "192.0.2.2,192.0.2.4": If two API VIPs are given, one must be an IPv4 address, the other an IPv6',
    { follows: DUAL },
  ),
  rule(
    'baremetal',
    [[`${B}.ingressVIPs`, ['192.0.2.3', '192.0.2.4']]],
    'platform.baremetal.ingressVIPs: Invalid value: "192.0.2.3,192.0.2.4": If two Ingress VIPs are given, one must be an IPv4 address, the other an IPv6',
    { follows: DUAL },
  ),
  rule(
    'vsphere',
    [[`${V}.apiVIP`, '192.0.2.9']],
    'platform.vsphere.apiVIPs: Invalid value: "192.0.2.9": apiVIP is deprecated; only apiVIPs needs to be specified',
    { follows: [[`${V}.apiVIP`, '192.0.2.2']] },
  ),
]);
