import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `cluster` and `cluster-config`, and of options that other commands share with them. */
export const t = translator({
  // choice of the cluster
  kubeconfigOption: 'kubeconfig of the cluster (default: KUBECONFIG, or else ~/.kube/config)',
  contextOption: 'kubeconfig context (default: current-context)',
  fromDirOption: 'read the objects from YAML and JSON files: a must-gather, or output of `oc get -o yaml`',
  optionsExclusive: '{option} and {other} are mutually exclusive',
  stopping: 'Stopping.',

  // cluster
  cluster: 'inspect a cluster, and check an upgrade before you start it',
  inspect:
    'show the facts of a cluster that matter for an upgrade\nVersion, mirror sets, catalogs, operators, nodes, logins and CAs, without secrets.',
  inspectOutputOption: 'write the result to a file, for `airlock cluster check --from-inspect FILE`',
  fileWritten: 'Written: {file}',
  inspectNext: 'Next: airlock cluster check --from-inspect {file} --to VERSION',
  clusterLabel: 'Cluster',
  clusterInContext: '{server} ({context})',
  versionLabel: 'Version',
  channelLabel: 'Channel',
  updateServiceLabel: 'Update service',
  architecturesLabel: 'Architectures',
  updatesLabel: 'Available updates',
  loginsLabel: 'Logins',
  authoritiesLabel: 'CAs of registries',
  unknown: 'unknown',
  none: 'none',
  redHatService: "Red Hat's",
  mirrorsTitle: 'Mirrors',
  catalogsTitle: 'Catalogs',
  operatorsTitle: 'Operators',
  poolsTitle: 'Pools',
  pullsBy: 'by {by}',
  neverSource: '{object}, never the source',
  ready: 'ready',
  notReady: 'not ready',
  images: '{count, plural, one {# image} other {# images}}',
  updatedNodes: '{updated} of {machines}',
  factsUnread: "{part} can't be read: {reason}",

  // cluster check
  check:
    'check whether an upgrade can succeed\nChecks every image through the mirror sets, logins and CAs of the cluster, and signatures, nodes and operators. Exit code 2: the upgrade would fail.',
  toOption: 'version to upgrade to, or its release image with digest',
  fromInspectOption: "file that `airlock cluster inspect -o` wrote, if this host can't reach the cluster",
  checkAuthfileOption: "registry credentials if the cluster's pull secret isn't known (default: as `podman`)",
  htmlOption: 'write the report as an HTML page',
  report: 'Report: {file}',
  clusterGivenTwice: '--kubeconfig, --from-inspect and --from-dir are mutually exclusive',
  checkProgress: '{done} of {total} images, {name}',
  okImages: '{count, plural, one {# image} other {# images}} from {place}',
  checkLine: '{name}: {message}',
  checkRemedy: 'What to do: {remedy}',

  // cluster-config
  clusterConfig: 'write and apply the manifests for a mirror',
  write:
    'write the manifests that a cluster needs to use the mirror\nFor `oc apply -Rf DIR`, with a hand-over sheet.',
  writeToOption: 'folder to write to; replaces earlier manifests of Airlock',
  fromRunOption: 'folder of the audit record of a push (default: the last push)',
  writeWorkspaceOption: 'workspace or state folder of the push (default: your state folder)',
  trustBundleOption:
    'PEM certificate of the CA that signed the certificate of the mirror (default: from certs.d)',
  pullSecretOption:
    'pull secret of the cluster: also writes it as a Secret (0600) with the login for the mirror',
  writeAuthfileOption: 'file with the login for the mirror (default: as `podman`)',
  openshiftVersionOption: "version of the cluster: leave out objects that it doesn't support",
  icspOption: 'write ImageContentSourcePolicy instead of IDMS and ITMS',
  written:
    '{count, plural, one {# manifest} other {# manifests}} for {place}, {enclave}, run {run}: {directory}',
  handOver: 'Hand-over sheet: {file}',
  writeNext: 'Next: airlock cluster-config apply {directory}, or oc apply -Rf {directory}',

  apply:
    'apply manifests to a cluster\nCompares first, applies in a safe order (server-side apply, field manager airlock), and continues after errors.',
  applyDryRunOption: 'show what the cluster would change, but change nothing',
  setUpstreamOption: 'also use the update service of the mirror for upgrades (ClusterVersion, spec.upstream)',
  allowRemovalOption: 'allow removing mirrors, catalogs, operators, logins and CAs from the cluster',
  applyAuthfileOption: 'registry credentials to read catalogs (default: as `podman`)',
  destTlsVerifyOption: 'false: accept any certificate and plain HTTP at the registry of catalogs',
  stateOption: 'folder for previous versions (default: your state folder)',
  overwriteOption: 'take over fields that another field manager owns with a different value',
  allowRestartOption: 'allow node restarts without a prompt',
  noWaitOption: "don't wait for nodes, catalogs and the update service",
  applyStopping:
    'Stopping. Objects that were applied stay. To undo them, run `airlock cluster-config rollback`. To stop immediately, press Ctrl-C again.',
  restartWarning:
    'These objects drain and restart nodes of {pools} one after another, up to {nodes, plural, one {# node} other {# nodes}}:',
  restartPrompt: 'Continue? [y/N] ',
  waitProgress: '{subject}: {done} of {total} ready',
  waitProgressDetail: '{subject}: {done} of {total} ready; {detail}',
  nodesLabel: 'Nodes',
  dryRunResult: '{result} (dry run)',
  resultCount: '{count} {result}',
  applied: '{count, plural, one {# object} other {# objects}} of {server} ({context}): {results}',
  previousVersions: 'Previous versions: {directory}',
  objectChanges: '{object}: {result}',
  removal: 'the cluster would lose {removal}',
  catalogUnreadable: '{image}: {error}',

  rollback:
    'undo an apply\nRestores the previous versions of objects, and deletes objects that the apply created. Default: the last apply to this cluster.',
  listOption: 'only list the applies that can be rolled back',
  rollbackDryRunOption: 'show what would be done, but change nothing',
  nothingToRollBack: 'no apply to {server} can be rolled back',
  nothingToRollBackRemedy:
    'Run `airlock cluster-config rollback --list` to list the applies. If their records are elsewhere, add --state.',
  rollingBack: 'Rolling back the apply of {time}',
  objects: '{count, plural, one {# object} other {# objects}}',
  rolledBackAt: 'rolled back at {time}',
  noApplies: 'No applies are recorded here.',

  // plans of other commands
  planApplyOption:
    'carry out the plan on the cluster; stops at a step that fails, and resumes there the next time',
  planDryRunOption: 'with --apply: show what the cluster would change, but change nothing',
  planNoWaitOption: "with --apply: don't wait after a step",
  planStateOption:
    'with --apply: folder for previous versions, for `airlock cluster-config rollback` (default: your state folder)',
  applyRequired: '--{option} requires --apply',
  operatorsLabel: 'Operators',
  credentialsLabel: 'Copies of the account',
  controlPlaneLabel: 'Control plane',
  policyLabel: 'Policy',
  wouldBeDone: 'would be done',
  skippedStep: '{step} ({reason})',
  stepsLeft:
    '{left} of {total, plural, one {# step} other {# steps}} remaining at {server} ({context}). To resume, run the same command again.',
  planUnchanged: '{server} ({context}): nothing was changed',
  planDone: '{server} ({context}): all steps are done',
  planVersions: 'Previous versions: {directory}. To restore them, run `airlock cluster-config rollback`.',
});
