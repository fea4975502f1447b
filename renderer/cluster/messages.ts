import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Apply: comparing manifests with a cluster, applying them, rolling back, and upgrade readiness. */
export const t = translator({
  topic: 'Apply',
  subtitle: 'cluster manifests',
  startTitle: 'Compare the manifests with the cluster, then apply the differences',
  compareFailedTitle: "The manifests couldn't be compared with the cluster",
  cancelButton: 'Cancel',
  dryRunButton: 'Dry run',
  rollBackButton: 'Roll back',

  // Manifests and cluster
  connectTitle: 'Manifests and cluster',
  connectNote: 'The comparison changes nothing in the cluster.',
  folderLabel: 'Folder with manifests',
  folderHelp: 'Each push writes manifests to config/ in its workspace or state folder.',
  folderOfButton: 'Manifests for {target}',
  kubeconfigLabel: 'Kubeconfig',
  kubeconfigFailedTitle: "The kubeconfig couldn't be read",
  contextLabel: 'Context',
  contextOption: '{context}, {server}',
  noContextOption: 'No context found',
  compareButton: 'Compare with the cluster',
  comparingText: 'Running a server-side dry run of each object on {server}.',
  commandText: 'Command for a host that reaches the cluster:',
  copyCommandButton: 'Copy apply command',

  // Upgrade readiness, the form
  checkTitle: 'Check upgrade readiness',
  checkNote: 'The check queries the cluster and its registries. It changes nothing.',
  checkVersionLabel: 'Target version',
  checkVersionPlaceholder: '4.18.12',
  inspectionLabel: 'Inspection file',
  inspectionPlaceholder: 'Leave empty to query the cluster above',
  inspectionHelp: "Output of airlock cluster inspect -o FILE, for a cluster that this host can't reach.",
  checkButton: 'Check upgrade',
  checkingText: 'Querying each image of the release as the nodes would. This can take minutes.',
  checkFailedTitle: "The upgrade readiness couldn't be checked",

  // Upgrade readiness, the report
  checkBlockedTitle:
    'Upgrade to {version} is blocked: {failed, plural, one {# failed check} other {# failed checks}}',
  checkReadyTitle: 'Nothing blocks the upgrade to {version}',
  checkWarningsTitle:
    'No blocker found for the upgrade to {version}: {warnings, plural, one {# warning} other {# warnings}}',
  checkUnknownTitle:
    'No blocker found for the upgrade to {version}: {unknown, plural, one {# unknown result} other {# unknown results}}',
  checkOpenTitle:
    'No blocker found for the upgrade to {version}: {warnings, plural, one {# warning} other {# warnings}}, {unknown, plural, one {# unknown result} other {# unknown results}}',
  clusterVersion: 'OpenShift {version}',
  clusterVersionUnknown: 'Unknown OpenShift version',
  groupRelease: 'Release',
  groupPayload: 'Release images',
  groupSignatures: 'Signatures',
  groupCluster: 'Cluster',
  groupNodes: 'Nodes',
  groupCatalogs: 'Catalogs',
  groupInstalled: 'Installed operators',
  groupNote: '{passed} of {total, plural, one {# check} other {# checks}} passed',
  groupPassed: '{passed, plural, one {# check} other {# checks}} passed',
  checkPassedLabel: 'Passed',
  checkWarningLabel: 'Warning',
  checkFailedLabel: 'Blocks the upgrade',
  checkUnknownLabel: 'Unknown',
  printReportButton: 'Print report',
  reportTitle: 'Upgrade readiness report',
  printButton: 'Print',
  closeButton: 'Close',
  checkAgainButton: 'Run another check',

  // Earlier applies
  recordsTitle: 'Apply history',
  recordsNote: '{count, plural, one {# apply} other {# applies}}',
  recordsFailedTitle: "The apply history couldn't be read",
  appliedColumn: 'Applied',
  clusterColumn: 'Cluster',
  objectsColumn: 'Objects',
  rollbackColumn: 'Rollback',
  rolledBack: 'Rolled back <time></time>',

  // The comparison
  sameTitle: 'The cluster matches the manifests',
  noneApplicableTitle: 'No object can be applied',
  someNotApplicableTitle:
    "{objects, plural, one {# object} other {# objects}} can't be applied. The other objects match.",
  noneSelectedTitle:
    '{objects, plural, one {# object differs} other {# objects differ}} from the cluster, none selected',
  noRestartTitle: 'Apply {objects, plural, one {# object} other {# objects}}: no node restarts',
  restartTitle:
    'Apply {objects, plural, one {# object} other {# objects}}: up to {nodes, plural, one {# node restarts} other {# nodes restart, one after another}}',
  restartUnknownTitle:
    'Apply {objects, plural, one {# object} other {# objects}}: nodes restart, one after another',
  applyButton: 'Apply {objects, plural, one {# object} other {# objects}}',
  otherClusterButton: 'Choose another cluster',
  applyFailedTitle: 'No objects were applied',
  objectsTitle: 'Objects',
  comparedNote: 'Server-side dry run <time></time>, nothing stored',
  applyColumn: 'Apply',
  objectColumn: 'Object',
  purposeColumn: 'Purpose',
  differenceColumn: 'Difference',
  restartColumn: 'Restarts',
  selectLabel: 'Apply {kind} {name}',
  differenceNew: 'New object',
  differenceNone: 'No difference',
  differenceConflict: '{fields, plural, one {# field} other {# fields}} in conflict',
  differenceUnsupported: 'Not supported by the cluster',
  differenceForbidden: 'Not permitted',
  differenceRejected: "Can't be applied",
  differenceFields: '{fields, plural, one {# field differs} other {# fields differ}}',
  differenceRemovals: 'Removes {count, plural, one {# item} other {# items}}',
  restartNotApplied: 'Not applied',
  restartNodes: 'Nodes, one after another',
  restartNone: 'No restart',

  // One object
  copyYamlButton: 'Copy YAML of {name}',
  viewsLabel: 'Object details',
  differenceTab: 'Difference',
  yamlTab: 'YAML',
  conflictLabel: 'Conflict in {field}',
  conflictText: '<field></field> is owned by <owner></owner>',
  valueInCluster: 'Value in the cluster',
  valueInManifest: 'Value in the manifest',
  removalsTitle: 'Removed from the cluster',
  objectSameText: 'The object in the cluster matches the manifest.',

  // Before you apply
  beforeTitle: 'Before you apply',
  kubernetesVersion: 'Kubernetes {version}',
  permitted: 'The kubeconfig user has all required permissions',
  notPermitted: '{count, plural, one {# permission is} other {# permissions are}} missing',
  poolUpdated:
    'Pool {pool} is up to date. <note>{updated} of {machines, plural, one {# node} other {# nodes}} updated</note>',
  poolUpdating:
    'Pool {pool} is updating. <note>{updated} of {machines, plural, one {# node} other {# nodes}} updated</note>',
  poolDegraded:
    'Pool {pool} is degraded. <note>{updated} of {machines, plural, one {# node} other {# nodes}} updated</note>',
  poolPaused:
    'Pool {pool} is paused. Its nodes wait until you resume it. <note>{updated} of {machines, plural, one {# node} other {# nodes}} updated</note>',
  overwriteLabel: 'Overwrite fields with another owner',
  overwriteHelp: 'The values of the manifest replace those in the cluster. A rollback restores them.',
  removalLabel: 'Allow the listed removals',
  backupText: 'The current objects are backed up. A rollback restores them.',
  restartRemedy: 'Choose a suitable time. You are prompted before nodes restart.',
  upstreamRemedy: 'Compare again and select ClusterVersion. A rollback undoes the change.',

  // Apply and rollback under way
  restartQuestionTitle: 'Drain and restart {nodes, plural, one {# node} other {# nodes}} to continue?',
  progressTitle: '{done} of {total, plural, one {# object} other {# objects}} processed',
  waitPoolsTitle:
    '{done} of {total, plural, one {# object} other {# objects}} processed. Nodes ready: {ready} of {expected}.',
  waitCatalogsTitle:
    '{done} of {total, plural, one {# object} other {# objects}} processed. Catalogs ready: {ready} of {expected}.',
  waitUpdateServiceTitle:
    '{done} of {total, plural, one {# object} other {# objects}} processed. Update service ready: {ready} of {expected}.',
  waitPools: 'Nodes ready: {ready} of {expected}',
  waitCatalogs: 'Catalogs ready: {ready} of {expected}',
  waitUpdateService: 'Update service ready: {ready} of {expected}',
  stoppingTitle: 'Stopping after the current object',
  restartRequiredTitle: 'Node restart required',
  restartRequiredText:
    '{objects} {count, plural, one {changes} other {change}} how nodes pull images. Up to {nodes, plural, one {# node} other {# nodes}} in {pools} will be drained and restarted, one after another. All earlier objects are applied.',
  restartButton: 'Restart nodes and continue',
  noRestartButton: 'Continue without node restarts',
  stopApplyButton: 'Stop apply',
  stopRollbackButton: 'Stop rollback',
  stopFailedTitle: "The job couldn't be stopped",
  answerFailedTitle: "The answer couldn't be sent",
  progressLabel: 'Progress',
  objectsDoneLabel: 'Objects processed',
  readyLabel: 'Readiness',

  // Apply and rollback ended
  appliedTitle: '{count, plural, one {# object} other {# objects}} applied',
  wouldApplyTitle: 'Dry run: {count, plural, one {# object} other {# objects}} would be applied',
  rolledBackTitle: '{count, plural, one {# object} other {# objects}} rolled back',
  wouldRollBackTitle: 'Dry run: {count, plural, one {# object} other {# objects}} would be rolled back',
  partlyAppliedTitle: '{count, plural, one {# object} other {# objects}} applied, {open} not applied',
  partlyWouldApplyTitle:
    "Dry run: {count, plural, one {# object} other {# objects}} would be applied, {open} wouldn't",
  partlyRolledBackTitle:
    '{count, plural, one {# object} other {# objects}} rolled back, {open} not rolled back',
  partlyWouldRollBackTitle:
    "Dry run: {count, plural, one {# object} other {# objects}} would be rolled back, {open} wouldn't",
  applyStoppedTitle: 'Apply stopped: {count, plural, one {# object} other {# objects}} applied',
  rollbackStoppedTitle: 'Rollback stopped: {count, plural, one {# object} other {# objects}} rolled back',
  dryRunStoppedTitle: 'Dry run stopped',
  appliedNotReadyTitle:
    '{count, plural, one {# object} other {# objects}} applied. The cluster is not ready yet.',
  rolledBackNotReadyTitle:
    '{count, plural, one {# object} other {# objects}} rolled back. The cluster is not ready yet.',
  applyNothingTitle: 'The cluster already matched the manifests',
  rollbackNothingTitle: 'The cluster already had the previous versions',
  applyErrorTitle: 'The apply failed',
  rollbackErrorTitle: 'The rollback failed',
  notContinuedTitle: 'No further objects were changed',
  compareAgainButton: 'Compare again',
  dryRunNote: 'Dry run: the cluster is unchanged',
  resultColumn: 'Result',
  resultCreated: 'Created',
  resultChanged: 'Changed',
  resultUnchanged: 'Unchanged',
  resultRestored: 'Restored',
  resultDeleted: 'Deleted',
  resultConflict: 'Conflict, not applied',
  resultRemoval: 'Not applied: would remove content',
  resultWaits: 'Not applied: needs node restarts',
  resultUnsupported: 'Not supported by the cluster',
  resultFailed: 'Failed',
  wouldBeCreated: 'Would be created',
  wouldBeChanged: 'Would be changed',
  wouldBeRestored: 'Would be restored',
  wouldBeDeleted: 'Would be deleted',
  problemsTitle: 'Warnings and notes',

  // Rollback dialog
  rollbackTitle: 'Roll back {objects, plural, one {# object} other {# objects}} in {context}?',
  rollbackUnknownTitle: 'Roll back this apply?',
  rollbackText:
    'Each object returns to its version before this apply. Objects that the apply created are deleted. You are prompted before nodes restart.',
  rollbackOverwriteLabel: 'Overwrite later changes',
  rollbackOverwriteHelp: 'Otherwise, objects that somebody changed since the apply stay as they are.',
  rollbackFailedTitle: 'No objects were rolled back',
});
