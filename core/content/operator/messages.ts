import { translator } from '../../base/messages/translator.ts';

/** Texts of operators in catalogs: collecting, listing and comparing. */
export const t = translator({
  // dependencies
  dependencyAdded: '{package} is added, because other operators need it',
  dependencyAddedFromChannel: '{package} is added, because other operators need it (channel {channel})',
  dependencyAddedInVersion:
    '{package} is added, because other operators need it (channel {channel}, version {version})',
  dependencyAddedRemedy:
    'Add it to the configuration, so that the selection stays the same when the catalog changes.',
  dependencyMissing: '{bundle} needs {dependency}, which is not selected',
  dependencyMissingOfSeveral: '{bundle} and {more} more need {dependency}, which is not selected',
  addPackageRemedy: 'Add the package {package}, or use --add-dependencies.',
  addChannelRemedy: 'Add the package {package} with channel {channel}, or use --add-dependencies.',
  addVersionRemedy:
    'Add the package {package} with channel {channel} and version {version}, or use --add-dependencies.',
  selectVersionRemedy: 'Select a version of {packages} that provides {dependency}.',
  otherCatalogRemedy:
    'Select it from another catalog, unless the cluster already has it. No package of this catalog provides it.',
  alternatives: '{first} or {second}',

  // removals from a catalog at the destination
  removalUnknown: "can't determine what {destination} would lose: {error}",
  removal: '{destination} would lose {parts}, which clusters can currently install from it',
  removedOperator: 'the operator {name}',
  removedChannels: 'channel {channels} of {name}',
  removedBundles: '{bundles} of {name}',
  removedChannelsAndBundles: 'channel {channels} and {bundles} of {name}',
  removalAllowedRemedy: 'No action is needed, because the removal was allowed.',
  removals: '{count} catalogs would lose operators or versions',

  // catalogs that are looked up
  catalogEmpty: '{catalog} contains no operators',
  catalogEmptyRemedy: 'Specify a catalog image, or the folder with the files of a catalog.',
  catalogMissing: "the registry doesn't have {catalog}",
  catalogMissingRemedy: 'Check the name and the tag of the catalog.',
  notASet: "{path} is neither a workspace nor an archive folder, so it doesn't contain #{catalog}",
  pathMissing: "{path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  nameInvalid: "{path} doesn't exist, and isn't an image reference either: {error}",
  nameInvalidRemedy: 'Specify a catalog as REGISTRY/PATH:TAG or oci://DIR, or an existing folder.',
  severalCatalogs: '{place} contains {count} catalogs: {names}',
  severalCatalogsRemedy: "Specify one of them, such as ''{place}#{name}''.",
  noCatalogs: 'no archive set in {place} contains an operator catalog',
  noCatalogsRemedy: 'Specify a catalog image, or a folder with the files of a catalog.',
  catalogNotInSets: "{place} doesn't contain {catalog}",
  catalogNotInSetsRemedy: 'Specify one of its catalogs: {names}.',
  catalogNotInSetsWithoutCatalogsRemedy:
    'Specify another place. The archive sets in this one contain no operator catalogs.',

  // lists and comparisons
  nearestRemedy: 'Check the name. Nearest: {names}.',
  channelsRemedy: 'Check the name. Existing channels: {names}.',
  noChannelsRemedy: 'Check the package. It has no channels.',
  packageInNeither: 'operator "{name}" not found in either catalog',
  deprecated: 'The catalog marks it as deprecated.',
  notForTarget: "{bundle} doesn't support OpenShift {minor}: {limit}",
  requiresPackage: 'requires {package}',
  requiresPackageInRange: 'requires {package} {range}',
  requiresKind: 'requires {kind} ({group}/{version})',

  // OpenShift versions that a bundle supports
  noLimit: 'no limit stated',
  limit: 'up to OpenShift {minor} ({property})',
  limitInvalid: '{property} is invalid: {why}',
  limitTwice: 'it is set more than once',
  limitNotAVersion: "it isn't a version",
  limitNotAMinor: '"{text}" is not written as MAJOR.MINOR',

  templateMissing: "the transfer doesn't contain {path}",
});
