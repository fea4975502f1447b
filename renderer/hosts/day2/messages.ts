import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Day 2: changes of running nodes and the policies that make them. */
export const t = translator({
  // Titles
  noHostsTitle: 'No hosts to change',
  noChangesTitle: 'No changes to {hosts} yet',
  rejectedOnHostTitle: "{setting} can't be changed on {host}",
  rejectedOnNodesTitle: "{setting} can't be changed on running nodes",
  rejectedTitle: "The changes to {hosts} aren't allowed",
  changesTitle:
    '{changes, plural, one {# change} other {# changes}} to {hosts} in {policies, plural, one {# policy} other {# policies}}',
  disruptiveTitle:
    '{changes, plural, one {# change} other {# changes}} to {hosts} in {policies, plural, one {# policy} other {# policies}}, with a short interruption',

  // Screen
  topic: 'Day 2',
  versionNote: 'OpenShift {version}',
  noVersionNote: 'OpenShift version not set',
  emptyTableTitle: 'No hosts in the table',
  emptyTableText:
    'Add hosts to the table first. Airlock then creates the policies that change the networks of running nodes.',
  fillTableButton: 'Add hosts to the table',
  updateTableButton: 'Update host table',
  tableUpdated: 'Host table updated',

  // New settings
  settingsTitle: 'New settings',
  scopeLabel: 'Hosts to change',
  roleScope: 'All hosts with the role {role}',
  rowScope: 'Row {row}',
  documentSection: 'New document',
  documentTitle: 'New document for {host}',
  reportLabel: "Enter the node's actual state",
  reportTextLabel: 'NodeNetworkState or last applied policy',

  // Changes
  changesCardTitle: 'Changes',
  noChangesNote: 'no changes yet',
  changesNote: '{changes, plural, one {# change} other {# changes}}',
  noChangesText: 'To create a policy, either change a setting or edit the document.',
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
  documentChangesOfTitle: 'Document changes for {host}',
  documentChangesLabel: 'Changes in the document',

  // Policies
  policyLabel: 'Policy {policy}',
  rollbackTitle: 'Rollback policy for {policy}',
  showPolicyButton: 'Show policy',
  showRollbackButton: 'Show rollback',
  copyButton: 'Copy policy',
  saveButton: 'Save policy',
});
