import { translator } from '../../base/messages/translator.ts';

/** Texts of adding hosts to a cluster. */
export const t = translator({
  hostNameInvalid: "{name} isn't a valid BareMetalHost name",
  hostNameInvalidRemedy: "Use letters, digits, dots, hyphens and underscores. A UUID isn't allowed.",
  bootMacMissing: 'The host {name} has no boot MAC address',
  bootMacMissingRemedy:
    "Add the MAC address of the NIC that the host boots from. You can't change the boot MAC address later.",
  bmcMissing: 'The host {name} has no BMC address',
  bmcMissingRemedy: 'Add the BMC address.',
  bmcNotUrl: "The BMC address {address} of {name} isn't a URL, so IPMI is used",
  bmcNotUrlRemedy:
    'Use a URL such as redfish-virtualmedia://ADDRESS/redfish/v1/Systems/1, idrac-virtualmedia://… or ipmi://….',
  bmcCredentialsMissing: 'The host {name} has no user name and password for its BMC',
  bmcCredentialsMissingRemedy: 'Add a file with the BMC credentials.',
  hostsMissing: 'The host list contains no new hosts',
  hostsMissingRemedy: 'Add the new hosts to the list.',
  rolesMixed: 'The new hosts have several roles: {roles}',
  rolesMixedRemedy:
    'Create a separate set of files for each role, because each pool has its own MachineConfig.',
  mastersNotScalable: "A MachineSet can't add control plane nodes",
  mastersNotScalableRemedy: 'Follow the OpenShift procedure for replacing a control plane node.',
  instructionsTitle: 'Add {hosts}',
  instructions: 'Run the commands in this order, in the directory that contains the files.',
  documentsTitle: 'Network documents',
  documentsUnchanged: 'The MachineConfig for the role already contains the new hosts. No change is needed.',
  documentsReason:
    "A node reads its network document at its first boot, so the MachineConfig must contain the document before the node is added. This change doesn't drain or restart any node in the pool.",
  secretsTitle: 'Secrets',
  secretsReason:
    'The Secrets contain the BMC credentials for each machine and the network configuration that the machine uses while it downloads its Ignition configuration. Delete the files after you apply them.',
  bareMetalHostsTitle: 'BareMetalHosts',
  bareMetalHostsReason:
    "OpenShift inspects each machine with the network configuration from its Secret. Then the machine becomes available. You can't change its boot MAC address later.",
  scaleTitle: 'Scale',
  scaleReason: 'OpenShift creates a machine for each available BareMetalHost.',
  machineSetVariable: 'MACHINESET=      # name of the MachineSet for these machines',
  nodesTitle: 'Nodes',
  nodesReason: 'With the document from step 1, each node creates br-ex and joins the cluster.',
});
