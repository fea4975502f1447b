import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the table of hosts, its menus and dialogs. */
export const t = translator({
  // Screen
  writeTip: 'To write MachineConfigs, add hosts and fix all errors.',
  writeButton: 'Write MachineConfigs',
  saveFailedTitle: "The hosts couldn't be saved",
  saveButton: 'Save hosts now',
  removeFailedTitle: "The host table couldn't be removed",
  clusterFailedTitle: "The cluster settings are invalid, so the checks don't use them",
  tableLabel: 'Host table',
  layoutButton: 'Layout: {layout}',
  searchLabel: 'Search hosts',
  searchPlaceholder: 'Host, MAC, address',
  filtersLabel: 'Filter hosts',
  allFilter: 'All',
  controlPlaneFilter: 'Control plane: {hosts, number}',
  arbitersFilter: 'Arbiters: {hosts, number}',
  workersFilter: 'Workers: {hosts, number}',
  roleFilter: '{role}: {hosts, number}',
  problemsFilter: 'Hosts with problems: {hosts, number}',
  pasteKey: '<key>Ctrl V</key> paste',
  selectKey: '<key>Shift ↓</key> select',
  fillKey: '<key>Ctrl D</key> fill down',
  undoKey: '<key>Ctrl Z</key> undo',

  // Grid
  stateColumn: 'State',
  editColumn: 'Edit',
  editHostButton: 'Edit {host}',
  cellLabel: '{column} of {host}',
  cellOfRowLabel: '{column} in row {row}',
  cellProblemTip: '{problem}. {remedy}',
  missingValue: 'missing',

  // Selected cells
  selectionLabel: 'Selected cells',
  selectedColumn: '{column} of {hosts, plural, one {# host} other {# hosts}}',
  selectedCells: '{cells, plural, one {# cell} other {# cells}}',
  newTextLabel: 'New text for {cells}',
  newTextPlaceholder: 'Text for all cells',
  writeCellsButton: 'Apply text to cells',
  fillDownButton: 'Fill down',
  fillSeriesButton: 'Fill series',
  removeHostsButton: 'Remove {hosts, plural, one {# host} other {# hosts}}',

  // Results of a change, for screen readers
  cellChanged: '{column} changed',
  cellsChanged: '{cells, plural, one {# cell} other {# cells}} changed',
  filledDown: '{rows, plural, one {# row} other {# rows}} filled down',
  pasted: '{cells, plural, one {# cell} other {# cells}} pasted',
  imported: 'Hosts imported: {added} added, {changed} changed',
  hostsRemoved: '{hosts, plural, one {# host} other {# hosts}} removed',
  rowAdded: 'Row added',
  tableRenamed: 'Table renamed',
  layoutChanged: 'Layout changed',

  // Menus
  menuButton: 'More actions',
  editLayoutItem: 'Edit layout and cluster settings',
  addRowItem: 'Add row',
  copyCsvItem: 'Copy table as CSV',
  copyYamlItem: 'Copy table as YAML',
  openTableItem: 'Open table {table}',
  renameTableItem: 'Rename table {table}',
  removeTableItem: 'Remove table {table}',
  columnsButton: 'Columns',
  defaultColumnsItem: 'Show default columns',

  // Rename
  renameTitle: 'Rename table',
  nameLabel: 'Table name',
  renameButton: 'Rename table',

  // Layout and cluster
  layoutTitle: 'Layout for all hosts',
  layoutHelp:
    'These settings apply to all hosts unless a table row overrides them. Lines that you edited in documents remain unchanged.',
  layoutLabel: 'Layout',
  templateOption: 'Custom template (YAML)',
  templateLabel: 'YAML template (variables: {variable})',
  fromTablePlaceholder: 'From the table',
  clusterTitle: 'Cluster',
  installConfigText: 'The cluster settings are from an install-config.yaml file.',
  removeClusterButton: 'Remove cluster settings',
  machineNetworkLabel: 'Machine network',
  apiVipLabel: 'API VIP',
  ingressVipLabel: 'Ingress VIP',
  clusterMtuLabel: 'Cluster network MTU',
  masqueradeLabel: 'OVN masquerade subnet (if not default)',
  versionLabel: 'OpenShift version of the nodes',
  useButton: 'Apply to all hosts',

  // Cluster settings below the table
  machineNetworkNote: 'Machine network {value}',
  apiVipNote: 'API VIP {value}',
  ingressVipNote: 'Ingress VIP {value}',
  noClusterNote: "Without cluster settings, VIPs and the machine network aren't checked",
});
