import { type PushedImage, repositoryAt } from './pushed-image.ts';
import type { Resource } from './resource-yaml.ts';

/** The package, channel and namespace of the OpenShift Update Service operator. */
export const UPDATE_OPERATOR = {
  package: 'cincinnati-operator',
  channel: 'v1',
  namespace: 'openshift-update-service',
} as const;

/**
 * Returns the objects that install the update service operator from a mirrored catalog, in the order in which they must be
 * applied. Names and content are those of the OpenShift documentation (openshift/openshift-docs:
 * modules/update-service-install-cli.adoc, "Installing the OpenShift Update Service Operator by using the CLI").
 * @param source name of the CatalogSource in openshift-marketplace
 */
export function updateOperator(
  { source, channel }: { source: string; channel: string },
  annotations: Record<string, string>,
): { namespace: Resource; operatorGroup: Resource; subscription: Resource } {
  const { namespace, package: name } = UPDATE_OPERATOR;
  return {
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        annotations: { ...annotations, 'openshift.io/node-selector': '' },
        labels: { 'openshift.io/cluster-monitoring': 'true' },
        name: namespace,
      },
    },
    operatorGroup: {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { annotations, name: 'update-service-operator-group', namespace },
      spec: { targetNamespaces: [namespace] },
    },
    subscription: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { annotations, name: 'update-service-subscription', namespace },
      spec: {
        ...{ channel, installPlanApproval: 'Automatic', name },
        ...{ source, sourceNamespace: 'openshift-marketplace' },
      },
    },
  };
}

/**
 * Returns the channel in which a mirrored catalog offers the update service operator: `v1`, else the default one. Undefined
 * if the catalog doesn't contain the operator.
 */
export function updateOperatorChannel(
  packages: readonly { name: string; defaultChannel: string; channels: readonly { name: string }[] }[],
): string | undefined {
  const found = packages.find(({ name }) => name === UPDATE_OPERATOR.package);
  const { channel } = UPDATE_OPERATOR;
  return found?.channels.some(({ name }) => name === channel) ? channel : found?.defaultChannel;
}

/**
 * Returns the object of `updateService.yaml` (oc-mirror v2: internal/pkg/clusterresources/clusterresources.go): the pushed
 * graph image, and the repository of the first release. Both have their names at the destination, also with
 * `--max-nested-paths`.
 */
export function updateService(
  graph: Pick<PushedImage, 'destination'>,
  release: Pick<PushedImage, 'destination'>,
  annotations: Record<string, string>,
): Resource {
  return {
    apiVersion: 'updateservice.operator.openshift.io/v1',
    kind: 'UpdateService',
    metadata: { annotations, name: 'update-service-oc-mirror', namespace: UPDATE_OPERATOR.namespace },
    spec: {
      graphDataImage: `${repositoryAt(graph.destination)}:${graph.destination.tag}`,
      releases: repositoryAt(release.destination),
      replicas: 2,
    },
  };
}
