import { translator } from '../../base/messages/translator.ts';

/** Texts of documents, steps and problems for nodes whose br-ex comes from configure-ovs. */
export const t = translator({
  // decisions about a document
  bridgeIncluded: 'br-ex with the port {uplink}',
  bridgeIncludedReason: 'configure-ovs added this interface to the bridge.',
  snoopingAdded: 'mcast-snooping-enable: true',
  snoopingAddedReason: 'The OpenShift documentation sets it for br-ex. configure-ovs leaves it off.',
  macCopied: 'MAC address of {name} on br-ex',
  macCopiedReason:
    'configure-ovs cloned this address, so the DHCP lease and the address of the node stay the same.',
  macFixed: 'MAC address {mac} on br-ex',
  macFixedReason: 'No NIC below br-ex has this permanent address, so it is written as a value.',
  mtuIncluded: 'MTU {mtu}',
  mtuIncludedReason: 'configure-ovs copied it from the interface that had the default route.',
  addressIncluded: 'Static address {addresses}',
  addressIncludedReason: 'The address is part of the connection of the node.',
  automaticIncluded: 'Automatic addresses ({families})',
  automaticIncludedReason:
    'The node gets its address from DHCP or router advertisements. Its MAC address stays the same.',
  metricIncluded: 'auto-route-metric: 48',
  metricIncludedReason: 'configure-ovs sets this metric so that the default route of br-ex has precedence.',
  routesIncluded: '{count, plural, one {# route} other {# routes}} through br-ex',
  routesIncludedReason: 'Static routes belong to the connection that the document replaces.',
  dnsIncluded: 'DNS servers {servers}',
  dnsIncludedReason: 'The servers are configured on the node.',
  bondIncluded: 'Bond {name} ({mode})',
  bondIncludedReason: 'Only options that differ from the defaults of the kernel are written.',
  vlanIncluded: 'VLAN {id} on {base}',
  vlanIncludedReason: 'The uplink of br-ex is a VLAN.',
  profilesOmitted: 'Profiles {profiles}',
  profilesOmittedReason: 'configure-ovs writes them to /run at each boot. NMState writes its own profiles.',
  patchesOmitted: 'Patch ports {ports}',
  patchesOmittedReason: 'OVN-Kubernetes connects br-ex with br-int when it starts.',
  interfacesOmitted: 'Interfaces {names}',
  interfacesOmittedReason: 'They belong to OVN-Kubernetes.',
  masqueradeOmitted: 'Masquerade addresses {addresses}',
  masqueradeOmittedReason: 'OVN-Kubernetes adds them to br-ex when it starts.',
  virtualOmitted: 'Virtual addresses {addresses}',
  virtualOmittedReason: 'Keepalived or another service adds and moves them.',
  leasesOmitted: 'Leased addresses {addresses}',
  leasesOmittedReason: 'DHCP or router advertisements provide them.',
  ovnRoutesOmitted: 'Routes to {destinations}',
  ovnRoutesOmittedReason: 'OVN-Kubernetes adds the routes to services and pods when it starts.',
  otherTableOmitted: 'Routes through br-ex in the tables {tables}',
  otherTableOmittedReason:
    'A report does not show who added them. Add them to the document with their rules if you configured them.',
  mappingsOmitted: 'Bridge mappings {localnets}',
  mappingsOmittedReason: 'OVN-Kubernetes or a policy sets them in the Open vSwitch database, which stays.',
  portSettingsOmitted: 'Priorities and queues of the ports of {name}',
  portSettingsOmittedReason: 'Add `ports-config` to the document if you configured them.',
  otherLinksOmitted: 'Other interfaces: {names}',
  otherLinksOmittedReason: 'They are not below br-ex. Their connections stay as they are.',

  // why a node can't be migrated
  reportMissing: 'There is no NodeNetworkState of {node}',
  reportMissingRemedy: 'Wait until the NMState Operator reports the node, then run the command again.',
  nodeNameInvalid: '{node} is not a valid node name',
  nodeNameInvalidRemedy: 'Use the NodeNetworkStates of a cluster.',
  poolInvalid: 'The MachineConfigPool of {node} is unknown',
  poolInvalidRemedy: 'Add the output of `oc get nodes -o yaml` to the input, or give the role.',
  creatorUnknown: "configure-ovs didn't create br-ex on {node}: br-ex uses the connection profile {profile}",
  creatorUnknownRemedy: 'Write the network document of this node yourself. Start with a preset.',
  brExBroken: "br-ex on {node} doesn't work: {reason}",
  brExBrokenRemedy: 'Repair br-ex first. A migration copies the state that the node has now.',
  uplinksSeveral:
    'br-ex on {node} has {count, plural, =0 {no uplinks} other {# uplinks}}, but configure-ovs sets up exactly one',
  uplinksSeveralRemedy: 'Remove the additional ports, or write the document of this node yourself.',
  typeUnsupported:
    "{name} below br-ex on {node} can't be written to a day-1 document: Airlock doesn't support type {type}",
  typeUnsupportedRemedy: 'Replace the interface with a NIC, bond or VLAN. NMState does not support teams.',
  linkMissing: '{name}, which br-ex on {node} uses, is not in the report',
  linkMissingRemedy: 'Connect the NIC, or remove it from its bond, then run the command again.',
  secondBridge: '{node} has a second bridge of configure-ovs, br-ex1',
  secondBridgeRemedy:
    'After the migration, configure-ovs no longer creates br-ex1. Write a document with both bridges, or remove /etc/ovnk/extra_bridge first.',
  authentication: '{name} of {node} uses 802.1X, and a report does not contain its secrets',
  authenticationRemedy: 'Write the document of this node yourself, with the secrets of 802.1X.',
  privacyAddress:
    'The IPv6 address of {node} would change: {address} is derived from the configure-ovs connection profile',
  privacyAddressRemedy:
    'Set `addr-gen-mode: eui64` or a static address in the connection profile. Restart the node before you migrate it.',
  nodeDone: 'NMState already created br-ex on {node}',
  nodeDoneRemedy: 'No action is needed.',
  versionTooOld:
    "OpenShift {version} doesn't remove the configure-ovs bridge. The migration requires 4.20 or later.",
  versionTooOldRemedy: 'Upgrade the cluster to 4.20 or later first.',
  versionUnknown: 'The OpenShift version is unknown. The migration requires 4.20 or later.',
  versionUnknownRemedy:
    'Give the version, or add the output of `oc get clusterversion -o yaml` to the input.',
  nothingReady: 'No node can be migrated',
  nothingReadyRemedy: 'Check the reason for each node.',

  // files
  documentFile: 'Network document of {host}',
  sharedFile: 'Network document for {hosts, plural, one {# {role} node} other {# {role} nodes}}',
  machineConfigFile: 'MachineConfig for {role} nodes',
  readmeFile: 'Steps, checks and rollback',
  documentComment: 'br-ex as configure-ovs created it, for NMState. Written by Airlock.',

  // steps
  checkTitle: 'Check the cluster',
  checkReason:
    "All pools must be updated and all nodes must be ready. The first command must print a line. If it prints nothing, the node still uses the configure-ovs bridge. The second command must list /etc/nmstate/openshift. If it doesn't, step 3 restarts the nodes.",
  backupTitle: 'Back up the network profiles of each node',
  backupReason:
    'A rollback needs these files. The backup stays on the node, and only root can read it. Back up etcd as well.',
  applyTitle: 'Apply the MachineConfigs',
  applyReason:
    'Each node gets its document as a file in /etc/nmstate/openshift. The network does not change before the node restarts.',
  firstTitle: 'Restart one {role} node: {node}',
  firstReason:
    'At boot, the node removes the bridge of configure-ovs, and NMState creates br-ex from the document. configure-ovs then skips the node. Have the console of the BMC ready.',
  verifyTitle: 'Check {node}',
  verifyReason:
    'The file `applied` must exist, and `Skipping configure-ovs` must be in the journal. br-ex must have the same address and MTU as before. In the last table, NMState must be the creator. If a check fails, continue with the rollback, and do not restart other nodes.',
  othersTitle: 'Restart the other {role} nodes one at a time',
  othersReason: "The loop stops at the first node that isn't ready in time.",
  allTitle: 'Check br-ex on all nodes',
  allReason:
    'NMState must be the creator of br-ex on all nodes. The exit code is 2 if br-ex of a node has errors.',
  adoptTitle: 'Let Kubernetes NMState manage br-ex (optional)',
  adoptReason:
    'The policies have the same content as the documents, so applying them changes nothing. After that, change the network with policies.',

  // rollback
  rollbackNote:
    "OpenShift doesn't document a rollback from NMState to configure-ovs. These commands are derived from the scripts on the nodes. They haven't been tested on a cluster.",
  undoTitle: 'Before a node restarts',
  undoReason: 'Without the MachineConfigs, nothing changes at the next boot.',
  repairTitle: 'If a node restarted and its document is wrong',
  repairReason:
    'Correct the document, write the MachineConfig again and apply it. The node applies the changed document at its next boot.',
  restoreTitle: 'If a node is unreachable',
  restoreReason:
    'Run these commands as root on the console of the node. They remove the document and the NMState profiles, and restore the profiles from step 2. At the next boot, configure-ovs creates br-ex again.',
  resumeTitle: 'After the node is ready again',
  resumeReason:
    'Delete the MachineConfigs before the next node restarts. The machine-config-daemon-force file lets the Machine Config Daemon accept a node without the document.',
  reinstallTitle: "If a node doesn't become ready",
  reinstallReason:
    'Remove the node and install it again. It reads its document at its first boot if the MachineConfig contains it.',

  // README
  readmeTitle: 'Migrate br-ex from configure-ovs to NMState',
  readmeText: 'Run the commands in this order, in the directory that contains the files.',
  nodesTitle: 'Nodes',
  nodeHeader: 'Node|Role|Verdict|Document|Reason',
  documentsTitle: 'Documents',
  rollbackTitle: 'Rollback',
  includedWord: 'included',
  addedWord: 'added',
  omittedWord: 'left out',
  readyVerdict: 'ready',
  doneVerdict: 'already NMState',
  blockedVerdict: 'blocked',
});
