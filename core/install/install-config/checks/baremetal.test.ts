import { expect, test } from 'vitest';
import { complete, type Edits, problemsOf, rule } from '../model/install-config.fixture.ts';
import { t } from './messages.ts';
import { testRules } from './rules.fixture.ts';

const B = 'platform.baremetal';
const H = `${B}.hosts[0]`;
const bad = (edits: Edits, message: string, follows?: Edits) =>
  rule('baremetal', edits, `${B}.${message}`, follows && { follows });
/** A provisioning network, and drivers that boot from it. */
const MANAGED: Edits = [
  [`${B}.provisioningNetwork`, 'Managed'],
  [`${B}.provisioningNetworkCIDR`, '172.22.0.0/24'],
  ...[0, 1, 2].map((i) => [`${B}.hosts[${i}].bmc.address`, `ipmi://192.0.2.${40 + i}`] as const),
];
const IMAGE = `http://files.example.com/rhcos.qcow2.gz?sha256=${'a'.repeat(64)}`;

testRules([
  bad(
    [[`${B}.provisioningNetwork`, 'None']],
    'provisioningNetwork: Unsupported value: "None": supported values: "Disabled", "Managed", "Unmanaged"',
  ),
  bad(
    [[`${B}.bootstrapProvisioningIP`, 'x']],
    'bootstrapProvisioningIP: Invalid value: "x": "x" is not a valid IP',
  ),
  bad(
    [[`${B}.clusterProvisioningIP`, 'x']],
    'clusterProvisioningIP: Invalid value: "x": "x" is not a valid IP',
  ),
  bad(
    [[`${B}.bootstrapExternalStaticIP`, 'x']],
    'bootstrapExternalStaticIP: Invalid value: "x": "x" is not a valid IP',
  ),
  bad(
    [...MANAGED, [`${B}.additionalNTPServers`, ['a b']]],
    'additionalNTPServers[0]: Invalid value: "a b": NTP server is not a valid IP or domain name',
    [...MANAGED, [`${B}.additionalNTPServers`, ['192.0.2.1', 'ntp.example.com']]],
  ),
  bad(
    [...MANAGED, [`${B}.additionalNTPServers`, ['UPPER']]],
    'additionalNTPServers[0]: Invalid value: "UPPER": NTP server is not a valid IP or domain name',
    // The preset has no provisioning network.
    [[`${B}.additionalNTPServers`, ['UPPER']]],
  ),
  bad([[`${B}.hosts`, undefined]], 'hosts: Invalid value: "null": bare metal hosts are missing', [
    [`${B}.hosts`, undefined],
    [
      'capabilities',
      { baselineCapabilitySet: 'None', additionalEnabledCapabilities: ['baremetal', 'Ingress'] },
    ],
  ]),
  rule(
    'baremetal',
    [[`${B}.hosts`, undefined]],
    'platform.baremetal.hosts: Required value: not enough hosts found (0) to support all the configured ControlPlane replicas (3)',
  ),
  bad(
    [['controlPlane.replicas', 4]],
    'hosts: Required value: not enough hosts found (3) to support all the configured ControlPlane replicas (4)',
  ),
  bad(
    [['compute[0].replicas', 2]],
    'hosts: Required value: not enough hosts found (0) to support all the configured Compute replicas (2)',
  ),
  bad(
    [['arbiter', { name: 'arbiter', replicas: 1 }]],
    'hosts: Required value: not enough hosts found (0) to support all the configured Arbiter replicas (1)',
  ),
  rule('baremetal', [[`${H}.role`, undefined]], "Host master-0 hasn't any role configured", {
    level: 'warning',
  }),
  rule(
    'baremetal',
    [[`${H}.role`, 'control']],
    t('hostRoleUnknown', { name: 'master-0', role: 'control', roles: 'master, worker or arbiter' }),
    { level: 'warning' },
  ),
  rule(
    'baremetal',
    [[`${H}.role`, 'control']],
    `${H}.role: Unsupported value: "control": supported values: "master", "worker", "arbiter"`,
    { options: { method: 'agent' } },
  ),
  bad([[`${H}.name`, undefined]], 'hosts[0].name: Required value: missing Name'),
  bad([[`${B}.hosts[1].name`, 'master-0']], 'hosts[1].name: Duplicate value: "master-0"'),
  bad(
    [[`${H}.bootMACAddress`, undefined]],
    'hosts[0].bootMACAddress: Required value: missing BootMACAddress',
  ),
  rule(
    'baremetal',
    [[`${H}.bootMACAddress`, '02:00']],
    t('hostMacInvalid', { name: 'master-0', mac: '02:00' }),
  ),
  rule(
    'baremetal',
    [[`${H}.bootMACAddress`, '02:00']],
    `${H}.bootMACAddress: Invalid value: "02:00": address 02:00: invalid MAC address`,
    { options: { method: 'agent' } },
  ),
  rule(
    'baremetal',
    [
      [`${H}.bootMACAddress`, '02:00'],
      [`${H}.networkConfig`, { interfaces: [{ name: 'eth0', 'mac-address': '02:00:00:00:00:01' }] }],
    ],
    t('hostMacInvalid', { name: 'master-0', mac: '02:00' }),
    { level: 'warning', options: { method: 'agent' } },
  ),
  rule(
    'baremetal',
    [
      [`${H}.bootMACAddress`, '02:00:00:00:00:aa'],
      [`${B}.hosts[1].bootMACAddress`, '02:00:00:00:00:AA'],
    ],
    t('hostTwiceSpelled', { value: '02:00:00:00:00:AA', other: '02:00:00:00:00:aa' }),
    { level: 'warning' },
  ),
  bad(
    [[`${B}.hosts[1].bootMACAddress`, '02:00:00:00:00:01']],
    'hosts[1].bootMACAddress: Duplicate value: "02:00:00:00:00:01"',
  ),
  bad([[`${H}.bmc.address`, undefined]], 'hosts[0].bmc.address: Required value: missing Address'),
  bad([[`${H}.bmc.username`, undefined]], 'hosts[0].bmc.username: Required value: missing Username'),
  bad([[`${H}.bmc.password`, undefined]], 'hosts[0].bmc.password: Required value: missing Password'),
  bad(
    [[`${B}.hosts[1].bmc.address`, 'redfish-virtualmedia+https://bmc-0.example.com/redfish/v1/Systems/1']],
    'hosts[1].bmc.address: Duplicate value: "redfish-virtualmedia+https://bmc-0.example.com/redfish/v1/Systems/1"',
  ),
  bad(
    [[`${H}.bmc.address`, 'http://192.0.2.40/redfish']],
    `hosts[0].bmc.address: Invalid value: "http://192.0.2.40/redfish": unknown BMC type 'http'`,
  ),
  rule(
    'baremetal',
    [...MANAGED, [`${H}.bmc.address`, 'http://192.0.2.40/redfish']],
    t('bmcDriverUnknown', { message: "unknown BMC type 'http'" }),
    { level: 'warning', follows: MANAGED },
  ),
  bad(
    [[`${H}.bmc.address`, 'ipmi://192.0.2.40']],
    'hosts[0].bmc.address: Invalid value: "ipmi://192.0.2.40": driver ipmi requires provisioning network',
    MANAGED,
  ),
  bad(
    [[`${H}.rootDeviceHints.deviceName`, 'sda']],
    'hosts[0].rootDeviceHints.deviceName: Invalid value: "sda": Device Name of root device hint must be a /dev/ path',
  ),
  bad(
    [[`${H}.rootDeviceHints.deviceName`, '/dev/disk/by-id/wwn-1']],
    'hosts[0].rootDeviceHints.deviceName: Invalid value: "/dev/disk/by-id/wwn-1": Device Name of root device hint must be path in /dev/ or /dev/disk/by-path/',
    [[`${H}.rootDeviceHints.deviceName`, '/dev/disk/by-path/pci-0000:01:00.0']],
  ),
  bad(
    [[`${H}.bootMode`, 'BIOS']],
    'hosts[0].bootMode: Unsupported value: "BIOS": supported values: "UEFI", "UEFISecureBoot", "legacy"',
    [[`${H}.bootMode`, 'UEFISecureBoot']],
  ),
  bad(
    [...MANAGED, [`${H}.bootMode`, 'UEFISecureBoot']],
    'hosts[0].bootMode: Invalid value: "UEFISecureBoot": driver ipmi does not support UEFI secure boot',
    MANAGED,
  ),
  bad(
    [[`${H}.networkConfig`, 'text']],
    `hosts[0].networkConfig: Invalid value: "string": ${t('networkConfigMapping')}`,
  ),
  bad(
    [[`${H}.networkConfig`, { interfaces: [{ name: 'eth0', mtu: 'jumbo' }] }]],
    'hosts[0].networkConfig.interfaces[0].mtu: Invalid value: "jumbo": mtu must be an integer',
    [[`${H}.networkConfig`, { interfaces: [{ name: 'eth0', mtu: 9000 }] }]],
  ),
  bad(
    [[`${H}.networkConfig`, { interfaces: [{ name: 'eth0', mtu: '9000' }] }]],
    'hosts[0].networkConfig.interfaces[0].mtu: Invalid value: "9000": mtu must be an integer (not quoted string)',
  ),
  bad(
    [[`${B}.clusterProvisioningIP`, '198.51.100.9']],
    'clusterProvisioningIP: Invalid value: "198.51.100.9": provisioning network is disabled, IP expected to be in one of the machine networks: 192.0.2.0/24',
    [[`${B}.clusterProvisioningIP`, '192.0.2.9']],
  ),
  bad(
    [...MANAGED, [`${B}.provisioningNetworkCIDR`, 'fd00::/48']],
    'provisioningNetworkCIDR: Invalid value: "fd00::/48": provisioningNetworkCIDR mask must be greater than or equal to 64 for IPv6 networks',
    [...MANAGED, [`${B}.provisioningNetworkCIDR`, 'fd00::/64']],
  ),
  bad(
    [...MANAGED, [`${B}.provisioningNetworkCIDR`, '192.0.2.0/25']],
    'provisioningNetworkCIDR: Invalid value: "192.0.2.0/25": cannot overlap with machine network: 192.0.2.0/25 overlaps with 192.0.2.0/24',
    MANAGED,
  ),
  bad(
    [...MANAGED, [`${B}.provisioningNetworkCIDR`, 'x']],
    'provisioningNetworkCIDR: Invalid value: "x": invalid CIDR address: x',
  ),
  bad(
    [...MANAGED, [`${B}.provisioningNetworkCIDR`, '172.22.0.7/24']],
    'provisioningNetworkCIDR: Invalid value: "172.22.0.7/24": provisioningNetworkCIDR has host bits set, expected 172.22.0.0/24',
    MANAGED,
  ),
  bad(
    [...MANAGED, [`${B}.clusterProvisioningIP`, '172.23.0.3']],
    'clusterProvisioningIP: Invalid value: "172.23.0.3": "172.23.0.3" is not in the provisioning network',
    [...MANAGED, [`${B}.clusterProvisioningIP`, '172.22.0.3']],
  ),
  bad(
    [...MANAGED, [`${B}.bootstrapProvisioningIP`, '192.0.2.7']],
    'bootstrapProvisioningIP: Invalid value: "192.0.2.7": the IP must not be in one of the machine networks',
    MANAGED,
  ),
  bad(
    [...MANAGED, [`${B}.provisioningDHCPRange`, '172.22.0.10']],
    'provisioningDHCPRange: Invalid value: "172.22.0.10": provisioning DHCP range should be in format: start_ip,end_ip',
    [...MANAGED, [`${B}.provisioningDHCPRange`, '172.22.0.10,172.22.0.100']],
  ),
  bad(
    [...MANAGED, [`${B}.provisioningDHCPRange`, '172.22.0.10,172.23.0.100']],
    'provisioningDHCPRange: Invalid value: "172.22.0.10,172.23.0.100": "172.23.0.100" is not in the provisioning network',
  ),
  bad(
    [...MANAGED, [`${B}.provisioningDHCPRange`, '172.22.0.10,x']],
    'provisioningDHCPRange: Invalid value: "172.22.0.10,x": x: "x" is not a valid IP',
  ),
  bad(
    [
      ...MANAGED,
      [`${B}.provisioningDHCPRange`, '172.22.0.10,172.22.0.100'],
      [`${B}.clusterProvisioningIP`, '172.22.0.20'],
    ],
    'clusterProvisioningIP: Invalid value: "172.22.0.20": "172.22.0.20" overlaps with the allocated DHCP range',
    [
      ...MANAGED,
      [`${B}.provisioningDHCPRange`, '172.22.0.10,172.22.0.100'],
      [`${B}.clusterProvisioningIP`, '172.22.0.3'],
    ],
  ),
  bad(
    [[`${B}.externalMACAddress`, '01:00:00:00:00:01']],
    'externalMACAddress: Invalid value: "01:00:00:00:00:01": expected unicast mac address, found multicast',
  ),
  bad(
    [
      [`${B}.externalMACAddress`, '52:54:00:00:00:aa'],
      [`${B}.provisioningMACAddress`, '52:54:00:00:00:AA'],
    ],
    'provisioningMACAddress: Duplicate value: "provisioning and external MAC addresses may not be identical"',
  ),
  bad(
    [[`${B}.libvirtURI`, 'system']],
    'libvirtURI: Invalid value: "system": invalid URI "system" (no scheme)',
    [[`${B}.libvirtURI`, 'qemu:///system']],
  ),
  bad(
    [[`${B}.clusterOSImage`, 'http://files.example.com/a']],
    'clusterOSImage: Invalid value: "http://files.example.com/a": the sha256 parameter in the http://files.example.com/a URI is missing',
    [[`${B}.clusterOSImage`, IMAGE]],
  ),
  bad(
    [[`${B}.bootstrapOSImage`, 'http://files.example.com/a?sha256=abc']],
    'bootstrapOSImage: Invalid value: "http://files.example.com/a?sha256=abc": the sha256 parameter in the http://files.example.com/a?sha256=abc URI is invalid',
  ),
  bad(
    [[`${B}.bootstrapOSImage`, 'ftp://files.example.com/a']],
    'bootstrapOSImage: Invalid value: "ftp://files.example.com/a": the URI provided: ftp://files.example.com/a must begin with http/https',
  ),
  bad(
    [[`${B}.loadBalancer.type`, 'Mine']],
    'loadBalancer.type: Invalid value: "Mine": invalid load balancer type',
    [[`${B}.loadBalancer.type`, 'UserManaged']],
  ),
]);

test('accepts missing hosts for the agent-based installer, which reads them from its own file', () => {
  expect(problemsOf(complete('baremetal', [[`${B}.hosts`, undefined]]), { method: 'agent' })).toEqual([]);
});

test.each(['installer', 'agent'] as const)('an unknown role is one problem, method %s', (method) => {
  const problems = problemsOf(complete('baremetal', [[`${H}.role`, 'control']]), { method });
  expect(problems.filter(({ path = '' }) => path.startsWith(H))).toHaveLength(1);
});
