import { type ClusterOperatorsOptions, installCluster } from '../../test-world/cluster/install-cluster.ts';
import { type ApiServerOptions, startApiServer } from './api/server.fixture.ts';

export interface PracticeClusterOptions extends ApiServerOptions, ClusterOperatorsOptions {}

/** Starts the simulated API server with the objects of an installed cluster and working operators. */
export async function startPracticeCluster(options: PracticeClusterOptions = {}) {
  const { without = [], operator = 'present' } = options;
  const server = await startApiServer({
    ...options,
    without: operator === 'present' ? without : [...without, 'UpdateService'],
  });
  const cluster = installCluster(server, options);
  return {
    ...server,
    settled: cluster.settled,
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
