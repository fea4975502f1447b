import { coerce, lt } from 'semver';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects } from './live-objects.ts';
import { FIELD_MANAGER, nameOf, refOf, sameRef } from './object-ref.ts';

const SIGNATURE_CONFIG_MAPS = '4.4.8';
const POLICIES = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy' };

/** Kinds of which objects that are no longer wanted are told. */
const OURS = [
  { apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet' },
  { apiVersion: 'config.openshift.io/v1', kind: 'ImageTagMirrorSet' },
  POLICIES,
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', namespace: 'openshift-marketplace' },
  { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog' },
];

/**
 * Whether the cluster knows the kind of an object (enhancement mirroring-configuration-manifests, "Version Skew
 * Strategy"): what it has no use for is skipped; what it needs and cannot take is an error.
 */
export async function unknownKind(
  cluster: Cluster,
  resource: Resource,
  signal?: AbortSignal,
): Promise<{ problem: Problem; needed: boolean } | undefined> {
  const ref = refOf(resource);
  if (await cluster.served(ref.apiVersion, ref.kind, signal)) return undefined;
  const version = cluster.openShiftVersion ?? `with Kubernetes ${cluster.kubernetesVersion}`;
  const message = `${nameOf(ref)}: this cluster (${version}) does not know ${ref.kind}`;
  const needed = (remedy: string) => ({
    needed: true,
    problem: { code: 'cluster-missing', level: 'error' as const, message, remedy },
  });
  switch (explainedKind(resource)) {
    case 'ImageDigestMirrorSet':
    case 'ImageTagMirrorSet':
      return needed(
        `Clusters before 4.13 have ImageContentSourcePolicy: \`airlock cluster-config write --openshift-version ${cluster.openShiftVersion ?? '4.12'} --to DIR\`.`,
      );
    case 'UpdateService':
      return needed(
        'Install the OpenShift Update Service operator (package cincinnati-operator) in openshift-update-service, then apply again.',
      );
    case 'ClusterCatalog':
      return {
        needed: false,
        problem: {
          ...{ code: 'cluster-version', level: 'info', message: `${message}, which is of 4.18 and later` },
          remedy: 'Nothing is missing: its CatalogSource serves the same catalog.',
        },
      };
    default:
      return needed('Install what brings this kind, or leave the object out.');
  }
}

/** What does not fit the version of the cluster, and what Airlock applied before that is not among the objects any more. */
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
  if (!cluster.openShiftVersion)
    warn(
      'the cluster does not say its version of OpenShift',
      'Check that this is the cluster that was meant, and that its ClusterVersion may be read.',
    );
  if (
    version &&
    lt(version, SIGNATURE_CONFIG_MAPS) &&
    resources.some((one) => explainedKind(one) === 'SignatureConfigMap')
  )
    warn(
      `OpenShift ${cluster.openShiftVersion} does not read all signature ConfigMaps: they count from ${SIGNATURE_CONFIG_MAPS} on`,
      'Upgrade to a later version of 4.4 first.',
    );
  const knowsSets = await cluster.served('config.openshift.io/v1', 'ImageDigestMirrorSet', signal);
  if (knowsSets && has('ImageContentSourcePolicy'))
    warn(
      'this cluster has ImageDigestMirrorSet; ImageContentSourcePolicy is deprecated there',
      `Write the files again with \`--openshift-version ${cluster.openShiftVersion ?? '4.16'}\`, without \`--icsp\`.`,
    );
  const listed = async (kind: (typeof OURS)[number]) =>
    (await listObjects(cluster, kind, signal).catch(() => [])) ?? [];
  if (knowsSets && has('ImageDigestMirrorSet')) {
    const old = await listed(POLICIES);
    if (old.length > 0)
      warn(
        `the cluster still has ${old.map((one) => nameOf(refOf(one))).join(', ')} beside ImageDigestMirrorSet; up to 4.13 it does not take both`,
        'Delete it when its mirrors are in the ImageDigestMirrorSets too: nodes then restart once more.',
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
        message: `${nameOf(refOf(one))} was applied by Airlock and is not among the manifests now; it stays`,
        remedy: `Delete it when nothing needs it: \`oc delete ${one.kind.toLowerCase()} ${one.metadata.name}\`.`,
      });
  }
  return problems;
}
