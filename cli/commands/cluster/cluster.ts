import type { Command } from '@commander-js/extra-typings';
import { addClusterCheck } from './check.ts';
import { addClusterInspect } from './inspect.ts';

export function addCluster(program: Command): void {
  const cluster = program
    .command('cluster')
    .description('look at a cluster: what it pulls from where, and whether an upgrade will go');
  addClusterInspect(cluster);
  addClusterCheck(cluster);
}
