import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Day 2: changes of running nodes and the policies that make them. */
export const t = translator({
  // Titles
  noHostsTitle: 'No hosts to change',
  noChangesTitle: 'No changes to {hosts} yet',
  rejectedOnHostTitle: "{setting} can't change on {host}",
  rejectedOnNodesTitle: "{setting} can't change on running nodes",
  rejectedTitle: 'Changes to {hosts} are rejected',
  changesTitle:
    '{changes, plural, one {# change} other {# changes}} to {hosts} in {policies, plural, one {# policy} other {# policies}}',
  disruptiveTitle:
    '{changes, plural, one {# change} other {# changes}} to {hosts} in {policies, plural, one {# policy} other {# policies}}, with a short interruption',

  // Screen
  topic: 'day 2',
  versionNote: 'OpenShift {version}',
  noVersionNote: 'OpenShift version not set',
  emptyTableTitle: 'No hosts in the table',
  emptyTableText: 'Add hosts to the table first. Day 2 then writes the policies that change their networks.',
  fillTableButton: 'Add hosts to the table',
  updateTableButton: 'Update host table',
  tableUpdated: 'Host table updated',

  // New settings
  settingsTitle: 'New settings',
  scopeLabel: 'Hosts to change',
  roleScope: 'All hosts with the role {role}',
  rowScope: 'Row {row}',
  documentSection: 'New document',
  documentTitle: 'New document of {host}',
  reportLabel: 'The node differs from the table',
  reportTextLabel: 'NodeNetworkState or last applied policy',

  // Changes
  changesCardTitle: 'Changes',
  noChangesNote: 'no changes yet',
  changesNote: '{changes, plural, one {# change} other {# changes}}',
  noChangesText: 'Change a setting or the document.',
  settingColumn: 'Setting',
  beforeColumn: 'Before',
  afterColumn: 'After',
  effectColumn: 'Effect',
  someHosts: '({hosts, plural, one {# host} other {# hosts}})',
  notSet: 'not set',
  rejectedEffect: '<strong>Rejected.</strong> {reason}',
  problemsTitle: 'Problems and notes',
  stepsTitle: 'Steps',
  documentChangesTitle: 'Document changes',
  documentChangesOfTitle: 'Document changes of {host}',
  documentChangesLabel: 'Changes in the document',

  // Policies
  policyLabel: 'Policy {policy}',
  rollbackTitle: 'Rollback of {policy}',
  showPolicyButton: 'Show policy',
  showRollbackButton: 'Show rollback',
  copyButton: 'Copy',
  saveButton: 'Save',
});
