import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { clusterNeeds } from '../../cluster/config/cluster-needs.ts';
import { type ClusterObject, clusterObjects } from '../../cluster/config/cluster-objects.ts';
import { readKnown, withPush } from '../../cluster/config/known-content.ts';
import { authoritiesOfHost } from '../../cluster/config/mirror-authority.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { loadVerificationKeys } from '../../content/signature/verification-keys.ts';
import { templateFor } from '../push/conclude-push.ts';
import type { Collection } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import type { Supply } from '../sides/supply.ts';

/** The cluster resources after a push. */
export interface PlannedConfig {
  objects: ClusterObject[];
  problems: Problem[];
}

/**
 * Returns the manifests that a push would write, from the known content of its destination and the plan. Writes nothing.
 * @param options.state files of the workspace or state folder that recorded earlier pushes
 */
export async function plannedClusterConfig(options: {
  request: Pick<MirrorRequest, 'enclave' | 'maxNestedPaths' | 'icsp'>;
  host: HostFacts;
  destination: Destination;
  planned: readonly PlannedImage[];
  collection: Collection;
  state: Pick<WorkingFiles, 'read' | 'list'>;
  signatures: Supply['signatures'];
}): Promise<PlannedConfig> {
  const { request, host, destination, planned, collection, state, signatures } = options;
  const problems: Problem[] = [];
  const { enclave, maxNestedPaths } = request;
  const place = { host: destination.host, namespace: destination.namespace };
  const there = planned.map((image) => ({
    image,
    at: {
      registry: destination.host,
      ...resolveDestination(image, { namespace: destination.namespace, maxNestedPaths }),
    },
  }));
  const before = await readKnown(state, enclave, place).catch((error: unknown) => {
    if (!(error instanceof AirlockError) || error.code !== 'workspace-invalid') throw error;
    problems.push({ ...error.toJSON(), level: 'warning' });
    return undefined;
  });
  const known = withPush(
    before,
    { enclave, destination: place },
    {
      images: there.map(({ image, at }) => ({ ...image, destination: at })),
      catalogs: there
        .filter(({ image }) => image.kind === 'operatorCatalog')
        .map(({ image, at }) => ({ destination: at, ...templateFor(image, collection) })),
      signatures: await releaseSignatures(planned, {
        ...{ signatures, host },
        emit: (event) => void (event.type === 'problem' && problems.push(event.problem)),
      }),
      repositoryScope: maxNestedPaths > 0,
      icsp: request.icsp,
      run: 'dry-run',
      at: new Date(),
    },
  );
  const keys = await loadVerificationKeys(host.env.OCP_SIGNATURE_VERIFICATION_PK || undefined);
  const authorities = authoritiesOfHost(destination.host, host);
  const needs = await clusterNeeds(known, { keys, authorities });
  const made = clusterObjects(needs);
  return { objects: made.objects, problems: [...problems, ...made.problems] };
}
