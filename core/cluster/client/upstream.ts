import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { listObjects, readObject } from './live-objects.ts';
import { type LiveObject, nameOf, type ObjectRef, refOf } from './object-ref.ts';

/**
 * Below the policy engine of an update service, where a cluster asks for its update graph
 * (openshift/cincinnati-operator/docs/disconnected-updateservice-operator.md).
 */
const GRAPH_PATH = '/api/upgrades_info/v1/graph';
const SERVICES = { apiVersion: 'updateservice.operator.openshift.io/v1', kind: 'UpdateService' };

/** The object that holds where a cluster asks for updates. */
export const CLUSTER_VERSION: ObjectRef = {
  ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion', name: 'version' },
};

/**
 * The patch that lets a cluster ask the update service of its mirror: ClusterVersion `version` with `spec.upstream` alone,
 * by the address that the running service tells; or why there is none yet.
 * @param resources an UpdateService among them is the one that is meant, else the only one of the cluster
 * @throws as `ApiClient.call`
 */
export async function upstreamPatch(
  cluster: Cluster,
  resources: readonly Resource[],
  signal?: AbortSignal,
): Promise<{ patch: Resource } | { problem: Problem }> {
  const wanted = resources.find(
    ({ apiVersion, kind }) => kind === SERVICES.kind && apiVersion === SERVICES.apiVersion,
  );
  const live = wanted
    ? [await readObject(cluster, refOf(wanted), signal)].filter((found) => found !== undefined)
    : ((await listObjects(cluster, SERVICES, signal)) ?? []);
  const [service] = live;
  if (!service || live.length > 1)
    return missing(
      wanted
        ? `${nameOf(refOf(wanted))} is not there yet`
        : live.length > 1
          ? `the cluster has several update services: ${live.map((one) => nameOf(refOf(one))).join(', ')}`
          : 'the cluster has no update service',
      live.length > 1
        ? 'Apply a folder with the UpdateService that is meant.'
        : 'Apply a folder with an UpdateService: releases have to be mirrored with `graph: true`.',
    );
  const engine = policyEngine(service);
  if (engine === undefined)
    return missing(
      `${nameOf(refOf(service))} does not tell its address yet (status.policyEngineURI)`,
      ERROR_CODES['cluster-not-ready'][1],
    );
  const { apiVersion, kind, name } = CLUSTER_VERSION;
  return { patch: { apiVersion, kind, metadata: { name }, spec: { upstream: `${engine}${GRAPH_PATH}` } } };
}

function policyEngine({ status }: LiveObject): string | undefined {
  const { policyEngineURI } = (status ?? {}) as { policyEngineURI?: unknown };
  return typeof policyEngineURI === 'string' && /^https?:\/\//.test(policyEngineURI)
    ? policyEngineURI.replace(/(?<!\/)\/+$/, '')
    : undefined;
}

function missing(message: string, remedy: string): { problem: Problem } {
  return { problem: { code: 'cluster-not-ready', level: 'error', message, remedy } };
}
