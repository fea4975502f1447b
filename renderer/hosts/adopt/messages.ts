import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of migrating nodes: their source, verdicts, files, steps and rollback. */
export const t = translator({
  // Titles
  topic: 'Migrate nodes',
  startTitle: 'Migrate nodes from configure-ovs to NMState',
  noneTitle: 'None of the {nodes} nodes can be migrated',
  oneBlockedTitle: "The node can't be migrated",
  readyTitle: '{ready} of {nodes, plural, one {# node} other {# nodes}} can be migrated to NMState',
  doneTitle: 'NMState already created br-ex on {nodes, plural, one {the node} other {all # nodes}}',
  versionNote: 'OpenShift {version}',

  // Source
  sourceTitle: 'Nodes',
  sourceText:
    'Airlock reads the NodeNetworkStates of the nodes and writes a day-1 document for each br-ex that configure-ovs created. Nothing changes on the cluster.',
  sourceLabel: 'Read the nodes from',
  fileOption: 'File or must-gather',
  clusterOption: 'Cluster',
  pathLabel: 'File or directory',
  pathHelp: 'A must-gather, or the output of <command>oc get nns,nodes -o yaml</command>',
  versionLabel: 'OpenShift version',
  versionHelp: "If the input doesn't contain it.",
  readButton: 'Read nodes',
  readAgainButton: 'Read nodes again',
  cancelButton: 'Cancel',
  readingText: 'Reading the nodes…',
  readFailedTitle: "The nodes couldn't be read",
  commandText: 'In a terminal:',
  copyCommandButton: 'Copy command',

  // Nodes
  nodesTitle: 'Verdicts',
  nodesNote: '{ready} ready, {done} migrated, {blocked} blocked',
  nodeColumn: 'Node',
  roleColumn: 'Role',
  verdictColumn: 'Verdict',
  uplinkColumn: 'Uplink',
  addressColumn: 'Address',
  documentColumn: 'Document or reason',
  unknownRole: 'unknown',
  ready: 'Ready',
  done: 'Migrated',
  blocked: 'Blocked',
  automatic: '{addresses} (DHCP)',
  problemsTitle: 'Problems and notes',

  // Files
  filesTitle: '{files, plural, one {# file} other {# files}}',
  explanationTitle: 'What the document contains',
  explanationNote: '{hosts, plural, one {# host} other {# hosts}}',
  included: 'Included',
  added: 'Added',
  omitted: 'Left out',
  stepsTitle: 'Steps',
  rollbackTitle: 'Rollback',
  rollbackNote: 'Not tested on a cluster',
  rollbackText:
    "OpenShift doesn't document a rollback from NMState to configure-ovs. These commands are derived from the scripts on the nodes.",

  // Save
  saveButton: 'Save files to directory',
  saveFilesButton: 'Save {files, plural, one {# file} other {# files}}',
  saveHelp: 'A new or empty directory. The nodes are read again before the files are written.',
  directoryLabel: 'Directory',
  saveFailedTitle: "The files couldn't be saved",
  savedText: 'Saved to <folder>{directory}</folder>',
  addButton: 'Create host table',
  setName: 'Migrated nodes',
});
