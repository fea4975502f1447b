import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the start page of Choose. */
export const t = translator({
  // Page
  pageSubtitle: 'nothing is downloaded yet',
  pageTitle: 'What do you want to mirror?',
  outcomeTitle: 'Review the new configuration',
  failedTitle: "The configuration couldn't be started",
  draftColumn: 'Configuration',
  meteredText: 'Metered connection: ask before every download',
  practiceName: 'Practice',

  // Starting points
  newTitle: 'New cluster',
  newText: 'Start from scratch: choose a version and the operators you need.',
  versionsTitle: 'Upgrade a cluster',
  versionsText: 'Every release on the path between two versions.',
  installedTitle: 'Match a running cluster',
  installedText: 'Keep its operators upgradable to the target version.',
  lastTitle: 'Last transfer',
  lastText: 'Change the configuration of the last transfer.',
  fileTitle: 'Existing file',
  fileText: 'Open an ImageSetConfiguration. Older v1alpha2 files are converted, with a list of changes.',

  // New cluster, upgrade
  startButton: 'Start configuration',
  newHelp: 'The release to install. You can leave the version empty and choose it later.',
  versionLabel: 'OpenShift version',
  fromLabel: 'Current version',
  toLabel: 'Target version',
  pathButton: 'Find upgrade path',
  versionsHelp:
    'The console shows the version of a cluster under Administration > Cluster Settings. A minor version such as 4.18 selects its latest release.',

  // File
  openButton: 'Open file',
  fileLabel: 'Configuration file',
  fileHelp: 'Airlock opens the file unchanged. It shows errors at their lines, with a fix.',
  usedLabel: 'Recent configurations of this workspace',
  openUsedButton: 'Open {file}',

  // Last transfer
  lastLoadingText: 'Loading workspaces',
  lastNoneText: 'No complete transfer in the listed workspaces. Start with a new cluster or a file.',
  lastButton: 'Start with {transfer}',
  lastLabel: 'Enclave and transfer',
  lastOption: '{enclave}: {transfer}, from {workspace}',

  // Running cluster
  suggestButton: 'Suggest a configuration',
  usedText:
    '<strong>Airlock uses only this data:</strong> <note>versions and package names. It reads nothing else of the cluster.</note>',
  installedVersionLabel: 'Version of the cluster',
  otherButton: 'Read another inventory',
  commandText: 'Run this command where the cluster can be reached. Then enter its output here:',
  copyTip: 'Copy the command',
  sourceLabel: 'Source of the inventory',
  pasteButton: 'Paste output',
  inventoryFileButton: 'Open file',
  typeButton: 'Enter manually',
  inventoryFileLabel: 'Inventory file',
  inventoryFileHelp: 'The output of the command, or an inventory that Airlock saved.',
  outputLabel: 'Output of the command',
  readFailedTitle: "The inventory couldn't be read",
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
  convertedTitle: '{file} was converted from v1alpha2',
  convertedNote: 'the file is unchanged until you save it',
  reasonsTitle: 'Why each entry is included',
  reasonsNote: 'you can change all entries',
  continueButton: 'Continue',
  restartButton: 'Start over',
});
