import { translator } from '../../base/messages/translator.ts';

/** Texts of the requirements of br-ex (BR01 to BR20). */
export const t = translator({
  addressMissing:
    'br-ex has no address: the ovs-interface uses neither DHCP nor autoconf, and has no static address',
  addressMissingRemedy: 'Set `dhcp: true`, or add an `address` with `ip` and `prefix-length`.',
  familyMissing: "br-ex has no {family} address, but the cluster's machine networks use {families}",
  familyMissingRemedy: 'Add an {family} address to br-ex.',
  metricMissing:
    'The {family} default route that br-ex gets from {source, select, dhcp {DHCP} other {router advertisements}} has no metric, so the DHCP route of another NIC can take precedence',
  metricMissingRemedy: 'Set `auto-route-metric: 48`, the metric that br-ex has when the cluster creates it.',
  setFix: 'Set {setting}',
  masqueradeOnDayOne:
    '{ip} is the OVN-Kubernetes masquerade address. On day 1, OVN-Kubernetes adds this address automatically and rejects nodes that already have it.',
  masqueradeOnDayOneRemedy: 'Remove the address. The masquerade address belongs only in day-2 policies.',
  removeFix: 'Remove {setting}',
  masqueradeMissing:
    "The policy doesn't contain the OVN-Kubernetes {family} masquerade address. Applying the policy removes this address from br-ex and stops traffic.",
  masqueradeMissingRemedy:
    'Add `ip: {ip}` and `prefix-length: {prefixLength}`, or the masquerade address that the NodeNetworkState shows for br-ex.',
  masqueradeMissingFix: 'Add the masquerade address',
  addressOutsideMachineNetwork: "The br-ex address {ip} isn't in the machine network {networks}",
  addressOutsideMachineNetworkRemedy:
    'Use an address in the machine network, or add the network of this address to install-config.yaml.',
  addressIsApiVip: "The br-ex address {ip} is the cluster's API VIP",
  addressIsVipRemedy: 'Use an unused address for br-ex.',
  addressIsIngressVip: "The br-ex address {ip} is the cluster's ingress VIP",
  addressIsGateway: 'br-ex has the address {ip}, which is also the address of its gateway',
  addressIsGatewayRemedy: 'Use an unused address for br-ex, or fix the next hop of the route.',
  addressIsNetwork: 'The br-ex address {ip} is the network address of its /{length} network',
  addressIsNetworkRemedy: 'Use {first} or a higher address for br-ex.',
  addressIsBroadcast: 'The br-ex address {ip} is the broadcast address of its /{length} network',
  addressIsBroadcastRemedy: 'Use a lower address for br-ex.',
  defaultRouteElsewhere: 'The {family} default route uses {nextHopInterface} instead of br-ex',
  defaultRouteMissing: 'br-ex has static {family} addresses but no default route',
  defaultRouteRemedy:
    'Add a route to {destination} with `next-hop-interface: br-ex` and the gateway as `next-hop-address`.',
  nextHopMissing: 'The {family} default route through br-ex has no next-hop-address',
  nextHopMissingRemedy: 'Set `next-hop-address` to the gateway address.',
  gatewayOutsideNetworks: "The gateway {nextHop} isn't in any of the networks on br-ex ({networks})",
  gatewayOutsideNetworksRemedy: 'Fix the gateway address, or the address or prefix length of br-ex.',
  dnsMissing:
    "br-ex has static addresses, but the document has no DNS servers, so the node can't resolve the names of its registry and the API",
  dnsMissingRemedy: 'Add `{setting}`.',
  addressInClusterFile:
    'cluster.yml applies to all hosts with the same role, so every host would get the address {ip}',
  addressInClusterFileRemedy: 'Write one file per host, or use DHCP.',
  autoconfCompetes:
    'br-ex has a static IPv6 address and autoconf, so the default route from router advertisements competes with the static default route',
  autoconfUnset:
    'br-ex has a static IPv6 address without `autoconf: false`, so router advertisements can add a second default route',
  autoconfRemedy: 'Set `autoconf: false`.',
  bridgeNotUp: 'The state of the OVS bridge br-ex is {state}, but must be up',
  bridgeMissing: "The OVS bridge br-ex is missing, so the node has no network and can't join the cluster",
  bridgeMissingRemedy:
    'Add an interface with `name: br-ex`, `type: ovs-bridge` and `state: up`. Add the uplink and br-ex as its ports.',
  internalNotUp: 'The state of the ovs-interface br-ex is {state}, but must be up',
  internalMissing: "The ovs-interface br-ex is missing, so the node's address isn't defined",
  internalMissingRemedy:
    "Add a second interface with `name: br-ex`, `type: ovs-interface`, `state: up` and the node's address.",
  internalPortMissing:
    "The ports of the OVS bridge br-ex don't include its internal port, the ovs-interface br-ex",
  internalPortMissingRemedy: 'Add `- name: br-ex` to the ports.',
  internalPortMissingFix: 'Add br-ex to the ports',
  uplinkMissing: 'br-ex has no uplink: none of its ports is a NIC, bond or VLAN',
  uplinkMissingRemedy:
    'To the ports of br-ex, add the NIC, bond or VLAN that is connected to the machine network.',
  uplinksSeveral: 'br-ex has {count} uplinks ({uplinks}), but OVN-Kubernetes allows only one',
  uplinksSeveralRemedy: 'Keep only one uplink. To use several NICs, combine them in a bond.',
  ovsBondTooSmall: 'The OVS bond {name} in br-ex has only one port, but needs at least two',
  ovsBondTooSmallRemedy: 'Add a second port to the bond, or use the NIC itself as the port of br-ex.',
  uplinkNotUp: 'The state of the br-ex uplink {name} is {state}, but must be up',
  uplinkNotUpRemedy: 'Set `state: up` on {name}.',
  uplinkUndefined:
    "{level, select, error {The br-ex uplink {name} isn't defined in this document, and the machine has no NIC with this name} other {The br-ex uplink {name} isn't defined in this document}}",
  uplinkUndefinedRemedy: 'Add {name} to the interfaces, without addresses.',
  bridgeHasIp: '{family} is enabled on the OVS bridge br-ex, but addresses belong on the ovs-interface br-ex',
  bridgeHasIpRemedy: 'Move {family} to the ovs-interface br-ex, and set `{setting}` on the bridge.',
  disableFix: 'Disable {family}',
  bridgeHasMacRemedy:
    'Move `mac-address` to the ovs-interface br-ex, or set `copy-mac-from` on the ovs-interface.',
  snoopingOff:
    'Multicast snooping is off, so br-ex floods multicast traffic to all ports. When the cluster creates br-ex, multicast snooping is on.',
  snoopingOffRemedy: 'Set `mcast-snooping-enable: true` in the bridge options.',
  systemPort: "{name} can't be a port of br-ex because it is a system interface",
  systemPortRemedy: 'Use a NIC, bond or VLAN as a port of br-ex.',
  portOverbookedRemedy:
    'Make {name} a port of only one controller. If you need both controllers, make {other} a port of br-ex.',
  portOverbookedFix: 'Remove {name} from {controller}',
  controllerForbidsIpRemedy:
    'Disable {family} on {name}, because br-ex uses this interface. The address belongs on the ovs-interface br-ex.',
  copyMacMissingDhcp:
    "br-ex has no copy-mac-from, so its MAC address differs from the one on the NIC, and DHCP reservations don't match",
  copyMacMissing: 'br-ex has no copy-mac-from, so its MAC address differs from the MAC address of its uplink',
  copyMacMissingRemedy: 'Set `copy-mac-from: {uplink}` on the ovs-interface br-ex.',
  copyMacElsewhere: "br-ex copies the MAC address of {source}, which isn't its uplink",
  copyMacRemedy: 'Set `copy-mac-from: {uplink}`.',
  copyMacUnknownRemedy: 'Set `copy-mac-from` to the uplink of br-ex.',
  fileExtension:
    'The node silently ignores the file {base}, because nodes read only files with the .yml extension. As a result, configure-ovs creates br-ex.',
  fileNameRemedy: 'Rename the file to {name}.yml.',
  fileOfAnotherHost: 'The host {name} ignores the file {base} and reads {expected}.yml',
  roleMismatch: 'Host {name} has the role {role}, but the MachineConfig is for the role {other}',
  roleMismatchRemedy: 'Move the document to the MachineConfig for the role {role}.',
  firstBootStatic: 'static addresses',
  firstBootVlan: 'a VLAN',
  firstBootLacp: 'an LACP bond',
  firstBootNetwork:
    'The machine needs {reasons} to download its Ignition configuration, but this document is applied only after the download',
  firstBootNetworkRemedy:
    'For this host, add a `networkConfig` without br-ex to install-config.yaml, or set `ip=` kernel arguments.',
  setMtuFix: 'Set mtu: {value}',
  mtuAboveUplink: 'The MTU of br-ex is {mtu}, but its uplink has an MTU of only {uplink}',
  mtuAboveUplinkRemedy: 'Set the MTU of br-ex to {uplink} or less, or raise the MTU of the uplink.',
  mtuBelowCluster:
    'The MTU of br-ex is {own}, but a cluster network with an MTU of {clusterMtu} requires {needed}',
  mtuBelowClusterRemedy: 'Set the MTU of br-ex and all its underlying interfaces to {needed} or more.',
  interfaceOfOvn: '{name} belongs to OVN-Kubernetes and must not be in a network document',
  interfaceOfOvnRemedy: 'Remove the interface {name}.',
  secondGatewayBridge: 'OVN-Kubernetes uses the name {name} for a second external gateway bridge',
  secondGatewayBridgeRemedy:
    'If you want a second gateway bridge, leave the name unchanged. Otherwise, rename the bridge, for example to br-data.',
  // Quoted from nmstate
  portOverbooked: 'Port {name} is overbooked by two controller: {a}, {b}',
  controllerForbidsIp:
    'Interface {name} cannot have IP enabled as it is attached to a controller where IP is not allowed',
  copyMacUnknown: 'Failed to find interface {source} for copy-mac-from of iface br-ex',
});
