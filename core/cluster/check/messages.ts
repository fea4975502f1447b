import { translator } from '../../base/messages/translator.ts';

/** Texts of inspecting a cluster and of checking an upgrade. */
export const t = translator({
  // groups and names of checks
  releaseTitle: 'Release',
  payloadTitle: 'Images in the release',
  signaturesTitle: 'Signatures',
  clusterTitle: 'Cluster',
  nodesTitle: 'Nodes',
  catalogsTitle: 'Catalogs',
  installedTitle: 'Installed operators',
  digestLabel: 'Digest',
  versionLabel: 'Version',
  upgradePathLabel: 'Upgrade path',
  componentsLabel: 'Components',
  mirrorSetsLabel: 'Mirror sets',
  trustLabel: 'Trusted CAs',
  pullSecretLabel: 'Pull secret',
  catalogsLabel: 'Catalogs',
  catalogImageLabel: '{catalog}: image',
  acknowledgmentsLabel: 'Acknowledgments',
  signatureConfigMapLabel: 'Signature ConfigMap',
  signatureImagesLabel: 'Signature images',

  // report
  reportTitle: 'Upgrade check: {to}',
  okState: 'OK',
  warningState: 'Warning',
  failedState: 'Failed',
  unknownState: 'Unknown',
  clusterLabel: 'Cluster',
  clusterInContext: '{server} ({context})',
  fromLabel: 'From',
  fromUnknown: 'unknown',
  toLabel: 'To',
  releaseWithDigest: '{to}, {digest}',
  inspectedLabel: 'Cluster inspected',
  checkedLabel: 'Registries checked',
  stateColumn: 'State',
  checkColumn: 'Check',
  resultColumn: 'Result',
  remedyLabel: 'What to do:',
  upgradeBlocked:
    'The upgrade {from, select, none {} other {from {from} }}to {to} would fail: {failed, plural, one {# check} other {# checks}} failed{warnings, plural, =0 {} one {, # warning} other {, # warnings}}{unknown, plural, =0 {} other {, # unknown}}.',
  releaseInstalled:
    'The cluster already runs {to}: {failed, plural, one {# check} other {# checks}} failed{warnings, plural, =0 {} one {, # warning} other {, # warnings}}{unknown, plural, =0 {} other {, # unknown}}.',
  upgradeUnblocked:
    'Nothing blocks the upgrade {from, select, none {} other {from {from} }}to {to}{warnings, plural, =0 {} one {, # warning} other {, # warnings}}{unknown, plural, =0 {} other {, # unknown}}.',

  // release and upgrade path
  digestRequested: '{digest} (as requested)',
  digestOffered: "{digest} (from the cluster's update service)",
  digestInHistory: "{digest} (from the cluster's update history)",
  digestTagged: '{digest} (from tag {tag} at {place})',
  digestUnknown: 'the digest of {to} is unknown: {reasons}',
  digestUnknownRemedy:
    'Mirror the release, or specify the release by digest: `--to {release}@sha256:DIGEST`.',
  releaseInvalid: '"{to}" is neither an OpenShift version nor a release image with a digest',
  releaseInvalidRemedy: 'Use a version such as 4.18.12, or a digest: {release}@sha256:DIGEST.',
  versionDiffers: '{digest} is release {found} instead of {wanted}',
  versionDiffersRemedy: 'Mirror the requested release with its own tag.',
  componentsUnreadable: "the list of images in the release can't be read: {reason}",
  componentsUnreadableRemedy:
    "Mirror the release again. Without this list, the images in the release can't be checked.",
  upgradePathRemedy: 'Run `airlock upgrade-path ocp --from {from} --to {to}` to find the upgrade path.',
  alreadyAtVersion: 'the cluster is already at {version}',
  versionOlder: "{to} is older than {from}. Clusters can't be downgraded.",
  minorSkipped: 'a cluster at {from} can be upgraded only to the next minor version',
  upgradeOffered: 'the update service offers this upgrade to the cluster',
  upgradeOfferedWithRisks: 'the update service offers this upgrade with known risks: {risks}',
  upgradeOfferedWithRisksRemedy:
    'Review the risks. `oc adm upgrade --include-not-recommended` also shows them.',
  upgradeInMetadata: 'the release metadata allows an upgrade from {version}',
  upgradeUnknown:
    "neither the cluster's update service nor the release metadata lists an upgrade from {version}",

  // images
  mirrorPlace: '{place} (mirror {number} of {set})',
  placeFailed: '{place}: {reason}',
  imageComplete: '{place}: manifest and {blobs, plural, one {# blob} other {# blobs}}',
  onlySourceHasImage:
    'only the source registry has the image ({image}), and nodes may not be able to reach that registry. No mirror has the image: {reasons}.',
  imageNotInMirrorSets:
    'only the source registry has the image ({image}), and nodes may not be able to reach that registry. No mirror set covers the image.',
  partsMissing: '{place} has the manifest, but is missing {parts}',
  blobPart: 'blob {digest}',
  blobPartBecause: 'blob {digest}: {reason}',
  instancePart: '{architecture} {digest}: {reason}',
  unknownArchitecture: 'image',
  registriesBlocked: "{image}: the cluster doesn't allow nodes to pull this image from any registry",
  registriesBlockedRemedy: 'Check registrySources in image.config.openshift.io/cluster, and the mirror sets.',
  credentialsRemedy:
    "Add credentials with pull permission for {host} to the cluster's pull secret. Run `airlock cluster-config write --pull-secret FILE --to DIR`, then `airlock cluster-config apply DIR`.",
  trustRemedy:
    'Make the cluster trust the CA of {host}. Run `airlock cluster-config write --trust-bundle CA.pem --to DIR`, then `airlock cluster-config apply DIR`.',
  unreachableRemedy:
    "Check why {host} doesn't respond to this host. Alternatively, write a file with `airlock cluster inspect -o FILE`. Then run the check with `--from-inspect FILE` on a host that can reach {host}.",
  payloadImageRemedy:
    "Mirror the release again (`airlock mirror`). Content that is already present isn't sent again.",
  catalogImageRemedy: 'Mirror the catalog again and apply the manifests.',
  operatorImageRemedy:
    "Mirror this version of the operator. Without the image, pods for {operator} can't start on nodes that haven't pulled it yet.",
  pullSecretUnknown:
    "the cluster's pull secret is unknown, so registries were checked with the credentials on this host. The cluster has credentials for {registries}.",
  pullSecretUnknownAndEmpty:
    "the cluster's pull secret is unknown, so registries were checked with the credentials on this host. The cluster has no credentials.",
  pullSecretUnknownRemedy: "Run the check with a kubeconfig to use the cluster's credentials.",
  authorityUnreadable: "a CA certificate from the cluster can't be read",
  authorityUnreadableRemedy:
    'Fix the ConfigMap that image.config.openshift.io/cluster or proxy.config.openshift.io/cluster refers to.',

  // signatures
  signatureFound: '{object} contains a signature made with key {key}',
  signatureFailed: '{object}: {reason}',
  signatureMissing: 'no ConfigMap contains a signature for {digest}',
  signatureMaybeInStore:
    'no ConfigMap contains a signature for {digest}. The cluster would look for a signature in {stores}.',
  signatureRemedy:
    "Mirror the release with its signature. Then run `airlock cluster-config write --to DIR` and `airlock cluster-config apply DIR`. Don't force the update.",
  signatureInvalidRemedy:
    "Don't force the update. If the organization that built the release uses its own signing key, set OCP_SIGNATURE_VERIFICATION_PK to the file with the public key. Otherwise, mirror the release again with its signature.",
  signatureImagesUnused: "nodes of this cluster don't require signature images",
  signatureImagesFound:
    "{total, plural, one {# signature image} other {# signature images}} found, {verified} verified with the cluster's key",
  signatureImagesMissing: 'missing signature images ({missing} of {total}): {images}',
  signatureImagesInvalid: 'invalid signature images ({invalid} of {total}): {images}',
  signatureImagesMissingAndInvalid:
    'missing or invalid signature images ({missing} missing and {invalid} invalid of {total}): {images}',
  signatureImagesRemedy:
    'Mirror the release from a registry that has its signatures, and omit --remove-signatures.',
  signatureImageFailed: '{image}: {reason}',
  signatureKeyDiffers: "no signature was made with the cluster's key",

  // cluster
  factsUnread: "{name} can't be read: {reason}",
  factsUnreadRemedy: 'Use a kubeconfig whose user can read these objects, or add the objects to the files.',
  reasonMissing: 'no reason reported',
  updateFailing: 'the last requested update is failing: {reason}',
  updateFailingRemedy: 'Fix the problem that `oc adm upgrade` reports.',
  updateInProgress: 'an update is in progress',
  updateInProgressAt: 'an update is in progress: {progress}',
  updateInProgressRemedy: 'Wait until the update is complete.',
  releaseRejected: "the last requested release wasn't accepted: {reason}",
  releaseRejectedRemedy:
    "Make sure that the target release doesn't have this problem. See the signature and image checks for the release.",
  minorUpgradeBlocked: 'the cluster blocks upgrades to the next minor version: {reason}',
  minorUpgradeBlockedRemedy: 'Fix the reported problem. The cluster checks again within minutes.',
  onlyMinorUpgradeBlocked:
    'the cluster allows this update within the minor version, but blocks upgrades to the next minor version: {reason}',
  upgradeAllowed: 'the cluster allows the upgrade',
  atVersion: 'the cluster is at {version}',
  versionUnreported: "the cluster doesn't report its version",
  acknowledged: 'all required acknowledgments are present',
  acknowledgmentNotRequired: 'an update within the minor version requires no acknowledgment',
  acknowledgmentMissing: 'an administrator acknowledgment is required: {reason}',
  acknowledgmentMissingRemedy: 'Complete the required action, then acknowledge it: {command}',
  operatorUnavailable: "the operator isn't available: {reason}",
  operatorDegraded: 'the operator is degraded: {reason}',
  operatorBlocks: 'the operator blocks upgrades to the next minor version: {reason}',
  operatorRemedy: "Check the operator's conditions: `oc describe clusteroperator {operator}`",
  operatorsHealthy:
    '{count, plural, one {# cluster operator} other {# cluster operators}} available, none degraded',
  operatorVersionLimit: 'the operator supports OpenShift only up to {version}, so OLM blocks the upgrade',
  operatorVersionLimitRemedy: 'Update the operator before you upgrade the cluster.',
  poolUpdated: '{updated} of {machines, plural, one {# node} other {# nodes}} updated',
  poolDegraded: 'the pool is degraded: {reason}',
  poolDegradedRemedy: 'Run `oc describe machineconfigpool {pool}` to find the node and the reason.',
  poolPaused: 'The pool is paused, so its nodes stay on the old release ({nodes})',
  poolPausedRemedy: 'Resume the pool, unless it is paused for an EUS-to-EUS upgrade: `{command}`',
  poolUpdating: 'the pool is still updating ({nodes})',
  poolUpdatingRemedy: 'Wait until the pool is updated: `oc get machineconfigpool {pool}`',
  catalogReady: 'the catalog is ready',
  catalogNotReady: "the catalog isn't ready: {state}",
  catalogStateMissing: 'no state reported',
  catalogNotReadyRemedy:
    "Check the catalog's pod and events. Operators can't be updated from a catalog that isn't ready. If the cluster can't reach the registry of the catalog, disable the catalog (`airlock cluster-config write` disables the default catalogs).",

  // reports of nodes
  reportsDiffer: '{directory} contains different NodeNetworkStates for {name}',
  reportsDifferRemedy: 'Remove the outdated NodeNetworkState so that each node has only one.',
  reportsMissing: '{server} contains no NodeNetworkStates',
  reportsMissingRemedy:
    'Install the NMState Operator and create the object NMState, or add the output of `oc get nns -o yaml` to the directory.',

  // inspection
  versionSubject: 'the Kubernetes version',
  objectsMissing: '{source} has no {objects}',
  fileUnreadableBecause: "{file} can't be read: {reason}",
  fileTooLarge: 'it is larger than {limit, number} bytes',
  fileUnusableRemedy: 'Create the file again, for example with `oc get … -o yaml`, or remove it.',
  inspectionInvalid: "{file} isn't a cluster inspection file: {reason}",
  inspectionInvalidRemedy: 'Create the file with `airlock cluster inspect -o FILE`.',
  directoryWithoutObjects: "{directory} doesn't contain any cluster objects",
  directoryWithoutObjectsRemedy: 'Use a must-gather, or a directory with the output of `oc get … -o yaml`.',
  pullSecretOrigin: 'the pull secret',
  addressInvalid: 'invalid address',
});
