import { translator } from '../../base/messages/translator.ts';

/** Texts of operators in catalogs: collecting, listing and comparing. */
export const t = translator({
  // dependencies
  dependencyAdded: 'operator {package} was added because other operators require it',
  dependencyAddedFromChannel:
    'operator {package} (channel {channel}) was added because other operators require it',
  dependencyAddedInVersion:
    'operator {package} (channel {channel}, version {version}) was added because other operators require it',
  dependencyAddedRemedy:
    'Add the operator to the configuration to keep the selection stable when the catalog changes.',
  dependencyMissing: "{bundle} requires {dependency}, which isn't selected",
  dependencyMissingOfSeveral:
    "{bundle} and {more, plural, one {# other bundle} other {# other bundles}} require {dependency}, which isn't selected",
  addPackageRemedy: 'Add the package {package}, or use --add-dependencies.',
  addChannelRemedy: 'Add the package {package} with channel {channel}, or use --add-dependencies.',
  addVersionRemedy:
    'Add the package {package} with channel {channel} and version {version}, or use --add-dependencies.',
  selectVersionRemedy: 'Select a version of {packages} that provides {dependency}.',
  otherCatalogRemedy:
    'No package in this catalog provides the dependency. Select a package from another catalog, unless the cluster already has the dependency.',
  alternatives: '{first} or {second}',

  // removals from a catalog at the destination
  removalUnknown: "can't determine which operators or versions would be removed from {destination}: {error}",
  removal: '{destination} would no longer contain {parts}, which clusters can currently install',
  removedOperator: 'operator {name}',
  removedChannels: '{count, plural, one {channel} other {channels}} {channels} of {name}',
  removedBundles: '{bundles} of {name}',
  removedChannelsAndBundles:
    '{count, plural, one {channel} other {channels}} {channels} and {bundles} of {name}',
  removalAllowedRemedy: 'No action is needed because the removal is allowed.',
  removals: 'operators or versions would be removed from {count} catalogs',

  // catalogs that are looked up
  catalogEmpty: '{catalog} contains no operators',
  catalogEmptyRemedy: 'Specify a catalog image or a directory with catalog files.',
  catalogMissing: "the registry doesn't contain {catalog}",
  catalogMissingRemedy: 'Check the name and the tag of the catalog.',
  notASet: "{path} is neither a workspace nor an archive directory, so it can't contain catalog {catalog}",
  pathMissing: "{path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  nameInvalid: '{path} is neither an existing path nor a valid image reference: {error}',
  nameInvalidRemedy: 'Specify a catalog as REGISTRY/PATH:TAG or oci://DIR, or an existing directory.',
  severalCatalogs: '{place} contains {count} catalogs: {names}',
  severalCatalogsRemedy: "Specify one of the catalogs, such as ''{place}#{name}''.",
  noCatalogs: 'no archive set in {place} contains an operator catalog',
  noCatalogsRemedy: 'Specify a catalog image or a directory with catalog files.',
  catalogNotInSets: "{place} doesn't contain {catalog}",
  catalogNotInSetsRemedy: 'Specify one of the available catalogs: {names}.',
  catalogNotInSetsWithoutCatalogsRemedy:
    'Specify a workspace or archive directory that contains operator catalogs.',

  // lists and comparisons
  nearestRemedy: 'Check the name. Closest matches: {names}.',
  channelsRemedy: 'Check the name. Existing channels: {names}.',
  noChannelsRemedy: 'Check the package name. The package has no channels.',
  packageInNeither: 'neither catalog contains operator "{name}"',
  deprecated: 'Marked as deprecated in the catalog.',
  notForTarget: "{bundle} doesn't support OpenShift {minor}: {limit}",
  requiresPackage: 'requires {package}',
  requiresPackageInRange: 'requires {package} {range}',
  requiresKind: 'requires {kind} ({group}/{version})',

  // OpenShift versions that a bundle supports
  noLimit: 'no version limit is specified',
  limit: 'up to OpenShift {minor} ({property})',
  limitInvalid: '{property} is invalid: {why}',
  limitTwice: 'more than one value is set',
  limitNotAVersion: "the value isn't a version",
  limitNotAMinor: `"{text}" isn't in the form MAJOR.MINOR`,

  templateMissing: "the transfer doesn't contain {path}",
});
