import { coerce, lt } from 'semver';
import { wordList } from '../../base/document/words.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects } from './live-objects.ts';
import { t } from './messages.ts';
import { FIELD_MANAGER, nameOf, refOf, sameRef } from './object-ref.ts';

const SIGNATURE_CONFIG_MAPS = '4.4.8';
/** Newest minor release of 4 whose schemas the objects of this version of Airlock are tested with. */
const NEWEST_TESTED_MINOR = 20;
/** A cluster may be newer by this many minor releases before a warning: one update between EUS releases. */
const NEWER_MINORS = 2;
const POLICIES = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy' };

/** Kinds whose leftover objects are reported. */
const OURS = [
  { apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet' },
  { apiVersion: 'config.openshift.io/v1', kind: 'ImageTagMirrorSet' },
  POLICIES,
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', namespace: 'openshift-marketplace' },
  { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog' },
];

/**
 * Checks whether the cluster serves the kind of an object (enhancement mirroring-configuration-manifests, "Version Skew
 * Strategy"). An object that the cluster doesn't need is skipped. A missing kind that it needs is an error.
 */
export async function unknownKind(
  cluster: Cluster,
  resource: Resource,
  signal?: AbortSignal,
): Promise<{ problem: Problem; needed: boolean } | undefined> {
  const ref = refOf(resource);
  if (await cluster.served(ref.apiVersion, ref.kind, signal)) return undefined;
  const version = cluster.openShiftVersion ?? `Kubernetes ${cluster.kubernetesVersion}`;
  const message = t('kindUnknown', { object: nameOf(ref), version, kind: ref.kind });
  const needed = (remedy: string) => ({
    needed: true,
    problem: { code: 'cluster-missing', level: 'error' as const, message, remedy },
  });
  switch (explainedKind(resource)) {
    case 'ImageDigestMirrorSet':
    case 'ImageTagMirrorSet':
      return needed(t('mirrorSetUnknownRemedy', { version: cluster.openShiftVersion ?? '4.12' }));
    case 'UpdateService':
      return needed(t('updateServiceUnknownRemedy'));
    case 'ClusterCatalog':
      return {
        needed: false,
        problem: {
          ...{ code: 'cluster-version', level: 'info' },
          message: t('clusterCatalogUnknown', { object: nameOf(ref), version }),
          remedy: t('clusterCatalogUnknownRemedy'),
        },
      };
    default:
      return needed(t('kindUnknownRemedy'));
  }
}

/** Returns problems with the version of the cluster, and objects of earlier applies that are no longer in the manifests. */
export async function skewProblems(
  cluster: Cluster,
  resources: readonly Resource[],
  signal?: AbortSignal,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const warn = (message: string, remedy: string) =>
    problems.push({ code: 'cluster-version', level: 'warning', message, remedy });
  const has = (kind: string) => resources.some((resource) => resource.kind === kind);
  const version = coerce(cluster.openShiftVersion ?? '', { includePrerelease: true });
  if (!cluster.openShiftVersion) warn(t('openShiftVersionMissing'), t('openShiftVersionMissingRemedy'));
  if (version && (version.major > 4 || version.minor > NEWEST_TESTED_MINOR + NEWER_MINORS))
    warn(
      t('clusterMuchNewer', {
        version: String(cluster.openShiftVersion),
        tested: `4.${NEWEST_TESTED_MINOR}`,
      }),
      t('clusterMuchNewerRemedy'),
    );
  if (
    version &&
    lt(version, SIGNATURE_CONFIG_MAPS) &&
    resources.some((one) => explainedKind(one) === 'SignatureConfigMap')
  )
    warn(
      t('signaturesUnread', { version: String(cluster.openShiftVersion), first: SIGNATURE_CONFIG_MAPS }),
      t('signaturesUnreadRemedy'),
    );
  const knowsSets = await cluster.served('config.openshift.io/v1', 'ImageDigestMirrorSet', signal);
  if (knowsSets && has('ImageContentSourcePolicy'))
    warn(t('policyDeprecated'), t('policyDeprecatedRemedy', { version: cluster.openShiftVersion ?? '4.16' }));
  const listed = async (kind: (typeof OURS)[number]) =>
    (await listObjects(cluster, kind, signal).catch(() => [])) ?? [];
  if (knowsSets && has('ImageDigestMirrorSet')) {
    const old = await listed(POLICIES);
    if (old.length > 0)
      warn(
        t('policiesLeft', { policies: wordList(old.map((one) => nameOf(refOf(one)))) }),
        t('policiesLeftRemedy'),
      );
  }
  for (const kind of OURS) {
    const left = (await listed(kind)).filter(
      (one) =>
        one.metadata.annotations?.createdBy === FIELD_MANAGER &&
        !resources.some((resource) => sameRef(refOf(resource), refOf(one))),
    );
    for (const one of left)
      problems.push({
        ...{ code: 'cluster-leftover', level: 'info' },
        message: t('objectLeftOver', { object: nameOf(refOf(one)) }),
        remedy: t('objectLeftOverRemedy', { kind: one.kind.toLowerCase(), name: one.metadata.name }),
      });
  }
  return problems;
}
