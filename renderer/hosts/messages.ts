import { translator } from '../../core/contract/documents/messages.ts';

/** Texts that all screens of Hosts share, those of the start, the import and the state of a host. */
export const t = translator({
  // Frame
  topic: 'Hosts',
  tableLabel: 'Table',
  outputsLabel: 'Outputs',
  day2Label: 'Day 2',
  adoptLabel: 'Migrate nodes',
  openFailedTitle: 'The host table is unavailable',
  readFailedTitle: "The host table couldn't be read",
  readAgainButton: 'Read host table again',
  savedNote: 'changes saved',
  unsavedNote: 'unsaved changes',
  pastedNote: 'pasted hosts',
  undoLabel: 'Undo',
  redoLabel: 'Redo',
  undone: 'Change undone',
  redone: 'Change redone',
  cancelButton: 'Cancel',
  closeButton: 'Close',
  optionalPlaceholder: 'Optional',
  hostCount: '{hosts, plural, one {# host} other {# hosts}}',

  // Start
  startTitle: 'Create the first host table',
  unreadableTablesTitle: "{count, plural, one {# host table} other {# host tables}} can't be read",
  noTableTitle: 'No host table yet',
  noTableText:
    'Add one row per machine: name, role, MAC addresses, IP address and BMC. Airlock writes the NMState document for each host and checks it against the rules of NMState and OVN-Kubernetes.',
  noTableOutputsText:
    'From the same table, Airlock also creates MachineConfigs, files that add hosts to a cluster, and day-2 policies for running nodes.',
  adoptText:
    'To move br-ex of a running cluster from configure-ovs to NMState, <adopt>adopt its nodes</adopt>.',
  importButton: 'Import hosts',
  createTableButton: 'Create empty table',

  // Problems of the table
  problemsLabel: 'Problems',
  errorCount: '{errors, plural, one {# error} other {# errors}}',
  warningCount: '{warnings, plural, one {# warning} other {# warnings}}',
  problemsOnHosts: '{problems} on {hosts, plural, one {# host} other {# hosts}}',
  setForAllButton: 'Set {setting} for all hosts',
  goToHostButton: 'Go to {host}',
  goToRowButton: 'Go to row {row}',
  openHostButton: 'Open {host}',
  editLayoutButton: 'Edit layout',

  // Import
  importTitle: 'Paste or import hosts',
  importHelp:
    'Columns can be in any order, and most header spellings are recognized. A row with the name of an existing host updates that host. You can also import MachineConfigs, host documents and BMC inventories (Redfish, Ironic, BareMetalHost). Machines in an inventory are matched by name or MAC address.',
  pasteLabel: 'Pasted rows, YAML or BMC inventory',
  fileLabel: 'File or directory',
  readFileButton: 'Read file',
  fileFailedTitle: "The file or directory couldn't be read",
  noHostsFound: 'No hosts found',
  hostsFound: '{hosts, plural, one {# host} other {# hosts}} found',
  hostsFoundSome:
    '{hosts, plural, one {# host} other {# hosts}} found: {added} new, {changed} changed in the table',
  mergesTitle: 'Changes to the table',
  hostColumn: 'Host',
  changeColumn: 'Change',
  addedMerge: 'New',
  changedMerge: 'Changed',
  partAdded: '{part} {to}',
  partChanged: '{part} {from} → {to}',
  moreMergesNote: '{hosts, plural, one {# more host} other {# more hosts}}',
  templateButton: 'Download CSV template',
  columnsNote: 'Columns: {columns}',
  passwordsNote:
    "{passwords, plural, one {# BMC password wasn't} other {# BMC passwords weren't}} imported. Enter BMC passwords when you save files that need them.",
  moreProblemsNote:
    '{problems, plural, one {# more problem or note} other {# more problems or notes}} not shown',
  importHostsButton: 'Import {hosts, plural, one {# host} other {# hosts}}',

  // Columns
  nameColumn: 'Host',
  roleColumn: 'Role',
  addressColumn: 'Address',
  bmcColumn: 'BMC',
  bmcUserColumn: 'BMC user',
  bmcPasswordColumn: 'BMC password (not imported)',
  bootMacColumn: 'Boot MAC',
  layoutColumn: 'Layout',
  rootDeviceColumn: 'Root device',
  mtuColumn: 'MTU',
  vlanColumn: 'VLAN',
  dnsColumn: 'DNS',
  searchColumn: 'Search domains',
  gatewayColumn: 'Gateway',
  gateway6Column: 'IPv6 gateway',
  nicColumn: 'NIC {number}',
  macColumn: 'NIC {number} MAC',
  withoutHeaderColumn: '{column} (no header)',

  // Roles and layouts
  controlPlaneCount: '{hosts, plural, one {# control plane node} other {# control plane nodes}}',
  arbiterCount: '{hosts, plural, one {# arbiter} other {# arbiters}}',
  workerCount: '{hosts, plural, one {# worker} other {# workers}}',
  roleCount: '{hosts, plural, one {# {role} host} other {# {role} hosts}}',
  severalLayouts: 'several layouts',
  importedLayout: 'imported documents',
  templateLayout: 'custom template',
  bondVlanLayout: 'bond with VLAN {vlan}, {addresses}',
  bondVlansLayout: 'bond with VLANs, {addresses}',
  staticAddresses: 'static addresses',
  dhcpAddresses: 'DHCP',
  dualAddresses: 'static IPv4 and IPv6 addresses',
  autoAddresses: 'IPv6 router advertisements',

  // Titles of a table and of a host
  emptyTitle: 'No hosts in the table',
  hostsTitle: '{roles} ({layout})',
  hostsReadyTitle: '{roles} ({layout}): ready',
  hostsWarningsTitle: '{roles} ({layout}): ready, {warnings, plural, one {# warning} other {# warnings}}',
  hostsProblemsTitle:
    '{roles} ({layout}): {errors, plural, one {# error} other {# errors}}{warnings, plural, =0 {} one {, # warning} other {, # warnings}}',

  // State of a host
  readyState: 'Ready',
  addressSharedState: 'Same address as {host}',
  addressSharedSeveralState: 'Same address as {hosts} other hosts',
  addressUnusedState: "Address isn't used",
  nicsOneMacState: 'Duplicate MAC',
  twoNicsOneMacState: 'Two NICs have the same MAC',
  macSharedState: 'Same MAC as another host',
  mtuDiffersState: 'MTU differs',
  missingState: '{setting} is missing',
  missingRemedy: 'Enter a value in the {setting} column.',
  missingColumnRemedy: 'Import a table with a `{name}` column, or edit the layout.',
  missingAddressState: 'Address is missing',
  missingFamilyState: '{family} address is missing',
  missingAddressRemedy: 'Enter an address with its prefix length, such as {address}/{length}.',
  missingPrefixState: '{address} has no prefix length',
  missingPrefixRemedy: 'Enter the address with its prefix length, such as {address}/{length}.',
  noNameError: 'The row has no host name',
  noNameRemedy: 'Enter a host name, or remove the row.',
  hostProblemTitle: '{host}: {problem}',
  rowProblemTitle: 'Row {row}: {problem}',
  hostFixButton: '{host}: {fix}',
});
