import { translator } from '../../base/messages/translator.ts';

/** Texts of new and suggested configurations: entries, the reasons for them, problems, and comments in the file. */
export const t = translator({
  // entries
  releaseEntry: 'release {release}',
  channelEntry: 'release channel {channel}',
  operatorEntry: 'operator {package} from {catalog}',
  catalogEntry: 'catalog {catalog}',
  operatorsEntry: 'operators',
  additionalImagesEntry: 'additional images',
  chartsEntry: 'charts',

  // reasons
  operatorsUnknown: 'the inventory lists no installed operators',
  needUnknown: "the inventory doesn't show whether this content is needed",
  selectedByPayload: 'the release is selected by its payload',
  channelUnused: "the upgrade path {path} doesn't use the channel",
  onPath: 'on the upgrade path {path}',
  catalogOfPath: '{catalog} matches the upgrade path {path}',
  catalogComplete: 'the catalog is mirrored with all of its operators',
  onlyKnownCatalog: 'the operator is installed, and no other catalog is known to contain it',
  updatesElsewhere: 'updates for the operator come from another catalog',
  notRequired: "the operator isn't installed, and no installed operator requires it",
  catalogUnused: 'none of the operators in the catalog are needed',
  requiredBy: '{count, plural, one {{packages} requires} other {{packages} require}} {dependency}',
  installedWithoutCatalog:
    "the operator is installed, but its catalog isn't available locally, so all versions are selected",
  versionWithoutCatalog:
    "{version} is installed, but its catalog isn't available locally, so {version} and all later versions are selected",
  versionUnknown: "the operator is installed, but its version isn't known, so the newest version is selected",
  remains: 'the operator is installed and remains at {version}',
  updated:
    'the operator is installed and will be updated from {from}{through, select, none {} other { through {through}}} to {version}',
  updatedOn:
    'the operator is installed and will be updated from {from}{through, select, none {} other { through {through}}} to {version} ({when})',
  updatedBecause:
    'the operator is installed and will be updated from {from}{through, select, none {} other { through {through}}} to {version} ({when}, because {reason})',
  start: 'the installed release, where the upgrade path starts',
  hop: 'update from {from}',
  hopInChannel: 'update from {from} in channel {channel}',
  lastHop: '{hop} (target)',
  rangeTooLarge: 'no smaller range of the loaded channels ({channels}) contains the entire upgrade path',
  targetOnly: "only the target release is selected, because the installed version isn't known",
  pathUnknown:
    "the update graph isn't available locally, so the plan will find the shortest path from {from} to {to}",

  // problems
  catalogUnknown: "catalog {catalog} isn't available locally, so its operators aren't checked",
  catalogUnknownRemedy: 'Look up the catalog, then try again.',
  packageMissing: "operator {package} is installed, but wasn't selected because it isn't in {catalogs}",
  catalogMissing: "operator {package} is installed, but wasn't selected because its catalog isn't known",
  packageMissingRemedy: 'Specify the catalog that contains the operator.',
  similarNamesRemedy: 'Check the name. Closest matches: {names}.',
  packageProblem: '{package}: {problem}',
  catalogProblem: '{catalog}: {problem}',
  stepProblem: '{step}: {problem}',
  blockedRemedy: 'Run `airlock upgrade-path plan` to see all steps, or choose another target.',
  packageRemoved: '{catalog} no longer contains {package} and provides no updates for the operator',
  packageRemovedRemedy: 'Find a replacement, and remove the operator from the cluster before the upgrade.',
  versionInvalid: `"{version}" isn't an OpenShift version`,
  versionInvalidRemedy:
    'Use a version such as 4.18.9, or a minor version such as 4.18 for the newest release.',
  pathMissing: "OpenShift can't be updated from {from} to {to}: {reason}",
  pathMissingRemedy: 'Choose a version that can be reached, such as {versions}.',
  risk: 'the update from {from} to {to} is conditional: {risks}',
  riskRemedy: 'To read about the risks, run `{command}`.',
  graphUnknown: "the update graph isn't available locally, so the upgrade path isn't checked",
  graphUnknownRemedy: 'Look up the update graph, or specify a file that contains the graph.',
  packagesWithoutCatalog: 'packages require a catalog',
  packagesWithoutCatalogRemedy:
    'Add --catalog, or add --openshift to use the Red Hat catalog for that version.',
  nameInvalid: `"{name}" isn't a valid package or channel name`,
  nameInvalidRemedy: 'Use --package NAME or --package NAME@CHANNEL.',

  // comments in the configuration
  fileComment: 'Content to mirror to the disconnected environment, in oc-mirror v2 format.',
  commandsComment:
    'To check this file: `airlock config validate FILE`. To see the download size: `airlock plan -c FILE file://DIR`.',
  releasesComment:
    'A version range selects all versions in the channel within the range. shortestPath: true selects only the upgrade path.',
  graphComment: 'Disconnected clusters get update information from the graph.',
  channelsComment: 'Without channels, the head of each channel is selected.',
  additionalImagesComment: 'Additional images, each with a tag or digest.',
  packagesComment: 'Without packages, all operators in the catalog are selected (hundreds of GB).',
});
