import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `cluster` and `cluster-config`, and of options that other commands share with them. */
export const t = translator({
  // choice of the cluster
  kubeconfigOption: 'kubeconfig of the cluster (default: KUBECONFIG, or else ~/.kube/config)',
  contextOption: 'kubeconfig context (default: current-context)',
  fromDirOption:
    'read cluster objects from YAML and JSON files, such as a must-gather or output of `oc get -o yaml`',
  optionsExclusive: '{option} and {other} are mutually exclusive',
  stopping: 'Stopping.',

  // cluster
  cluster: 'inspect a cluster, and check an upgrade in advance',
  inspect:
    'show the facts about a cluster that matter for an upgrade\nShows the version, mirror sets, catalogs, operators, nodes, credentials and CAs, but no secrets.',
  inspectOutputOption: 'write the result to a file, for `airlock cluster check --from-inspect FILE`',
  fileWritten: 'Written: {file}',
  inspectNext: 'Next: airlock cluster check --from-inspect {file} --to VERSION',
  clusterLabel: 'Cluster',
  clusterInContext: '{server} ({context})',
  versionLabel: 'Version',
  channelLabel: 'Channel',
  updateOperatorLabel: 'Update service operator',
  updateServiceLabel: 'Update service',
  architecturesLabel: 'Architectures',
  updatesLabel: 'Available updates',
  pullCredentialsLabel: 'Credentials',
  authoritiesLabel: 'Registry CAs',
  unknown: 'unknown',
  none: 'none',
  redHatService: 'Red Hat',
  mirrorsTitle: 'Mirrors',
  catalogsTitle: 'Catalogs',
  operatorsTitle: 'Operators',
  poolsTitle: 'Pools',
  pullsBy: 'pulls by {by}',
  neverSource: '{object} (never pulls from the source)',
  ready: 'ready',
  notReady: 'not ready',
  images: '{count, plural, one {# image} other {# images}}',
  updatedNodes: '{updated} of {machines} updated',
  factsUnread: "{part} can't be read: {reason}",

  // cluster check
  check:
    'check whether an upgrade can succeed\nChecks that every image can be pulled with the mirror sets, credentials and CAs of the cluster. Also checks signatures, nodes and operators. Exit code 2: the upgrade would fail.',
  toOption: 'target version, or release image with digest',
  fromInspectOption: "file that `airlock cluster inspect -o` wrote, if this host can't reach the cluster",
  checkAuthfileOption:
    "registry credentials to use if the cluster's pull secret is unknown (default: same files as `podman`)",
  htmlOption: 'write the report as an HTML page',
  report: 'Report: {file}',
  clusterGivenTwice: '--kubeconfig, --from-inspect and --from-dir are mutually exclusive',
  checkProgress: '{done} of {total} images: {name}',
  okImages: '{count, plural, one {# image} other {# images}} from {place}',
  checkLine: '{name}: {message}',
  checkRemedy: 'What to do: {remedy}',

  // cluster-config
  clusterConfig: 'write and apply the manifests for a mirror',
  write:
    'write the manifests that a cluster needs to use the mirror\nWrites a directory for `oc apply -Rf DIR`, and a handoff sheet.',
  writeToOption: 'output directory (replaces manifests that Airlock wrote to it earlier)',
  fromRunOption: 'audit record directory of a push (default: the last push)',
  writeWorkspaceOption: 'workspace or state folder of the push (default: your state folder)',
  trustBundleOption: "PEM certificate of the CA that signed the mirror's certificate (default: from certs.d)",
  pullSecretOption:
    "cluster's pull secret; also writes a Secret (mode 0600) that contains the credentials for the mirror",
  writeAuthfileOption: 'file with the credentials for the mirror (default: same files as `podman`)',
  openshiftVersionOption: "cluster version; objects that this version doesn't support are omitted",
  icspOption: 'write ImageContentSourcePolicy instead of IDMS and ITMS',
  written:
    'Wrote {count, plural, one {# manifest} other {# manifests}} for {place} (enclave {enclave}, run {run}) to {directory}',
  handoff: 'Handoff sheet: {file}',
  writeNext: 'Next: airlock cluster-config apply {directory}, or oc apply -Rf {directory}',

  apply:
    'apply manifests to a cluster\nCompares the objects first, applies them in a safe order (server-side apply, field manager airlock), and continues after errors.',
  applyDryRunOption: 'show what the cluster would change, but change nothing',
  setUpstreamOption: "also use the mirror's update service for upgrades (ClusterVersion, spec.upstream)",
  allowRemovalOption: 'allow removing mirrors, catalogs, operators, credentials and CAs from the cluster',
  applyAuthfileOption: 'registry credentials for reading catalogs (default: same files as `podman`)',
  destTlsVerifyOption:
    'verify TLS certificates of the catalog registry (false: accept any certificate and plain HTTP)',
  stateOption: 'directory for previous versions of the objects (default: your state folder)',
  overwriteOption: 'take ownership of fields that other field managers set to different values',
  allowRestartOption: 'allow node restarts without a prompt',
  noWaitOption: "don't wait for nodes, catalogs and the update service",
  applyStopping:
    'Stopping. Objects that were already applied remain in the cluster. To undo the changes, run `airlock cluster-config rollback`. To stop immediately, press Ctrl-C again.',
  restartWarning:
    'Applying these objects drains and restarts up to {nodes, plural, one {# node} other {# nodes}} (pools: {pools}), one after another:',
  restartPrompt: 'Continue? [y/N] ',
  waitProgress: '{subject}: {done} of {total} ready',
  waitProgressDetail: '{subject}: {done} of {total} ready; {detail}',
  nodesLabel: 'Nodes',
  dryRunResult: '{result} (dry run)',
  resultCount: '{count} {result}',
  applied: '{count, plural, one {# object} other {# objects}} on {server} ({context}): {results}',
  previousVersions: 'Previous versions: {directory}',
  objectChanges: '{object}: {result}',
  removal: 'the cluster would lose {removal}',
  catalogUnreadable: '{image}: {error}',

  rollback:
    'undo an apply\nRestores the previous versions of objects, and deletes objects that the apply created. By default, undoes the last apply to the cluster.',
  listOption: 'only list the applies that can be rolled back',
  rollbackDryRunOption: 'show what would be done, but change nothing',
  nothingToRollBack: 'no apply to {server} can be rolled back',
  nothingToRollBackRemedy:
    'Run `airlock cluster-config rollback --list` to list the applies. If the apply records are in a different state folder, add --state.',
  rollingBack: 'Rolling back the apply of {time}',
  objects: '{count, plural, one {# object} other {# objects}}',
  rolledBackAt: 'rolled back at {time}',
  noApplies: 'No applies are recorded in this state folder.',

  // plans of other commands
  planApplyOption: 'run the plan on the cluster; after a failed step, the next run resumes at that step',
  planDryRunOption: 'with --apply: show what the cluster would change, but change nothing',
  planNoWaitOption: "with --apply: don't wait after a step",
  planStateOption:
    'with --apply: directory for previous versions of the objects, for `airlock cluster-config rollback` (default: your state folder)',
  applyRequired: '--{option} requires --apply',
  operatorsLabel: 'Operators',
  credentialsLabel: 'Credential copies',
  controlPlaneLabel: 'Control plane',
  policyLabel: 'Policy',
  wouldBeDone: 'would be done',
  skippedStep: '{step} ({reason})',
  stepsLeft:
    'Steps remaining on {server} ({context}): {left} of {total}. To resume, run the same command again.',
  planUnchanged: '{server} ({context}): nothing was changed',
  planDone: '{server} ({context}): all steps are done',
  planVersions: 'Previous versions: {directory}. To restore them, run `airlock cluster-config rollback`.',
});
