import { translator } from '../../base/messages/translator.ts';

/** Texts of update graphs of OpenShift and the paths in them. */
export const t = translator({
  // why there is no path
  eusPathMissing: 'No upgrade path from {from} to {to} stops in every EUS minor version in between.',
  pathMissing: 'No upgrade path leads from {from} to {to}{channels, select, any {} other { in {channels}}}.',
  pathMissingWithoutRisks:
    'No upgrade path without conditional updates leads from {from} to {to}{channels, select, any {} other { in {channels}}}.',
  backwards: 'Updates lead only to newer versions.',
  pathWithChannels: 'A path exists if you add {channels}: {path}.',
  pathAcrossChannels: 'A path across channels exists: {path}.',
  updateConditional: 'The update from {from} to {to} is conditional ({risks}).',
  updateWithdrawn: 'The update from {from} to {to} was withdrawn ({reasons}).',
  minorsBetweenMissing:
    'The graph contains no version of {minors}, which {count, plural, one {lies} other {lie}} in between.',
  versionInOtherChannels: "Version {version} isn't in {channels}. It is in {known}.",
  versionInNoChannel: "Version {version} isn't in {channels} or in another known channel.",
  nearestReachable: 'The nearest version that {from} can be updated to is {version}.',
  nothingReachable: 'No version up to {to} can be reached from {from}.',
  nearestSources: '{to} can be reached from {versions}.',
  noSources: 'No version updates to {to}.',
  reasonMissing: 'no reason given',
  versionAmbiguous:
    'The graph contains version {version} for several architectures: {candidates}. Choose one.',
  versionUnknown:
    "Version {version} isn't in the update graph{channels, select, any {} other { of {channels}}}. Nearest: {nearest}.",
  minorUnknown:
    'No version of {minor} is in {channels, select, any {the update graph} other {{channels}}}. The graph contains versions of {known}.',
  graphEmpty:
    'The update graph{channels, select, any {} other { of {channels}}} contains no versions. The name of a channel is stable-, fast-, candidate- or eus- and a minor version, such as stable-4.18.',
  channelUnknown: 'The update graph contains no channel {channels}.',
  channelUnknownAmong: 'The update graph contains no channel {channels}. Known channels: {known}.',

  // paths
  poolsResume: 'resume the worker pools and wait until they are updated',
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
  channelIncomplete: "the graph doesn't contain all of channel {channel}",

  // reading graphs
  graphInvalid: 'the update graph from {origin} is invalid: {reason}',
  graphInvalidRemedy: 'Get the graph again from its source. It may be truncated or changed.',
  fieldInvalid: '{field}: {reason}',
  responseItself: 'the response',
  fileItself: 'the file',
  entryIgnored: '{error}. This entry is ignored.',
  versionInvalid: `"{version}" isn't a version`,
  notVersion: "this isn't a version",
  versionInvalidRemedy: 'Use the form MAJOR.MINOR.PATCH, such as 4.18.1.',
  versionTwice: 'version {version} occurs twice',
  versionTwiceInGraph: 'version {version} occurs twice in the update graph',
  edgeInvalid: 'edges[{index}] is [{from}, {to}], but there are {nodes} nodes',
  serviceReasonMissing: 'the update service gives no reason',
  patternInvalid: '{version}: the pattern "{pattern}" is invalid: {reason}',
  updatesWithdrawn: 'the update service withdrew updates to {version} from versions that match {pattern}',
  architecturesDiffer: "update graphs of different architectures ({architectures}) can't be merged",
  architecturesDifferRemedy: 'Use graphs of one architecture. Each architecture has its own payloads.',
  graphDataInvalid: 'graph-data from {origin} is invalid: {reason}',
  graphDataInvalidRemedy: 'Get it again from the update service, its image or its repository.',
  graphDataUnreadable: 'graph-data from {origin} {problem}',
  fileIgnored: 'graph-data from {origin}: {file} is ignored: {reason}',
  fileIgnoredRemedy: 'Get graph-data again from its source. Channels or updates in this file are missing.',
  channelsMissing: 'it contains no channels (channels/*.yaml)',
  schemaUnsupported: 'its schema version is "{schema}", but only version 1 is supported',
  schemaNewer:
    'graph-data from {origin} has schema version {schema}, but this version of Airlock supports only schemas up to 1.{newest}',
  schemaNewerRemedy: 'Use a newer version of Airlock. Additions of the new schema are ignored.',
  ruleInvalid:
    'graph-data from {origin}: the rule for updates to {version} isn\'t applied, because its pattern "{pattern}" is invalid: {reason}',
  ruleInvalidRemedy: 'Read this rule in blocked-edges before you update to this version.',
  updatesSuggested:
    "graph-data from {origin} doesn't list the updates between versions, and the metadata of {unknown, number} of its {count, plural, one {# release} other {# releases}} isn't available. The updates to these releases follow today's build suggestions.",
  updatesSuggestedRemedy: 'To be sure, query an update service or use the graphs that a mirror run saved.',
  graphFileUnknown: '{path} is neither a response of an update service (JSON) nor graph-data (tar or tar.gz)',
  graphFileUnknownRemedy:
    'Use such a file, a folder with graph-data (it contains channels/), or a workspace.',
  graphNotSaved: 'no saved update graph of {architecture} was found',
  graphOfChannelNotSaved: 'no saved update graph of channel {channel} ({architecture}) was found',
  graphNotSavedAmong: '{error}. Saved: {files}',
  graphNotSavedRemedy:
    'Mirror a release of this channel and architecture, or use a file or folder that contains its graph.',
  graphFolderEmpty: '{path} contains no update graph for {architecture}',
  graphFolderEmptyRemedy:
    'Use a folder with graph-data (it contains channels/), a folder with saved responses of an update service (*.json), or a workspace.',
});
