import type { Command } from '@commander-js/extra-typings';
import { addClusterCheck } from './check.ts';
import { addClusterInspect } from './inspect.ts';
import { t } from './messages.ts';

export function addCluster(program: Command): void {
  const cluster = program.command('cluster').description(t('cluster'));
  addClusterInspect(cluster);
  addClusterCheck(cluster);
}
