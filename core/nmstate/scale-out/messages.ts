import { translator } from '../../base/messages/translator.ts';

/** Texts of adding hosts to a cluster. */
export const t = translator({
  hostNameInvalid: "{name} isn't a valid name of a BareMetalHost",
  hostNameInvalidRemedy: "Use letters, digits, dots, hyphens and underscores. A UUID isn't allowed.",
  bootMacMissing: 'The host {name} has no MAC address to boot from',
  bootMacMissingRemedy: "Add the MAC address of the NIC that the host boots from. You can't change it later.",
  bmcMissing: 'The host {name} has no BMC address',
  bmcMissingRemedy: 'Add the address of its BMC.',
  bmcNotUrl: "The BMC address {address} of {name} isn't a URL, so it is used with IPMI",
  bmcNotUrlRemedy:
    'Write it as redfish-virtualmedia://ADDRESS/redfish/v1/Systems/1, idrac-virtualmedia://… or ipmi://….',
  bmcCredentialsMissing: 'The host {name} has no user name and password for its BMC',
  bmcCredentialsMissingRemedy: 'Add a file with the BMC credentials.',
  hostsMissing: 'The list contains no new hosts',
  hostsMissingRemedy: 'Add the new hosts.',
  rolesMixed: 'The new hosts have several roles: {roles}',
  rolesMixedRemedy: 'Create one set per role, because each pool has its own MachineConfig.',
  mastersNotScalable: "A MachineSet can't add control plane nodes",
  mastersNotScalableRemedy: 'Follow the procedure for replacing a control plane node.',
  instructionsTitle: 'Add {hosts}',
  instructions: 'Run the commands in the folder of these files, in this order.',
  documentsTitle: 'Network documents',
  documentsUnchanged: 'The MachineConfig of the role already contains the new hosts. No change is needed.',
  documentsReason:
    "The node reads its document at its first boot, so the document must exist before. This doesn't drain or restart any node of the pool.",
  secretsTitle: 'Secrets',
  secretsReason:
    'Network of the machine while it downloads its Ignition configuration, and the credentials of its BMC. Delete the files afterwards.',
  bareMetalHostsTitle: 'BareMetalHosts',
  bareMetalHostsReason:
    "The machine is inspected with the network of its secret and then becomes available. You can't change its boot MAC address later.",
  scaleTitle: 'Scale',
  scaleReason: 'OpenShift creates a machine for each available BareMetalHost.',
  machineSetVariable: 'MACHINESET=      # name of the MachineSet for these machines',
  nodesTitle: 'Nodes',
  nodesReason: 'With the document of step 1, the node creates br-ex and joins the cluster.',
});
