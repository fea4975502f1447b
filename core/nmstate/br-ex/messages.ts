import { translator } from '../../base/messages/translator.ts';

/** Texts of the requirements of br-ex (BR01 to BR20). */
export const t = translator({
  addressMissing: 'br-ex has no address: the ovs-interface has no DHCP, no autoconf and no static address',
  addressMissingRemedy: 'Set `dhcp: true`, or add an `address` with `ip` and `prefix-length`.',
  familyMissing: 'br-ex has no {family} address, but the machine networks of the cluster use {families}',
  familyMissingRemedy: 'Add an {family} address to br-ex.',
  metricMissing:
    'The default route of br-ex from {source, select, dhcp {DHCP} other {router advertisements}} ({family}) has no metric, so another NIC with DHCP can take precedence',
  metricMissingRemedy: 'Set `auto-route-metric: 48`, the value of a br-ex that the cluster creates.',
  setFix: 'Set {setting}',
  masqueradeOnDayOne:
    '{ip} is the masquerade address of OVN-Kubernetes, which adds it automatically and rejects a node that already has it on day 1',
  masqueradeOnDayOneRemedy: 'Remove the address. Only day-2 policies must repeat it.',
  removeFix: 'Remove {setting}',
  masqueradeMissing:
    "The policy doesn't contain the {family} masquerade address of OVN-Kubernetes, so applying it removes the address from br-ex and traffic stops",
  masqueradeMissingRemedy:
    'Add `ip: {ip}` and `prefix-length: {prefixLength}`, or the address that the state of the node shows for br-ex.',
  masqueradeMissingFix: 'Add the masquerade address',
  addressOutsideMachineNetwork: "The address {ip} of br-ex isn't in the machine network {networks}",
  addressOutsideMachineNetworkRemedy:
    'Use an address in the machine network, or add the network of this address to install-config.yaml.',
  addressIsApiVip: 'The address {ip} of br-ex is the API VIP of the cluster',
  addressIsVipRemedy: 'Use another address.',
  addressIsIngressVip: 'The address {ip} of br-ex is the ingress VIP of the cluster',
  addressIsGateway: 'The address {ip} of br-ex is also its gateway',
  addressIsGatewayRemedy: 'Use another address, or fix the next hop of the route.',
  addressIsNetwork: 'The address {ip} of br-ex is the network address of its /{length} network',
  addressIsNetworkRemedy: 'Use {first} or a higher address.',
  addressIsBroadcast: 'The address {ip} of br-ex is the broadcast address of its /{length} network',
  addressIsBroadcastRemedy: 'Use a lower address.',
  defaultRouteElsewhere: 'The default route ({family}) uses {nextHopInterface} instead of br-ex',
  defaultRouteMissing: 'br-ex has static {family} addresses but no default route',
  defaultRouteRemedy:
    'Add a route to {destination} with the gateway as `next-hop-address` and with `next-hop-interface: br-ex`.',
  nextHopMissing: 'The default route ({family}) of br-ex has no next-hop-address',
  nextHopMissingRemedy: 'Add the address of the gateway as `next-hop-address`.',
  gatewayOutsideNetworks: "The gateway {nextHop} isn't in any network of br-ex ({networks})",
  gatewayOutsideNetworksRemedy: 'Fix the gateway, the address or its prefix length.',
  dnsMissing:
    "br-ex has static addresses but the document has no DNS server, so the node can't resolve its registry or the API",
  dnsMissingRemedy: 'Add `{setting}`.',
  addressInClusterFile:
    'cluster.yml applies to all hosts of the role, so all of them would get the address {ip}',
  addressInClusterFileRemedy: 'Write one file per host, or use DHCP.',
  autoconfCompetes:
    'br-ex has a static IPv6 address and autoconf, so the default route of router advertisements competes with the static one',
  autoconfUnset:
    'br-ex has a static IPv6 address without `autoconf: false`, so router advertisements can add a second default route',
  autoconfRemedy: 'Set `autoconf: false`.',
  bridgeNotUp: 'The OVS bridge br-ex has the state {state}, but must be up',
  bridgeMissing:
    "The OVS bridge br-ex is missing, so the node would have no network and couldn't join the cluster",
  bridgeMissingRemedy:
    'Add an interface with `name: br-ex`, `type: ovs-bridge` and `state: up`, and with the uplink and br-ex as ports.',
  internalNotUp: 'The ovs-interface br-ex has the state {state}, but must be up',
  internalMissing: 'The ovs-interface br-ex is missing, which has the address of the node',
  internalMissingRemedy:
    'Add a second interface with `name: br-ex`, `type: ovs-interface`, `state: up` and the address.',
  internalPortMissing: "The ports of br-ex don't include br-ex itself, the internal port with the address",
  internalPortMissingRemedy: 'Add `- name: br-ex` to the ports.',
  internalPortMissingFix: 'Add br-ex to the ports',
  uplinkMissing: 'br-ex has no uplink: none of its ports is a NIC, bond or VLAN',
  uplinkMissingRemedy: 'Add the NIC, bond or VLAN of the machine network to the ports.',
  uplinksSeveral: 'br-ex has {count} uplinks ({uplinks}), but OVN-Kubernetes allows only one',
  uplinksSeveralRemedy: 'Remove all uplinks except one. To use several NICs, combine them in a bond.',
  ovsBondTooSmall: 'The OVS bond {name} of br-ex has only one port, but needs at least two',
  ovsBondTooSmallRemedy: 'Add a second port, or use the NIC itself as the port of br-ex.',
  uplinkNotUp: 'The uplink {name} of br-ex has the state {state}, but must be up',
  uplinkNotUpRemedy: 'Set `state: up` for {name}.',
  uplinkUndefined:
    "{level, select, error {The uplink {name} of br-ex isn't defined in this document, and the machine has no NIC with this name} other {The uplink {name} of br-ex isn't defined in this document}}",
  uplinkUndefinedRemedy: 'Add {name} to the interfaces, without addresses.',
  bridgeHasIp: 'The OVS bridge br-ex has {family} enabled, but addresses belong to the ovs-interface br-ex',
  bridgeHasIpRemedy: 'Move {family} to the ovs-interface br-ex, and set `{setting}` for the bridge.',
  disableFix: 'Disable {family}',
  bridgeHasMacRemedy: 'Move `mac-address` to the ovs-interface br-ex, or use `copy-mac-from` there.',
  snoopingOff:
    "br-ex doesn't have multicast snooping, so it floods multicast to all ports, unlike a br-ex that the cluster creates",
  snoopingOffRemedy: 'Set `mcast-snooping-enable: true` in the options of the bridge.',
  systemPort: "{name} can't be a port of br-ex because it belongs to the system",
  systemPortRemedy: 'Use a NIC, bond or VLAN as the port.',
  portOverbookedRemedy:
    'Remove {name} from one of them. If both are needed, make {other} a port of br-ex instead.',
  portOverbookedFix: 'Remove {name} from {controller}',
  controllerForbidsIpRemedy:
    'Disable {family} of {name}, which carries br-ex. The address belongs to the ovs-interface br-ex.',
  copyMacMissingDhcp:
    "br-ex has no copy-mac-from, so it gets a different MAC address than the NIC and DHCP reservations don't match",
  copyMacMissing: 'br-ex has no copy-mac-from, so its MAC address differs from the address of its uplink',
  copyMacMissingRemedy: 'Set `copy-mac-from: {uplink}` for the ovs-interface br-ex.',
  copyMacElsewhere: "br-ex copies the MAC address of {source}, which isn't its uplink",
  copyMacRemedy: 'Set `copy-mac-from: {uplink}`.',
  copyMacUnknownRemedy: 'Set `copy-mac-from` to the uplink of br-ex.',
  fileExtension:
    'The node ignores the file {base} without a warning, because it only reads names that end in .yml. The default script then creates br-ex',
  fileNameRemedy: 'Rename the file to {name}.yml.',
  fileOfAnotherHost: 'The host {name} ignores the file {base} and reads {expected}.yml',
  roleMismatch: 'Host {name} has the role {role}, but the MachineConfig is for the role {other}',
  roleMismatchRemedy: 'Move the document to the MachineConfig of the role {role}.',
  firstBootStatic: 'static addresses',
  firstBootVlan: 'a VLAN',
  firstBootLacp: 'an LACP bond',
  firstBootNetwork:
    'The machine needs {reasons} to download its Ignition configuration, but this document is only applied later',
  firstBootNetworkRemedy:
    'Add a `networkConfig` of the same host without br-ex to install-config.yaml, or set `ip=` kernel arguments.',
  setMtuFix: 'Set mtu: {value}',
  mtuAboveUplink: 'br-ex has the MTU {mtu}, but its uplink only has {uplink}',
  mtuAboveUplinkRemedy: 'Set the MTU to {uplink} or less, or raise the MTU of the uplink.',
  mtuBelowCluster:
    'br-ex has the MTU {own}, but the cluster network with the MTU {clusterMtu} needs {needed}',
  mtuBelowClusterRemedy: 'Set the MTU of br-ex and of all interfaces below it to {needed} or more.',
  interfaceOfOvn: '{name} belongs to OVN-Kubernetes and must not be in a network document',
  interfaceOfOvnRemedy: 'Remove the interface {name}.',
  secondGatewayBridge: '{name} is the name of a second external gateway bridge of OVN-Kubernetes',
  secondGatewayBridgeRemedy:
    'Leave the name if this is intended. Otherwise, rename it, for example to br-data.',
  // Quoted from nmstate
  portOverbooked: 'Port {name} is overbooked by two controller: {a}, {b}',
  controllerForbidsIp:
    'Interface {name} cannot have IP enabled as it is attached to a controller where IP is not allowed',
  copyMacUnknown: 'Failed to find interface {source} for copy-mac-from of iface br-ex',
});
