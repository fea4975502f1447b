import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the editor of one host. */
export const t = translator({
  nicByMacNote: 'Found by its MAC address {mac}, because its name is unknown.',
  guessedNicNote: 'The name is a guess. Enter the name or the MAC address.',
  // Screen
  missingHostTitle: "Host {host} doesn't exist",
  missingHostNoteTitle: 'The host was removed or renamed',
  missingHostText: 'The host table contains {hosts, plural, one {# host} other {# hosts}}.',
  showTableButton: 'Show host table',
  checkingTitle: '{host} ({layout}): checking',
  readyTitle: '{host} ({layout}): ready',
  warningsTitle: '{host} ({layout}): ready, {warnings, plural, one {# warning} other {# warnings}}',
  problemsTitle:
    '{host} ({layout}): {errors, plural, one {# error} other {# errors}}{warnings, plural, =0 {} one {, # warning} other {, # warnings}}',
  settingsNote:
    '{inherited, plural, one {# setting} other {# settings}} inherited, {own, number} set for this host',
  customNote: 'custom document',
  showYamlButton: 'Show YAML',
  hideYamlButton: 'Hide YAML',
  explainButton: 'Explain first boot',
  previousHostButton: 'Previous host',
  nextHostButton: 'Next host',
  settingsTitle: 'Settings',
  settingsLabel: 'Host settings',
  networkTitle: 'Resulting network',
  networkLabel: 'Network diagram',
  documentLabel: 'NMState document for {host}',
  copyButton: 'Copy YAML',
  generatedNote: 'Generated from the layout',
  showEditsButton: 'Show {lines, plural, one {# edited line} other {# edited lines}}',

  // Results of a change, for screen readers
  documentEdited: 'Document edited',
  documentReset: 'Document reset to the layout',
  interfaceChanged: 'Interface changed',
  layoutChanged: 'Layout changed',
  settingChanged: '{setting} changed',

  // Form
  layoutLabel: 'Layout',
  inheritedLayout: 'Layout for all hosts: {layout}',
  noSettingsText: 'Layouts from a template or an imported document have no settings.',
  tableSettingsLabel: 'Name, role, NICs and BMC',
  passedLabel: 'Passed checks',
  interfacesTitle: 'Interfaces',

  // Interfaces
  unnamedInterface: 'unnamed interface',
  unknownType: 'unknown type',
  notSetOption: 'Not set',
  listText: '<field>{name}</field> is a list. <edit>Edit list in YAML</edit>',
  showInterfaceButton: 'Show interface in YAML',
  removeInterfaceButton: 'Remove {interface}',
  addFieldLabel: 'Add a field to {interface}',
  newFieldLabel: 'New field for {interface}',
  newFieldOption: 'Select a field',
  valueLabel: 'Value of {field}',
  newValueLabel: 'Value of the new field for {interface}',
  valueOption: 'Select a value',
  addFieldButton: 'Add field',
  addInterfaceLabel: 'Add an interface',
  newTypeLabel: 'Type of the new interface',
  newNameLabel: 'Name of the new interface',
  addInterfaceButton: 'Add interface',

  // Diagram
  noDiagramText: 'The diagram is empty because the document contains no interfaces.',
  ovnRow: 'OVN',
  addressRow: 'Address',
  bridgeRow: 'Bridge',
  vlanRow: 'VLAN',
  bondRow: 'Bond',
  nicsRow: 'NICs',
  switchRow: 'Switch',
  podsBox: 'Pods and services on {host}',
  localnetFact: 'localnet {name} on {bridge}',
  downFact: 'down',
  lacpTaggedBox: 'LACP, {vlans} tagged',
  lacpUntaggedBox: 'LACP, untagged network',
  taggedBox: '{vlans} tagged',
  untaggedBox: 'Untagged network',

  // Problems
  problemsLabel: 'Problems on {host}',
  lineButton: 'Line {line, number}',

  // Passed checks
  uplinkCheck: 'br-ex has exactly one uplink: {interface}',
  routeCheck: 'The default route uses br-ex and the gateway {gateway}',
  uplinkAddressCheck: '{interface}, the uplink of br-ex, has no IP address',
  lowerAddressCheck: 'The interfaces below br-ex have no IP addresses',
  macCheck: 'br-ex has the MAC address of {interface}',
  addressCheck: 'No other host, VIP or gateway uses the IP address of this host',
  dnsCheck: "Static DNS servers are set, because br-ex doesn't use DHCP",
  nameCheck: 'The short host name {host} is unique',

  // First boot
  explainTitle: 'First boot of {host}',
  explainText: 'Simulated for OpenShift {version}. {reason}',
  explainNewestText: 'Simulated for the newest OpenShift release. {reason}',
  appliedOutcome: 'The node applies the document',
  scriptOutcome: "The node ignores the document, and the cluster's configure-ovs script creates br-ex",
  noBridgeOutcome: "The node has no br-ex and can't join the cluster",
  unchangedOutcome: "The node's network remains unchanged",
  brExFact: 'br-ex',
  addressesFact: 'Addresses',
  routesFact: 'Routes',
  dnsFact: 'DNS',
  chainText: 'On {interfaces}',
  chainMtuText: 'On {interfaces}, MTU {mtu}',
  noAddressesText: 'No addresses',
  routeText: '{destination} via {hop}',
  dhcpRoutesText: 'Routes from DHCP',
  dhcpServersText: 'DNS servers from DHCP',

  // Differences
  differenceTitle: '{host}: {lines, plural, one {# edited line} other {# edited lines}}',
  differenceHelp:
    'Lines marked − came from the layout and were replaced. Lines marked + are your edits, which are preserved when the layout or the table changes.',
  differenceLabel: 'Differences from the layout',
  addedLine: 'Added:',
  removedLine: 'Removed:',
  resetButton: 'Reset document to layout',
});
