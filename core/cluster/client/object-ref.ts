import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Cluster } from './connect.ts';

/** Which object. */
export interface ObjectRef {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

/** An object as a cluster has it. */
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

/** `Kind namespace/name`, as messages name an object. */
export function nameOf({ kind, name, namespace }: Pick<ObjectRef, 'kind' | 'name' | 'namespace'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

export function sameRef(a: ObjectRef, b: ObjectRef): boolean {
  return groupOf(a) === groupOf(b) && a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

/** The API group; empty for the core one. */
export function groupOf({ apiVersion }: Pick<ObjectRef, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.split('/')[0]! : '';
}

/** Path of an object, or without a name of all of its kind; undefined when the cluster does not know the kind. */
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
