import { type PushedImage, repositoryAt } from './pushed-image.ts';
import type { Resource } from './resource-yaml.ts';

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
    metadata: { annotations, name: 'update-service-oc-mirror', namespace: 'openshift-update-service' },
    spec: {
      graphDataImage: `${repositoryAt(graph.destination)}:${graph.destination.tag}`,
      releases: repositoryAt(release.destination),
      replicas: 2,
    },
  };
}
