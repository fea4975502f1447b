import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type Cluster, connectCluster } from '../../../cluster/client/connect.ts';
import type { WaitTimes } from '../../../cluster/client/readiness.ts';
import type { PackagesOf } from '../../../cluster/client/removals.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { ServiceState } from '../state/state.ts';
import { viewedCatalogs } from '../upgrades/upgrade-catalogs.ts';

/** Interval of reading the simulated cluster of practice, in ms. */
const PRACTICE_POLL_MS = 500;

/** A kubeconfig and one of its contexts (default: the user's kubeconfig). */
export interface ClusterChoice {
  kubeconfig?: string | undefined;
  context?: string | undefined;
}

/** Connects to clusters, and reads what they are compared with. */
export interface ClusterReach {
  connect(choice: ClusterChoice, signal: AbortSignal): Promise<Cluster>;
  /** Returns the limits of waiting for a cluster. The simulated one is read more often, because its nodes restart in seconds. */
  timesOf<T extends Partial<WaitTimes>>(choice: ClusterChoice, times: T): T;
  /** Returns the key that verifies the signatures of a folder, and a function that lists the packages of a catalog. */
  catalogReader(directory: string): { packagesOf: PackagesOf; keyFile?: string | undefined };
}

export function clusterReach(
  state: Pick<ServiceState, 'host' | 'hostAt' | 'hostFor'> & Partial<Pick<ServiceState, 'practice'>>,
): ClusterReach {
  return {
    timesOf: ({ kubeconfig }, times) =>
      kubeconfig !== undefined && state.practice?.environmentFor(kubeconfig)
        ? { ...times, pollMs: PRACTICE_POLL_MS }
        : times,
    connect: ({ kubeconfig, context }, signal) =>
      connectCluster(
        {
          kubeconfig: kubeconfig === undefined ? undefined : absolutePath(kubeconfig, 'kubeconfig'),
          context,
        },
        state.host,
        { signal },
      ),
    catalogReader(directory) {
      const none = new AbortController().signal;
      return {
        keyFile: state.hostFor(directory).env.OCP_SIGNATURE_VERIFICATION_PK || undefined,
        async packagesOf(image, signal = none) {
          try {
            const at = state.hostAt(image.slice(0, image.indexOf('/')));
            const [catalog] = await viewedCatalogs([image], at, signal, () => undefined);
            return catalog!.index.packages.map(({ name }) => name);
          } catch (error) {
            signal.throwIfAborted();
            // The comparison reports that the catalog can't be read.
            if (error instanceof AirlockError) return undefined;
            throw error;
          }
        },
      };
    },
  };
}
