import { translator } from '../../base/messages/translator.ts';

/** Texts of live plans: their parts, the data to look up, problems of the configuration, and fixes. */
export const t = translator({
  // data to look up
  graphItem: 'update graph for {channel} ({architecture})',
  graphStep: 'update graph for {channel}',
  releaseItem: 'release {tag}',
  catalogItem: 'catalog {catalog}',
  graphDataItem: 'graph-data image',
  manifestsItem: 'manifests for {count, plural, one {# image} other {# images}}',
  manifestsAboutItem: 'manifests for about {count, plural, one {# image} other {# images}}',
  tagsItem: 'current digests for {count, plural, one {# tag} other {# tags}}',
  manifestStep: 'manifest {number} of {count}',
  contentMissing: "{digest} isn't available locally",
  digestUnknown: "the digest of {image} isn't available locally",
  graphMissing: "the update graph for channel {channel} ({architecture}) isn't available locally",
  imageProblem: '{image}: {problem}',

  // reasons for parts
  chosenReason: 'selected by you',
  targetReason: 'target version',
  upgradeReason: 'on the shortest path without known risks from {first} to {last}',
  rangeReason: 'in the range from {first} to {last} in {channel}',
  fromReason: '{version} or later in {channel}',
  upToReason: '{version} or earlier in {channel}',
  newestReason: 'latest release in {channel}',
  chosenUnreadReason: "selected by you ({catalog} hasn't been loaded yet)",
  chosenOperatorReason:
    'selected by you: {count, plural, one {# version} other {# versions}} from {channels}',
  completeCatalogReason:
    'the complete catalog is selected: {count, plural, one {# version} other {# versions}} from {channels}',
  requiredReason: 'required by {operators}',
  catalogReason: 'lists the operators for the cluster',
  graphReason: 'informs disconnected clusters about updates',

  // problems and their fixes
  changeFix: 'Change to {value}',
  renameFix: 'Rename to {name}',
  useFix: 'Use {name}',
  addFix: 'Add {name}',
  removeFix: 'Remove {name}',
  apiVersionFix: 'Set apiVersion',
  kindFix: 'Set kind',
  convertFix: 'Convert to the current format',
  mergeFix: 'Merge both entries',
  secondEntryFix: 'Remove the second entry',
  swapFix: 'Swap the versions',
  typeFix: 'Remove the type',
  channelsFix: 'Remove the channels',
  emptyNameFix: 'Remove the empty name',
  entryFix: 'Remove the entry',
  channelVersionsFix: 'Keep the channel versions',
  defaultChannelFix: 'Make {channel} the default channel',
  moveVersionsFix: 'Move the versions to the channel',
  graphFix: 'Add the update graph',
  bridgeFix: 'Add version {version}',
  catalogOtherVersion: '{catalog} is for OpenShift {version}, but the releases are {releases}',
  catalogOtherVersionRemedy: 'Use the catalog for the OpenShift version that the cluster runs.',
  versionRange: '{first} to {last}',
  packageVersions: 'the versions of package "{package}" apply to each of its channels',
  packageVersionsRemedy: 'If the versions are meant for only one channel, move them to that channel.',
  repositoryTwice: 'two Helm repositories have the name "{name}"',
  repositoryTwiceRemedy:
    'Give each repository a unique name. If both have the same address, list all charts under one of them.',
  placeholder: '{text} is a placeholder',
  placeholderRemedy: 'Replace the placeholder with the actual name.',
  sectionEmpty: '{section} is empty and has no effect',
  sectionEmptyRemedy: 'Remove the section.',
  packageDeprecated: 'package {package} is deprecated: {message}',
  channelDeprecated: 'channel {channel} of {package} is deprecated: {message}',
  versionDeprecated: 'version {version} of {package} is deprecated: {message}',
  deprecatedRemedy: 'Plan to replace the deprecated content. The next catalog may no longer contain it.',
  openShiftUnsupported: "{bundle} doesn't support OpenShift {version}: {limit}",
  openShiftUnsupportedRemedy:
    "Use a catalog or channel that contains a version for this OpenShift release. Otherwise clusters can't be upgraded.",
  installedMissing: "operator {package} is installed on the cluster, but isn't selected from {catalog}",
  installedVersionMissing:
    "operator {package} {version} is installed on the cluster, but isn't selected from {catalog}",
  installedMissingRemedy: "Add the operator. Otherwise the cluster can't reinstall or update it.",
  installedBlocks:
    'operator {package} {version} blocks the upgrade of the cluster to OpenShift {target}: {limit}',
  installedBlocksRemedy:
    'Mirror {bundle} too, and update the operator to {bundle} before you upgrade the cluster.',
  installedBlocksCatalogRemedy:
    'Use a newer catalog. No version in {catalog} supports the OpenShift release.',
  graphNotMirrored: "the update graph isn't mirrored, so clusters don't see available updates",
  graphNotMirroredRemedy: "Set graph: true, and apply the UpdateService from the run's cluster resources.",
  updateOperatorMissing:
    'the update graph is mirrored, but no catalog in the configuration selects {package}, the operator that serves the graph to clusters',
  updateOperatorMissingRemedy:
    'Add {package} to {catalog}. If every cluster already has the operator, ignore this.',
  updateOperatorCatalogRemedy:
    'Add {package} from the Red Hat operator catalog for your OpenShift version. If every cluster already has the operator, ignore this.',
  targetMissing: "the target version {version} isn't among the selected releases",
  targetMissingRemedy: 'Extend channel {channel} to the target version.',
  targetUnknown: "version {version} isn't in the update graphs",
  nearestRemedy: 'Choose an existing version. The closest versions are {versions}.',
  targetUnknownRemedy:
    "The local update graphs don't contain the target version. Look up the update graph again, or choose another target version.",
});
