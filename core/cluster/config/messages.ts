import { translator } from '../../base/messages/translator.ts';

/** Texts of the manifests for a cluster: their purposes and effects, the handoff sheet, and problems. */
export const t = translator({
  // purpose and effect of each kind
  nodesEffect:
    'The Machine Config Operator writes the change to all nodes, pool by pool. If required, it drains and restarts the nodes one after another.',
  digestMirrorsPurpose: 'Nodes pull images by digest from the mirror instead of the source registry.',
  tagMirrorsPurpose: 'Nodes pull images by tag from the mirror instead of the source registry.',
  policyPurpose: 'Replaces ImageDigestMirrorSet on clusters older than 4.13.',
  catalogSourcePurpose: 'OLM can install and update operators from the mirrored catalog.',
  catalogSourceEffect: "A catalog pod starts in openshift-marketplace. Nodes don't restart.",
  clusterCatalogPurpose: 'OLM v1, which is part of OpenShift 4.18 and later, can use the mirrored catalog.',
  clusterCatalogEffect: "The cluster unpacks the catalog. Nodes don't restart.",
  operatorHubPurpose: "Disables Red Hat's default catalogs, which a disconnected cluster can't reach.",
  operatorHubEffect:
    'The default CatalogSources are removed. Operators that were installed from these sources stay installed, and receive updates after their Subscriptions are changed to a mirrored catalog.',
  updateNamespacePurpose: 'The update service and its operator run in this namespace.',
  updateNamespaceEffect: "The namespace is created. Nodes don't restart.",
  operatorGroupPurpose: 'OLM installs operators in openshift-update-service for this namespace only.',
  operatorGroupEffect:
    "Nothing starts. The namespace may contain only one OperatorGroup. Nodes don't restart.",
  subscriptionPurpose: 'OLM installs the update service operator from the mirrored catalog.',
  subscriptionEffect:
    "OLM installs the operator, updates it automatically, and adds the custom resource definition of UpdateService. Nodes don't restart.",
  updateServicePurpose:
    'The update service in the cluster offers upgrades based on the graph data and releases in the mirror.',
  updateServiceEffect:
    "The update service pods start. The update service operator must be installed in openshift-update-service first. Nodes don't restart.",
  signaturePurpose: 'The cluster can verify the release before an upgrade.',
  signatureEffect: 'The Cluster Version Operator reads the signature within 30 seconds. Nothing restarts.',
  authorityPurpose: "Contains the mirror's CA certificate for nodes, builds and the update service.",
  authorityEffect: 'Nothing changes until the image configuration refers to this ConfigMap.',
  imagePurpose: "The cluster trusts the mirror's CA when it pulls images.",
  imageEffect:
    'The image configuration can refer to only one ConfigMap. If it currently refers to a different ConfigMap, first copy the keys from that ConfigMap. The Machine Config Operator writes the change to all nodes, pool by pool. If required, it drains and restarts the nodes one after another.',
  clusterVersionPurpose:
    "The cluster uses the mirror's update service to find available upgrades (spec.upstream).",
  clusterVersionEffect:
    "`oc adm upgrade` lists the releases in the mirror. Nothing is upgraded, and nodes don't restart. The cluster must trust the CA for the update service route (trustedCA in the Proxy object).",
  pullSecretPurpose: 'Nodes can log in to the mirror. All other credentials remain unchanged.',

  // comments in a manifest
  manifestHeader: '# {purpose}\n# When applied: {effect}',

  // problems
  releaseSignatureMissing:
    "release {tag} ({digest}) has no signature in the mirror, so the cluster can't verify the release",
  releaseSignatureMissingRemedy:
    'Mirror the release again with its signature. Without a signature, the cluster accepts only a forced upgrade.',
  updateServiceWithoutRelease:
    'no UpdateService was written, because the destination has a graph image but no release',
  updateServiceWithoutReleaseRemedy:
    'In addition to `graph: true`, add a release to the configuration. Then mirror again.',
  updateOperatorMissing:
    "the manifests don't install the update service operator, because no mirrored catalog contains the package {package}",
  signatureLeftOut: "{fault}. The signature isn't included in the manifests.",
  knownContentDamaged: '.airlock/{name} is damaged',
  knownContentDamagedRemedy:
    'Delete the file. Airlock rebuilds it from the audit records, and the next push completes it.',
  versionInvalid: '"{version}" isn\'t an OpenShift version',
  versionInvalidRemedy: 'Use a version such as 4.16 or 4.16.20.',
  policyWithoutTags:
    "ImageContentSourcePolicy doesn't support mirrors for pulls by tag, so pulls by tag from {count, plural, one {# source} other {# sources}} aren't redirected",
  versionWithoutTagMirrors:
    "OpenShift {version} doesn't support mirrors for pulls by tag, so pulls by tag from {count, plural, one {# source} other {# sources}} aren't redirected",
  tagMirrorsRemedy: 'In the cluster, refer to images from these sources by digest.',
  clusterCatalogLeftOut: "no ClusterCatalog was written, because OpenShift {version} doesn't support it",
  clusterCatalogLeftOutRemedy: 'After you upgrade the cluster to 4.18, write the manifests again.',
  signaturesUnread:
    "OpenShift {version} doesn't read all signature ConfigMaps. OpenShift {first} and later do.",
  signaturesUnreadRemedy: 'First upgrade to a later 4.4 release.',

  // handoff sheet
  sheetTitle: 'Next steps for the cluster',
  sheetRun: 'Run {run} ({time}): {pushed} of {total} images for {enclave} are available at {place}.',
  sheetImagesMissing:
    '{count, plural, one {# image is} other {# images are}} missing. Before you upgrade the cluster, run the push again.',
  sheetApplyTitle: 'Apply the manifests',
  sheetNothingToApply: 'There is nothing to apply.',
  sheetDiff:
    'The manifests cover all known content in the mirror, not only the content from this run. To see the changes first:',
  sheetApply: 'Then log in to the cluster and apply the manifests:',
  sheetApplyWithAirlock:
    'Alternatively, use Airlock to compare and apply the manifests. Airlock asks for confirmation before nodes restart, and waits for nodes, catalogs and operators. To undo the changes, run airlock cluster-config rollback. To see only the changes, add --dry-run:',
  sheetUpdateOperator:
    'The first time, oc cannot apply the UpdateService, because OLM must install its operator first. Wait until the ClusterServiceVersion has succeeded, then apply the manifests again:',
  sheetRestarts:
    'Nodes may restart one after another because of {objects}. Wait until all pools are updated:',
  sheetManifestsTitle: 'Manifests',
  sheetFileColumn: 'File',
  sheetObjectColumn: 'Object',
  sheetPurposeColumn: 'Purpose',
  sheetEffectColumn: 'When applied',
  sheetAccessTitle: 'Trust and credentials',
  sheetWithoutAuthority:
    "The manifests don't contain a CA for {host}. If the cluster doesn't trust the mirror yet, add the CA: airlock cluster-config write --trust-bundle CA.pem --to DIR.",
  sheetWithoutCredentials:
    "The manifests don't contain a pull secret. If the mirror requires credentials and the cluster has none for {host} yet, add the credentials:",
  sheetInstallTitle: 'New installation',
  sheetInstall: 'Extract the installer, the clients and the live ISO of the release from the mirror:',
  sheetUpgradeTitle: 'Upgrade',
  sheetUpgrade:
    "After the pools are updated, upgrade to one of these releases by digest. The cluster verifies the signature of the release, so --force isn't needed.",
  sheetRelease: '{tag}:',
  sheetReleaseUnsigned:
    'The mirror has no valid signature for {digest}, so the cluster accepts this release only with --force. Mirror the release with its signature first.',
  sheetUpdateService:
    'Alternatively, after the update service is running, point the cluster to the update service and choose one of the offered releases:',
  sheetUpdateServiceWithAirlock:
    'Instead of oc patch, you can run airlock cluster-config apply --set-upstream {directory}. This change can be rolled back.',
});
