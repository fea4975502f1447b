import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ApiClient, apiClient, type ClientTimes } from './api/client.ts';
import { type ClusterChoice, type ClusterHost, chosenKubeconfig } from './kubeconfig.ts';
import { t } from './messages.ts';

/** A kind that the cluster serves. */
export interface ServedResource {
  apiVersion: string;
  kind: string;
  plural: string;
  namespaced: boolean;
}

/** A connected cluster with its versions. */
export interface Cluster extends AsyncDisposable {
  readonly client: ApiClient;
  readonly context: string;
  readonly server: string;
  readonly kubernetesVersion: string;
  /** Undefined for clusters that aren't OpenShift, or without permission to read ClusterVersion. */
  readonly openShiftVersion: string | undefined;
  /** The cluster ID of OpenShift. Undefined whenever the version is. */
  readonly clusterId: string | undefined;
  /** Returns how the cluster serves a kind, or undefined if it doesn't. Sends one request per group. @throws as {@link ApiClient} */
  served(apiVersion: string, kind: string, signal?: AbortSignal): Promise<ServedResource | undefined>;
}

interface ResourceList {
  resources?: { name: string; kind: string; namespaced: boolean }[];
}

interface ClusterVersionObject {
  spec?: { clusterID?: string };
  status?: { desired?: { version?: string }; history?: { state?: string; version?: string }[] };
}

/**
 * Connects to the cluster of a kubeconfig and reads its versions.
 * @throws AirlockError `kubeconfig`; those of {@link ApiClient}: unreachable, certificate, credentials
 */
export async function connectCluster(
  choice: ClusterChoice,
  host: ClusterHost,
  options: { signal?: AbortSignal; times?: ClientTimes } = {},
): Promise<Cluster> {
  const { signal, times } = options;
  const config = await chosenKubeconfig(choice, host);
  const client = await apiClient(config, times);
  try {
    return await identified(client, signal);
  } catch (error) {
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

async function identified(client: ApiClient, signal: AbortSignal | undefined): Promise<Cluster> {
  const { body: version } = await client.call<{ gitVersion?: string }>(
    { method: 'GET', path: '/version', about: t('versionSubject') },
    signal,
  );
  if (typeof version.gitVersion !== 'string')
    throw new AirlockError('protocol', t('versionMissing', { server: client.server }), {
      remedy: t('versionMissingRemedy'),
    });
  const groups = new Map<string, Promise<ServedResource[]>>();
  const served = async (apiVersion: string, kind: string, signal?: AbortSignal) => {
    const requested = groups.get(apiVersion) ?? resourcesOf(client, apiVersion, signal);
    groups.set(apiVersion, requested);
    // A failed request is sent again the next time.
    requested.catch(() => groups.delete(apiVersion));
    const found = (await requested).find((resource) => resource.kind === kind);
    // An operator that is installed meanwhile adds its kinds.
    if (!found) groups.delete(apiVersion);
    return found;
  };
  return {
    ...{ client, served, context: client.context, server: client.server },
    kubernetesVersion: version.gitVersion,
    ...(await openShift(client, served, signal)),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

async function resourcesOf(
  client: ApiClient,
  apiVersion: string,
  signal: AbortSignal | undefined,
): Promise<ServedResource[]> {
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  try {
    const { body } = await client.call<ResourceList>(
      { method: 'GET', path, about: t('kindsSubject', { apiVersion }) },
      signal,
    );
    return (body.resources ?? [])
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }) => ({ apiVersion, kind, plural: name, namespaced }));
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'cluster-missing') return [];
    throw error;
  }
}

/** Returns the latest version that the cluster has completed, or else the desired one. */
async function openShift(
  client: ApiClient,
  served: Cluster['served'],
  signal: AbortSignal | undefined,
): Promise<Pick<Cluster, 'openShiftVersion' | 'clusterId'>> {
  const none = { openShiftVersion: undefined, clusterId: undefined };
  if (!(await served('config.openshift.io/v1', 'ClusterVersion', signal))) return none;
  try {
    const { body } = await client.call<ClusterVersionObject>(
      {
        method: 'GET',
        path: '/apis/config.openshift.io/v1/clusterversions/version',
        about: 'ClusterVersion version',
      },
      signal,
    );
    const done = body.status?.history?.find(({ state }) => state === 'Completed')?.version;
    return { openShiftVersion: done ?? body.status?.desired?.version, clusterId: body.spec?.clusterID };
  } catch (error) {
    if (error instanceof AirlockError && ['cluster-missing', 'cluster-forbidden'].includes(error.code))
      return none;
    throw error;
  }
}
