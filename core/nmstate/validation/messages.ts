import { translator } from '../../base/messages/translator.ts';

/** Texts of checked documents, their templates and their pictures. */
export const t = translator({
  yamlInvalidRemedy: 'Fix the line shown. The rest of the document is checked after that.',
  stateMissing: '{file} contains no network state',
  stateMissingKinds: '{file} contains {kinds}, but no network state',
  stateMissingRemedy:
    'Use a file with `interfaces:`, or a NodeNetworkConfigurationPolicy, NMStateConfig or NodeNetworkState.',
  documentText: 'The text',
  problemsCut: 'The text has more than {count} problems. Only {count} of them are listed',
  problemsCutRemedy: 'Fix the listed problems, then check the text again.',

  // templates
  variableUnrendered: 'The template variable `{name}` has no value',
  variableUnrenderedRemedy:
    'Create the documents of the hosts from the template and the table, then check those.',
  variableUnset: '{host} has no value for `{name}`',
  variableMisspelled: '{host} has no value for `{name}`, did you mean `{near}`?',
  variableUnsetRemedy: 'Add a value for {host} in the column `{name}`.',
  variableMisspelledRemedy: "Use '{{' {near} '}}'.",
  filterUnknown: 'The filter `{filter}` of the variable `{name}` is unknown',
  filterUnknownRemedy: 'Use one of the filters {filters}.',
  valueOfSeveralLines: 'The value of `{name}` for {host} has several lines',
  valueOfSeveralLinesRemedy: 'Write the value on one line.',
  prefixMissing: 'The value of `{name}` for {host} has no prefix length',
  prefixMissingRemedy: 'Use CIDR notation, such as 192.0.2.21/24.',

  // pictures
  vlanText: 'VLAN {id}',
  lacpText: 'LACP {rate}',
  vfsText: '{count, plural, one {# virtual function} other {# virtual functions}}',
  tableText: 'table {table}',
  mtuText: 'MTU {mtu}',
  macText: 'MAC of {name}',
});
