import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';

/** Identifies an object. */
export interface ObjectRef {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

/** An object of a cluster. */
export type LiveObject = Resource & {
  metadata: {
    name: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    annotations?: Record<string, string>;
    labels?: Record<string, string>;
    finalizers?: string[];
    ownerReferences?: unknown[];
  };
};

/** Field manager of everything that Airlock applies. */
export const FIELD_MANAGER = 'airlock';

export function refOf(resource: Resource): ObjectRef {
  const { name, namespace } = resource.metadata as { name: string; namespace?: string };
  const { apiVersion, kind } = resource;
  return { apiVersion, kind, name, namespace };
}

/** Returns the name of an object in messages: `Kind namespace/name`. */
export function nameOf({ kind, name, namespace }: Pick<ObjectRef, 'kind' | 'name' | 'namespace'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

export function sameRef(a: ObjectRef, b: ObjectRef): boolean {
  return groupOf(a) === groupOf(b) && a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

/** Returns the API group. Empty for the core group. */
export function groupOf({ apiVersion }: Pick<ObjectRef, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
}

/** Returns the path of an object, or of its kind without a name. Returns undefined if the cluster doesn't serve the kind. */
export async function pathOf(
  cluster: Cluster,
  ref: Omit<ObjectRef, 'name'> & { name?: string },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const served = await cluster.served(ref.apiVersion, ref.kind, signal);
  if (!served) return undefined;
  const parts = [
    ref.apiVersion.includes('/') ? 'apis' : 'api',
    ...ref.apiVersion.split('/'),
    ...(served.namespaced && ref.namespace !== undefined ? ['namespaces', ref.namespace] : []),
    served.plural,
    ...(ref.name === undefined ? [] : [ref.name]),
  ];
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
