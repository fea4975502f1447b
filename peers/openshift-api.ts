import { type ApiObject, type KubeApiserver, startKubeApiserver } from './api-server.ts';
import { findPeer, type PeerName, peerNamed } from './peers.ts';

/** Releases whose schemas are published; `techpreview` has those of the feature set TechPreviewNoUpgrade. */
export const RELEASES = ['4.16', '4.18', '4.20'] as const;
export type Schemas = (typeof RELEASES)[number] | 'techpreview';

/** Schemas that a server needs besides those of the release. */
export const OTHER_SCHEMAS = ['olm-crds', 'catalogd-crds', 'update-service-crds'] as const;

/** Starts an API server with the schemas of OpenShift and of its operators, as far as they are present. */
export async function startOpenShiftApi(
  schemas: Schemas,
  options: { withoutNamespace?: string } = {},
): Promise<KubeApiserver> {
  const file = async (name: PeerName) => (await findPeer(peerNamed(name)!))?.file;
  const names: PeerName[] = [`openshift-crds-${schemas}`, ...OTHER_SCHEMAS, 'nmstate-crds'];
  const directories = await Promise.all(names.map(file));
  const [etcd, server] = await Promise.all(
    (['etcd', 'kube-apiserver'] as const).map((name) => findPeer(peerNamed(name)!)),
  );
  return startKubeApiserver(
    { etcd: etcd!, server: server! },
    directories.filter((each) => each !== undefined),
    options,
  );
}

/**
 * Creates or replaces an object as a dry run with strict validation.
 * @returns the message of the server if it rejects the object
 */
export async function rejection(server: KubeApiserver, object: ApiObject): Promise<string | undefined> {
  const { status, body } = await server.write(object, 'dryRun=All&fieldValidation=Strict&fieldManager=peer');
  return status < 300 ? undefined : String(body.message);
}
