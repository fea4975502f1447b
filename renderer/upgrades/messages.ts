import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the OpenShift view of Upgrades and of upgrade plans. */
export const t = translator({
  // Update graph
  refreshButton: 'Refresh update graph',
  refreshing: 'Refreshing update graph',
  refreshError: "The update graph couldn't be refreshed",
  graphError: "The update graph couldn't be loaded",
  reloadButton: 'Reload update graph',
  useSavedButton: 'Use the graph saved on this host',
  emptyTitle: 'No update graph on this host yet',
  emptyText:
    'Enter the current and target versions. Airlock queries the update service, saves its responses, and shows the complete graph here.',
  emptyOfflineText:
    'Receive and push a transfer that contains the update graph (graph: true), or choose an update graph file.',
  chooseFileButton: 'Choose update graph file',
  fileStartTitle: 'No update graph file selected',
  fileStartText: 'Select a file or directory with an update graph. The complete graph appears here.',
  fileRejectedTitle: "Update graphs in files can't be read in this session",
  fileLoading: 'Loading the update graph in {file}',
  fileEmptyTitle: 'The update graph is empty',
  fileEmptyText: '{file} contains no versions for this architecture. Select another file or architecture.',
  serviceNote:
    'Airlock queries the update service ({service}) once per minor version, at most once an hour. The responses are saved for offline use.',

  // Size
  sizeText:
    'To mirror: {size} in {images, plural, one {# image} other {# images}}, of which the workspace already contains {present}.',
  sizeNewText: 'To mirror: {size} in {images, plural, one {# image} other {# images}}.',
  sizeNote: 'To get the size to mirror, Airlock must query the registries.',
  extraReleases:
    '{releases, plural, one {# release outside the path is included because no configuration that uses the loaded channels ({channels}) can exclude it.} other {# releases outside the path are included because no configuration that uses the loaded channels ({channels}) can exclude them.}}',
  sizeButton: 'Get size to mirror',
  sizeError: "The size to mirror couldn't be determined",
  querying: 'Querying the registries',
  queryingImages: 'Querying the registries: {done} of {total, plural, one {# image} other {# images}}',

  // Operators
  planLink: '<link>View the upgrade plan</link> with all steps.',
  planLinkBusy: '<link>View the upgrade plan</link>. {progress}.',
  openPlanButton: 'Open upgrade plan',
  noConfigurationNote:
    "The path can't be added to a configuration, because the update graph doesn't contain a complete channel for its versions. To create the configuration, use a graph with the complete channel: that of a received transfer with graph: true, or that of the update service.",
  planOperatorsLink:
    '<link>Plan this upgrade together with operators</link> to see which operators must be updated first.',
  operatorsFact:
    '{operators, plural, =0 {no operator updates required} one {# operator update} other {# operator updates}}',
  operatorsBlockFact: 'blocked by operators',
  operatorsError: "The operators couldn't be checked",

  // Steps
  releaseSize: '{size} to mirror',
  completeSize: 'Complete release: {size}',
  stepsLabel: 'Updates on the path',
  currentVersion: 'Current version',
  alsoMirrored: 'Also in the mirror',
  risksButton: '{risks, plural, one {# known risk} other {# known risks}}',

  // No path
  noPathTitle: 'No upgrade path: reason and closest options',
  insteadOf: 'Alternatives to {version}:',
  reachableFrom: 'Reachable from {version}:',
  sourcesOf: 'Versions with a path to {version}:',
  otherChannels: 'Channels with more releases:',
  channelsInGraph: 'Channels in the update graph:',
  allowRisksButton: 'Allow updates with known risks',
  swapButton: 'Swap versions',
  blockedUpdate: 'The update {from} → {to} is blocked',
  noBlockReason: "The update graph doesn't contain a reason.",
  conditionalUpdate: 'The update {from} → {to} is conditional',

  // Diagram
  diagramTitle: 'Upgrade diagram',
  pathDiagramName: 'Versions from {from} to {to}. Upgrade path: {path}.',
  noPathDiagramName: 'Versions from {from} to {to}. No upgrade path exists.',
  setFromKeyLabel: 'Set selected version as current',
  setToKeyLabel: 'Set selected version as target',
  deselectKeyLabel: 'Deselect version',
  allUpdatesLabel: 'All updates ({count})',
  blockedUpdatesLabel: 'Blocked updates ({count})',
  saveSvgButton: 'Save SVG',
  savePngButton: 'Save PNG',
  savePngError: "The PNG file couldn't be saved",
  legendPath: 'Upgrade path',
  legendConditional: 'Conditional update',
  legendAlternative: 'Alternative path',
  legendVersion: 'Other version',
  legendUpdate: 'Update',
  legendRelease: 'Version',
  keysHelp:
    '<key>← →</key> select version, <key>F</key> set as current, <key>T</key> set as target, <key>+ − 0</key> zoom',
  browseKeysHelp:
    '<key>← →</key> select version, <key>Enter</key> set as current, then as target, <key>+ − 0</key> zoom',

  // Browser
  browseTitle: 'Update graph on this host',
  browseFileTitle: 'Update graph in {file}',
  browseNote:
    '{versions, plural, one {# version} other {# versions}} in {channels, plural, one {# channel} other {# channels}}',
  browseDiagramName:
    'Update graph: {versions, plural, one {# version} other {# versions}} from {first} to {last}',
  chooseFromHelp: "Select the cluster's current version.",
  chooseToHelp: '{from} is the current version. Select the target version.',
  fromUnknownHelp:
    "{from} isn't in the graph on this host. Select another version, or enter the target version to query the update service.",
  fromUnknownInFileHelp: "{from} isn't in this update graph. Select another version.",
  clearButton: 'Clear versions',
  browseAllButton: 'Show complete graph',

  // Table of updates
  updatesLabel: 'Updates',
  fromColumn: 'From',
  toColumn: 'To',
  updateColumn: 'Update',
  reasonColumn: 'Known risks or reason',
  blocked: 'Blocked',
  onPath: 'On the path',
  onPathConditional: 'On the path, conditional',
  alternative: 'On an alternative path',
  alternativeConditional: 'On an alternative path, conditional',
  otherUpdate: 'Other update',
  otherConditional: 'Other update, conditional',
  noUpdates: 'No updates to show',
  noMatches: 'No matching updates',

  // Risks
  riskPanelLabel: 'Known risks for {from} → {to}',
  riskPanelTitle: '{from} → {to}: {risks, plural, one {# known risk} other {# known risks}}',
  risksDismissedTitle:
    "{from} → {to}: {risks, plural, one {the known risk doesn't apply} other {none of the # known risks apply}}",
  alternativePath:
    '<strong>Alternative path:</strong> {path}, {updates, plural, one {# update} other {# updates}}',
  useAlternativeButton: 'Use alternative path',
  noDescription: 'No description is available for this risk.',
  affectsAll: 'This risk affects <strong>all clusters</strong>.',
  affectsQuery:
    '<strong>Does the risk affect a cluster?</strong> Run this query in Observe → Metrics. If the result is 1, the cluster is affected.',
  copyQueryButton: 'Copy query',
  affectsUnknown: "The update graph doesn't define which clusters this risk affects.",

  // Answers to risks
  notAppliesButton: "Doesn't apply to us",
  appliesButton: 'Applies to us',
  notAppliesText: "Doesn't apply to us",
  appliesText: 'Applies to us: updates with this risk are excluded',
  notAppliesReasonLabel: "Why doesn't the risk apply?",
  appliesReasonLabel: 'Why does the risk apply?',
  answerReason: 'Reason: {reason}',
  answerNeedsWorkspace: 'To record whether the risk applies to you, open a workspace.',
  saveAnswerButton: 'Save answer',
  cancelAnswerButton: 'Cancel',
  removeAnswerButton: 'Remove answer',
  removeAnswerOf: 'Remove answer: {risk}',
  answerError: "The answer couldn't be saved",
  answersTitle: 'Answered risks',
  answersNote: 'Recorded in the workspace, and included in plans and configurations',
  riskColumn: 'Risk',
  decisionColumn: 'Answer',
  answerReasonColumn: 'Reason',
  answeredColumn: 'Answered',
  actionColumn: 'Action',
  answeredRisksButton: '{risks, plural, one {# answered risk} other {# answered risks}}',
  showRisksButton: 'Show risks',

  // Details of a version
  versionLabel: 'Version {version}',
  onUpgradePath: 'On the upgrade path',
  channelsLabel: 'Channels',
  noChannels: 'No known channels',
  supportLabel: 'Support',
  updatesToLabel: 'Updates to this version',
  updatesFromLabel: 'Updates from this version',
  errataLabel: 'Errata',
  countedNote: 'Only updates between versions in the diagram are counted.',

  // Configuration per update
  perUpdateTitle: 'One configuration per update',
  perUpdateNote: 'Mirror the configurations one after another',
  perUpdateUnavailable:
    "Configurations per update are unavailable because the update graph doesn't contain all channels for the versions on the path.",
  updateRange: '{from} → {to}',
  selectsColumn: 'Selected releases',
  extraColumn: 'Additional releases',
  noExtra: 'No additional releases',
  configurationColumn: 'Configuration',
  addUpdateButton: 'Add to configuration: {from} → {to}',

  // Upgrade plan
  planTopic: 'Plan',
  planStartTitle: 'Plan an upgrade of OpenShift and operators',
  planningTitle: 'Creating the upgrade plan',
  planButton: 'Create plan',
  planError: "The upgrade plan couldn't be created",
  planEmptyTitle: 'The upgrade plan appears here',
  planEmptyText:
    'The plan lists all OpenShift and operator updates in order, with reasons and checks. You can save the plan as a printable page with a checkbox for each step.',
  noOpenShiftPathTitle: 'No upgrade path for OpenShift',
  planStepsTitle: 'Upgrade steps',
  checksPassed: 'All checks passed{risks, plural, =0 {} one {, # known risk} other {, # known risks}}',
  checksFailed: 'Some checks failed',
  failedCheck: 'Failed: {check}',
  savePageButton: 'Save printable page',
  planSelectsOnly: 'Selects only the versions in the plan',
  planSelectsMore: 'Also selects {versions}',
  operatorsLabel: 'Operators (one per line)',
  operatorsPlaceholder: 'cluster-logging=5.9.9@stable-5.9\nodf-operator=4.16.6',
  operatorsHelp: 'Use NAME=VERSION with the installed version. Add @CHANNEL to set the current channel.',
  operatorsInvalid: 'Invalid: {operators}. Use NAME=VERSION or NAME=VERSION@CHANNEL.',
  asNeededLabel: 'Only updates that OpenShift requires',
});
