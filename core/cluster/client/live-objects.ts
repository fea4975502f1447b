import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { ApiAnswer } from './api/client.ts';
import { ownedFields } from './api/faults.ts';
import type { Cluster } from './connect.ts';
import { t } from './messages.ts';
import { FIELD_MANAGER, type LiveObject, nameOf, type ObjectRef, pathOf, refOf } from './object-ref.ts';

/** Returns an object of a cluster, or undefined if it or its kind doesn't exist. @throws as `ApiClient.call` */
export async function readObject(
  cluster: Cluster,
  ref: ObjectRef,
  signal?: AbortSignal,
): Promise<LiveObject | undefined> {
  const path = await pathOf(cluster, ref, signal);
  if (path === undefined) return undefined;
  try {
    const { body } = await cluster.client.call<LiveObject>(
      { method: 'GET', path, about: nameOf(ref) },
      signal,
    );
    return body;
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'cluster-missing') return undefined;
    throw error;
  }
}

/**
 * Returns the objects of a kind, in all namespaces or in one, optionally selected by labels. Returns undefined if the
 * cluster doesn't serve the kind.
 * @throws as `ApiClient.call`
 */
export async function listObjects(
  cluster: Cluster,
  kind: { apiVersion: string; kind: string; namespace?: string; labelSelector?: string },
  signal?: AbortSignal,
): Promise<LiveObject[] | undefined> {
  const path = await pathOf(cluster, kind, signal);
  if (path === undefined) return undefined;
  const items: LiveObject[] = [];
  for (let next: string | undefined; ; ) {
    const query = {
      limit: '500',
      labelSelector: kind.labelSelector,
      continue: next,
    };
    const { body } = await cluster.client.call<{ items?: LiveObject[]; metadata?: { continue?: string } }>(
      { method: 'GET', path, query, about: t('listSubject', { kind: kind.kind }) },
      signal,
    );
    // Items of lists have neither apiVersion nor kind.
    items.push(
      ...(body.items ?? []).map((item) => ({ ...item, apiVersion: kind.apiVersion, kind: kind.kind })),
    );
    next = body.metadata?.continue || undefined;
    if (next === undefined) return items;
  }
}

/**
 * Applies an object with field manager `airlock` (Kubernetes documentation, "Server-Side Apply").
 * @param options.force takes over fields that others own. Fields that a rollback wrote as `airlock` are always taken over
 * @throws AirlockError `cluster-conflict`, whose owners `ownedFields` returns; `cluster-missing` for a missing kind or
 *   namespace; others as `ApiClient.call`
 */
export async function applyObject(
  cluster: Cluster,
  resource: Resource,
  options: { force: boolean; dryRun: boolean },
  signal?: AbortSignal,
): Promise<ApiAnswer<LiveObject>> {
  const ref = refOf(resource);
  const path = await servedPath(cluster, ref, signal);
  const send = (force: boolean) =>
    cluster.client.call<LiveObject>(
      {
        ...{ method: 'PATCH', path, about: nameOf(ref), body: resource },
        contentType: 'application/apply-patch+yaml',
        query: {
          fieldManager: FIELD_MANAGER,
          force: String(force),
          fieldValidation: 'Strict',
          dryRun: options.dryRun ? 'All' : undefined,
        },
      },
      signal,
    );
  try {
    return await send(options.force);
  } catch (error) {
    const owners = ownedFields(error).map(({ owner }) => owner);
    if (owners.length === 0 || owners.some((owner) => owner !== FIELD_MANAGER)) throw error;
    return send(true);
  }
}

/**
 * Restores an object: replaces the current one, whose finalizers and owners stay, or creates it again.
 * @param over the current object. If it has changed meanwhile, the cluster rejects the request (`cluster-changed`)
 */
export async function restoreObject(
  cluster: Cluster,
  resource: Resource,
  options: { over: LiveObject | undefined; dryRun: boolean },
  signal?: AbortSignal,
): Promise<LiveObject> {
  const { over, dryRun } = options;
  const ref = refOf(resource);
  const path = await servedPath(cluster, ref, signal);
  const saved = resource.metadata as LiveObject['metadata'];
  const metadata = {
    ...saved,
    finalizers: over?.metadata.finalizers ?? saved.finalizers,
    ownerReferences: over?.metadata.ownerReferences ?? saved.ownerReferences,
    resourceVersion: over?.metadata.resourceVersion ?? saved.resourceVersion,
  };
  const { body } = await cluster.client.call<LiveObject>(
    {
      method: over ? 'PUT' : 'POST',
      path: over ? path : path.slice(0, path.lastIndexOf('/')),
      about: nameOf(ref),
      body: { ...resource, metadata },
      query: { fieldManager: FIELD_MANAGER, dryRun: dryRun ? 'All' : undefined },
    },
    signal,
  );
  return body;
}

/** Deletes exactly this object. A new one with the same name stays (`cluster-changed`). */
export async function deleteObject(
  cluster: Cluster,
  live: LiveObject,
  options: { dryRun: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const ref = refOf(live);
  const { uid } = live.metadata;
  await cluster.client.call(
    {
      ...{ method: 'DELETE', path: await servedPath(cluster, ref, signal), about: nameOf(ref) },
      body: {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: uid === undefined ? undefined : { uid },
      },
      query: options.dryRun ? { dryRun: 'All' } : undefined,
    },
    signal,
  );
}

async function servedPath(
  cluster: Cluster,
  ref: ObjectRef,
  signal: AbortSignal | undefined,
): Promise<string> {
  const path = await pathOf(cluster, ref, signal);
  if (path !== undefined) return path;
  throw new AirlockError(
    'cluster-missing',
    t('kindNotServed', { object: nameOf(ref), kind: ref.kind, apiVersion: ref.apiVersion }),
    {
      side: 'destination',
    },
  );
}
