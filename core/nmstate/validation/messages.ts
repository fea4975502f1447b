import { translator } from '../../base/messages/translator.ts';

/** Texts of checked documents, their templates and their pictures. */
export const t = translator({
  yamlInvalidRemedy: 'Fix the line shown. Airlock then checks the rest of the document.',
  stateMissing: '{file} contains no network state',
  stateMissingKinds: '{file} contains {kinds}, but no network state',
  stateMissingRemedy:
    'Use a file with `interfaces:`, or a NodeNetworkConfigurationPolicy, NMStateConfig or NodeNetworkState.',
  documentText: 'The document',
  problemsCut: 'The document has more than {count} problems, but only {count} are listed',
  problemsCutRemedy: 'Fix the listed problems, and check the document again.',

  // templates
  variableUnrendered: 'The template variable `{name}` has no value',
  variableUnrenderedRemedy:
    'Create the host documents from the template and the table, and check those documents.',
  variableUnset: '{host} has no value for `{name}`',
  variableMisspelled: '{host} has no value for `{name}`, did you mean `{near}`?',
  variableUnsetRemedy: 'Add a value for {host} in the `{name}` column.',
  variableMisspelledRemedy: "Use '{{' {near} '}}'.",
  filterUnknown: 'The variable `{name}` uses the unknown filter `{filter}`',
  filterUnknownRemedy: 'Use one of these filters: {filters}.',
  valueOfSeveralLines: 'The value of `{name}` for {host} spans several lines',
  valueOfSeveralLinesRemedy: 'Write the value on one line.',
  prefixMissing: 'The value of `{name}` for {host} has no prefix length',
  prefixMissingRemedy: 'Use CIDR notation, such as 192.0.2.21/24.',

  // pictures
  dhcpText: 'DHCP',
  dhcpv6Text: 'DHCPv6',
  advertisementsText: 'router advertisements',
  vlanText: 'VLAN {id}',
  lacpText: 'LACP {rate}',
  vfsText: '{count, plural, one {# virtual function} other {# virtual functions}}',
  tableText: 'table {table}',
  mtuText: 'MTU {mtu}',
  macText: 'MAC of {name}',
});
