import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';
import { listObjects, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { type LiveObject, nameOf, type ObjectRef, refOf } from './object-ref.ts';

/**
 * The path of the update graph below the policy engine of an update service
 * (openshift/cincinnati-operator/docs/disconnected-updateservice-operator.md).
 */
const GRAPH_PATH = '/api/upgrades_info/v1/graph';
const SERVICES = { apiVersion: 'updateservice.operator.openshift.io/v1', kind: 'UpdateService' };

/** The object with the address of the update service that a cluster uses. */
export const CLUSTER_VERSION: ObjectRef = {
  ...{ apiVersion: 'config.openshift.io/v1', kind: 'ClusterVersion', name: 'version' },
};

/**
 * Returns the patch that points a cluster to the update service of its mirror: ClusterVersion `version` with only
 * `spec.upstream`, set to the address that the running service reports. Returns a problem if there is no address yet.
 * @param resources contain the UpdateService to use; otherwise the only one of the cluster is used
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
        ? t('updateServiceMissing', { object: nameOf(refOf(wanted)) })
        : live.length > 1
          ? t('updateServicesAmbiguous', { services: live.map((one) => nameOf(refOf(one))).join(', ') })
          : t('updateServiceAbsent'),
      live.length > 1 ? t('updateServicesAmbiguousRemedy') : t('updateServiceAbsentRemedy'),
    );
  const engine = policyEngine(service);
  if (engine === undefined)
    return missing(
      t('updateServiceAddressMissing', { object: nameOf(refOf(service)) }),
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
