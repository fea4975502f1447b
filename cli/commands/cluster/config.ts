import type { Command } from '@commander-js/extra-typings';
import { addClusterConfigApply } from './config-apply.ts';
import { addClusterConfigRollback } from './config-rollback.ts';
import { addClusterConfigWrite } from './config-write.ts';
import { t } from './messages.ts';

export function addClusterConfig(program: Command): void {
  const clusterConfig = program.command('cluster-config').description(t('clusterConfig'));
  addClusterConfigWrite(clusterConfig);
  addClusterConfigApply(clusterConfig);
  addClusterConfigRollback(clusterConfig);
}
