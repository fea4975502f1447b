import { translator } from '../../base/messages/translator.ts';

/** Texts of tables of hosts and of the checks across hosts. */
export const t = translator({
  addressTwiceOfHost: 'the address {text} is listed twice',
  addressTwice: '{name} has the address {text} twice',
  addressSharedTitle: '{count} hosts have the address {text}',
  addressShared: '{count} hosts have the address {text}: {hosts}',
  addressSharedRemedy: 'Give each host a different address.',
  freeAddressFix: 'Set {name} to the unused address {to}',
  addressWithDhcp:
    "{count, plural, one {The address of {hosts} in the table isn't used, because the layout uses DHCP} other {The addresses of # hosts in the table aren't used, because the layout uses DHCP}}",
  addressWithDhcpOfHost: "the address in the table isn't used, because the layout uses DHCP",
  addressWithAutoconf:
    "{count, plural, one {The address of {hosts} in the table isn't used, because the layout uses router advertisements} other {The addresses of # hosts in the table aren't used, because the layout uses router advertisements}}",
  addressWithAutoconfOfHost:
    "the address in the table isn't used, because the layout uses router advertisements",
  ipv4Unused:
    "{count, plural, one {The address of {hosts} in the table isn't used, because the layout has no static IPv4 address} other {The addresses of # hosts in the table aren't used, because the layout has no static IPv4 address}}",
  ipv4UnusedOfHost: "the address in the table isn't used, because the layout has no static IPv4 address",
  ipv6Unused:
    "{count, plural, one {The address of {hosts} in the table isn't used, because the layout has no static IPv6 address} other {The addresses of # hosts in the table aren't used, because the layout has no static IPv6 address}}",
  ipv6UnusedOfHost: "the address in the table isn't used, because the layout has no static IPv6 address",
  addressUnusedRemedy: 'Choose a layout with static addresses, or leave out the Address column.',
  gatewayIsHost: 'The gateway {text} of {name} is also the address of {other}',
  gatewayIsHostRemedy: 'Fix the gateway, or change the address of {other}.',
  gatewayDiffersRemedy: 'Set the gateway to {usual}, unless the difference is intended.',
  addressInClusterNetworkRemedy: 'Use node addresses in the machine network.',
  vipOutsideMachineNetwork: "The {vip} {text} isn't in the machine network {networks}",
  vipOutsideMachineNetworkRemedy: 'Use a VIP in the machine network.',
  vipShared: 'The API VIP and the ingress VIP are both {text}',
  vipSharedRemedy: 'Use different VIPs, unless your own load balancer serves both the API and ingress.',
  hostNamedCluster:
    'The host {name} would read cluster.yml, which applies to all hosts without their own file',
  hostNamedClusterRemedy: 'Rename the host.',
  hostTwiceRemedy: 'Remove the duplicate rows from the table.',
  shortNameShared: '{hosts} have the same short name, so they would all read the file {name}.yml',
  shortNameSharedRemedy: 'Rename the hosts so that their names differ before the first dot.',
  macTwice: '{name} has {count} NICs with the MAC address {mac}',
  macShared: 'The MAC address {mac} is assigned to {hosts}',
  macSharedRemedy: 'Check the MAC addresses of the machines. Each MAC address belongs to exactly one NIC.',
  bootMacUnlisted: "{name} boots from the NIC {mac}, which isn't one of its NICs: {macs}",
  bootMacUnlistedRemedy:
    'Correct the boot MAC address. If the host boots from a NIC without network settings, keep it.',
  bmcShared: '{hosts} have the same BMC address {bmc}',
  bmcSharedRemedy: 'Give each host its own BMC address.',
  bmcIsHost: 'The BMC address {address} of {name} is also the address of {other}',
  bmcIsHostRemedy: 'Change one of the addresses.',
  mtuDiffers:
    '{count, plural, one {{hosts} has MTU {own} on br-ex, but the other hosts have MTU {usual}} other {{hosts} have MTU {own} on br-ex, but the other hosts have MTU {usual}}}',
  mtuDiffersRemedy:
    'Set the MTU of br-ex and all its underlying interfaces to {usual}, unless the difference is intended.',
  mtuDiffersFix: 'Set the MTU of {name} to {usual}',
  dnsDiffers:
    '{count, plural, one {{hosts} uses the DNS servers {own}, but the other hosts use {usual}} other {{hosts} use the DNS servers {own}, but the other hosts use {usual}}}',
  dnsDiffersRemedy: 'Check whether the difference is intended.',
  replicasSurplus:
    'The table has {found, plural, one {# host} other {# hosts}} with the role {role}, but the cluster has {wanted, plural, one {# replica} other {# replicas}}',
  replicasMissingRemedy: 'Add hosts with the role {role} to the table, or reduce the number of replicas.',
  replicasSurplusRemedy: 'Increase the number of replicas, or remove hosts from the table.',
  controlPlaneCount:
    'The table has {count, plural, one {# host} other {# hosts}} with the role master, but a control plane consists of 1, 3, 4 or 5 hosts, or 2 hosts and an arbiter',
  controlPlaneCountRemedy: 'Check the roles in the table.',
  nameHelp: 'Host name, short or fully qualified.',
  roleHelp:
    'Role of the host: master, worker, arbiter or the name of a machine config pool. Default: the role in the host name, otherwise worker.',
  nic1Help: 'Name of the first NIC. For the second NIC, use the column nic2, and so on.',
  mac1Help: 'MAC address of the first NIC. For the second NIC, use the column mac2, and so on.',
  addressHelp:
    'IP addresses with prefix length, such as 192.0.2.21/24, separated by spaces. Enter dhcp for a host without a static address.',
  prefixHelp: 'Prefix length or netmask for IPv4 addresses without a prefix length.',
  prefix6Help: 'Prefix length for IPv6 addresses without a prefix length.',
  bmcHelp: 'URL or IP address of the BMC.',
  bmcUserHelp: 'User name for the BMC.',
  bmcPasswordHelp: 'Password for the BMC.',
  bootMacHelp: "MAC address of the NIC that the host boots from. Default: the host's first MAC address.",
  presetHelp: 'Network preset for the host. Overrides the preset on the command line.',
  rootDeviceHelp: 'Device path of the installation disk.',
  gatewayHelp: 'IPv4 default gateway.',
  gateway6Help: 'IPv6 default gateway.',
  dnsHelp: 'DNS servers, separated by commas.',
  searchHelp: 'DNS search domains, separated by commas.',
  vlanHelp: 'VLAN ID.',
  mtuHelp: 'MTU of the network.',
  nicNumber: 'NIC {number}',
  tableEmpty: 'The table is empty',
  tableEmptyRemedy: 'Add a header row and one row per host.',
  tableTooLong: 'The table has more than {rows} rows',
  tableTooLongRemedy: 'Split the table into smaller tables.',
  rowTooWide: 'The row has {count} cells, but the limit is {limit}',
  rowTooWideRemedy: 'Check the delimiter, and remove unused columns.',
  nameColumnMissing: 'No column contains host names. The columns are: {columns}.',
  nameColumnUnknown: 'The table has no header row, and no column seems to contain host names',
  nameColumnRemedy: 'Give the column with the host names the header `name` or `hostname`.',
  hostNameMissing: 'The row has no host name',
  hostNameMissingRemedy: 'Add the host name, or remove the row.',
  rowSurplus: 'The row for {host} has more cells than the table has columns',
  rowSurplusRemedy: 'Check the row for an extra delimiter.',
  hostNameInvalid: "`{text}` isn't a valid host name",
  hostNameInvalidRemedy:
    'Use letters, digits and hyphens, with dots between the parts of a fully qualified name.',
  poolInvalid: "`{text}` isn't a valid machine config pool name",
  poolInvalidRemedy: 'Use master, worker, arbiter or the name of a machine config pool.',
  roleSimilar: '`{text}` is the name of a custom machine config pool. It is similar to {meant}',
  roleSimilarRemedy: 'If you mean {meant}, correct the role. Otherwise, no change is needed.',
  headerSimilar: 'The column `{header}` is a variable for templates. Its header is similar to `{meant}`',
  headerSimilarRemedy: 'If you mean `{meant}`, correct the header. Otherwise, no change is needed.',
  nameColumnSimilarRemedy: 'Correct the header `{header}` to `{meant}`.',
  roleMissing:
    "The row of {host} has no role, and the name doesn't contain one. A new host becomes a worker.",
  roleMissingRemedy: 'Add a `role` column.',
  macInvalid: "`{text}` isn't a valid MAC address",
  macInvalidRemedy: 'Use six pairs of hexadecimal digits, for example 52:54:00:aa:bb:07.',
  macMulticastRemedy: 'Use the unicast MAC address of the NIC.',
  addressInvalid: "`{address}` isn't a valid IP address",
  addressInvalidRemedy: 'Use an address with its prefix length, for example 192.0.2.21/24.',
  yamlInvalidRemedy: 'Fix the line shown.',
  jsonInvalid: "The text isn't valid JSON",
  hostListMissing: 'The document contains no hosts in a known format',
  formatsRemedy:
    'Use a table (CSV or TSV), a YAML list of `hosts`, MachineConfigs, Redfish JSON, Ironic introspection data, or BareMetalHosts.',
  hostEntryNameRemedy: 'Add `name` to the host entry.',
  gatewayDiffers:
    '{count, plural, one {{hosts} has the gateway {text}, but the other hosts in the network have {usual}} other {{hosts} have the gateway {text}, but the other hosts in the network have {usual}}}',
  gatewayDiffersOfHost: 'the gateway is {text}, but the other hosts in the network use {usual}',
  addressInPodNetwork:
    '{count, plural, one {{hosts} has an address in the cluster network {text} (pods)} other {{hosts} have addresses in the cluster network {text} (pods)}}',
  addressInPodNetworkOfHost: 'an address is in the cluster network {text} (pods)',
  addressInServiceNetwork:
    '{count, plural, one {{hosts} has an address in the service network {text}} other {{hosts} have addresses in the service network {text}}}',
  addressInServiceNetworkOfHost: 'an address is in the service network {text}',
  hostTwice: '{host} is listed {count} times',
  hostTwiceOfHost: 'the host is listed {count} times',
  // Quoted from the installer and its YAML library
  replicasMissing:
    'not enough hosts found ({found}) to support all the configured {role} replicas ({wanted})',
  macMulticast: '{text}: expected unicast mac address, found multicast',
  yamlInvalid: 'Invalid YAML string: {message}',
});
