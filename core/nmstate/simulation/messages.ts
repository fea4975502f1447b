import { translator } from '../../base/messages/translator.ts';

/** Texts of what a node does with its documents at boot. */
export const t = translator({
  // files
  ownNameText: 'the file name matches the short hostname {short}',
  emptyText: 'the file is empty, so the node ignores it',
  emptyRemedy: "Add the host's network document to the file, or delete the file.",
  releaseText: "nodes that run this release don't read NMState documents",
  domainText: 'the node looks for {short}.yml, its short name without the domain',
  caseText: 'file names are case-sensitive, and the node looks for {short}.yml',
  extensionText: 'the node silently ignores the file, because nodes read only files with the .yml extension',
  renameRemedy: 'Rename the file to {name}.yml.',
  ownEmptyText: '{short}.yml is empty',
  ownMissingText: "{short}.yml doesn't exist, and cluster.yml applies to all hosts with the same role",
  ownFirstText: "{short}.yml takes precedence, and the node doesn't merge the files",
  fileProblem: '{file}: {why}',
  hostText: '{name} (short name {short})',
  noFileReason: 'No network document applies, because neither {short}.yml nor cluster.yml is usable',
  noFileReasonWithFiles:
    'No network document applies, because neither {short}.yml nor cluster.yml is usable ({files})',
  ownFileReason: '{host} uses {short}.yml, which takes precedence over cluster.yml',
  ownEmptyReason: '{host} uses cluster.yml because {short}.yml is empty',
  ownMissingReason: "{host} uses cluster.yml because {short}.yml doesn't exist",

  // steps
  searchStep: 'nmstate-configuration.service finds no usable {folder}{short}.yml or cluster.yml, and exits.',
  defaultBridgeStep: 'ovs-configuration.service creates br-ex on the interface that has the default route.',
  selectStep: 'nmstate-configuration.service selects {path} for the short hostname {short}.',
  changedStep:
    'The document differs from the previously applied document, so nmstate-configuration.service continues.',
  bridgesStep: 'nmstate-configuration.service removes the Open vSwitch bridges br-ex and br0, if they exist.',
  copyStep: 'nmstate-configuration.service copies the document to /etc/nmstate/{file}.',
  copyOnceStep:
    'nmstate-configuration.service copies the document to /etc/nmstate/{file}. If the target file already exists, the service fails.',
  markStep:
    'nmstate-configuration.service creates {path}. After that, the service never reads the document again.',
  saveStep:
    'nmstate-configuration.service saves a copy of the document as {path}. If the document changes, the node applies it at the next boot.',
  applyStep: 'nmstate.service applies the document.',
  keepBridgeStep: 'ovs-configuration.service finds the applied document and leaves br-ex unchanged.',
  waitStep: "wait-for-node-ip.service waits until the node's addresses are usable.",
  rejectStep:
    "nmstate.service applies nothing, because NMState rejects the entire document. The unit still succeeds, and doesn't retry until the next boot.",
  applyWithoutBridgeStep: "nmstate.service applies the document, which doesn't create br-ex.",
  noBridgeStep:
    "ovs-configuration.service finds the document, so it doesn't create br-ex either. The node doesn't join the cluster.",
  markedStep: 'nmstate-configuration.service finds {path} and exits.',
  markedChangedStep:
    'nmstate-configuration.service finds {path} and exits, although the document has changed.',
  unchangedStep: 'nmstate-configuration.service exits, because the document is identical to {path}.',
  networkStep: "The node's network doesn't change.",

  // problems
  bridgeMissing:
    "The document doesn't define br-ex. Because the document exists, the cluster doesn't create br-ex either, and the node can't join the cluster.",
  bridgeMissingRemedy: 'Add br-ex to the document, or delete the file.',
  statePlain:
    "The file must contain only the plain network state of one host, because NMState can't read anything else",
  statePlainRemedy:
    'Write only `interfaces:` and other fields of the network state, without a Kubernetes resource around them.',
  hostnameRequired:
    'Before its network is set up, the node must get the hostname {short} from DHCP, reverse DNS or /etc/hostname. While the hostname is localhost, only cluster.yml applies.',
  hostnameRequiredRemedy: 'Make sure that the node gets its hostname at first boot.',
  releaseFirstBootRemedy: 'You can ignore this note for a first boot.',
  releaseRemedy: 'Update the cluster first, or let the cluster create br-ex.',
});
