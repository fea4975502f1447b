import type { Command } from '@commander-js/extra-typings';
import { addClusterConfigApply } from './config-apply.ts';
import { addClusterConfigRollback } from './config-rollback.ts';
import { addClusterConfigWrite } from './config-write.ts';

export function addClusterConfig(program: Command): void {
  const clusterConfig = program
    .command('cluster-config')
    .description('what clusters must be told of the mirror: manifests of everything that is there');
  addClusterConfigWrite(clusterConfig);
  addClusterConfigApply(clusterConfig);
  addClusterConfigRollback(clusterConfig);
}
