import type { Command } from 'commander';
import { addClusterConfigWrite } from './cluster-config-write.ts';

export function addClusterConfig(program: Command): void {
  const clusterConfig = program
    .command('cluster-config')
    .description('what clusters must be told of the mirror: manifests of everything that is there');
  addClusterConfigWrite(clusterConfig);
}
