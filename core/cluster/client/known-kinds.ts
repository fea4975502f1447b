import type { Resource } from '../../content/resources/resource-yaml.ts';
import { UPDATE_OPERATOR } from '../../content/resources/update-service.ts';
import { EXPLANATIONS, type ExplainedKind, type Explanation } from '../config/explain.ts';
import { AUTHORITY_CONFIG_MAP } from '../config/mirror-authority.ts';
import { t } from './messages.ts';
import { refOf } from './object-ref.ts';

const SIGNATURES = 'release.openshift.io/verification-signatures';

/**
 * Steps of a safe order: trust and login, signatures, mirror sets, catalogs, the update service operator and its service
 * (docs/guides/cluster.md#apply-the-manifests). The default catalogs of the cluster are disabled after the mirrored ones
 * exist. Unknown kinds come last.
 */
const STEPS: readonly (readonly ExplainedKind[])[] = [
  ['AuthorityConfigMap'],
  ['Image', 'PullSecret'],
  ['SignatureConfigMap'],
  ['ImageDigestMirrorSet', 'ImageTagMirrorSet', 'ImageContentSourcePolicy'],
  ['CatalogSource', 'ClusterCatalog'],
  ['OperatorHub'],
  ['UpdateServiceNamespace'],
  ['OperatorGroup'],
  ['Subscription'],
  ['UpdateService'],
  ['ClusterVersion'],
];

/** Kinds that have no effect before nodes pull from the mirror. */
const NEED_NODES: ReadonlySet<ExplainedKind> = new Set<ExplainedKind>([
  ...(['CatalogSource', 'ClusterCatalog', 'OperatorHub', 'Subscription', 'UpdateService'] as const),
]);

/** Returns the explained kind of an object, or undefined if Airlock doesn't write such objects. */
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
  // Only the objects of the update service. Others may belong to any operator.
  if (kind === 'Namespace') return name === UPDATE_OPERATOR.namespace ? 'UpdateServiceNamespace' : undefined;
  if (['OperatorGroup', 'Subscription'].includes(kind) && namespace !== UPDATE_OPERATOR.namespace)
    return undefined;
  const known = STEPS.flat().find((one) => one === kind);
  // Only the patch of the upstream. Other patches may start an upgrade.
  if (known === 'ClusterVersion')
    return Object.keys((resource.spec as object | undefined) ?? {}).join() === 'upstream' ? known : undefined;
  return known === 'Image' && resource.apiVersion !== 'config.openshift.io/v1' ? undefined : known;
}

/** Returns the purpose of an object and the effect of applying it. */
export function explanationOf(resource: Resource): Explanation {
  const known = explainedKind(resource);
  if (known) return EXPLANATIONS[known];
  return {
    purpose: t('unknownKindPurpose'),
    effect: t('unknownKindEffect'),
    restartsNodes: resource.apiVersion.startsWith('machineconfiguration.openshift.io/'),
  };
}

/** Returns the objects in a safe order. Within a step, their order stays. */
export function inSafeOrder<T extends Resource>(resources: readonly T[]): T[] {
  const step = (resource: T) => {
    const known = explainedKind(resource);
    const index = STEPS.findIndex((kinds) => known && kinds.includes(known));
    return index === -1 ? STEPS.length : index;
  };
  return [...resources].sort((a, b) => step(a) - step(b));
}

/** Returns whether an object has an effect only after nodes pull from the mirror. */
export function needsNodes(resource: Resource): boolean {
  const known = explainedKind(resource);
  return known !== undefined && NEED_NODES.has(known);
}
