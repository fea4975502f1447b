import { translator } from '../../base/messages/translator.ts';

/** Texts of new and suggested configurations: entries, the reasons for them, problems, and comments in the file. */
export const t = translator({
  // entries
  releaseEntry: 'release {release}',
  channelEntry: 'release channel {channel}',
  operatorEntry: 'operator {package} of {catalog}',
  catalogEntry: 'catalog {catalog}',
  operatorsEntry: 'operators',
  additionalImagesEntry: 'additional images',
  chartsEntry: 'charts',

  // reasons
  operatorsUnknown: 'the inventory lists no installed operators',
  needUnknown: "the inventory doesn't show whether they are needed",
  selectedByPayload: 'it is selected by its payload',
  channelUnused: "the upgrade path {path} doesn't use it",
  onPath: 'on the upgrade path {path}',
  catalogOfPath: '{catalog} matches the upgrade path {path}',
  catalogComplete: 'it is mirrored with all its operators',
  onlyKnownCatalog: 'it is installed, and no other catalog is known to contain it',
  updatesElsewhere: 'its updates come from another catalog',
  notRequired: "it isn't installed, and no installed operator requires it",
  catalogUnused: 'none of its operators are needed',
  requiredBy: '{count, plural, one {{packages} requires} other {{packages} require}} {dependency}',
  installedWithoutCatalog:
    "it is installed. Its catalog isn't available locally, so all its versions are selected",
  versionWithoutCatalog:
    "{version} is installed. Its catalog isn't available locally, so all versions from there on are selected",
  versionUnknown: "it is installed. Its version isn't known, so the newest one is selected",
  remains: 'it is installed and stays at {version}',
  updated: 'it is installed: from {from} to {versions}',
  updatedWhen: 'it is installed: from {from} to {versions} ({when}: {reason})',
  start: 'it is installed, and the upgrade path starts there',
  hop: 'update from {from}',
  hopInChannel: 'update from {from} in channel {channel}',
  lastHop: '{hop}: the target',
  rangeTooLarge: 'no smaller range contains the entire upgrade path',
  targetOnly: "it is the target. The installed version isn't known, so no upgrade path is selected",
  pathUnknown:
    "the update graph isn't available locally. The plan will find the shortest path from {from} to {to}",

  // problems
  catalogUnknown: "catalog {catalog} isn't available locally, so its operators aren't checked",
  catalogUnknownRemedy: 'Look up the catalog, then try again.',
  packageMissing: "{package} is installed, but isn't in {catalogs}. It isn't selected",
  catalogMissing: "{package} is installed, but its catalog isn't known. It isn't selected",
  packageMissingRemedy: 'Specify the catalog that it comes from.',
  similarNamesRemedy: 'Check the name. Nearest: {names}.',
  packageProblem: '{package}: {problem}',
  catalogProblem: '{catalog}: {problem}',
  stepProblem: '{step}: {problem}',
  blockedRemedy: 'Run `airlock upgrade-path plan` to see all steps, or choose another target.',
  packageRemoved: '{catalog} no longer contains {package}, so it provides no updates for it',
  packageRemovedRemedy: 'Find its replacement, and remove the operator from the cluster before the upgrade.',
  versionInvalid: `"{version}" isn't an OpenShift version`,
  versionInvalidRemedy: 'Use a version such as 4.18.9, or 4.18 for its newest release.',
  pathMissing: "OpenShift can't be updated from {from} to {to}: {reason}",
  pathMissingRemedy: 'Choose a version that can be reached, such as {versions}.',
  risk: 'the update from {from} to {to} is conditional: {risks}',
  riskRemedy: 'Read about the risks: `{command}`.',
  graphUnknown: "the update graph isn't available locally, so the upgrade path isn't checked",
  graphUnknownRemedy: 'Look up the graph, or specify a file that contains it.',
  packagesWithoutCatalog: 'packages require a catalog',
  packagesWithoutCatalogRemedy: 'Add --catalog, or --openshift for the Red Hat catalog of that version.',
  nameInvalid: `"{name}" isn't the name of a package or channel`,
  nameInvalidRemedy: 'Use --package NAME or --package NAME@CHANNEL.',

  // comments in the configuration
  fileComment: 'Content to mirror to the disconnected environment, in the format of oc-mirror v2.',
  commandsComment:
    'To check this file: `airlock config validate FILE`. To see the download size: `airlock plan -c FILE file://DIR`.',
  releasesComment:
    'A range selects all versions of the channel within it. shortestPath: true selects only the upgrade path.',
  graphComment: 'Disconnected clusters learn about updates from the graph.',
  channelsComment: 'Without channels, the head of each channel is selected.',
  additionalImagesComment: 'Additional images, each with its tag or digest.',
  packagesComment: 'Without packages, all operators of the catalog are selected, which is hundreds of GB.',
});
