import { translator } from '../../base/messages/translator.ts';

/** Texts of the schema of NMState. */
export const t = translator({
  useRemedy: 'Use `{value}`.',
  useFix: 'Use {value}',
  removeFix: 'Remove {key}',
  fieldUnknownRemedy: 'Remove `{key}`. Otherwise, NMState rejects the entire document.',
  fieldMissingRemedy: 'Add the field `{key}`.',
  nameMissingRemedy: 'Add the interface name, such as `name: eno1`.',
  macInvalid: "`{text}` isn't a valid MAC address",
  macInvalidRemedy: 'Use six pairs of hexadecimal digits, separated by colons, such as "52:54:00:aa:bb:07".',
  addressWithPrefixRemedy:
    'Set `ip` to the address without the prefix length, and set `prefix-length` separately.',
  addressInvalidRemedy: 'Use one IPv4 or IPv6 address without leading zeros.',
  valueUnknownRemedy: 'Use one of the expected values.',
  fieldOfOtherType:
    'unknown field `{key}`: it is valid only for {count, plural, one {the type} other {the types}} {types}, but this interface has the type {type}',
  fieldOfOtherTypeRemedy: 'Remove `{key}`, or set `type: {type}`.',
  typeUnknown: 'unknown interface type `{type}`',
  typeMisspelled: 'unknown interface type `{type}`, did you mean `{meant}`?',
  typeMisspelledRemedy: 'Set `type: {type}`.',
  teamRemedy: "Set `type: bond`. NMState doesn't support teams.",
  typeUnknownRemedy: 'Use one of the types that NMState supports: {types}.',
  mtuQuotedRemedy: 'Remove the quotes. The installer rejects a quoted MTU.',
  mtuQuotedFix: 'Remove the quotes',

  // ranges
  numberTooLow: '{field} is {number}, but must be {min} or more',
  numberTooLowRemedy: 'Use a number of {min} or more.',
  numberTooHigh: '{field} is {number}, but must be {max} or less',
  numberTooHighRemedy: 'Use a number of {max} or less.',
  numberOutOfRange: '{field} is {number}, but must be from {min} to {max}',
  numberOutOfRangeRemedy: 'Use a number from {min} to {max}.',

  // types of values
  typeWrong:
    '{field}: expected {expected}{found, select, list {, found a list} mapping {, found a mapping} null {, found nothing} secret {} other {, found `{value}`}}',
  typeWrongRemedy: 'Use {expected}.',
  documentText: 'the document',
  flagText: '`true` or `false`',
  integerText: 'an integer',
  stringText: 'a string',
  listText: 'a list',
  mappingText: 'a mapping',
  interfacesText: 'a list of interfaces',
  interfaceText: 'an interface (a mapping with `name` and `type`)',

  // Quoted from nmstate
  fieldUnknown: 'unknown field `{key}`, expected one of {known}',
  fieldMisspelled: 'unknown field `{key}`, did you mean `{meant}`?',
  fieldMissing: 'missing field `{key}`',
  addressInvalid: 'Invalid IP address {text}: invalid IP address syntax',
  variantUnknown: 'unknown variant `{text}`, expected one of {values}',
  // Quoted from openshift-install
  mtuQuoted: 'mtu must be an integer (not quoted string)',
});
