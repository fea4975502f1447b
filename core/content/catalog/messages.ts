import { translator } from '../../base/messages/translator.ts';

/** Texts of catalog indexes, lists of operators and selections. */
export const t = translator({
  // names that a catalog doesn't have
  nearestRemedy: 'Check the name. Nearest: {names}.',
  nearestChannelRemedy: 'Check the name. Nearest: {names}. Existing channels: {all}.',
  allNamesRemedy: 'Check the name. Existing names: {names}.',
  noNamesRemedy: 'Check the name. There are no others.',
  noSimilarNameRemedy: 'Check the name. None of the {count, number} existing names is similar.',
  packageUnknown: 'the catalog has no package "{name}"',
  packageUnknownRemedy: 'Run `airlock list operators` to see the packages of the catalog.',
  channelUnknown: 'package "{package}" has no channel "{channel}"',
  none: 'none',

  // catalog index
  indexUnreadable: "the catalog index {folder} can't be read after writing it",
  indexDamaged: "the catalog index {folder} is damaged: the content of {file} doesn't match its checksum",
  indexDamagedRemedy:
    'Run the same command again to rebuild the index. If the error persists, check the disk.',
  moreFiles: '{message} (and {count, plural, one {# more file} other {# more files}})',
  duplicate: 'the catalog contains {item} twice, and only the first one is used',
  package: 'package "{name}"',
  channel: 'channel "{name}" of package "{package}"',
  bundle: 'bundle "{name}" of package "{package}"',
  tooManyIgnoreRules: '{path}: the catalog has more than {limit} ignore rules',

  // documents of a catalog
  documentInvalid: 'catalog file {file}, document {number}, line {line}: {reason}',
  notAnObject: "the document isn't an object",
  schemaMissing: 'the document has no schema, which is required',
  notJson: 'invalid JSON: {error}',
  notYaml: 'invalid YAML: {error}',
  objectExpected: 'expected an object, found {found}',
  documentTooLarge: 'the document is larger than 128 MiB',
  documentTruncated: 'the file ends within the document',
  keyNotAString: "a key isn't a string",
  notInJson: "{value} can't be represented in JSON",
  packageNameInvalid: "isn't a valid package name",
  propertiesNotAList: "properties: isn't a list",
  propertyWithoutType: 'properties.{position}: has no type',

  // selections
  packageDocumentMissing:
    'the catalog has channels or bundles of package "{package}", but no olm.package document for it',
  catalogInvalidRemedy: 'Use another version of the catalog, or report the problem to its publisher.',
  defaultChannelRemedy: 'Set defaultChannel to one of: {channels}.',
  channelsRemedy: 'Select channels that the package has.',
  rangeInvalidRemedy: 'Remove full or the versions. Use versions such as 1.2.3.',
  channelInvalid: 'package "{package}" channel "{channel}": {faults}',
  channelInvalidRemedy: 'Remove the channel from the selection, or use another version of the catalog.',
  bundleWithoutProperty: 'bundle "{bundle}" in package "{package}" has no package property',
  bundleVersionInvalid:
    'bundle "{bundle}" in package "{package}" has version "{version}", which isn\'t a semantic version',
  nearestVersionRemedy: 'Check the version. Nearest: {versions}.',
  versionRemedy: 'Select a version that the catalog has.',
  emptyDefaultChannelRemedy:
    'Change the versions, or list the channels ({channels}) and set one of them as defaultChannel.',
  emptyChannelRemedy: 'Change the versions. The channel has versions {lowest} to {highest}.',
  emptyChannelWithoutVersionsRemedy: 'Select another channel. This one has no versions.',
  moreErrors: '{message} (and {count} more)',
  prereleasesExcluded:
    'package "{package}" channel "{channel}": version range "{range}" excludes {versions}, because a range without a pre-release doesn\'t match pre-release versions',
  prereleasesExcludedRemedy:
    'To include them, add a pre-release to one of the bounds, such as minVersion 1.2.0-0 instead of 1.2.0.',
  offPath:
    'package "{package}" channel "{channel}": {versions} match the version range, but aren\'t on the upgrade path of the selection and won\'t be mirrored',
  offPathRemedy:
    'If a cluster runs such a version, set it as minVersion and maxVersion, or mirror the package with full: true.',
  pathIncluded:
    'package "{package}" channel "{channel}": {versions} are included although they\'re outside of "{range}", because the upgrade path needs them',
  pathIncludedRemedy: 'No action is needed.',
  headExcluded:
    'package "{package}" channel "{channel}": the new head is {head}, because the version range excludes the head of the catalog, {catalogHead}',
  raiseMaxVersionRemedy: 'Raise maxVersion if clusters should get the newest version.',
  changeMinVersionRemedy: 'Change minVersion to include the newest version.',
  channelsExcluded:
    'package "{package}": {count, plural, one {channel {channels} is} other {channels {channels} are}} excluded, because no version matches "{range}"',
  channelsExcludedRemedy: 'Change the versions, or remove the channel from the selection.',
  channelsExcludedHintRemedy: 'List the channels that you need.',
  bundlesMissing: 'package "{package}": the catalog has no bundles for these channel entries: {bundles}',

  // images of bundles
  noImages: 'no related images found: the selection contains no bundles',
  noImagesRemedy: 'Select packages, channels and versions that the catalog has.',
  bundleImageInvalid: '{fault} (bundle {bundle} of operator {package})',
  bundleImageInvalidRemedy:
    'Select other versions of this operator, or report the problem to the publisher of the catalog.',
});
