import { translator } from '../../base/messages/translator.ts';

/** Texts of catalog indexes, lists of operators and selections. */
export const t = translator({
  // names that a catalog doesn't have
  nearestRemedy: 'Check the name. Closest matches: {names}.',
  nearestChannelRemedy: 'Check the name. Closest matches: {names}. Existing channels: {all}.',
  allNamesRemedy: 'Check the name. Existing names: {names}.',
  noNamesRemedy: 'Check the name. The catalog has no names to suggest.',
  noSimilarNameRemedy: 'Check the name. None of the {count, number} existing names are similar.',
  packageUnknown: 'the catalog has no package "{name}"',
  packageUnknownRemedy: 'Run `airlock list operators` to see the packages in the catalog.',
  channelUnknown: 'package "{package}" has no channel "{channel}"',
  none: 'none',

  // catalog index
  indexUnreadable: "the catalog index {folder} was written, but can't be read",
  indexDamaged: "the catalog index {folder} is damaged: the content of {file} doesn't match its checksum",
  indexDamagedRemedy: 'Run the command again to rebuild the index. If the error persists, check the disk.',
  moreFiles: '{message} (and {count, plural, one {# more file} other {# more files}})',
  duplicate: 'the catalog contains {item} twice, but only the first occurrence is used',
  package: 'package "{name}"',
  channel: 'channel "{name}" in package "{package}"',
  bundle: 'bundle "{name}" in package "{package}"',
  tooManyIgnoreRules: '{path}: the catalog has more than {limit} ignore rules',

  // documents of a catalog
  documentInvalid: 'catalog file {file}, document {number}, line {line}: {reason}',
  notAnObject: "the document isn't an object",
  schemaMissing: 'the document is missing the required `schema` field',
  notJson: 'invalid JSON: {error}',
  notYaml: 'invalid YAML: {error}',
  objectExpected: 'expected an object, found {found}',
  documentTooLarge: 'the document is larger than 128 MiB',
  documentTruncated: 'the file ends before the document is complete',
  keyNotAString: "a mapping key isn't a string",
  notInJson: "{value} can't be represented in JSON",
  packageNameInvalid: 'must be a valid package name',
  propertiesNotAList: 'properties: must be a list',
  propertyWithoutType: 'properties.{position}: type is missing',

  // selections
  packageDocumentMissing:
    'the catalog contains channels or bundles for package "{package}", but no olm.package document',
  catalogInvalidRemedy:
    "Use another version of the catalog, or report the problem to the catalog's publisher.",
  defaultChannelRemedy: 'Set defaultChannel to one of: {channels}.',
  channelsRemedy: 'Select channels that exist in the package.',
  rangeInvalidRemedy: 'Remove either the `full` field or the versions. Write versions in the form 1.2.3.',
  channelInvalid: 'package "{package}" channel "{channel}": {faults}',
  channelInvalidRemedy: 'Remove the channel from the selection, or use another version of the catalog.',
  bundleWithoutProperty: 'bundle "{bundle}" in package "{package}" has no package property',
  bundleVersionInvalid:
    'bundle "{bundle}" in package "{package}" has version "{version}", which isn\'t a semantic version',
  nearestVersionRemedy: 'Check the version. Closest matches: {versions}.',
  versionRemedy: 'Select a version that exists in the catalog.',
  emptyDefaultChannelRemedy:
    'Change the version range, or add these channels to the configuration and set one of them as defaultChannel: {channels}.',
  emptyChannelRemedy: 'Change the version range. The channel contains versions {lowest} to {highest}.',
  emptyChannelWithoutVersionsRemedy: 'Select a channel that contains versions.',
  moreErrors: '{message} (and {count} more)',
  prereleasesExcluded:
    'package "{package}" channel "{channel}": version range "{range}" excludes {versions}, because a range without a pre-release doesn\'t match pre-release versions',
  prereleasesExcludedRemedy:
    'To include pre-release versions, add a pre-release suffix to one of the bounds. For example, set minVersion to 1.2.0-0 instead of 1.2.0.',
  offPath: `package "{package}" channel "{channel}": {versions} match the version range, but won't be mirrored because they aren't on the selected upgrade path`,
  offPathRemedy:
    'If a cluster runs a version off the upgrade path, set minVersion and maxVersion to that version, or mirror the package with full: true.',
  pathIncluded:
    'package "{package}" channel "{channel}": {versions} are outside "{range}", but are included because the upgrade path needs them',
  pathIncludedRemedy: 'No action is needed.',
  headExcluded:
    'package "{package}" channel "{channel}": the new channel head is {head}, because the version range excludes {catalogHead}, the head in the catalog',
  raiseMaxVersionRemedy: 'To offer clusters the newest version, raise maxVersion.',
  changeMinVersionRemedy: 'Lower minVersion so that the range includes the newest version.',
  channelsExcluded:
    'package "{package}": {count, plural, one {channel {channels} is} other {channels {channels} are}} excluded, because no version matches "{range}"',
  channelsExcludedRemedy: 'Change the version range, or remove these channels from the selection.',
  channelsExcludedHintRemedy: 'List the channels that you need.',
  bundlesMissing: 'package "{package}": the catalog has no bundles for these channel entries: {bundles}',

  // images of bundles
  noImages: 'no related images found: the selection contains no bundles',
  noImagesRemedy: 'Select packages, channels and versions that exist in the catalog.',
  bundleImageInvalid: '{fault} (bundle {bundle} of operator {package})',
  bundleImageInvalidRemedy:
    'Select different versions of the operator, or report the problem to the publisher of the catalog.',
});
