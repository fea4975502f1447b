import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Apply: comparing manifests with a cluster, applying them, rolling back, and upgrade readiness. */
export const t = translator({
  topic: 'Apply',
  subtitle: 'cluster resources',
  startTitle: 'Compare the manifests with the cluster, then apply the differences',
  compareFailedTitle: "The manifests couldn't be compared with the cluster",
  cancelButton: 'Cancel',
  dryRunButton: 'Dry run',
  rollBackButton: 'Roll back',

  // Manifests and cluster
  connectTitle: 'Manifests and cluster',
  connectNote: "The comparison doesn't change anything in the cluster.",
  directoryLabel: 'Manifest directory',
  directoryHelp:
    'Each push writes manifests to config/ in the workspace or in the <state>state folder</state>.',
  directoryOfButton: 'Manifests for {target}',
  compareButton: 'Compare with cluster',
  comparingText: 'Running a server-side dry run of each object against {server}',
  commandText: 'To apply the manifests on a host that can reach the cluster, run:',
  copyCommandButton: 'Copy apply command',

  manifestsLink: 'Add a CA certificate or pull secret',

  // Manifests of a push
  manifestsSubtitle: 'manifests',
  manifestsTitle: 'Write the manifests of a push with a CA certificate and a pull secret',
  manifestsPreviewTitle:
    '{objects, plural, one {# object} other {# objects}} that a cluster needs to use {target}',
  manifestsFormTitle: 'Push and cluster',
  manifestsFormNote: 'The preview writes nothing.',
  pushLabel: 'Workspace or state folder of the push',
  pushHelp: 'Default: your <state>state folder</state>. You can also select an audit record.',
  trustBundleLabel: 'Registry CA certificate',
  trustBundleHelp: 'PEM file. Default: the certificates in certs.d on this host.',
  clusterVersionLabel: 'OpenShift version of the cluster',
  clusterVersionPlaceholder: 'Default: all kinds',
  pullSecretLabel: "The cluster's pull secret",
  pullSecretHelp:
    'To create the file: <command>oc extract secret/pull-secret -n openshift-config --to=.</command>. The credentials for the registry are added.',
  authFileLabel: 'Auth file for the registry',
  authFileHelp: 'Default: the auth files of this host.',
  icspLabel: 'Use ImageContentSourcePolicy',
  previewButton: 'Preview objects',
  previewFailedTitle: "The objects couldn't be determined",
  plannedNote: 'From run {run} for enclave {enclave}, in the order in which they are applied',
  fileColumn: 'File',
  secretHiddenNote: 'Values are hidden',
  writeTitle: 'Write the manifests',
  manifestsToLabel: 'Manifest directory',
  manifestsToHelp:
    'Manifests that Airlock wrote there earlier and that are no longer needed are removed. Other files stay. Only you can read the file with the pull secret.',
  writeButton: 'Write {files, plural, one {# manifest} other {# manifests}}',
  writeFailedTitle: "The manifests couldn't be written",
  filesWritten:
    '{files, plural, one {# manifest} other {# manifests}} and the handoff sheet written to {directory}',
  writeCommandText: 'In a terminal:',
  copyWriteCommandButton: 'Copy write command',

  // Inspection
  inspectTitle: 'Inspect the cluster',
  inspectNote: 'Reads its version, mirrors, catalogs and operators without changing anything.',
  inspectFromLabel: 'Inspection file or must-gather directory',
  inspectFromHelp:
    "Leave empty to read the selected cluster. Choose a file or directory if this host can't reach it.",
  inspectFileLabel: 'Save to',
  inspectFileHelp:
    'The file contains no secrets. On another host, use it instead of a live cluster for the readiness check below and for a new configuration.',
  inspectButton: 'Inspect cluster',
  inspectingText: 'Reading the objects of the cluster',
  inspectFailedTitle: "The cluster couldn't be inspected",
  inspectionSaved: 'Saved to {file}',
  useInspectionButton: 'Use for the readiness check',
  clusterLabel: 'Cluster',
  versionLabel: 'Version',
  channelLabel: 'Channel',
  upstreamLabel: 'Update service',
  architecturesLabel: 'Architectures',
  updatesLabel: 'Available updates',
  loginsLabel: 'Pull secret entries',
  authoritiesLabel: 'Registries with a CA certificate',
  inspectedLabel: 'Inspected',
  unknownText: 'Unknown',
  noneText: 'None',
  redHatService: 'Red Hat update service',
  mirrorsSummary: '{count, plural, one {# mirror entry} other {# mirror entries}}',
  catalogsSummary: '{count, plural, one {# catalog} other {# catalogs}}',
  installedSummary: '{count, plural, one {# installed operator} other {# installed operators}}',
  poolsSummary: '{count, plural, one {# machine config pool} other {# machine config pools}}',
  mirrorBy: 'by {by, select, digest {digest} other {tag}}',
  neverSourceText: 'never from the source',
  notReadyText: 'Not ready',
  operatorImages: '{count, plural, one {# image} other {# images}}',
  poolText: '{updated} of {machines, plural, one {# node} other {# nodes}} updated',
  unreadText: "{part} couldn't be read: {reason}",

  // Upgrade readiness, the form
  checkTitle: 'Check upgrade readiness',
  checkNote: 'The check queries the cluster and its registries without changing anything.',
  checkVersionLabel: 'Target version',
  checkVersionPlaceholder: '4.18.12',
  inspectionLabel: 'Inspection file',
  inspectionHelp:
    "Leave empty to query the selected cluster. For a cluster that this host can't reach, enter the path to a file created with <command>airlock cluster inspect -o FILE</command>.",
  checkButton: 'Check upgrade',
  checkingText: 'Checking whether nodes can pull each release image. This can take several minutes.',
  checkFailedTitle: "Upgrade readiness couldn't be checked",

  // Upgrade readiness, the report
  checkBlockedTitle:
    'Upgrade to {version} is blocked: {failed, plural, one {# failed check} other {# failed checks}}',
  checkReadyTitle: 'Nothing blocks the upgrade to {version}',
  checkWarningsTitle:
    'No blockers found for the upgrade to {version}: {warnings, plural, one {# warning} other {# warnings}}',
  checkUnknownTitle:
    'No blockers found for the upgrade to {version}: {unknown, plural, one {# unknown result} other {# unknown results}}',
  checkOpenTitle:
    'No blockers found for the upgrade to {version}: {warnings, plural, one {# warning} other {# warnings}}, {unknown, plural, one {# unknown result} other {# unknown results}}',
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
  showPassed: 'Passed checks',
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
  recordsNote: '{count, plural, one {# apply operation} other {# apply operations}}',
  recordsFailedTitle: "The apply history couldn't be read",
  appliedColumn: 'Applied',
  clusterColumn: 'Cluster',
  objectsColumn: 'Objects',
  rollbackColumn: 'Rollback',
  rolledBack: 'Rolled back <time></time>',

  // The comparison
  sameTitle: 'The cluster matches the manifests',
  noneApplicableTitle: 'None of the objects can be applied',
  someNotApplicableTitle:
    "{objects, plural, one {# object} other {# objects}} can't be applied. All other objects match the manifests.",
  noneSelectedTitle:
    "{objects, plural, one {# object differs from the cluster but isn't selected} other {# objects differ from the cluster, but none are selected}}",
  noRestartTitle: 'Apply {objects, plural, one {# object} other {# objects}} without restarting nodes',
  restartTitle:
    'Apply {objects, plural, one {# object} other {# objects}} and restart {nodes, plural, one {up to # node} other {up to # nodes one at a time}}',
  restartUnknownTitle:
    'Apply {objects, plural, one {# object} other {# objects}} and restart nodes one at a time',
  applyButton: 'Apply {objects, plural, =0 {selected objects} one {# object} other {# objects}}',
  otherClusterButton: 'Choose a different cluster',
  applyFailedTitle: 'No objects were applied',
  objectsTitle: 'Objects',
  comparedNote: 'Server-side dry run <time></time>, no changes saved',
  applyColumn: 'Apply',
  objectColumn: 'Object',
  purposeColumn: 'Purpose',
  differenceColumn: 'Difference',
  restartColumn: 'Node restarts',
  selectLabel: 'Apply {kind} {name}',
  differenceNew: 'New object',
  differenceNone: 'No differences',
  differenceConflict: '{fields, plural, one {# field conflict} other {# field conflicts}}',
  differenceUnsupported: 'Not supported by the cluster',
  differenceForbidden: 'Not permitted',
  differenceRejected: "Can't be applied",
  differenceFields: '{fields, plural, one {# field differs} other {# fields differ}}',
  differenceRemovals: 'Removes {count, plural, one {# item} other {# items}}',
  restartNotApplied: 'Not applied',
  restartNodes: 'Nodes restart one at a time',
  restartNone: 'No restarts',

  // One object
  copyYamlButton: 'Copy YAML for {name}',
  viewsLabel: 'Object details',
  differenceTab: 'Difference',
  yamlTab: 'YAML',
  conflictLabel: 'Conflict in {field}',
  conflictText: '<field></field> is owned by <owner></owner>',
  valueInCluster: 'Value in the cluster',
  valueInManifest: 'Value in the manifest',
  removalsTitle: 'Items that this change removes from the cluster',
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
    "Pool {pool} is paused. Its nodes aren't updated until you resume the pool. <note>{updated} of {machines, plural, one {# node} other {# nodes}} updated</note>",
  overwriteLabel: 'Overwrite fields with a different owner',
  overwriteHelp:
    'The values in the manifest replace the values in the cluster. A rollback restores the replaced values.',
  removalLabel: 'Allow the listed removals',
  backupText: 'The current objects are backed up. You can restore them with a rollback.',
  restartRemedy:
    'Apply the objects when node restarts are acceptable. You are prompted before nodes restart.',
  upstreamRemedy:
    'To change spec.upstream, compare again and select the ClusterVersion object. You can roll back this change.',

  // Apply and rollback under way
  restartQuestionTitle:
    '{action, select, rollback {Roll back} other {Apply}} {objects, plural, one {# object} other {# objects}} and restart {nodes, plural, one {up to # node} other {up to # nodes}}?',
  progressTitle: '{done} of {total, plural, one {# object} other {# objects}} processed',
  waitTitle: '{done} of {total, plural, one {# object} other {# objects}} processed. {wait}.',
  waitPools: 'Nodes ready: {ready} of {expected}',
  waitCatalogs: 'Catalogs ready: {ready} of {expected}',
  waitUpdateOperator: 'Update service operators ready: {ready} of {expected}',
  waitUpdateService: 'Update services ready: {ready} of {expected}',
  waitOperators: 'Cluster operators ready: {ready} of {expected}',
  waitNodes: 'Nodes ready: {ready} of {expected}',
  waitCredentials: 'Secrets with the new account: {ready} of {expected}',
  waitControlPlane: 'Control plane machines up to date: {ready} of {expected}',
  waitPolicy: 'Nodes with the policy: {ready} of {expected}',
  stoppingTitle: 'Stopping after the current object',
  restartRequiredTitle: 'Node restart required',
  restartRequiredText:
    '{objects} {count, plural, one {changes} other {change}} how nodes pull images. Up to {nodes, plural, one {# node} other {# nodes}} will be drained and restarted one at a time (pools: {pools}). Without node restarts, Airlock skips {count, plural, one {this object} other {these objects}} and any object that depends on {count, plural, one {it} other {them}}.',
  restartButton: 'Restart nodes and continue',
  noRestartButton: 'Continue without node restarts',
  stopApplyButton: 'Stop apply',
  stopRollbackButton: 'Stop rollback',
  stopFailedTitle: "The job couldn't be stopped",
  answerFailedTitle: "Your answer couldn't be sent",
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
    'Dry run: {count, plural, one {# object} other {# objects}} would be applied, {open} would not be applied',
  partlyRolledBackTitle:
    '{count, plural, one {# object} other {# objects}} rolled back, {open} not rolled back',
  partlyWouldRollBackTitle:
    'Dry run: {count, plural, one {# object} other {# objects}} would be rolled back, {open} would not be rolled back',
  applyStoppedTitle: 'The apply was stopped after {count, plural, one {# object} other {# objects}}',
  rollbackStoppedTitle: 'The rollback was stopped after {count, plural, one {# object} other {# objects}}',
  dryRunStoppedTitle: 'The dry run was stopped',
  appliedNotReadyTitle:
    "{count, plural, one {# object} other {# objects}} applied, but the cluster isn't ready yet",
  rolledBackNotReadyTitle:
    "{count, plural, one {# object} other {# objects}} rolled back, but the cluster isn't ready yet",
  applyNothingTitle: 'The cluster already matched the manifests',
  rollbackNothingTitle: 'The objects in the cluster already had their previous versions',
  applyErrorTitle: 'The apply failed',
  rollbackErrorTitle: 'The rollback failed',
  notContinuedTitle: 'No further objects were changed',
  compareAgainButton: 'Compare again',
  dryRunNote: "Dry run: the cluster wasn't changed",
  resultColumn: 'Result',
  resultCreated: 'Created',
  resultChanged: 'Changed',
  resultUnchanged: 'Unchanged',
  resultRestored: 'Restored',
  resultDeleted: 'Deleted',
  resultConflict: 'Not applied because of a conflict',
  resultRemoval: 'Not applied because content would be removed',
  resultWaits: 'Not applied because nodes must restart',
  resultUnsupported: 'Not supported by the cluster',
  resultFailed: 'Failed',
  wouldBeCreated: 'Would be created',
  wouldBeChanged: 'Would be changed',
  wouldBeRestored: 'Would be restored',
  wouldBeDeleted: 'Would be deleted',
  problemsTitle: 'Warnings and notes',

  // A plan for a running cluster
  planTitle: 'Apply to the cluster',
  planNote: 'The preview changes nothing in the cluster.',
  previewPlanButton: 'Preview changes',
  applyPlanButton: 'Apply {steps, plural, one {# step} other {# steps}}',
  planFailedTitle: 'Nothing was applied',
  planOverwriteLabel: 'Overwrite policies and changes',
  planOverwriteHelp:
    'Replaces policies that have a different owner. Continues on nodes whose network has changed since the policies were created.',
  otherJobText: 'Another operation on a cluster is running.',
  otherJobLink: 'Show it',
  backupPlanText:
    'Each object is backed up before it changes. The plan stops at the first step that fails, and a rollback restores the previous versions.',
  stepColumn: 'Step',
  stepsLabel: 'Steps of the plan',
  stepOpen: 'Not started',
  stepRunning: 'Running',
  stepDone: 'Done',
  stepWouldBeDone: 'Would be done',
  stepUnchanged: 'Already done',
  stepStopped: 'Stopped',
  stepLeft: 'Not started',
  stepSkipped: 'Skipped',
  objectChangesSummary: '{fields, plural, one {# field changes} other {# fields change}}',
  staleText: 'The plan has changed. Preview the changes again.',

  // Rollback dialog
  rollbackTitle: 'Roll back {objects, plural, one {# object} other {# objects}} in {context}?',
  rollbackUnknownTitle: 'Roll back the apply operation?',
  rollbackText:
    'Each object is restored to the version it had before the apply. Objects that the apply created are deleted. You are prompted before nodes restart.',
  rollbackOverwriteLabel: 'Overwrite later changes',
  rollbackOverwriteHelp:
    "If this option isn't selected, objects that were changed after the apply stay unchanged.",
  rollbackFailedTitle: 'No objects were rolled back',
});
