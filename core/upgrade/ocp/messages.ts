import { translator } from '../../base/messages/translator.ts';

/** Texts of update graphs of OpenShift and the paths in them. */
export const t = translator({
  // why no path exists
  eusPathMissing: 'No upgrade path from {from} to {to} stops at every intermediate EUS minor version.',
  pathMissing: 'No upgrade path leads from {from} to {to}{channels, select, any {} other { in {channels}}}.',
  pathMissingWithoutRisks:
    'No upgrade path without conditional updates leads from {from} to {to}{channels, select, any {} other { in {channels}}}.',
  pathMissingWithoutConfirmed:
    'No upgrade path without risks that affect your clusters leads from {from} to {to}{channels, select, any {} other { in {channels}}}.',
  backwards: '{to} is older than {from}. OpenShift can be updated only to newer versions.',
  pathWithChannels: 'A path exists if you add {channels}: {path}.',
  pathAcrossChannels: 'A path across channels exists: {path}.',
  updateConditional: 'The update from {from} to {to} is conditional ({risks}).',
  updateWithdrawn: 'The update from {from} to {to} was withdrawn ({reasons}).',
  minorsBetweenMissing:
    'The graph contains no versions of {minors}, {count, plural, one {a minor release} other {minor releases}} that the upgrade path must pass through.',
  versionInOtherChannels: "Version {version} isn't in {channels}, but is in {known}.",
  versionInNoChannel: "Version {version} isn't in {channels} or any other known channel.",
  nearestReachable: 'The nearest version that {from} can be updated to is {version}.',
  nothingReachable: 'The loaded channels contain no update from {from} to {to} or to a version in between.',
  nearestSources: '{to} can be reached from {versions}.',
  noSources: 'The loaded channels contain no update to {to}.',
  reasonMissing: 'no reason given',
  answerDismissed: "Doesn't affect the clusters: {reason}",
  answerConfirmed: 'Affects the clusters: {reason}',
  versionAmbiguous:
    'The graph contains version {version} for several architectures: {candidates}. Choose one.',
  versionUnknown:
    "Version {version} isn't in the update graph{channels, select, any {} other { for {channels}}}. Closest matches: {nearest}.",
  minorUnknown:
    'No {minor} version is in {channels, select, any {the update graph} other {{channels}}}. The graph contains versions of {known}.',
  graphEmpty:
    'The update graph{channels, select, any {} other { for {channels}}} contains no versions. A channel name is stable-, fast-, candidate- or eus-, followed by a minor version, such as stable-4.18.',
  channelUnknown: "The update graph doesn't contain channel {channels}.",
  channelUnknownAmong: "The update graph doesn't contain channel {channels}. Known channels: {known}.",

  // paths
  poolsResume: 'unpause the worker pools and wait until they are updated',
  poolsPause: 'pause the worker pools',
  conditional: 'conditional',
  suggested: 'from build suggestions',
  fixedIn: 'Fixed in {version}.',
  noUpdateNeeded: 'No update is needed.',
  path: 'Upgrade path with {count, plural, one {# update} other {# updates}}: {path}.',
  conditionalVersion: '{version} (conditional: {risks})',
  riskUnnamed: 'unnamed risk',
  edgePlain: '{from} to {to}',
  edgeConditional: '{from} to {to} (conditional)',
  edgeBlocked: '{from} to {to} (withdrawn)',
  edgeWithReasons: '{edge}. {reasons}',
  pathLabel: 'path',
  conditionalPathLabel: 'path, conditional',
  conditionalLabel: 'conditional update',
  withdrawnLabel: 'withdrawn update',
  otherUpdateLabel: 'other update',
  channelIncomplete: "the update graph doesn't contain the complete channel {channel}",

  // reading graphs
  graphInvalid: 'the update graph from {origin} is invalid: {reason}',
  graphInvalidRemedy:
    'Get the update graph from its source again. The graph may have been truncated or changed.',
  fieldInvalid: '{field}: {reason}',
  responseItself: 'the response',
  fileItself: 'the file',
  entryIgnored: '{error}. The entry is ignored.',
  versionInvalid: `"{version}" isn't a version`,
  notVersion: 'must be a version',
  versionInvalidRemedy: 'Use the form MAJOR.MINOR.PATCH, such as 4.18.1.',
  versionTwice: 'version {version} occurs twice',
  versionTwiceInGraph: 'version {version} occurs twice in the update graph',
  edgeInvalid: 'edges[{index}] is [{from}, {to}], but there are {nodes} nodes',
  serviceReasonMissing: "the update service doesn't provide a reason",
  patternInvalid: '{version}: the pattern "{pattern}" is invalid: {reason}',
  updatesWithdrawn: 'the update service withdrew updates to {version} from versions that match {pattern}',
  architecturesDiffer: "update graphs for different architectures ({architectures}) can't be merged",
  architecturesDifferRemedy:
    'Use update graphs for a single architecture. Each architecture has its own payloads.',
  graphDataInvalid: 'graph-data from {origin} is invalid: {reason}',
  graphDataInvalidRemedy:
    'Get the graph-data again from the update service, the graph-data image or the graph-data repository.',
  graphDataUnreadable: 'graph-data from {origin} is invalid: {problem}',
  fileIgnored: 'graph-data from {origin}: {file} is ignored: {reason}',
  fileIgnoredRemedy:
    'Get the graph-data again from its source. The channels or updates in the ignored file are missing.',
  channelsMissing: 'no channels found (channels/*.yaml)',
  schemaUnsupported: 'the schema version is "{schema}", but only version 1 is supported',
  schemaNewer:
    'graph-data from {origin} has schema version {schema}, but this version of Airlock supports only schemas up to 1.{newest}',
  schemaNewerRemedy: 'Use a newer version of Airlock. Additions in the newer schema are ignored.',
  ruleInvalid:
    'graph-data from {origin}: the rule for updates to {version} isn\'t applied, because its pattern "{pattern}" is invalid: {reason}',
  ruleInvalidRemedy: 'Read the rule in blocked-edges before you update to the affected version.',
  updatesSuggested:
    "graph-data from {origin} doesn't list the updates between versions, and the metadata of {unknown, number} of its {count, plural, one {# release} other {# releases}} isn't available. The updates to these releases are based on the current build suggestions.",
  updatesSuggestedRemedy:
    'For reliable updates, query an update service or use the graphs that a mirror run saved.',
  graphFileUnknown: '{path} is neither an update service response (JSON) nor graph-data (tar or tar.gz)',
  graphFileUnknownRemedy:
    'Use an update service response, a graph-data archive, a graph-data directory (with channels/), or a workspace.',
  graphNotSaved: 'no saved update graph for {architecture} was found',
  graphOfChannelNotSaved: 'no saved update graph for channel {channel} ({architecture}) was found',
  graphNotSavedAmong: '{error}. Saved graphs: {files}',
  graphNotSavedRemedy:
    'Mirror a release from the channel for the architecture, or use a file or directory that contains the update graph.',
  graphDirectoryEmpty: '{path} contains no update graph for {architecture}',
  graphDirectoryEmptyRemedy:
    'Use a graph-data directory (with channels/), a directory with saved update service responses (*.json), or a workspace.',
});
