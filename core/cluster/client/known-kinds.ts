import type { Resource } from '../../content/resources/resource-yaml.ts';
import { EXPLANATIONS, type ExplainedKind, type Explanation } from '../config/explain.ts';
import { AUTHORITY_CONFIG_MAP } from '../config/mirror-authority.ts';
import { refOf } from './object-ref.ts';

const SIGNATURES = 'release.openshift.io/verification-signatures';

/**
 * Steps of a safe order: trust and login, signatures, mirror sets, catalogs, the update service
 * (docs/guides/cluster.md#apply-the-manifests). The catalogs that come with a cluster are switched off when the mirrored ones
 * are there. What is not known comes last.
 */
const STEPS: readonly (readonly ExplainedKind[])[] = [
  ['AuthorityConfigMap'],
  ['Image', 'PullSecret'],
  ['SignatureConfigMap'],
  ['ImageDigestMirrorSet', 'ImageTagMirrorSet', 'ImageContentSourcePolicy'],
  ['CatalogSource', 'ClusterCatalog'],
  ['OperatorHub'],
  ['UpdateService'],
  ['ClusterVersion'],
];

/** Kinds that are of no use before nodes pull from the mirror. */
const NEED_NODES: ReadonlySet<ExplainedKind> = new Set<ExplainedKind>([
  ...(['CatalogSource', 'ClusterCatalog', 'OperatorHub', 'UpdateService'] as const),
]);

/** Which of the objects that Airlock writes this is; undefined for others. */
export function explainedKind(resource: Resource): ExplainedKind | undefined {
  const { kind, name, namespace } = refOf(resource);
  const labels = (resource.metadata as { labels?: Record<string, string> }).labels;
  if (kind === 'Secret')
    return namespace === 'openshift-config' && name === 'pull-secret' ? 'PullSecret' : undefined;
  if (kind === 'ConfigMap') {
    if (labels?.[SIGNATURES] !== undefined) return 'SignatureConfigMap';
    return name === AUTHORITY_CONFIG_MAP && namespace === 'openshift-config'
      ? 'AuthorityConfigMap'
      : undefined;
  }
  const known = STEPS.flat().find((one) => one === kind);
  // Only the patch of the upstream: others may ask for an upgrade.
  if (known === 'ClusterVersion')
    return Object.keys((resource.spec as object | undefined) ?? {}).join() === 'upstream' ? known : undefined;
  return known === 'Image' && resource.apiVersion !== 'config.openshift.io/v1' ? undefined : known;
}

/** What an object is for and what applying it does. */
export function explanationOf(resource: Resource): Explanation {
  const known = explainedKind(resource);
  if (known) return EXPLANATIONS[known];
  return {
    purpose: 'Not one of the objects that Airlock writes.',
    effect: 'What the cluster does with it is not known here.',
    restartsNodes: resource.apiVersion.startsWith('machineconfiguration.openshift.io/'),
  };
}

/** The objects in the order in which they are safely applied; of one step in the order they came. */
export function inSafeOrder<T extends Resource>(resources: readonly T[]): T[] {
  const step = (resource: T) => {
    const known = explainedKind(resource);
    const index = STEPS.findIndex((kinds) => known && kinds.includes(known));
    return index === -1 ? STEPS.length : index;
  };
  return [...resources].sort((a, b) => step(a) - step(b));
}

/** Whether an object is of use only when nodes pull from the mirror. */
export function needsNodes(resource: Resource): boolean {
  const known = explainedKind(resource);
  return known !== undefined && NEED_NODES.has(known);
}
