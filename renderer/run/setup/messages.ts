import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the Fetch, Push and Mirror screens. */
export const t = translator({
  // Screen and its buttons
  subtitle: 'nothing is copied until you start the run',
  formLabel: 'Source and destination',
  planTitle: 'Plan',
  configurationTitle: 'Configuration',
  panesLabel: 'Show configuration or plan',
  showConfigurationLabel: 'Show configuration',
  showPlanLabel: 'Show plan',
  startFetchButton: 'Start fetch',
  startPushButton: 'Start push',
  startMirrorButton: 'Start mirror',
  startUnplannedButton: 'Start without a plan',
  saveAndStartButton: 'Save and start without a plan',
  planButton: 'Create plan',
  planAgainButton: 'Update plan',
  saveAndPlanButton: 'Save and create plan',
  cancelPlanButton: 'Cancel plan',
  unsettledTip: 'Open the selected file first, or cancel the selection',
  pushTransferButton: 'Push {transfer}',
  planFailedTitle: "The plan couldn't be created",
  workspaceFailedTitle: "The workspace couldn't be opened",
  fetchFailedTitle: "The fetch couldn't be started",
  pushFailedTitle: "The push couldn't be started",
  mirrorFailedTitle: "The mirror run couldn't be started",

  // Command and last transfer
  commandTitle: 'Command for this run',
  copyCommandButton: 'Copy command',
  lastTransferTitle: 'Last transfer: {transfer}',
  copyDirectoryButton: 'Copy transfer path',
  lastTransferText:
    '{images, plural, one {# image} other {# images}} in {archives, plural, one {# archive} other {# archives}} ({size}) in <path>{folder}</path>',

  // Workspace, enclave and destination
  contentSourceLabel: 'Content of this site',
  contentSourceHelp: 'The run reads all content from this source, and nothing from the original registries.',
  originalRegistriesButton: 'Use original registries',
  sourceLabel: 'Source',
  workspaceLabel: 'Workspace',
  directoryLabel: 'Directory',
  chooseWorkspace: 'Choose a workspace',
  otherDirectory: 'Another directory',
  workspaceOption: '{workspace} ({folder})',
  practiceWorkspace: 'Practice',
  sourceHelp:
    'A workspace, a transfer, or a directory that contains mirror_*.tar archives. A push never changes the directory.',
  noRightsText: '{reason} To plan and start runs, use a session with operator rights.',
  workspaceHelp: "Airlock creates the directory if it doesn't exist.",
  enclaveLabel: 'Enclave',
  enclaveHelp:
    'The site that receives the <transfer>transfer</transfer>. Content that was already sent to the <enclave>enclave</enclave> is skipped.',
  destinationLabel: 'Destination registry',
  destinationHelp: 'HOST:PORT, optionally followed by a path for all pushed repositories',
  testButton: 'Test registry',
  testing: 'Testing registry',
  testFailedTitle: "The registry couldn't be tested",
  testPassed: 'The registry accepts pushes',

  // Choice of the configuration
  configurationLabel: 'Configuration',
  transferConfigurations: 'Configurations in transfers',
  chooseConfiguration: 'Choose a configuration',
  usedConfiguration: '{configuration} (used {time})',
  openOther: 'Open another file',
  openFileButton: 'Open file',
  newConfiguration: 'New configuration',
  createConfigurationButton: 'Create configuration',
  openApproved: 'Open an approved plan',
  openedApproved: 'Approved plan: {plan}',
  fileLabel: 'File',
  fileHelp: 'After you open the file, you can create a plan and start the run.',
  openFailedTitle: "The file couldn't be opened",
  cancelButton: 'Cancel',
  noConfigurationTitle: 'No configuration yet',
  noConfigurationText:
    'An <set>image set</set> configuration selects the releases, operators and images to mirror. A new configuration contains a small example.',

  // Approved plan
  approvedPlanLabel: 'Approved plan',
  approvedPlanHelp: "The signature must be in a .asc or .sig file in the plan's directory.",
  requiredKeyLabel: 'Required signing key',
  requiredKeyPlaceholder: 'no signature required',
  requiredKeyHelp: 'A file that contains OpenPGP public keys, or a program that verifies the signature.',
  openPlanButton: 'Open plan',
  openPlanAgainButton: 'Reload plan',
  useConfigurationButton: 'Use a configuration instead',
  planOpenFailedTitle: "The plan couldn't be opened",

  // Transfers of a push
  transfersTitle: 'Transfers to push',
  transfersNote: 'all transfers are pushed together',
  transfersText:
    'Airlock pushes all content that was fetched for each transfer. To push only part of the content, choose a configuration.',
  transferColumn: 'Transfer',
  stateColumn: 'State',
  imagesColumn: 'Images',
  sizeColumn: 'Size',
  fetchedColumn: 'Fetched',
  transferComplete: 'Complete',
  transferPartial: 'Partial',
  transferUnfinished: 'Unfinished',
  transferMoved: 'Moved',

  // Editor of the configuration
  unsaved: 'Unsaved changes',
  saveFileButton: 'Save file',
  saveShortcut: 'Save configuration',
  conflictTitle: 'The file on disk was changed after it was opened',
  reloadButton: 'Discard my changes and reload',
  overwriteButton: 'Overwrite with my changes',
  saveFailedTitle: "The file couldn't be saved",
  readFailedTitle: "The configuration couldn't be loaded",
  readAgainButton: 'Reload file',
  editorLabel: 'Configuration {file}',
  errorCount: '{errors, plural, one {# error} other {# errors}}',
  warningCount: '{warnings, plural, one {# warning} other {# warnings}}',
  noProblems: 'No problems found',
  editorKeys:
    '<complete>Ctrl Space</complete> to complete text, <escape>Esc</escape> <tab>Tab</tab> to leave the editor',

  // Options of the run
  moreOptionsButton: 'More options',
  fewerOptionsButton: 'Fewer options',
  parallelImagesLabel: 'Parallel images',
  parallelLayersLabel: 'Parallel layers',
  rateLabel: 'Rate limit, MiB/s',
  noLimitPlaceholder: 'no limit',
  rateHelp: 'You can change the limit during the run.',
  attachLabel: 'Attached file',
  attachNumberLabel: 'Attached file {number}',
  attachPlaceholder: 'none',
  attachHelp:
    'The transfer contains this file in addition to the images. The receiving side extracts it by its name.',
  archiveSizeLabel: 'Archive size, GiB',
  archiveSizeHelp: 'Overrides archiveSize in the configuration.',
  pathDepthLabel: 'Maximum path depth',
  pathDepthHelp: 'Set this value for registries that limit the depth of repository paths.',
  firstLabel: 'Content to mirror first',
  firstHelp: 'The full or partial name of the release or operator to complete before all others',
  stateLabel: 'State folder',
  stateHelp:
    'The <state>state folder</state> contains the runs, logs and cluster resources for the disconnected side.',
  authFileLabel: 'Auth file',
  authFilePlaceholder: 'default locations',
  authFileHelp: 'Registry credentials in podman login format',

  // Switches of the run
  optionsLegend: 'Run options',
  resendSwitch: 'Resend content that was already sent',
  trustLedgerSwitch: 'Trust the ledger',
  trustLedgerHelp:
    "Doesn't query the destination for tags that an earlier run pushed. The <ledger>ledger</ledger> lists these tags.",
  verifyPushSwitch: 'Verify every image after the push',
  verifyPushHelp:
    'Reads every pushed manifest and blob back from the destination. By default, Airlock verifies only a sample, or all images after a server or connection error.',
  icspSwitch: 'Create ImageContentSourcePolicy resources',
  icspHelp:
    'Creates ICSP resources instead of IDMS and ITMS resources. Select this option for clusters that run OpenShift 4.12 or earlier.',
  dependenciesSwitch: 'Add operator dependencies',
  dependenciesHelp: "Also mirrors the selected operators' dependencies from the catalog.",
  skipUnknownSwitch: "Skip operators that aren't in the catalog",
  skipUnknownHelp: 'Reports unknown packages, channels and versions as warnings instead of stopping the run.',
  emptyChartsSwitch: 'Accept Helm charts without images',
  emptyChartsHelp:
    'Mirrors charts in which no images are found, even if the charts create pods. The audit record lists this as an override.',
  removalSwitch: 'Allow removing operators from catalogs',
  removalHelp:
    "Operators that aren't selected are removed from the catalogs at the destination, and clusters can no longer install them. The audit record lists this as an override.",
  policySwitch: 'Enforce the trust policy',
  policyHelp: 'Copies only images that are accepted by policy.json on this host.',
  policyFileLabel: 'Policy file',
  registriesDLabel: 'Signature locations (registries.d)',
  hostDefaultPlaceholder: 'host default',
  probeSwitch: 'Probe destination capabilities',
  probeHelp:
    'Before the first push, Airlock pushes small test content to a scratch repository and then deletes the content.',
  signaturesSwitch: 'Skip image signatures',
  unsignedSwitch: 'Accept releases without a valid signature',
  unsignedHelp: 'The audit record lists this as an override.',
  sourceTlsSwitch: 'Verify source certificates',
  destinationTlsSwitch: 'Verify the destination certificate',

  // Comments in a new configuration
  graphComment: 'Builds the update graph for an update service on the disconnected side.',
  shortestPathComment: 'Only the versions on the shortest path from minVersion to maxVersion.',
  channelHeadComment: 'Only the newest version in the channel.',
});
