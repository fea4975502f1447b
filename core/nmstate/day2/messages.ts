import { translator } from '../../base/messages/translator.ts';

/** Texts of day-2 policies: their changes, rejections, warnings and steps, and how they compare with day-1 documents. */
export const t = translator({
  // masquerade address
  masqueradeUnknown:
    "The masquerade address of OVN-Kubernetes on br-ex isn't known. {ip}/{prefixLength} is the default of clusters installed with 4.17 or later",
  masqueradeUnknownAdoptRemedy:
    'Specify the version that the cluster was installed with, or provide its Network object (`oc get network.operator cluster -o yaml`). If the address is wrong, traffic stops.',
  masqueradeUnknownPolicyRemedy:
    'Specify the version that the cluster was installed with, or use the report of the node (`oc get nns NODE -o yaml`) as the present state. If the address is wrong, traffic stops.',
  masqueradeAssumed:
    'The policy uses {ip}/{prefixLength} as the masquerade address of OVN-Kubernetes on br-ex, the default of clusters installed with {version}',
  masqueradeAssumedRemedy:
    'Check `oc get network.operator cluster -o yaml`. If it sets internalMasqueradeSubnet, provide the object with `--cluster` or in the layout of the hosts.',

  // cluster.yml
  clusterFileRoleUnknown: "cluster.yml is skipped: its role isn't known",
  clusterFileRoleUnknownRemedy: 'Specify the role of cluster.yml.',
  clusterFileShared:
    'cluster.yml is skipped: a policy for the role {role} would also apply to hosts that have their own documents',
  clusterFileSharedRemedy:
    'Add the hosts that use cluster.yml to the table, each with this document, so that each host gets a policy.',

  // MTU
  mtuTooLow:
    "br-ex can't have the MTU {own}: the cluster network with the MTU {clusterMtu} needs {needed}, and OVN-Kubernetes doesn't start with less",
  mtuTooLowRemedy:
    'Set the MTU to {needed} or more, or migrate the MTU of the cluster network first (`migration.mtu` of Network.operator).',
  mtuReset:
    'The MTU of {name} is reset to 1500 because the wanted document no longer sets it. br-ex has the MTU {to}, so large packets would be lost',
  mtuResetRemedy: 'Set `mtu: {to}` or more for {name}.',
  mtuOfNodesOnly: "This raises the MTU of the nodes only. The MTU of pods doesn't change",
  mtuOfNodesOnlyKnown: 'This raises the MTU of the nodes only. The MTU of pods remains {clusterMtu}',
  mtuOfNodesOnlyRemedy:
    'If pods need a larger MTU, migrate the cluster network to {max} or less afterwards (`migration.mtu` of Network.operator). The switches must support {to} first.',
  mtuUnverified:
    "The MTU of br-ex changes from {from} to {to}, but the MTU of the cluster network isn't known",
  mtuUnverifiedRemedy:
    "Check that the MTU of the cluster network is {max} or less. Otherwise, OVN-Kubernetes doesn't start.",

  // bonds and virtual functions
  bondModeChange: '{name} is recreated with the mode {mode}, so its traffic stops for some seconds',
  bondModeLacpRemedy:
    "Change LACP on the switch at the same time, one host after the other. The policy is rolled back if the gateway can't be reached within two minutes.",
  bondModeRemedy:
    "Apply the policy to one host first. The policy is rolled back if the gateway can't be reached within two minutes.",
  bondPortsReplaced:
    '{name} loses all its ports ({ports}) at once, so its traffic stops until the new ports are up',
  bondPortsRemoved: '{name} loses {ports}',
  bondMacPortRemoved: '{name} loses {ports}, which includes the NIC that provides its MAC address',
  bondMacRemedy: "Set `mac-address` to the current MAC address of the bond, so that it doesn't change.",
  bondPortsRemedy: 'Add the new ports with one policy, and remove the old ports with the next one.',
  vfsRecreated: 'All virtual functions of {name} are recreated, so pods lose the ones that they use',
  vfsRecreatedRemedy: 'Drain the node first.',

  // other warnings
  gatewayChange:
    'The default route of br-ex changes, but OVN-Kubernetes only reads the gateway when it starts on a node',
  gatewayChangeRemedy:
    "Delete the ovnkube-node pod of each node after the policy is Available there. The policy is rolled back if the new gateway doesn't answer pings.",
  releaseWithoutBrEx:
    "Nodes installed with OpenShift {version} have a br-ex that configure-ovs created, and a policy can't take it over. NMState can create br-ex in 4.16 and later",
  releaseWithoutBrExRemedy:
    'Check that the nodes were installed or reinstalled with their documents in a MachineConfig.',
  settingKept: 'The wanted document no longer sets {field} of {name}, so NMState leaves it unchanged',
  settingKeptValue: 'The wanted document no longer sets {field} of {name}, so NMState leaves it at {value}',
  settingKeptRemedy: 'Set {field} to the value that it should have.',
  undoRejected: "A policy can't undo this change: {reason}",
  undoRejectedRemedy:
    'Apply the policy only if the change is permanent. NMState still rolls it back if its probes fail right afterwards.',
  reportWanted:
    "The report of a node can't be the wanted state because it contains everything on the node, even the addresses of pods",
  reportWantedRemedy: 'Use a document of the host with the wanted settings.',

  // changes that OVN-Kubernetes can't follow
  rebootRemedy:
    'Change the host file in the MachineConfig, then restart the nodes one at a time. OVN-Kubernetes only applies this change when a node boots.',
  hostnameChange:
    "The node can't be renamed from {from} to {to}: the cluster, its certificates and the OVN database identify it as {from}",
  hostnameChangeRemedy: 'Remove the node from the cluster, then add the machine under its new name.',
  bridgeRenamed: "br-ex can't be renamed to {name}: OVN-Kubernetes requires the name br-ex",
  bridgeRenamedRemedy: 'Use the name br-ex. Additional bridges can have any name.',
  bridgeRemoved: "br-ex can't be removed or set down: it carries all traffic of the node and its pods",
  bridgeRemovedRemedy: 'Add both interfaces of br-ex with `state: up`.',
  bridgeNew:
    "The present document doesn't define br-ex, and a policy can't take over a br-ex that the cluster created with configure-ovs",
  bridgeNewRemedy:
    'Add the documents of the hosts to a MachineConfig, then restart the nodes one at a time. After that, policies can change br-ex.',
  uplinkChange:
    "The uplink of br-ex can't change from {from} to {to}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  carrierState:
    "{name} carries br-ex, so its state can't become {state}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  carrierType:
    "{name} carries br-ex, so its type can't change from {from} to {to}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  carrierBase:
    "{name} carries br-ex, so its base interface can't change from {from} to {to}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  carrierVlan:
    "{name} carries br-ex, so its VLAN ID can't change from {from} to {to}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  carrierNic:
    "{name} carries br-ex, so its NIC can't change from {from} to {to}: the flows of OVN-Kubernetes would still use the old port, and no traffic would leave the node",
  macChange:
    "The source of the MAC address of br-ex can't change from {from} to {to}: the OVN router of the node still uses the address that it started with",
  familyDisabled:
    "{family} of br-ex can't be disabled: the cluster and OVN-Kubernetes identify the node by its address",
  familyDisabledStatic:
    "{family} of br-ex can't be disabled: the cluster and OVN-Kubernetes identify the node by {address}",
  addressFromAutomatic:
    "br-ex can't change from {family, select, ipv4 {DHCP} other {automatic addresses}} to {addresses}: the cluster and OVN-Kubernetes identify the node by its address, and it isn't known to have this one",
  addressToAutomatic:
    "br-ex can't change from {address} to {source, select, dhcp {DHCP} other {automatic addresses}}: the cluster and OVN-Kubernetes identify the node by its address, and it might get another one",
  primaryAddressChange:
    "The primary {family} address of br-ex can't change from {from} to {to}: the cluster and OVN-Kubernetes identify the node by it",

  // what changes
  dnsServersLabel: 'DNS servers',
  dnsSearchLabel: 'DNS search domains',
  dnsOptionsLabel: 'DNS options',
  routeLabel: 'route to {destination}',
  ruleLabel: 'routing rule',
  localnetLabel: 'localnet network {name}',
  hostnameLabel: 'hostname of the node',
  ovsLabel: 'Open vSwitch {field}',
  mtuLabel: 'MTU of {name}',
  addressesLabel: '{family} addresses of {name}',
  familySettingLabel: '{family} of {name}: {setting}',
  vlanSettingLabel: 'VLAN {name}: {setting}',
  settingLabel: '{name}: {setting}',

  // what a policy does about a change
  keptText: "Left unchanged: NMState keeps settings that a policy doesn't contain, and can't reset this one.",
  dnsText: 'Replaces the lists of the node with those of the policy.',
  routeAddedText: 'Adds the route.',
  routeRemovedText: 'Removes the route with `state: absent`.',
  ruleAddedText: 'Adds the rule.',
  ruleRemovedText: 'Removes the rule with `state: absent`.',
  localnetAddedText: 'Maps the localnet network to the bridge.',
  localnetRemovedText: 'Removes the bridge mapping with `state: absent`.',
  hostnameText: 'Sets the static hostname of the node.',
  ovsText: 'Sets the value in the Open vSwitch database.',
  typeText: 'Removes the interface and recreates it with another type.',
  vlanText: 'Recreates the VLAN.',
  valueText: 'Sets the value on the interface.',
  createdText: 'Creates the interface.',
  createdOnText: "Creates the VLAN on {base}, which doesn't change.",
  removedText: 'Removes the interface with `state: absent`. Otherwise, the node would keep it.',
  mtuRaisedText: 'Raises the MTU together with the interfaces above. NMState starts with the outermost one.',
  mtuLoweredText: 'Lowers the MTU together with the interfaces above.',
  mtuResetText: 'Resets the MTU to 1500.',
  addressesText: 'Replaces the address list of the node.',
  brExAddressesText:
    'Replaces the address list of the node. The list includes the masquerade address of OVN-Kubernetes.',
  bondRecreatedText:
    "Recreates the bond. Its traffic stops for a moment, and options that the policy doesn't repeat are reset.",
  bondText: 'Sets the value together with the mode and all ports of the bond.',
  resetText: 'Resets the value to {value}. Otherwise, the node would keep the old value.',
  clearedText: 'Clears the value. Otherwise, the node would keep the old value.',
  nodeDriftText: 'The node differs from its documents.',

  // values
  secretText: 'a secret',
  vlanValueText: '{id} on {base}',
  viaText: 'via {address}',
  onText: 'on {name}',
  tableText: 'in table {table}',
  metricText: 'with metric {metric}',

  // steps
  rollbackComment: 'Undoes the policy {name}. Apply this policy to replace it.',
  rollbackOfHostComment:
    'Undoes the policy {name}. Apply this policy to replace it. Deleting a policy changes nothing on the nodes.',
  operatorStep:
    'Check that the NMState operator is running: `oc get nmstate` must list an object named `nmstate`.',
  hostStep:
    '{position, select, first {Apply} other {Then apply}} {file} for host {host}: run `oc apply -f {file}`, and wait until `oc get nncp {name}` shows Available.',
  roleStep:
    '{position, select, first {Apply} other {Then apply}} {file} for all nodes with the role {role} ({count} listed here, and nodes that join later{pace, select, serial {, one at a time} other {}}): run `oc apply -f {file}`, and wait until `oc get nncp {name}` shows Available.',
  waitStep:
    "After you apply {name}, continue only when its nodes are Ready. Policies don't wait for each other, so hosts with their own policies would change at the same time.",
  machineConfigStep:
    'Add the same documents to the MachineConfig (`airlock nmstate adopt`). No node restarts for this, and later releases apply the file again at the next boot.',

  // day-1 documents and policies
  selectorUnknown:
    "The policy {name} is ignored: only the node's labels determine whether it applies to {host}",
  selectorUnknownRemedy: 'If the policy applies to this host, add its changes to the document by hand.',
  captureIgnored: 'The policy {name} is ignored for {host}: it captures values of the node',
  captureIgnoredRemedy: 'Add the changes of the policy to the document by hand.',
  policiesOverlap:
    'The policies {other} and {name} both configure {iface} of {host}, and overwrite each other',
  policiesOverlapRemedy: 'Combine both policies into one.',
});
