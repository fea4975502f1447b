import { translator } from '../messages/translator.ts';

/** Texts about YAML and JSON documents, and about edits of them. */
export const t = translator({
  // limits and faults of a text
  jsonTooLong: 'the JSON is {characters} characters long; the limit is {limit}',
  jsonTooDeep: 'the JSON is nested more than {limit} levels deep',
  jsonTooManyValues: 'the JSON has more than {limit} values',
  notJson: "it isn't JSON",
  yamlErrors: 'the YAML has more than {limit} errors',
  yamlDocuments: 'the YAML has more than {limit} documents',
  yamlNested: 'the YAML is nested too deeply',
  yamlTooLong: 'the YAML is {characters} characters long; the limit is {limit}',
  yamlLines: 'the YAML has more than {limit} lines',
  yamlTokens: 'the YAML has more than {limit} tokens',
  yamlScalar: 'a YAML value has {characters} characters; the limit is {limit}',
  yamlTooDeep: 'the YAML is nested more than {limit} levels deep',
  yamlAliases: 'the YAML has more than {limit} aliases',
  yamlCircularAlias: '*{alias} is a circular alias: it refers to a value that contains it',
  yamlUnknownAlias: '*{alias} has no matching anchor before it',
  yamlRepeatedValues: 'expanding the YAML aliases adds more than {limit} values',
  yamlRepeatedCharacters: 'expanding the YAML aliases adds more than {limit} characters',
  faultAtLine: 'line {line}: {fault}',
  oneDocument: 'expected one YAML document, found {count}',

  // lists in words
  lastTwo: '{first} and {last}',
  andMore: '{words} and {count} more',

  // edits
  yamlRemedy: 'Fix the YAML at this position. The error is often in the line before.',
  editsOutdated: 'these changes were made for another version of the text',
  editsOutdatedRemedy: 'Request the changes again for the current text.',
  fieldUneditable: "{field} can't be changed here: {reason}",
  documentUneditable: "the document can't be changed here: {reason}",
  fromElsewhere: 'its value comes from an alias or a merge key (<<)',
  notAList: "it isn't a list",
  notAWrittenList: "it isn't a list written at this position",
  noPosition: 'it has no position {position}',
  listHasNoPosition: 'the list has no position {position}',
  fieldHasNoPosition: '{field} has no position {position}',
  newListPosition: 'a new list starts at position 0',
  noKey: "the key doesn't exist",
  keyExists: 'the key {key} already exists',
  changesMore: 'the edit would also change other values',
  sharedByAlias: 'its value has the anchor &{anchor} and is repeated by the alias *{anchor}',
  isAlias: '*{anchor} repeats a value that is written elsewhere',
  isScalar: 'it is a single value instead of a mapping or list',
});
