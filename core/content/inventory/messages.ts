import { translator } from '../../base/messages/translator.ts';

/** Texts of inventories of clusters. */
export const t = translator({
  fileComment: 'Cluster inventory: contains only versions, channels and package names.',
  commandComment: 'Written by Airlock, for `airlock config suggest --installed FILE --to VERSION`.',

  // problems of a file
  invalid: '{place}: {problem}',
  invalidRemedy:
    'List the operators with package, version and channel, or create the inventory from a cluster.',
  mappingExpected: 'the inventory must be a mapping of fields',
  kindInvalid: 'kind must be {kind}',
  listExpected: 'operators must be a list',
  packageExpected: '{entry} must have a package',
  packageMissing: '{entry} has no package',
  packageTwice: 'package {package} is listed twice',
  fieldUnknown: `"{field}" isn't an inventory field`,
  versionInvalid: '{field} must be a version, such as {example}',
  channelInvalid: '{field} must be a channel, such as stable-4.16',
  nameInvalid: '{field} must be a {kind, select, package {package} bundle {bundle} other {channel}} name',
  catalogInvalid: '{field} must be a well-known catalog, such as redhat-operators, or a catalog reference',
  kindsMissing:
    "the file doesn't contain any of {kinds}. Create it with `airlock cluster inspect -o FILE`, or with: {command}",
  partUnread: 'the inspection could not read everything that the cluster runs ({reason})',
  inspectionWithoutInventory:
    'the inspection was written by an earlier version of Airlock and contains no inventory. Run `airlock cluster inspect` again',
  tooDeep: 'the JSON is nested more than {levels} levels deep',
  endMissing: 'the file ends before the JSON document is complete',
  notJson: 'invalid JSON',
  directory: '{file} is a directory, not a file',
  tooLarge: '{file} is {size} bytes, which is too large for a list of operators',
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  notText: "{file} isn't UTF-8 text",
});
