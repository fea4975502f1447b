import { translator } from '../messages/translator.ts';

/** Texts about YAML and JSON documents, and about edits of them. */
export const t = translator({
  // limits and faults of a text
  jsonTooLong: 'the JSON has {characters} characters, but the limit is {limit}',
  jsonTooDeep: 'the JSON is nested more than {limit} levels deep',
  jsonTooManyValues: 'the JSON has more than {limit} values',
  notJson: "the content isn't valid JSON",
  yamlErrors: 'the YAML has more than {limit} errors',
  yamlDocuments: 'the YAML has more than {limit} documents',
  yamlNested: 'the YAML is nested too deeply',
  yamlTooLong: 'the YAML has {characters} characters, but the limit is {limit}',
  yamlLines: 'the YAML has more than {limit} lines',
  yamlTokens: 'the YAML has more than {limit} tokens',
  yamlScalar: 'a YAML value has {characters} characters, but the limit is {limit}',
  yamlTooDeep: 'the YAML is nested more than {limit} levels deep',
  yamlAliases: 'the YAML has more than {limit} aliases',
  yamlCircularAlias: 'the alias *{alias} is circular: it refers to a value that contains it',
  yamlUnknownAlias: "the alias *{alias} isn't preceded by a matching anchor",
  yamlRepeatedValues: 'expanding the YAML aliases adds more than {limit} values',
  yamlRepeatedCharacters: 'expanding the YAML aliases adds more than {limit} characters',
  faultAtLine: 'line {line}: {fault}',
  oneDocument: 'expected one YAML document, found {count}',

  // lists
  sentence: '{statement}.',
  lastTwo: '{first} and {last}',
  lastAlternative: '{first} or {last}',
  andMore: '{words} and {count} more',

  // edits
  yamlRemedy: 'Fix the YAML at this position. The error is often in the preceding line.',
  editsOutdated: 'the changes were made for a different version of the text',
  editsOutdatedRemedy: 'Request the changes again for the current text.',
  fieldUneditable: "{field} can't be changed here: {reason}",
  documentUneditable: "the document can't be changed here: {reason}",
  fromElsewhere: 'the value comes from an alias or a merge key (<<)',
  notAList: "the value isn't a list",
  notAWrittenList: "the value at this position isn't a list",
  noPosition: 'the list has no entry at position {position}',
  listHasNoPosition: 'the list has no entry at position {position}',
  fieldHasNoPosition: '{field} has no entry at position {position}',
  newListPosition: "the list doesn't exist yet, so its first entry must have position 0",
  noKey: "the key doesn't exist",
  keyExists: 'the key {key} already exists',
  changesMore: 'the edit would also change other values',
  sharedByAlias: 'the value has the anchor &{anchor}, and the alias *{anchor} refers to it',
  isAlias: 'the alias *{anchor} refers to a value that is defined elsewhere',
  isScalar: 'the value is a scalar instead of a mapping or list',
});
