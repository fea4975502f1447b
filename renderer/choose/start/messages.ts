import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the start page of Choose. */
export const t = translator({
  // Page
  pageSubtitle: 'nothing is downloaded yet',
  pageTitle: 'What do you want to mirror?',
  outcomeTitle: 'Review the new configuration',
  failedTitle: "The configuration couldn't be created",
  draftColumn: 'Configuration',
  meteredText: 'Metered connection: show the size of every download and ask before it starts',
  practiceName: 'Practice',

  // Starting points
  newTitle: 'New cluster',
  newText: 'Start from scratch. Choose a version and the operators that you need.',
  versionsTitle: 'Upgrade a cluster',
  versionsText: 'Mirror every release on the upgrade path between two versions.',
  installedTitle: 'Match a running cluster',
  installedText: 'Mirror the releases and operator updates that a running cluster needs for an upgrade.',
  lastTitle: 'Last transfer',
  lastText: "Start from the last transfer's configuration.",
  fileTitle: 'Existing file',
  fileText:
    'Open an ImageSetConfiguration. Files in v1alpha1 and v1alpha2 format are converted, and all changes are listed.',

  // New cluster, upgrade
  startButton: 'Create configuration',
  newHelp: 'The release to install. You can leave the version empty and choose one later.',
  versionLabel: 'OpenShift version',
  fromLabel: 'Current version',
  toLabel: 'Target version',
  pathButton: 'Find upgrade path',
  versionsHelp:
    'In the web console, the current version of a cluster is shown under Administration > Cluster Settings. If you enter a minor version, such as 4.18, Airlock selects its latest release.',

  // File
  openButton: 'Open file',
  fileLabel: 'Configuration file',
  fileHelp:
    'Airlock opens the file without changing it. Each error is shown on its line with a suggested fix.',
  usedLabel: 'Recent workspace configurations',
  openUsedButton: 'Open {file}',

  // Last transfer
  lastLoadingText: 'Loading workspaces',
  lastNoneText:
    'None of the listed workspaces contains a complete transfer. Start from a new cluster or from a file instead.',
  lastButton: 'Start with {transfer}',
  lastLabel: 'Enclave and transfer',
  lastOption: '{enclave}: {transfer} (from {workspace})',

  // Running cluster
  suggestButton: 'Suggest configuration',
  usedText:
    '<strong>Airlock uses only this data:</strong> <note>the cluster version, and the names, versions and channels of operators. No other data is read from the cluster.</note>',
  installedVersionLabel: 'Cluster version',
  otherButton: 'Load a different inventory',
  commandText: 'Run the following command on a host that can reach the cluster, then enter the output:',
  clusterText:
    "Airlock reads the cluster's version and operators, and doesn't change the cluster. If this host can't reach the cluster, run <code>airlock cluster inspect -o inspection.json</code> on a host that can, then open the file.",
  copyTip: 'Copy command',
  sourceLabel: 'Inventory source',
  clusterButton: 'Read cluster',
  pasteButton: 'Paste output',
  inventoryFileButton: 'Open file',
  typeButton: 'Enter manually',
  inventoryFileLabel: 'Inventory file',
  inventoryFileHelp:
    'Output file of `airlock cluster inspect -o` or of the command under "Paste output", or an inventory saved by Airlock',
  outputLabel: 'Command output',
  readFailedTitle: "The inventory couldn't be loaded",
  readButton: 'Show inventory',
  inventoryLabel: 'Installed operators',
  operatorsColumn: '{operators, plural, one {# operator} other {# operators}}',
  versionColumn: 'Version',
  channelColumn: 'Channel',
  actionsColumn: 'Actions',
  unknownValue: 'Not reported',
  removeButton: 'Remove',
  removeLabel: 'Remove {package}',
  packageLabel: 'Package',
  packageVersionLabel: 'Package version',
  addButton: 'Add operator',

  // Outcome
  convertedTitle: '{file} was converted to v2alpha1',
  convertedNote: 'the original file is unchanged until you save',
  reasonsTitle: 'Why each entry is included',
  reasonsNote: 'you can change any entry',
  continueButton: 'Continue',
  restartButton: 'Start over',
});
