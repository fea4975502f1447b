import { translator } from '../../base/messages/translator.ts';

/** Texts of connecting to clusters, and of comparing, applying and rolling back objects. */
export const t = translator({
  // kubeconfig
  currentContextMissing: '{file} has no current context',
  currentContextMissingRemedy: 'Specify a context with --context.',
  contextMissing: '{file} has no context "{context}"',
  contextMissingRemedy: 'Use one of the contexts in the kubeconfig.',
  contextClusterMissing: '{file} doesn\'t define the cluster for context "{context}"',
  contextUserMissing: '{file} doesn\'t define the user for context "{context}"',
  serverWithLogin: '{file}: the server URL of cluster "{cluster}" contains a user name or password',
  serverWithLoginRemedy:
    'Move the credentials from the server URL to the user of the context, or log in with `oc login`.',
  serverInvalid: '{file}: the server of cluster "{cluster}" isn\'t a valid URL',
  kubeconfigUnreadableRemedy:
    'Specify a kubeconfig with --kubeconfig or KUBECONFIG. To create one, run `oc login`.',
  kubeconfigInvalid: "{file} isn't a valid kubeconfig",
  kubeconfigsMissing: 'none of these kubeconfigs exist: {files}',

  // requests
  versionSubject: 'the Kubernetes version',
  kindsSubject: 'the kinds in {apiVersion}',
  listSubject: 'the list of {kind} objects',
  accessReviewSubject: 'an access review',
  requestTimedOut: "{server} didn't answer the request for {subject} within {seconds} s",
  requestFailed: 'the request to {server} failed',
  credentialsRejected: '{server} rejected the credentials in the kubeconfig',
  credentialsUnusable:
    'context "{context}": the credentials can\'t be used{code, select, none {} other { ({code})}}',
  credentialProgramFailed:
    'context "{context}": the program "{program}" returned no credentials{code, select, none {} other { ({code})}}',
  credentialProgramFailedRemedy: 'Run `{program}` manually to see why, or log in with `oc login`.',
  plainHttp: 'context "{context}": {server} uses plain HTTP, which requires insecure-skip-tls-verify: true',
  issuerUntrustedRemedy:
    "Log in again with `oc login`, or add the cluster's CA to certificate-authority in the kubeconfig.",
  issuerUntrustedByHostRemedy:
    "Log in again with `oc login`, or add the cluster's CA to the trusted CAs on this host. The kubeconfig has no certificate-authority.",
  clientCertificateRejectedRemedy:
    'Renew the client certificate in the kubeconfig. The API server rejected the certificate, possibly because it has expired.',
  serverCertificateRemedy: 'Check the address in the kubeconfig and the certificate of the API server.',
  unreachableRemedy:
    'Check that the cluster is running. Check the server address in the kubeconfig, and the network and proxy settings (HTTPS_PROXY, proxy-url).',
  answerInvalid: "the response from {server} isn't JSON, so {server} isn't an API server",
  answerInvalidRemedy:
    'Check the address in the kubeconfig. A login page or a different server may be responding.',
  versionMissing: "{server} didn't report a Kubernetes version, so it isn't an API server",
  versionMissingRemedy: 'Check the address in the kubeconfig.',
  kindNotServed: "{object}: this cluster doesn't serve the kind {kind} ({apiVersion})",
  permissionsMissing: 'the user of context "{context}" is missing permissions: {permissions}',

  // manifests
  fileEmpty: '{file} is empty',
  objectRepeated: '{file}: {object} is also in {other}',
  manifestsMissing: "{directory} doesn't contain any manifests",
  manifestsMissingRemedy:
    'Use a directory that `airlock mirror` or `airlock cluster-config write` wrote, such as config.',
  yamlInvalid: '{file}: invalid YAML',
  yamlOverLimit: '{file}: {fault}',
  kindMissing: '{file}: an object has no apiVersion or kind',
  nameMissing: '{file}: a {kind} has no metadata.name',
  manifestsInvalidRemedy:
    'Fix this file, or use a directory that contains only manifests, such as the output of `airlock cluster-config write`.',
  signatureKeyInvalid: "{object}: the key {key} doesn't contain a release digest",
  signatureInvalid: '{object}: {fault}',
  signatureInvalidRemedy:
    'Write the manifests again with `airlock cluster-config write`, which includes only verified signatures.',
  unknownKindPurpose: "Airlock doesn't write objects of this kind.",
  unknownKindEffect: 'The effect on the cluster is unknown.',

  // apply
  fieldConflict: '"{owner}" owns {field}, which is {theirs} instead of {ours}',
  valueUnset: 'not set',
  conflicts: '{object}: {conflicts}',
  severalOptionsRemedy:
    'Compare the values, and check what the cluster would lose and which nodes would restart. To apply the object anyway, use {options}.',
  removalsBlocked: '{object}: the cluster would lose {removals}',
  applyWouldRestart: 'applying {object} would restart nodes',
  mirrorsNotInUse: '{object} has no effect until nodes pull from the mirror',
  applyWouldDrain:
    'applying {objects} would drain and restart up to {machines, plural, one {# node} other {# nodes}} in {pools, plural, one {# pool} other {# pools}}, one after another',
  poolsForbidden: "Airlock can't wait for nodes: {error}",
  upstreamLater: '{problem}. The upstream is set after the update service is running.',
  upstreamUnset: "{object} doesn't use the mirror's update service: spec.upstream isn't set to {wanted}",
  upstreamElsewhere:
    "{object} doesn't use the mirror's update service: spec.upstream is {upstream} instead of {wanted}",

  // update service
  updateServiceMissing: "{object} doesn't exist yet",
  updateServiceAbsent: 'the cluster has no update service',
  updateServiceAbsentRemedy:
    'Apply a directory that contains an UpdateService. To create one, mirror releases with `graph: true`.',
  updateServicesAmbiguous: 'the cluster has several update services: {services}',
  updateServicesAmbiguousRemedy: 'Apply a directory that contains the UpdateService to use.',
  updateServiceAddressMissing: "{object} doesn't report its address yet (status.policyEngineURI)",

  // what the cluster would lose
  lostMirror: 'the mirror {mirror} for {source} (pulls by {by})',
  lostCredentials: 'the credentials for {registry}',
  lostAuthority: 'the trusted CA of {registry}',
  lostAuthorityOf: 'the trusted CA of {registry} (ConfigMap {name})',
  lostSignature: 'the signature {key}',
  lostCatalog: 'the CatalogSource {name}',
  lostCatalogInUse: 'the CatalogSource {name}, which is used by the Subscriptions {subscriptions}',
  lostOperator: 'the operator {operator} in {catalog}',
  lostOperatorsUnknown:
    "an unknown number of operators in {catalog}, because the new catalog {image} can't be read",

  // nodes, catalogs and update service
  poolProgress: '{pool} {state} ({updated} of {machines})',
  poolDegraded: 'MachineConfigPool {pool} is degraded',
  poolDegradedBecause: 'MachineConfigPool {pool} is degraded: {reason}',
  poolDegradedRemedy:
    'Run `oc describe machineconfigpool {pool}` to find the affected node. Nodes that are already updated stay updated.',
  poolPaused: "MachineConfigPool {pool} is paused, so its nodes don't use the mirrors yet",
  poolPausedRemedy: 'Resume the pool when its nodes may restart: `{command}`.',
  poolLate: "MachineConfigPool {pool} didn't finish updating in time",
  poolLateRemedy:
    'Check the progress with `oc get machineconfigpool {pool}`. The update continues without Airlock. To wait again, apply the manifests again.',
  poolsUnreachable: "the API server didn't respond in time while Airlock waited for nodes",
  poolsUnreachableRemedy:
    'Check the progress with `oc get machineconfigpool`. The update continues without Airlock. To wait again, apply the manifests again.',
  unreachableState: "the API server doesn't respond",
  missingState: 'not found',
  unconnectedState: 'not connected yet',
  packedState: 'not unpacked yet',
  unreconciledState: 'not reconciled yet',
  objectNotReady: "{object} isn't ready: {state}",
  uninstalledState: 'not installed yet',
  updateOperatorNotReadyRemedy:
    'Check the conditions of the Subscription with `oc describe subscription.operators.coreos.com -n openshift-update-service`. After the operator is installed, apply the manifests again.',
  operatorGroupPresent:
    '{object} was left out: openshift-update-service already has the OperatorGroup {other}, and OLM installs nothing in a namespace with two',
  operatorGroupPresentRemedy:
    'No action is needed if {other} includes the namespace openshift-update-service. Otherwise, add the namespace to its targetNamespaces.',
  subscriptionPresent:
    '{object} was left out: Subscription {other} already installs cincinnati-operator from CatalogSource {source}',
  subscriptionPresentRemedy:
    'To update the operator from the mirror, set spec.source of {other} to {wanted}, or delete {other} and apply the manifests again.',
  updateServiceNotReadyRemedy:
    'Check the conditions of the UpdateService with `oc describe updateservice -n openshift-update-service`.',
  catalogNotReadyRemedy: "Check the catalog's pod and events. Nodes must be able to pull the catalog image.",

  // versions of the cluster
  kindUnknown: "{object}: this cluster ({version}) doesn't serve the kind {kind}",
  clusterCatalogUnknown:
    "{object}: this cluster ({version}) doesn't serve the kind ClusterCatalog, which requires OpenShift 4.18 or later",
  clusterCatalogUnknownRemedy: 'Use the CatalogSource for the same catalog instead.',
  mirrorSetUnknownRemedy:
    'Write an ImageContentSourcePolicy, which clusters older than 4.13 use: `airlock cluster-config write --openshift-version {version} --to DIR`.',
  updateServiceUnknownRemedy:
    'Mirror the package cincinnati-operator and write the manifests again, so that they install the OpenShift Update Service operator. Alternatively, install the operator in openshift-update-service. Then apply the manifests again.',
  kindUnknownRemedy: 'Install the operator that provides this kind, or remove the object from the manifests.',
  openShiftVersionMissing: "the cluster doesn't report an OpenShift version",
  openShiftVersionMissingRemedy:
    'Check that this is the intended cluster, and that you have permission to read its ClusterVersion.',
  clusterMuchNewer:
    'the cluster runs OpenShift {version}, but this version of Airlock is tested only with releases up to {tested}',
  clusterMuchNewerRemedy:
    'Check whether a newer Airlock is available. It may write additional manifests for this release.',
  signaturesUnread:
    "OpenShift {version} doesn't read all signature ConfigMaps. OpenShift {first} and later do.",
  signaturesUnreadRemedy: 'First upgrade to a later 4.4 release.',
  policyDeprecated:
    'ImageContentSourcePolicy is deprecated on this cluster, which supports ImageDigestMirrorSet',
  policyDeprecatedRemedy:
    'Write the manifests again with `--openshift-version {version}` and without `--icsp`.',
  policiesLeft:
    "the cluster still has {policies} in addition to ImageDigestMirrorSet. OpenShift 4.13 and earlier don't support both.",
  policiesLeftRemedy:
    'After the ImageDigestMirrorSets contain the mirrors, delete the ImageContentSourcePolicies. Nodes then restart again.',
  objectLeftOver:
    '{object} was applied by Airlock but is no longer in the manifests. The object remains in the cluster.',
  objectLeftOverRemedy: 'If nothing needs the object, delete it: `oc delete {kind} {name}`.',

  // records of applies and rollback
  newestApplyUnreadable: 'the most recent apply record, {directory}, belongs to another user',
  newestApplyUnreadableRemedy: 'Roll back as that user, or specify the directory of the record to roll back.',
  applyRecordInvalid: "{directory} isn't an apply record",
  applyRecordInvalidRemedy: 'Run `airlock cluster-config rollback --list` to list the apply records.',
  applyOfOtherCluster: '{directory} is the apply record of a different cluster: {server}',
  applyOfOtherClusterRemedy:
    'Use the kubeconfig that contains the context {context}, and choose this context.',
  alreadyRolledBack: 'this apply operation was already rolled back at {time}',
  alreadyRolledBackRemedy: 'Run `airlock cluster-config rollback --list` to list earlier apply operations.',
  rollbackWouldDrain:
    'rolling back {objects} would drain and restart the nodes in {pools, plural, one {# pool} other {# pools}}',
  rollbackWouldRestart: 'rolling back {object} would restart nodes',
  changedSinceApply: '{object} was changed by someone else after it was applied',
  changedAndRestartsRemedy:
    'Review the change. To discard it, use --overwrite and --allow-restart. This restores the version from before the apply and restarts nodes.',
  changedSinceApplyRemedy:
    'Review the change. To discard the change and restore the version from before the apply, use --overwrite.',
});
