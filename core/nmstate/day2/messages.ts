import { translator } from '../../base/messages/translator.ts';

/** Texts of day-2 policies: their changes, rejections, warnings and steps, and how they compare with day-1 documents. */
export const t = translator({
  // masquerade address
  masqueradeUnknown:
    'The OVN-Kubernetes masquerade address on br-ex is unknown. The default for clusters installed with 4.17 or later is {ip}/{prefixLength}.',
  masqueradeUnknownAdoptRemedy:
    "Specify the version that the cluster was installed with, or provide the cluster's Network object (`oc get network.operator cluster -o yaml`). If the address is wrong, traffic stops.",
  masqueradeUnknownPolicyRemedy:
    "Specify the version that the cluster was installed with, or use the node's NodeNetworkState (`oc get nns NODE -o yaml`) as the current state. If the address is wrong, traffic stops.",
  masqueradeAssumed:
    'The policy assumes that the OVN-Kubernetes masquerade address on br-ex is {ip}/{prefixLength}, the default for clusters installed with {version}.',
  masqueradeAssumedRemedy:
    'Run `oc get network.operator cluster -o yaml`. If the object sets internalMasqueradeSubnet, enter that subnet in the host layout.',

  // cluster.yml
  clusterFileRoleUnknown: 'cluster.yml is skipped because its role is unknown',
  clusterFileRoleUnknownRemedy: 'Specify the role for cluster.yml.',
  clusterFileShared:
    'cluster.yml is skipped because a policy for the role {role} would also apply to hosts that have their own documents',
  clusterFileSharedRemedy:
    'Add every host that uses cluster.yml to the table, and assign this document to each of these hosts. Each host then gets its own policy.',

  // MTU
  mtuTooLow:
    "The MTU of br-ex can't be {own}, because a cluster network with an MTU of {clusterMtu} requires {needed}. If the MTU is lower, OVN-Kubernetes doesn't start.",
  mtuTooLowRemedy:
    'Set the MTU of br-ex to {needed} or more, or migrate the cluster network MTU first (`migration.mtu` in the Network.operator object).',
  mtuReset:
    'The MTU of {name} is reset to 1500 because the new document no longer sets it. The MTU of br-ex is {to}, so large packets would be lost.',
  mtuResetRemedy: 'Set `mtu: {to}` or more on {name}.',
  mtuOfNodesOnly: 'This change raises only the node MTU, not the pod MTU',
  mtuOfNodesOnlyKnown: 'This change raises only the node MTU. The pod MTU remains {clusterMtu}.',
  mtuOfNodesOnlyRemedy:
    'If pods need a larger MTU, first make sure that the switches support {to}. After this change, migrate the cluster network MTU to {max} or less (`migration.mtu` in the Network.operator object).',
  mtuUnverified: 'The MTU of br-ex changes from {from} to {to}, but the cluster network MTU is unknown',
  mtuUnverifiedRemedy:
    "Check that the cluster network MTU is {max} or less. Otherwise, OVN-Kubernetes doesn't start.",

  // bonds and virtual functions
  bondModeChange: '{name} is recreated with the mode {mode}, which stops its traffic for a few seconds',
  bondModeLacpRemedy:
    "Change one host at a time, together with LACP on its switch ports. If the gateway can't be reached within two minutes, the policy is rolled back.",
  bondModeRemedy:
    "Apply the policy to one host first. If the gateway can't be reached within two minutes, the policy is rolled back.",
  bondPortsReplaced:
    '{name} loses all its ports ({ports}) at once, which stops its traffic until the new ports are up',
  bondPortsRemoved: '{name} loses {count, plural, one {the port} other {the ports}} {ports}',
  bondMacPortRemoved:
    '{name} loses {count, plural, one {the port {ports}, which provides its MAC address} other {the ports {ports}, including the NIC that provides its MAC address}}',
  bondMacRemedy: "Set `mac-address` to the bond's current MAC address, so that the address doesn't change.",
  bondPortsRemedy: 'Add the new ports with one policy, and remove the old ports with a second policy.',
  vfsRecreated:
    'All virtual functions of {name} are recreated, so pods lose the virtual functions that they use',
  vfsRecreatedRemedy: 'Drain the node first.',

  // other warnings
  gatewayChange:
    'The default route of br-ex changes, but OVN-Kubernetes reads the gateway only when it starts on a node',
  gatewayChangeRemedy:
    "When the policy is Available on a node, delete the ovnkube-node pod on that node. If the new gateway doesn't respond to pings, the policy is rolled back.",
  releaseWithoutBrEx:
    "On nodes installed with OpenShift {version}, configure-ovs created br-ex, and a policy can't take over this br-ex. In 4.16 and later, NMState can create br-ex.",
  releaseWithoutBrExRemedy:
    'Check that the nodes were installed, or reinstalled, with their documents in a MachineConfig.',
  settingUnchanged:
    'The new document no longer sets {field} on {name}, so NMState leaves the value unchanged',
  settingUnchangedValue:
    'The new document no longer sets {field} on {name}, so NMState leaves the value {value} unchanged',
  settingUnchangedRemedy: 'Set {field} to the required value.',
  undoRejected: "A policy can't undo this change: {reason}",
  undoRejectedRemedy:
    'Apply the policy only if you want to keep the change permanently. NMState still rolls back the policy if its probes fail right after it is applied.',
  reportRequested:
    "A NodeNetworkState can't be used as the new state, because it contains all of the node's settings, including pod addresses",
  reportRequestedRemedy: "Use a network document that contains the host's new settings.",

  // changes that OVN-Kubernetes can't follow
  rebootRemedy:
    'Change the host file in the MachineConfig, and restart the nodes one at a time. OVN-Kubernetes applies this change only when a node boots.',
  hostnameChange:
    "The node can't be renamed from {from} to {to}, because the cluster, its certificates and the OVN database identify the node as {from}",
  hostnameChangeRemedy: 'Remove the node from the cluster, and add the machine again with its new name.',
  bridgeRenamed: "br-ex can't be renamed to {name}: OVN-Kubernetes requires the name br-ex",
  bridgeRenamedRemedy: 'Use the name br-ex. Only additional bridges can have other names.',
  bridgeRemoved: "br-ex can't be removed or taken down: it carries all traffic of the node and its pods",
  bridgeRemovedRemedy:
    'Add both interfaces named br-ex, the ovs-bridge and the ovs-interface, with `state: up`.',
  bridgeNew:
    "The current document doesn't define br-ex, and a policy can't take over a br-ex that the cluster created with configure-ovs",
  bridgeNewRemedy:
    'Add the host documents to a MachineConfig, and restart the nodes one at a time. After the restart, policies can change br-ex.',
  uplinkChange:
    "You can't change the uplink of br-ex from {from} to {to}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  carrierState:
    "br-ex depends on {name}, so you can't change the state of {name} to {state}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  carrierType:
    "br-ex depends on {name}, so you can't change the type of {name} from {from} to {to}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  carrierBase:
    "br-ex depends on {name}, so you can't change the base interface of {name} from {from} to {to}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  carrierVlan:
    "br-ex depends on {name}, so you can't change the VLAN ID of {name} from {from} to {to}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  carrierNic:
    "br-ex depends on {name}, so you can't change the NIC of {name} from {from} to {to}. If you did, the OVN-Kubernetes flows would still use the old port, and no traffic would leave the node.",
  macChange:
    "You can't change the source of the br-ex MAC address from {from} to {to}. If you did, the OVN router on the node would still use the original MAC address.",
  familyDisabled:
    "{family} can't be disabled on br-ex, because the cluster and OVN-Kubernetes identify the node by its {family} address",
  familyDisabledStatic:
    "{family} can't be disabled on br-ex, because the cluster and OVN-Kubernetes identify the node by {address}",
  addressFromAutomatic:
    "You can't replace {family, select, ipv4 {DHCP} other {automatic addresses}} on br-ex with static addresses ({addresses}), because the cluster and OVN-Kubernetes identify the node by its current address, which might be different",
  addressToAutomatic:
    "You can't replace the static address of br-ex ({address}) with {source, select, dhcp {DHCP} other {automatic addresses}}, because the cluster and OVN-Kubernetes identify the node by its address, which might change",
  primaryAddressChange:
    "The primary {family} address of br-ex can't change from {from} to {to}, because the cluster and OVN-Kubernetes identify the node by {from}",

  // what changes
  dnsServersLabel: 'DNS servers',
  dnsSearchLabel: 'DNS search domains',
  dnsOptionsLabel: 'DNS options',
  routeLabel: 'route to {destination}',
  ruleLabel: 'routing rule',
  localnetLabel: 'localnet network {name}',
  hostnameLabel: 'node hostname',
  ovsLabel: 'Open vSwitch {field}',
  mtuLabel: 'MTU of {name}',
  addressesLabel: '{family} addresses of {name}',
  familySettingLabel: '{family} of {name}: {setting}',
  vlanSettingLabel: 'VLAN {name}: {setting}',
  settingLabel: '{name}: {setting}',

  // what a policy does about a change
  unchangedText:
    "Left unchanged: NMState doesn't change settings that a policy omits, and can't reset this setting.",
  dnsText: 'Replaces the DNS lists on the node with the lists in the policy.',
  routeAddedText: 'Adds the route.',
  routeRemovedText: 'Removes the route with `state: absent`.',
  ruleAddedText: 'Adds the rule.',
  ruleRemovedText: 'Removes the rule with `state: absent`.',
  localnetAddedText: 'Maps the localnet network to the bridge.',
  localnetRemovedText: 'Removes the bridge mapping with `state: absent`.',
  hostnameText: "Sets the node's static hostname.",
  ovsText: 'Sets the value in the Open vSwitch database.',
  typeText: 'Removes the interface and recreates it with the new type.',
  vlanText: 'Recreates the VLAN.',
  valueText: 'Sets the value on the interface.',
  createdText: 'Creates the interface.',
  createdOnText: "Creates the VLAN on {base}, which doesn't change.",
  removedText:
    'Removes the interface with `state: absent`. Otherwise, the interface would remain on the node.',
  mtuRaisedText:
    'Raises the MTU of the interface and of the interfaces stacked on it. NMState changes them in the required order.',
  mtuLoweredText: 'Lowers the MTU of the interface and of the interfaces stacked on it.',
  mtuResetText: 'Resets the MTU to 1500.',
  addressesText: 'Replaces the address list on the node.',
  brExAddressesText:
    'Replaces the address list on the node. The list includes the OVN-Kubernetes masquerade address.',
  bondRecreatedText:
    "Recreates the bond. Its traffic stops briefly, and options that the policy doesn't contain are reset.",
  bondText: 'Sets the value together with the mode and all ports of the bond.',
  resetText: 'Resets the value to {value}. Otherwise, the old value would remain on the node.',
  clearedText: 'Clears the value. Otherwise, the old value would remain on the node.',
  nodeDriftText: "The node's network state differs from its NMState documents.",

  // values
  secretText: 'a secret',
  vlanValueText: '{id} on {base}',
  viaText: 'via {address}',
  onText: 'on {name}',
  tableText: 'in table {table}',
  metricText: 'with metric {metric}',

  // steps
  rollbackComment: 'Undoes the policy {name}. Applying this file replaces that policy.',
  rollbackOfHostComment:
    "Undoes the policy {name}. Applying this file replaces that policy. Deleting a policy doesn't change the nodes.",
  operatorStep:
    'Check that the NMState operator is running: `oc get nmstate` must list an object named `nmstate`.',
  hostStep:
    '{position, select, first {Apply} other {Then apply}} {file} for host {host}: run `oc apply -f {file}`, and wait until `oc get nncp {name}` shows Available.',
  roleStep:
    '{position, select, first {Apply} other {Then apply}} {file} for all nodes with the role {role}{pace, select, serial {, one at a time} other {}} ({count} listed here, and nodes that join later): run `oc apply -f {file}`, and wait until `oc get nncp {name}` shows Available.',
  waitStep:
    "After you apply {name}, continue only when its nodes are Ready. Policies don't wait for each other, so hosts with their own policies would otherwise change at the same time.",
  machineConfigStep:
    "Add the same documents to the MachineConfig (`airlock nmstate adopt`). This step doesn't restart any node. In OpenShift 4.20 and later, nodes apply a changed document at the next boot.",

  // day-1 documents and policies
  selectorUnknown:
    "The policy {name} is ignored, because only the node's labels determine whether the policy applies to {host}",
  selectorUnknownRemedy: 'If the policy applies to this host, add its settings to the document manually.',
  captureIgnored: 'The policy {name} is ignored for {host} because it captures values from the node',
  captureIgnoredRemedy: "Add the policy's settings to the document manually.",
  policiesOverlap:
    'The policies {other} and {name} both configure {iface} on {host}, so they overwrite each other',
  policiesOverlapRemedy: 'Combine the two policies into one.',
});
