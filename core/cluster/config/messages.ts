import { translator } from '../../base/messages/translator.ts';

/** Texts of the manifests for a cluster: their purposes and effects, the hand-over sheet, and problems. */
export const t = translator({
  // purpose and effect of each kind
  nodesEffect:
    'The Machine Config Operator writes it to all nodes, pool by pool. It drains and restarts nodes one after another if required.',
  digestMirrorsPurpose: 'Nodes pull images by digest from the mirror instead of the source registry.',
  tagMirrorsPurpose: 'Nodes pull images by tag from the mirror instead of the source registry.',
  policyPurpose: 'The counterpart of ImageDigestMirrorSet for clusters before 4.13.',
  catalogSourcePurpose: 'Operators of the mirrored catalog can be installed and updated (OLM).',
  catalogSourceEffect: 'A pod of the catalog starts in openshift-marketplace. No node restarts.',
  clusterCatalogPurpose: 'The same catalog for OLM v1, which is part of OpenShift 4.18 and later.',
  clusterCatalogEffect: 'The cluster unpacks the catalog. No node restarts.',
  operatorHubPurpose: "Disables Red Hat's default catalogs, which a disconnected cluster can't reach.",
  operatorHubEffect:
    'The default CatalogSources are removed. Operators installed from them stay. They receive updates once their Subscriptions use a mirrored catalog.',
  updateServicePurpose:
    'The update service in the cluster offers upgrades from the graph data and releases of the mirror.',
  updateServiceEffect:
    'The pods of the update service start. Its operator must already be installed in openshift-update-service. No node restarts.',
  signaturePurpose: 'The cluster can verify this release before it upgrades to it.',
  signatureEffect: 'The Cluster Version Operator reads it within 30 seconds. Nothing restarts.',
  authorityPurpose: 'The CA certificate of the mirror, for nodes, builds and the update service.',
  authorityEffect: 'Nothing happens until the image configuration refers to it.',
  imagePurpose: 'The cluster trusts the CA of the mirror when it pulls images.',
  imageEffect:
    'It refers to a single ConfigMap. If it currently refers to another one, first copy the keys of that one. The Machine Config Operator writes it to all nodes, pool by pool. It drains and restarts nodes one after another if required.',
  clusterVersionPurpose:
    'The cluster gets its available upgrades from the update service of the mirror (spec.upstream).',
  clusterVersionEffect:
    'From then on, `oc adm upgrade` lists the releases of the mirror. Nothing is upgraded, and no node restarts. The cluster must trust the CA of the route (Proxy, trustedCA).',
  pullSecretPurpose: 'Nodes log in to the mirror. All other logins stay unchanged.',

  // comments in a manifest
  manifestHeader: '# {purpose}\n# When applied: {effect}',

  // problems
  releaseSignatureMissing:
    "release {tag} ({digest}) has no signature at the mirror, so the cluster can't verify it",
  releaseSignatureMissingRemedy:
    'Mirror it again with its signature. Without one, the cluster accepts only a forced upgrade.',
  updateServiceWithoutRelease:
    'no UpdateService was written, because the destination has a graph image but no release',
  updateServiceWithoutReleaseRemedy: 'Mirror a release in addition to `graph: true`.',
  signatureLeftOut: "{fault}. This signature isn't included in the manifests.",
  knownContentDamaged: '.airlock/{name} is damaged',
  knownContentDamagedRemedy:
    'Delete this file. Airlock rebuilds it from the audit records, and the next push completes it.',
  versionInvalid: '"{version}" isn\'t an OpenShift version',
  versionInvalidRemedy: 'Use a version such as 4.16 or 4.16.20.',
  policyWithoutTags:
    "ImageContentSourcePolicy doesn't support mirrors for pulls by tag: {count, plural, one {# source isn''t} other {# sources aren''t}} redirected",
  versionWithoutTagMirrors:
    "OpenShift {version} doesn't support mirrors for pulls by tag: {count, plural, one {# source isn''t} other {# sources aren''t}} redirected",
  tagMirrorsRemedy: 'Refer to these images by digest in the cluster.',
  clusterCatalogLeftOut: "no ClusterCatalog was written, because OpenShift {version} doesn't support it",
  clusterCatalogLeftOutRemedy: 'Write the manifests again after the cluster is upgraded to 4.18.',
  signaturesUnread: "OpenShift {version} doesn't read all signature ConfigMaps. Versions from {first} on do.",
  signaturesUnreadRemedy: 'Upgrade to a later version of 4.4 first.',

  // hand-over sheet
  sheetTitle: 'Next steps for the cluster',
  sheetRun: 'Run {run}, {time}: {pushed} of {total} images are at {place} for {enclave}.',
  sheetImagesMissing:
    '{count, plural, one {# image is} other {# images are}} missing. Before you upgrade the cluster, run the same command again.',
  sheetApplyTitle: 'Apply the manifests',
  sheetNothingToApply: 'There is nothing to apply.',
  sheetDiff:
    'The manifests contain all known content of the mirror, not only the content of this run. To see the changes first:',
  sheetApply: 'Then log in to the cluster and apply them:',
  sheetApplyWithAirlock:
    'Alternatively, do both with Airlock. It compares the objects, asks before nodes restart, and waits for nodes and catalogs. To undo the apply, run airlock cluster-config rollback. With --dry-run, it only shows the changes:',
  sheetRestarts:
    'Nodes may restart one after another because of {objects}. Wait until all pools are updated:',
  sheetManifestsTitle: 'The manifests',
  sheetFileColumn: 'File',
  sheetObjectColumn: 'Object',
  sheetPurposeColumn: 'Purpose',
  sheetEffectColumn: 'When applied',
  sheetAccessTitle: 'Trust and login',
  sheetWithoutAuthority:
    "The manifests don't contain a CA for {host}. If the cluster doesn't trust it yet, add its CA: airlock cluster-config write --trust-bundle CA.pem --to DIR.",
  sheetWithoutLogin:
    "The manifests don't contain a pull secret. If the mirror requires a login and the cluster has none for {host} yet:",
  sheetUpgradeTitle: 'Upgrade',
  sheetUpgrade:
    "After the pools are updated, upgrade to one of these releases by digest. The cluster verifies the signature of the release, so --force isn't needed.",
  sheetRelease: '{tag}:',
  sheetReleaseUnsigned:
    '{digest} has no valid signature here, so the cluster accepts it only with --force. Mirror it with its signature first.',
  sheetUpdateService:
    'Alternatively, point the cluster to the update service once it is running, and choose one of the releases that it offers:',
  sheetUpdateServiceWithAirlock:
    'Instead of the first command, you can run airlock cluster-config apply --set-upstream {directory}, which can be rolled back.',
});
