import { translator } from '../../base/messages/translator.ts';

/** Texts of inventories of clusters. */
export const t = translator({
  fileComment: 'Inventory of a cluster: only versions, channels and names of packages.',
  commandComment: 'Written by Airlock, for `airlock config suggest --installed FILE --to VERSION`.',

  // problems of a file
  invalid: '{place}: {problem}',
  invalidRemedy: 'List operators with package, version and channel, or create the file from a cluster.',
  mappingExpected: 'it must be a mapping of fields',
  kindInvalid: 'kind must be {kind}',
  listExpected: 'operators must be a list',
  packageExpected: '{entry} must have a package',
  packageMissing: '{entry} has no package',
  packageTwice: '{package} is listed twice',
  fieldUnknown: `"{field}" isn't a field of an inventory`,
  versionInvalid: '{field} must be a version, such as {example}',
  channelInvalid: '{field} must be a channel, such as stable-4.16',
  nameInvalid:
    '{field} must be the name of a {kind, select, package {package} bundle {bundle} other {channel}}',
  catalogInvalid:
    '{field} must be a well-known catalog, such as redhat-operators, or the reference of a catalog',
  kindsMissing: 'it contains none of {kinds}. Create the file with: {command}',
  tooDeep: 'the JSON is nested more than {levels} levels deep',
  endMissing: 'the file ends before the document does',
  notJson: "this isn't valid JSON",
  folder: "{file} isn't a file",
  tooLarge: '{file} has {size} bytes, which is too large for a list of operators',
  fileMissing: "{file} doesn't exist",
  fileUnreadable: "{file} can't be read ({code})",
  notText: "{file} isn't UTF-8 text",
});
