import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts that the screens of Upgrades have in common: the form, summaries of paths, and the configuration. */
export const t = translator({
  topic: 'Upgrades',

  // Views
  viewsLabel: 'Upgrade views',
  openShiftView: 'OpenShift',
  operatorView: 'Operator',
  planView: 'Upgrade plan',
  catalogsView: 'Compare catalogs',
  viewLabel: 'Diagram or table',
  diagramButton: 'Diagram',
  tableButton: 'Table',

  // Form
  formLabel: 'Upgrade path',
  fromLabel: 'Current version',
  fromPlaceholder: '4.16.20',
  toLabel: 'Target version',
  toPlaceholder: '4.18.9 or 4.18',
  newestOption: 'Latest {minor} release',
  channelLabel: 'Channel',
  avoidRisksLabel: 'Avoid risks',
  fullVersionError: 'Enter the full version, including the patch number, for example 4.16.20.',
  versionError: 'Enter a version, for example 4.18.9 or 4.18.',
  versionProblem: '{field}: {problem}',
  findPathButton: 'Find path',
  moreButton: 'More options',
  lessButton: 'Fewer options',
  pathKindLabel: 'Preferred path',
  fewestUpdatesOption: 'Fewest updates',
  fewestRisksOption: 'Fewest risks',
  eusOption: 'EUS-to-EUS with paused worker pools',
  viaLabel: 'Intermediate version',
  viaPlaceholder: '4.17.12',
  viaEusPlaceholder: 'EUS versions',
  viaFolded: 'Via {versions}',
  architectureLabel: 'Architecture',
  sourceLabel: 'Update graph',
  serviceOption: 'Update service',
  savedOption: 'Saved graphs',
  fileOption: 'File or directory',
  perUpdateLabel: 'One configuration per update',
  fileLabel: 'File or directory with the update graph',
  fileHelp: 'A saved update service response (JSON), a graph-data directory or archive, or a workspace.',

  // Catalogs
  catalogsLabel: 'Catalogs (one per line)',
  catalogsPlaceholder: 'registry.redhat.io/redhat/redhat-operator-index:v4.18',
  catalogsHelp:
    'An image, a directory with catalog files, or a workspace. Start with the catalog for the earliest OpenShift version. The first time, Airlock downloads the complete catalog (several hundred MiB for Red Hat). Afterward, the catalog is available offline.',
  workspaceCatalogs: "Catalogs in this workspace's configurations:",
  requestingCatalog: 'Requesting the catalog',
  readingCatalog: 'Reading the catalog: {percent}%',

  // Versions of the diagrams
  setFromButton: 'Set as current version',
  setToButton: 'Set as target version',
  findVersionLabel: 'Find version',

  // Summary of a path
  pathTitle: 'Upgrade {path}: {facts}',
  updatesFact: '{updates, plural, one {# update} other {# updates}}',
  risksFact: '{risks, plural, =0 {no known risks} one {# known risk} other {# known risks}}',
  answeredRisksFact: '{risks, plural, one {# answered risk} other {# answered risks}}',
  sizeFact: '{size} to mirror',
  noUpdateTitle: 'No update needed: the cluster already runs {version}',
  findingTitle: 'Finding upgrade path {from} → {to}',
  failedTitle: 'Upgrade path {from} → {to} is unavailable',
  startTitle: 'Find an OpenShift upgrade path',
  chooseTargetTitle: 'Upgrade from {from}: select the target version',
  unknownVersionTitle: "No upgrade path: a version isn't in the update graph",
  unknownMinorTitle: 'No upgrade path: the update graph contains no release of {version}',
  emptyGraphTitle: 'No upgrade path: the update graph is empty',
  unknownChannelTitle: "No upgrade path: the channel isn't in the update graph",
  backwardsTitle: "OpenShift can't be downgraded to {version}",
  risksTitle: 'Every upgrade path to {version} has known risks',
  blockedTitle: 'The upgrade path to {version} is blocked',
  noPathTitle: 'No upgrade path to {version}',

  // Life cycle of minor versions
  maintainedText: '{minor} is maintained until {end}.',
  maintainedExtendedText: '{minor} is maintained until {end}. Extended Update Support ends in {extended}.',
  extendedText: 'Maintenance of {minor} ended in {end}. Extended Update Support ends in {extended}.',
  term2Text:
    'Support of {minor} ended in {end}, except with Term 2 of Extended Update Support, which ends in {term2}.',
  endedText: '{minor} has reached its end of life. Support ended in {end}.',
  unknownEndText:
    "The end of support of {minor} isn't known to this version of Airlock. See Red Hat's OpenShift life cycle policy.",

  // Notes on a path
  noRisksNote: 'No update on this path has a known risk.',
  dismissedNote:
    "{risks, plural, one {The known risk on this path doesn't affect your clusters} other {The # known risks on this path don't affect your clusters}}, as recorded in the workspace.",
  recommendedNote: 'All updates on this path are recommended for all clusters.',
  conditionalUpdateNote:
    'The update to {version} is conditional because it has {risks, plural, one {a known risk} other {# known risks}}.',
  conditionalUpdatesNote:
    '{updates, plural, one {# update on this path is conditional because it has} other {# updates on this path are conditional because they have}} known risks.',
  affectsAllNote:
    '{risks, plural, one {The known risk affects} other {At least one of the known risks affects}} all clusters.',
  affectsSomeNote:
    'Each cluster evaluates whether {risks, plural, one {the known risk affects} other {the known risks affect}} it.',
  alternativeNote:
    'An alternative path with {updates, plural, one {# update} other {# updates}} has no known risks.',
  noAlternativeNote: 'No path without known risks exists.',
  pausedNote:
    'Worker pools are paused for {ranges}. Worker nodes are updated and rebooted once instead of twice.',
  versionRange: '{from} → {to}',
  controlPlaneOnly: 'Control plane only',
  pausePools: 'Pause worker pools',
  unpausePools: 'Unpause worker pools',
  selectsExactly: 'The configuration selects exactly {releases}.',
  selectsMore:
    'No configuration selects only the upgrade path. The configuration shown has the fewest additional releases: {releases}.',
  channelNoRisks: '{channel}, no known risks',
  noRisks: 'No known risks',
  graphChannels: '{channels} from {place}',
  graphQueriedNow: '{graph}, just queried',
  graphQueried: '{graph}, queried {age}',
  graphModified: '{graph}, modified {age}',
  unnamedRisk: 'Unnamed risk',
  moreItems: '{count} more',

  // Configuration
  copyCommandButton: 'Copy command',
  copyYamlButton: 'Copy YAML',
  mirrorTitle: 'ImageSetConfiguration',
  graphProblemsTitle: 'Problems in the update graph',
  operatorProblem: '{operator}: {reason}.',
  addTitle: 'Add to configuration',
  addButton: 'Add to configuration',
  noWorkspace: 'No workspace is open. Copy the configuration instead:',
  configurationLabel: 'Configuration',
  newFileOption: 'New file {name}',
  changeError: "The configuration can't be changed",
  saveError: "The configuration couldn't be saved",
  reloadButton: 'Reload configuration',
  savedTitle: 'Configuration saved: {file}',
  fetchLink: 'Open the configuration in Fetch',
  saveButton: 'Save configuration',
  closeButton: 'Close',
  cancelButton: 'Cancel',
  noChanges: '{file} already selects this content. No changes are needed.',

  // Operators of a plan
  operatorsTitle: 'Operators',
  packageColumn: 'Package',
  installedColumn: 'Installed version',
  targetColumn: 'Target version',
  whenColumn: 'When to update',
  reasonColumn: 'Reason',
  unchanged: 'No update',

  // Steps
  openShiftSign: 'OpenShift',
  operatorSign: 'Operator',
  catalogSign: 'Catalog',
});
