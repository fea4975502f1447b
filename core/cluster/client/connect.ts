import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type ApiClient, apiClient, type ClientTimes } from './api/client.ts';
import { type ClusterChoice, type ClusterHost, chosenKubeconfig } from './kubeconfig.ts';

/** A kind as the cluster serves it. */
export interface ServedResource {
  apiVersion: string;
  kind: string;
  plural: string;
  namespaced: boolean;
}

/** A cluster that answers, with what it is. */
export interface Cluster extends AsyncDisposable {
  readonly client: ApiClient;
  readonly context: string;
  readonly server: string;
  readonly kubernetesVersion: string;
  /** Undefined for clusters that are not OpenShift, or where ClusterVersion must not be read. */
  readonly openShiftVersion: string | undefined;
  /** What OpenShift calls this very cluster; undefined as the version is. */
  readonly clusterId: string | undefined;
  /** How the cluster serves a kind; undefined when it does not know it. Asked once a group. @throws as {@link ApiClient} */
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
 * Connects to the cluster of a kubeconfig and asks what it is.
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
    { method: 'GET', path: '/version', about: 'its version' },
    signal,
  );
  if (typeof version.gitVersion !== 'string')
    throw new AirlockError('protocol', `${client.server} did not say its version as an API server does`, {
      remedy: 'Check the address in the kubeconfig.',
    });
  const groups = new Map<string, Promise<ServedResource[]>>();
  const served = async (apiVersion: string, kind: string, signal?: AbortSignal) => {
    const requested = groups.get(apiVersion) ?? resourcesOf(client, apiVersion, signal);
    groups.set(apiVersion, requested);
    // What failed is asked again the next time.
    requested.catch(() => groups.delete(apiVersion));
    return (await requested).find((resource) => resource.kind === kind);
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
      { method: 'GET', path, about: `the kinds of ${apiVersion}` },
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

/** The version that the cluster has finished installing, else the one it is at. */
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
