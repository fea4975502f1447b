import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { UPDATE_OPERATOR } from '../../content/resources/update-service.ts';
import type { Cluster } from './connect.ts';
import { explainedKind } from './known-kinds.ts';
import { listObjects, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { type LiveObject, nameOf, refOf } from './object-ref.ts';

/**
 * Returns whether earlier objects of the same apply create what an object needs, so that the cluster can't try it yet: the
 * namespace of the update service, and the operator that adds the kind UpdateService.
 * @param among all objects to apply
 * @throws as `ApiClient.call`
 */
export async function isPrepared(
  cluster: Cluster,
  resource: Resource,
  among: readonly Resource[],
  signal?: AbortSignal,
): Promise<boolean> {
  const { apiVersion, kind, namespace } = refOf(resource);
  const has = (wanted: string) => among.some((one) => explainedKind(one) === wanted);
  const served = (await cluster.served(apiVersion, kind, signal)) !== undefined;
  if (!served) return kind === 'UpdateService' && has('Subscription');
  if (namespace !== UPDATE_OPERATOR.namespace || !has('UpdateServiceNamespace')) return false;
  const ref = { apiVersion: 'v1', kind: 'Namespace', name: namespace, namespace: undefined };
  return (await readObject(cluster, ref, signal)) === undefined;
}

/**
 * Returns why an object that installs the update service operator must be left out: OLM installs nothing in a namespace with
 * two OperatorGroups (operator-framework/operator-lifecycle-manager: `TooManyOperatorGroups` in
 * pkg/controller/operators/olm/operator.go), and two Subscriptions for one package conflict.
 * @throws as `ApiClient.call`
 */
export async function updateOperatorPresent(
  cluster: Cluster,
  resource: Resource,
  signal?: AbortSignal,
): Promise<Problem | undefined> {
  const known = explainedKind(resource);
  if (known !== 'OperatorGroup' && known !== 'Subscription') return undefined;
  const { apiVersion, kind, name, namespace } = refOf(resource);
  const live = (await listObjects(cluster, { apiVersion, kind, namespace }, signal)) ?? [];
  const object = nameOf(refOf(resource));
  const info = (message: string, remedy: string): Problem => ({
    ...{ code: 'cluster-version', level: 'info', message, remedy },
  });
  const specOf = (one: Resource | LiveObject) => (one.spec ?? {}) as { name?: string; source?: string };
  const other = live.find(
    (one) =>
      one.metadata.name !== name && (known === 'OperatorGroup' || specOf(one).name === specOf(resource).name),
  );
  if (!other) return undefined;
  const values = { object, other: other.metadata.name };
  return known === 'OperatorGroup'
    ? info(t('operatorGroupPresent', values), t('operatorGroupPresentRemedy', values))
    : info(
        t('subscriptionPresent', { ...values, source: specOf(other).source ?? '' }),
        t('subscriptionPresentRemedy', { ...values, wanted: specOf(resource).source ?? '' }),
      );
}
