import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Cluster } from './connect.ts';
import { t } from './messages.ts';
import { groupOf, type ObjectRef } from './object-ref.ts';

/** A permission that the user of a kubeconfig needs but doesn't have. */
export interface MissingPermission {
  verb: string;
  /** `configmaps`, `imagedigestmirrorsets.config.openshift.io`. */
  resource: string;
  namespace?: string;
  /** Absent: for all names. */
  name?: string;
}

interface Attributes {
  verb: string;
  group: string;
  resource: string;
  namespace?: string;
  name?: string;
}

const AT_ONCE = 8;

/**
 * Returns the missing permissions, checked by the cluster itself (SelfSubjectAccessReview). A permission for all names
 * includes each of them. Kinds that the cluster doesn't serve are omitted.
 * @throws as `ApiClient.call`
 */
export async function missingPermissions(
  cluster: Cluster,
  wanted: readonly (Omit<ObjectRef, 'name'> & { name?: string; verbs: readonly string[] })[],
  signal?: AbortSignal,
): Promise<MissingPermission[]> {
  const requested = new Map<string, Promise<boolean>>();
  const allowed = (attributes: Attributes): Promise<boolean> => {
    const key = JSON.stringify(attributes);
    const answer = requested.get(key) ?? review(cluster, attributes, signal);
    requested.set(key, answer);
    return answer;
  };
  const missing: MissingPermission[] = [];
  const questions = wanted.flatMap(({ verbs, ...ref }) => verbs.map((verb) => ({ verb, ref })));
  const answers = inOrder(questions, AT_ONCE, async ({ verb, ref }) => {
    const served = await cluster.served(ref.apiVersion, ref.kind, signal);
    if (!served) return undefined;
    const group = groupOf(ref);
    const general: Attributes = {
      ...{ verb, group, resource: served.plural },
      namespace: served.namespaced ? ref.namespace : undefined,
    };
    if (await allowed(general)) return undefined;
    // RBAC can't restrict `create` to a name.
    const named = ref.name !== undefined && verb !== 'create' && verb !== 'list';
    if (named && (await allowed({ ...general, name: ref.name! }))) return undefined;
    const { resource, namespace } = general;
    return {
      ...{ verb, resource: group ? `${resource}.${group}` : resource },
      namespace,
      name: named ? ref.name! : undefined,
    };
  });
  for await (const answer of answers)
    if (answer && !missing.some((one) => JSON.stringify(one) === JSON.stringify(answer)))
      missing.push(answer);
  return missing;
}

/** Returns a warning about the missing permissions of a context, if there are any. */
export function permissionProblems(context: string, missing: readonly MissingPermission[]): Problem[] {
  if (missing.length === 0) return [];
  return [
    {
      ...{ code: 'cluster-forbidden', level: 'warning' },
      message: t('permissionsMissing', { context, permissions: missing.map(permissionText).join(', ') }),
      remedy: ERROR_CODES['cluster-forbidden'][1],
    },
  ];
}

/** Returns a permission as text: `patch imagedigestmirrorsets.config.openshift.io`, with name and namespace. */
export function permissionText({ verb, resource, namespace, name }: MissingPermission): string {
  return `${verb} ${resource}${name === undefined ? '' : ` "${name}"`}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

async function review(
  cluster: Cluster,
  attributes: Attributes,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { body } = await cluster.client.call<{ status?: { allowed?: boolean } }>(
    {
      ...{ method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' },
      about: t('accessReviewSubject'),
      body: {
        ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
        spec: { resourceAttributes: attributes },
      },
    },
    signal,
  );
  return body.status?.allowed === true;
}
